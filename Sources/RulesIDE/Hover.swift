import RulesRuntime
import RulesSemantics
package import RulesSource
import RulesSyntax

/// What is shown of a place.
package struct Hover: Sendable, Hashable {
  /// What it speaks of.
  package let range: SourceRange
  /// The text, in Markdown.
  package let markdown: String

  /// A text about a range.
  package init(_ range: SourceRange, _ markdown: String) {
    self.range = range
    self.markdown = markdown
  }
}

extension Analysis {
  /// What there is to tell about the word at an offset.
  package func hover(at offset: UInt32, in project: ProjectIndex) -> Hover? {
    guard !tree.isInComment(offset) else { return nil }
    let path = tree.path(to: offset)
    guard let (target, range) = target(at: offset) else {
      return pathHover(along: path, at: offset, in: project)
    }
    let node = tree.path(to: range).last { tree.mainRange(of: $0) == range }
    var parts = description(of: target, at: node)
    if case .keyword("match") = target, let match = node { parts += matchText(match) }
    if let node, tree.kind(of: node).isExpression {
      parts += seenValues(of: node, in: project)
    } else if case .declared(let name) = target {
      parts += seenValues(of: name, in: project)
    }
    guard !parts.isEmpty else { return nil }
    return Hover(range, parts.joined(separator: "\n\n"))
  }

  /// What a word means, in paragraphs.
  private func description(of target: NameTarget, at node: NodeID?) -> [String] {
    switch target {
    case .declared(let name): declaredText(name)
    case .request:
      ["`request`: map", "The request that is judged: who asks, for what, and when."]
    case .resource:
      [
        "`resource`: \(isStorageRules ? "object" : "document") | null",
        "What is stored at the path before the request; null where nothing is.",
      ]
    case .builtin(let index): BuiltinPages.paragraphs([index])
    case .methods(let indices): BuiltinPages.paragraphs(node.map { methods(of: $0) } ?? indices)
    case .namespace(let name): BuiltinPages.namespace(name)
    case .member(let node): memberText(node)
    case .typeName(let word): typeText(word)
    case .methodWord(let methods): methodText(methods)
    case .keyword(let word):
      WordPages.page(of: word, in: language).map { [$0.text, Markdown.code($0.example)] } ?? []
    }
  }

  var isStorageRules: Bool { model?.isStorage ?? false }

  private func declaredText(_ name: DeclaredName) -> [String] {
    let text = tree.mainText(of: name.node)
    switch name.kind {
    case .function:
      let types = model?.types()
      let result = tree.child(of: name.node, .returnStatement).flatMap { tree.child(0, of: $0) }
      let type = result.flatMap { types?[$0]?.text }.map { ": \($0)" } ?? ""
      let signature = "function \(text)(\(parameterList(of: name.node)))\(type)"
      let documentation = tree.documentation(of: name.node)
      return [Markdown.code(signature)] + (documentation.isEmpty ? [] : [documentation])
    case .parameter:
      let function = tree.innermost(
        of: tree.path(to: tree.mainRange(of: name.node)),
        [.functionDeclaration]
      )
      let owner = function.map { " of `\(tree.mainText(of: $0))`" } ?? ""
      return ["`\(text)`: \(type(ofUsesOf: name))", "A parameter\(owner)."]
    case .variable:
      let value = tree.child(0, of: name.node)
      let type = value.flatMap { model?.types()[$0]?.text }.map { ": \($0)" } ?? ""
      let shown = value.map { Markdown.code("let \(text)\(type) = \(shortText(of: $0));") }
      return shown.map { [$0] } ?? ["`\(text)`"]
    case .wildcard: return wildcardText(name.node)
    case .user: return userText(name.node)
    }
  }

  /// What is known of a parameter where it is first read.
  private func type(ofUsesOf name: DeclaredName) -> String {
    guard let model, let first = uses(of: name).first else { return "any" }
    let node = tree.path(to: first.range).last { tree.mainRange(of: $0) == first.range }
    return node.flatMap { model.types()[$0]?.text } ?? "any"
  }

  /// What a wildcard binds.
  private func wildcardText(_ node: NodeID) -> [String] {
    let path = tree.path(to: tree.mainRange(of: node))
    let name = tree.mainText(of: node)
    let match = tree.innermost(of: path, [.matchDeclaration])
    let pattern = patterns().first { $0.match == match }.map { text(of: $0) } ?? ""
    guard tree.kind(of: node) == .globSegment else {
      return ["`\(name)`: string", "One segment of the path: `\(pattern)`."]
    }
    let count = tree.isVersionOne ? "One segment or more" : "Any number of segments, none too,"
    return ["`\(name)`: path", "\(count) of the path: `\(pattern)`."]
  }

  private func memberText(_ node: NodeID) -> [String] {
    guard let model else { return [] }
    let types = model.types()
    let name = tree.mainText(of: node)
    let type = types[node]?.text ?? "any"
    var parts = ["`\(shortText(of: node))`: \(type)"]
    if let base = tree.child(0, of: node), let object = types[base]?.object {
      let text = MemberPages.text(of: name, in: object)
      if !text.isEmpty { parts.append(text) }
    }
    return parts
  }

  private func typeText(_ word: TypeWord) -> [String] {
    switch word {
    case .number: ["`number`: int or float"]
    case .set: ["`set`: no value is, not even a set"]
    default: ["`\(word.rawValue)`: a type, to be asked for with `is`"]
    }
  }

  private func methodText(_ methods: MethodSet) -> [String] {
    guard let name = MethodSet.words.first(where: { $0.set == methods })?.name,
      let page = WordPages.methods.first(where: { $0.word.utf8.elementsEqual(name.utf8) })
    else { return [] }
    return ["`\(name)`: \(page.text)", Markdown.code(page.example)]
  }

  private func matchText(_ match: NodeID) -> [String] {
    guard let pattern = patterns().first(where: { $0.match == match }) else { return [] }
    return ["The whole pattern: `\(text(of: pattern))`"]
  }

  private static let shownLength = 200

  /// The text of a node on one line, cut where it is long.
  func shortText(of node: NodeID) -> String {
    let range = tree.range(of: node)
    let text = source.text(of: range).split { $0.isWhitespace }.joined(separator: " ")
    return text.utf8.count > Self.shownLength ? text.prefix(Self.shownLength) + "…" : text
  }
}

/// Pieces of Markdown.
enum Markdown {
  /// A block of code.
  static func code(_ text: String) -> String { "```rules\n\(text)\n```" }
}
