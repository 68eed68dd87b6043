extension SyntaxTree {
  /// The view of a test file; nil for other trees.
  package var testFile: TestFileSyntax? {
    kind(of: root) == .testFile ? TestFileSyntax(tree: self, id: root) : nil
  }
}

/// A `.rulestest` file.
package struct TestFileSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The items in source order; broken ones are left out.
  package var items: [TestItemSyntax] { TestItemSyntax.items(of: id, in: tree) }
}

/// What a test file, a group or a test holds.
package enum TestItemSyntax: Sendable {
  /// The string of `rules`, and the node.
  case rules(file: ContiguousArray<UInt8>, NodeID)
  case user(UserSyntax)
  /// The documents of `data { }`.
  case data([DocumentSyntax])
  /// The string of `data from`, and the node.
  case dataFile(file: ContiguousArray<UInt8>, NodeID)
  case variable(LetSyntax)
  case test(TestSyntax)
  case group(GroupSyntax)
  case step(StepSyntax)
  case table(NodeID)

  /// The items of a node in source order.
  static func items(of id: NodeID, in tree: SyntaxTree) -> [TestItemSyntax] {
    tree.children(of: id).compactMap { item(of: $0, in: tree) }
  }

  private static func item(of id: NodeID, in tree: SyntaxTree) -> TestItemSyntax? {
    switch tree.kind(of: id) {
    case .rulesDirective: .rules(file: tree.stringValue(of: id), id)
    case .userDeclaration: .user(UserSyntax(tree: tree, id: id))
    case .dataBlock:
      .data(
        tree.children(of: id).filter { tree.kind(of: $0) == .documentEntry }
          .map { DocumentSyntax(tree: tree, id: $0) }
      )
    case .dataFile: .dataFile(file: tree.stringValue(of: id), id)
    case .letStatement: .variable(LetSyntax(tree: tree, id: id))
    case .testDeclaration: .test(TestSyntax(tree: tree, id: id))
    case .groupDeclaration: .group(GroupSyntax(tree: tree, id: id))
    case .stepStatement: .step(StepSyntax(tree: tree, id: id))
    case .tableDeclaration: .table(id)
    default: nil
    }
  }
}

/// `user alice: apple { … } with uid 'x';`.
package struct UserSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The name.
  package var name: NameSyntax { tree.name(of: id) }

  /// The sign-in provider.
  package var provider: NameSyntax? { child(.userProvider).map { tree.name(of: $0) } }

  /// The map of claims.
  package var claims: NodeID? { child(.mapExpression) }

  /// The expression of `with uid`.
  package var identifier: NodeID? { child(.userIdentifier).flatMap { tree.child(0, of: $0) } }
}

/// `/a/b { … };`.
package struct DocumentSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The document's path.
  package var path: NodeID? { child(.path) }

  /// The document's fields.
  package var fields: NodeID? { child(.mapExpression) }
}

/// `test 'title' only at t { … }`.
package struct TestSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The title in WTF-8.
  package var title: ContiguousArray<UInt8> { tree.stringValue(of: id) }

  /// `only` or `skip`.
  package var modifier: String? { child(.testModifier).map { tree.mainText(of: $0) } }

  /// The expression of `at`.
  package var time: NodeID? { child(.atClause).flatMap { tree.child(0, of: $0) } }

  /// Data, variables, steps and tables in source order.
  package var items: [TestItemSyntax] { TestItemSyntax.items(of: id, in: tree) }
}

/// `group 'title' { … }`.
package struct GroupSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The title in WTF-8.
  package var title: ContiguousArray<UInt8> { tree.stringValue(of: id) }

  /// The items in source order.
  package var items: [TestItemSyntax] { TestItemSyntax.items(of: id, in: tree) }
}

/// `allow get /a/b as alice;`, also of a batch.
package struct StepSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// `allow`, `deny` or `error`.
  package var verdict: String { tree.mainText(of: id) }

  /// The request, unless the step is a batch.
  package var request: RequestSyntax? {
    child(.requestSyntax).map { RequestSyntax(tree: tree, id: $0) }
  }

  /// The batch's node, unless the step is one request.
  package var batch: NodeID? { child(.batchSyntax) }

  /// The requests of the batch, or the one request.
  package var requests: [RequestSyntax] {
    guard let batch else { return request.map { [$0] } ?? [] }
    return tree.children(of: batch).filter { tree.kind(of: $0) == .requestSyntax }
      .map { RequestSyntax(tree: tree, id: $0) }
  }
}

/// `get /a/b { … } as alice`.
package struct RequestSyntax: SyntaxView {
  /// The tree that the node belongs to.
  package let tree: SyntaxTree
  /// The node.
  package let id: NodeID

  /// The method's word.
  package var method: String { tree.mainText(of: id) }

  /// Whether all collections of the path's name are meant.
  package var isCollectionGroup: Bool { child(.collectionGroup) != nil }

  /// The path.
  package var path: NodeID? { child(.path) }

  /// The data that is written.
  package var data: NodeID? { child(.mapExpression) }

  /// The clauses in source order.
  package var clauses: [NodeID] {
    tree.children(of: id).filter {
      switch tree.kind(of: $0) {
      case .asClause, .whereClause, .orderByClause, .limitClause, .offsetClause, .atClause,
        .becauseClause:
        true
      default: false
      }
    }
  }
}
