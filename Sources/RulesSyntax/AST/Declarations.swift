package import RulesSource

/// A typed view of a node.
package protocol SyntaxView: Sendable {
  /// The tree that the node belongs to.
  var tree: SyntaxTree { get }
  /// The node.
  var id: NodeID { get }
}

extension SyntaxView {
  /// The range of the node's tokens.
  package var range: SourceRange { tree.range(of: id) }

  /// The node's children of a kind.
  func children(_ kind: SyntaxKind) -> [NodeID] {
    tree.children(of: id).filter { tree.kind(of: $0) == kind }
  }

  /// The node's first child of a kind.
  func child(_ kind: SyntaxKind) -> NodeID? {
    tree.children(of: id).first { tree.kind(of: $0) == kind }
  }
}

/// A word, and where it stands.
package struct NameSyntax: Sendable, Hashable {
  /// The text; empty where the source lacks the name.
  package let text: String
  /// Where it stands.
  package let range: SourceRange
}

extension SyntaxTree {
  /// The name that is a node's main token, if that is a name.
  func name(of id: NodeID) -> NameSyntax {
    let range = mainRange(of: id)
    let isName = self[self[id].mainToken].kind == .identifier
    return NameSyntax(text: isName ? source.text(of: range) : "", range: range)
  }

  /// The view of a rules file; nil for other trees.
  package var file: FileSyntax? {
    kind(of: root) == .file ? FileSyntax(tree: self, id: root) : nil
  }
}

extension SyntaxTree {
  /// The view of an allow statement; nil for another node.
  package func allowStatement(_ id: NodeID) -> AllowSyntax? {
    kind(of: id) == .allowStatement ? AllowSyntax(tree: self, id: id) : nil
  }

  /// The view of a match declaration; nil for another node.
  package func matchDeclaration(_ id: NodeID) -> MatchSyntax? {
    kind(of: id) == .matchDeclaration ? MatchSyntax(tree: self, id: id) : nil
  }
}

/// A rules file.
package struct FileSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The content of the version's string, if there is a version.
  package var version: ContiguousArray<UInt8>? {
    child(.versionStatement).map { tree.stringValue(of: $0) }
  }

  /// The services in source order.
  package var services: [ServiceSyntax] {
    children(.serviceDeclaration).map { ServiceSyntax(tree: tree, id: $0) }
  }

  /// The functions outside of services, in source order.
  package var functions: [FunctionSyntax] {
    children(.functionDeclaration).map { FunctionSyntax(tree: tree, id: $0) }
  }
}

/// `service cloud.firestore { … }`.
package struct ServiceSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The dotted name.
  package var name: NameSyntax {
    guard let name = child(.serviceName) else {
      return NameSyntax(text: "", range: tree.mainRange(of: id))
    }
    return NameSyntax(text: tree.text(of: name), range: tree.range(of: name))
  }

  /// What the service declares, in source order.
  package var items: [ItemSyntax] { ItemSyntax.items(of: id, in: tree) }
}

/// What a service or a match declares.
package enum ItemSyntax: Sendable {
  case match(MatchSyntax)
  case function(FunctionSyntax)
  case allow(AllowSyntax)

  /// The items of a service or a match in source order; broken ones are left out.
  static func items(of id: NodeID, in tree: SyntaxTree) -> [ItemSyntax] {
    tree.children(of: id).compactMap { child in
      if tree.kind(of: child) == .matchDeclaration {
        return .match(MatchSyntax(tree: tree, id: child))
      }
      if tree.kind(of: child) == .functionDeclaration {
        return .function(FunctionSyntax(tree: tree, id: child))
      }
      return tree.kind(of: child) == .allowStatement
        ? .allow(AllowSyntax(tree: tree, id: child)) : nil
    }
  }
}

/// `match /a/{b} { … }`.
package struct MatchSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The path.
  package var path: PathSyntax? { child(.path).map { PathSyntax(tree: tree, id: $0) } }

  /// What the match declares, in source order.
  package var items: [ItemSyntax] { ItemSyntax.items(of: id, in: tree) }
}

/// A path of a match or an expression.
package struct PathSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// A segment of a path.
  package enum Segment: Sendable {
    /// Decoded text in WTF-8.
    case literal(ContiguousArray<UInt8>, NodeID)
    /// `{name}`.
    case capture(NameSyntax, NodeID)
    /// `{name=**}`.
    case glob(NameSyntax, NodeID)
    /// `$(expression)`.
    case interpolated(NodeID)
  }

  /// The segments in order; broken ones are left out.
  package var segments: [Segment] {
    tree.children(of: id).compactMap { child in
      switch tree.kind(of: child) {
      case .literalSegment: .literal(tree.segmentText(of: child), child)
      case .captureSegment: .capture(tree.name(of: child), child)
      case .globSegment: .glob(tree.name(of: child), child)
      case .interpolatedSegment: tree.child(0, of: child).map { .interpolated($0) }
      default: nil
      }
    }
  }
}

/// `allow read: if c;`.
package struct AllowSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The method words.
  package var methods: [NameSyntax] { children(.method).map { tree.name(of: $0) } }

  /// The condition; nil where everybody may.
  package var condition: NodeID? {
    tree.children(of: id).first {
      tree.kind(of: $0) != .method && tree.kind(of: $0) != .unexpected
    }
  }
}

/// `function f(a) { let b = c; return d; }`.
package struct FunctionSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The name.
  package var name: NameSyntax { tree.name(of: id) }

  /// The parameters in order.
  package var parameters: [NameSyntax] { children(.parameter).map { tree.name(of: $0) } }

  /// The variables in order.
  package var lets: [LetSyntax] { children(.letStatement).map { LetSyntax(tree: tree, id: $0) } }

  /// The expression that is returned.
  package var result: NodeID? { child(.returnStatement).flatMap { tree.child(0, of: $0) } }
}

/// `let a = b;`.
package struct LetSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The variable's name.
  package var name: NameSyntax { tree.name(of: id) }

  /// The value, if there is one.
  package var value: NodeID? {
    tree.children(of: id).first { tree.kind(of: $0) != .unexpected }
  }
}
