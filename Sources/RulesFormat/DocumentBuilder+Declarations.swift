import RulesSyntax

/// The layout of each construct: what stands between its tokens.
extension DocumentBuilder {
  /// The steps that lay out a node.
  func layout(of node: NodeID, isShifted: Bool) -> [Step] {
    switch tree.kind(of: node) {
    case .file, .testFile:
      statements(Array(tree.children(of: node)))
    case .versionStatement:
      [.token, .add(.space), .token, .add(.space), .token, .semicolon]
    case .importStatement, .rulesDirective, .dataFile:
      spaced(node)
    case .serviceDeclaration, .matchDeclaration:
      declaration(node)
    case .allowStatement:
      allow(node)
    case .functionDeclaration:
      function(node)
    case .letStatement:
      [.token, .add(.space), .token, .add(.space), .token, .add(.space)]
        + nodes(tree.children(of: node)) + [.semicolon]
    case .returnStatement:
      [.token, .add(.space)] + nodes(tree.children(of: node)) + [.semicolon]
    case .path:
      nodes(tree.children(of: node))
    case .interpolatedSegment:
      [.token, .token, .token] + nodes(tree.children(of: node)) + [.token]
    case .nullLiteral, .booleanLiteral, .intLiteral, .floatLiteral, .stringLiteral, .bytesLiteral,
      .nameExpression, .typeName, .method, .parameter, .literalSegment, .databaseName,
      .userProvider, .testModifier, .collectionGroup, .tableCell:
      [.token]
    case .memberExpression, .methodCallExpression, .indexExpression, .sliceExpression,
      .callExpression:
      postfix(node)
    case .unaryExpression:
      [.token] + nodes(tree.children(of: node))
    case .binaryExpression, .isExpression:
      binary(node, isShifted: isShifted)
    case .conditionalExpression:
      conditional(node)
    case .listExpression:
      list(node)
    case .mapExpression:
      map(node)
    case .mapEntry:
      mapEntry(node)
    case .parenthesizedExpression:
      [.token] + nodes(tree.children(of: node)) + [.token]
    case .omitted, .missingExpression:
      []
    case .serviceName, .captureSegment, .globSegment, .fieldPath, .unexpected:
      [.tokens(before: tree[node].endToken)]
    case .userDeclaration:
      user(node)
    case .userIdentifier:
      [.token, .add(.space), .token, .add(.space)] + nodes(tree.children(of: node))
    case .dataBlock:
      [.token, .add(.space)] + block(Array(tree.children(of: node)))
    case .documentEntry:
      document(node)
    case .testDeclaration, .groupDeclaration:
      test(node)
    case .stepStatement:
      [.token, .add(.space)] + nodes(tree.children(of: node))
    case .requestSyntax:
      request(node)
    case .batchSyntax:
      batch(node)
    case .asClause, .limitClause, .offsetClause, .atClause:
      [.token, .add(.space)] + nodes(tree.children(of: node))
    case .becauseClause:
      [.token, .add(.space), .token]
    case .whereClause:
      filterClause(node)
    case .compositeFilter:
      compositeFilter(node)
    case .fieldFilter:
      fieldFilter(node)
    case .orderByClause:
      orderBy(node)
    case .ordering:
      ordering(node)
    case .tableDeclaration:
      table(node)
    case .tableHeader, .tableRow:
      row(node)
    }
  }

  /// Nodes side by side.
  func nodes(_ nodes: some Sequence<NodeID>) -> [Step] { nodes.map { .node($0) } }

  /// A statement of words with a space between each two, up to its semicolon.
  private func spaced(_ node: NodeID) -> [Step] {
    let range = Int(tree[node].firstToken.index)..<Int(tree[node].endToken.index)
    var steps: [Step] = []
    for index in range where tree.tokens[index].kind != .semicolon {
      if index > range.lowerBound { steps.append(.add(.space)) }
      steps.append(.token)
    }
    return steps + [.semicolon]
  }

  // MARK: Blocks

  /// The statements of a file.
  private func statements(_ items: [NodeID]) -> [Step] {
    var steps: [Step] = []
    for (index, item) in items.enumerated() {
      let needsBlankLine = index > 0 && (hasBlock(item) || hasBlock(items[index - 1]))
      steps.append(.statement(isFirst: index == 0, needsBlankLine: needsBlankLine))
      steps.append(.node(item))
    }
    return steps
  }

  /// Statements in braces, each in lines of its own.
  func block(_ items: [NodeID]) -> [Step] {
    [.token, .add(.open), .add(.indent(.step))] + statements(items)
      + [
        .innerComments(betweenStatements: true), .add(.dedent),
        .add(items.isEmpty ? .lineBreak(.soft) : .newline(offset: 0)), .add(.close), .token,
      ]
  }

  /// Whether a declaration is set apart from its neighbours by empty lines.
  private func hasBlock(_ node: NodeID) -> Bool {
    switch tree.kind(of: node) {
    case .serviceDeclaration, .matchDeclaration, .functionDeclaration, .testDeclaration,
      .groupDeclaration, .tableDeclaration:
      true
    default: false
    }
  }

  /// A service or a match: the word, the name or path, the items.
  private func declaration(_ node: NodeID) -> [Step] {
    let children = tree.children(of: node)
    return [.token, .add(.space)] + nodes(children.prefix(1)) + [.add(.space)]
      + block(Array(children.dropFirst()))
  }

  // MARK: Statements

  private func allow(_ node: NodeID) -> [Step] {
    let children = tree.children(of: node)
    let methods = children.filter { tree.kind(of: $0) == .method }
    var steps: [Step] = [.token, .add(.space), .add(.open)]
    for (index, method) in methods.enumerated() {
      if index > 0 {
        steps += [
          .token, .add(.lineBreak(Document.Break(isSpace: true, rule: .fill, offset: 1))),
        ]
      }
      steps.append(.node(method))
    }
    steps.append(.add(.close))
    if let condition = children.dropFirst(methods.count).first {
      steps += [.token, .add(.space)]
      // The operands of a condition stand below each other.
      steps +=
        hasOperands(condition)
        ? [
          .add(.indent(.align)), .token, .add(.space), .shiftedNode(condition), .add(.dedent),
        ]
        : [.token, .add(.space), .node(condition)]
    }
    return steps + [.semicolon]
  }

  /// Whether each operand of an expression has its own line where they do not fit on one.
  private func hasOperands(_ node: NodeID) -> Bool {
    switch tree.kind(of: node) {
    case .conditionalExpression: true
    case .binaryExpression:
      tree[tree[node].mainToken].kind == .andAnd || tree[tree[node].mainToken].kind == .orOr
    default: false
    }
  }

  private func function(_ node: NodeID) -> [Step] {
    let children = Array(tree.children(of: node))
    let parameters = children.filter { tree.kind(of: $0) == .parameter }
    return [.token, .add(.space), .token] + bracketed(parameters) + [.add(.space)]
      + block(Array(children.dropFirst(parameters.count)))
  }
}
