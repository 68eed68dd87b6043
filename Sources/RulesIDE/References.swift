package import RulesSource
import RulesSemantics
import RulesSyntax

/// A place where the name under the cursor stands.
package struct DocumentHighlight: Sendable, Hashable {
  /// What is done there.
  package enum Kind: Sendable, Hashable {
    /// The name's value is read.
    case read
    /// The name gets its value.
    case write
  }

  /// The name.
  package let range: SourceRange
  /// What is done there.
  package let kind: Kind
}

extension Analysis {
  /// Where what the name at an offset means is named, in source order; then where the reasons in test files
  /// name it, if it is a function.
  package func references(
    at offset: UInt32,
    includingDeclaration: Bool,
    in project: ProjectIndex
  ) -> [Location] {
    let own = highlights(at: offset).filter { includingDeclaration || $0.kind == .read }.map {
      Location(source.name, $0.range)
    }
    guard language == .rules, case .declared(let name) = target(at: offset)?.target,
      name.kind == .function
    else { return own }
    let text = tree.mainBytes(of: name.node)
    return own
      + project.tests.flatMap { test in
        test.reasons(naming: text).map { Location(test.source.name, $0) }
      }
  }

  /// Where the reasons of a test file's steps hold a word, whole.
  func reasons(naming word: ContiguousArray<UInt8>) -> [SourceRange] {
    tree.nodes.indices.flatMap { index -> [SourceRange] in
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard tree.kind(of: node) == .becauseClause else { return [] }
      return source.places(ofWord: word, in: tree.mainRange(of: node))
    }
  }

  /// Where in this document what the name at an offset means is named, in source order.
  package func highlights(at offset: UInt32) -> [DocumentHighlight] {
    guard let (target, _) = target(at: offset) else { return [] }
    switch target {
    case .declared(let name):
      return ([declaration(of: name)] + uses(of: name)).sorted {
        $0.range.lowerBound < $1.range.lowerBound
      }
    case .request, .resource, .builtin, .methods, .namespace, .member:
      return sameUses(as: target, at: offset)
    case .typeName, .methodWord, .keyword: return []
    }
  }

  private func declaration(of name: DeclaredName) -> DocumentHighlight {
    DocumentHighlight(range: tree.mainRange(of: name.node), kind: .write)
  }

  /// The places where a declared name is used, in source order.
  func uses(of name: DeclaredName) -> [DocumentHighlight] {
    guard let model else { return testUses(of: name) }
    let path = tree.path(to: tree.mainRange(of: name.node))
    let scope: NodeID?
    let wanted: Reference
    switch name.kind {
    case .function:
      guard let index = model.functionNodes.firstIndex(of: name.node) else { return [] }
      (scope, wanted) = (tree.root, .function(UInt32(truncatingIfNeeded: index)))
    case .parameter, .variable:
      scope = tree.innermost(of: path, [.functionDeclaration])
      let slots = scope.map { tree.slots(of: $0) } ?? []
      guard let slot = slots.firstIndex(of: name) else { return [] }
      wanted = .local(UInt32(truncatingIfNeeded: slot))
    case .wildcard:
      scope = tree.innermost(of: path, [.matchDeclaration])
      guard let capture = tree.wildcards(along: path).firstIndex(of: name.node) else { return [] }
      wanted = .wildcard(UInt32(truncatingIfNeeded: capture))
    case .user: return []
    }
    guard let scope else { return [] }
    return tree.nodes(under: scope).filter { model.references[$0] == wanted }.map {
      DocumentHighlight(range: tree.mainRange(of: $0), kind: .read)
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func testUses(of name: DeclaredName) -> [DocumentHighlight] {
    let text = tree.mainBytes(of: name.node)
    let names = TestNameTable(tree)
    return tree.nodes.indices.compactMap { index in
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard tree.kind(of: node) == .nameExpression, tree.mainBytes(of: node) == text else {
        return nil
      }
      let path = tree.path(to: tree.mainRange(of: node))
      guard testMeaning(of: node, path: path, names) == .declared(name) else { return nil }
      return DocumentHighlight(range: tree.mainRange(of: node), kind: .read)
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The places that mean the same thing of the language as the word at an offset.
  private func sameUses(as target: NameTarget, at offset: UInt32) -> [DocumentHighlight] {
    guard let token = tree.token(at: offset) else { return [] }
    let text = tree.bytes(of: token)
    let kinds: Set<SyntaxKind> =
      switch target {
      case .member: [.memberExpression]
      case .methods: [.methodCallExpression]
      case .builtin: [.callExpression, .methodCallExpression]
      default: [.nameExpression]
      }
    return tree.nodes.indices.compactMap { index in
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard kinds.contains(tree.kind(of: node)),
        tree.bytes(of: tree[node].mainToken).elementsEqual(text), isSame(node, target)
      else { return nil }
      return DocumentHighlight(range: tree.mainRange(of: node), kind: .read)
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether a node of the same text is the same thing; members are, when what they are read from has the
  /// same text too.
  private func isSame(_ node: NodeID, _ target: NameTarget) -> Bool {
    switch target {
    case .member(let other):
      guard let base = tree.child(0, of: node), let otherBase = tree.child(0, of: other) else {
        return false
      }
      return sameText(base, otherBase)
    case .methods: return model.map { $0.references[node] == .none } ?? true
    case .request: return model?.references[node] == .request
    case .resource: return model?.references[node] == .resource
    case .builtin(let index):
      guard let model else { return true }
      switch model.references[node] {
      case .builtin(index), .lookup(_, index): return true
      default: return false
      }
    case .namespace: return model.map { $0.references[node] == .namespace } ?? true
    case .declared, .typeName, .methodWord, .keyword: return false
    }
  }

  private func sameText(_ left: NodeID, _ right: NodeID) -> Bool {
    let (first, second) = (tree.range(of: left), tree.range(of: right))
    guard first.count == second.count else { return false }
    return source.bytes[Int(first.lowerBound)..<Int(first.upperBound)].elementsEqual(
      source.bytes[Int(second.lowerBound)..<Int(second.upperBound)]
    )
  }
}
