import RulesSyntax

/// Test files.
extension DocumentBuilder {
  /// Where a request goes on in the next line.
  private static let clauseBreak = Document.Break(isSpace: true, rule: .fill, offset: 1)
  /// The same before a map, which may rather be broken itself.
  private static let mapBreak = Document.Break(isSpace: true, rule: .hug, offset: 1)
  /// The same behind a filter.
  private static let afterFilter = Document.Break(isSpace: true, rule: .fresh, offset: 1)

  /// `user alice: apple { … } with uid 'x';`.
  func user(_ node: NodeID) -> [Step] {
    var steps: [Step] = [.add(.open), .token, .add(.space), .token]
    for child in tree.children(of: node) {
      switch tree.kind(of: child) {
      case .userProvider: steps += [.token, .add(.space)]
      case .mapExpression: steps.append(.add(.space))
      default: steps.append(.add(.lineBreak(Self.clauseBreak)))
      }
      steps.append(.node(child))
    }
    return steps + [.semicolon, .add(.close)]
  }

  /// `/a/b { … };`.
  func document(_ node: NodeID) -> [Step] {
    let children = tree.children(of: node)
    return nodes(children.prefix(1)) + [.add(.space)] + nodes(children.dropFirst()) + [.semicolon]
  }

  /// A test or a group: its word, its title, what is said of it, the items.
  func test(_ node: NodeID) -> [Step] {
    var items = Array(tree.children(of: node))
    var steps: [Step] = [.token, .add(.space), .token, .add(.space)]
    while let first = items.first,
      tree.kind(of: first) == .testModifier || tree.kind(of: first) == .atClause
    {
      steps += [.node(first), .add(.space)]
      items.removeFirst()
    }
    return steps + block(items)
  }

  // MARK: Requests

  /// `get /a/b { … } as alice;`.
  func request(_ node: NodeID) -> [Step] {
    let children = tree.children(of: node)
    let parts = children.prefix { !isClause($0) }
    var steps: [Step] = [.add(.open), .token]
    for part in parts {
      steps.append(
        tree.kind(of: part) == .mapExpression ? .add(.lineBreak(Self.mapBreak)) : .add(.space)
      )
      steps.append(.node(part))
    }
    return steps + clauses(children.dropFirst(parts.count)) + [.semicolon, .add(.close)]
  }

  private func isClause(_ node: NodeID) -> Bool {
    switch tree.kind(of: node) {
    case .asClause, .whereClause, .orderByClause, .limitClause, .offsetClause, .atClause,
      .becauseClause:
      true
    default: false
    }
  }

  /// Clauses fill the lines, but none follows a filter of several lines on its last one.
  private func clauses(_ clauses: SyntaxTree.Slice) -> [Step] {
    var steps: [Step] = []
    var isAfterFilter = false
    for clause in clauses {
      let hasMap = tree.child(0, of: clause).map { tree.kind(of: $0) == .mapExpression } ?? false
      let place = hasMap ? Self.mapBreak : isAfterFilter ? Self.afterFilter : Self.clauseBreak
      steps.append(.add(.lineBreak(place)))
      steps += hasMap ? [.node(clause)] : [.add(.indent(.step)), .node(clause), .add(.dedent)]
      isAfterFilter = isLongFilter(clause)
    }
    return steps
  }

  private func isLongFilter(_ clause: NodeID) -> Bool {
    tree.child(0, of: clause).map { tree.kind(of: $0) == .compositeFilter } ?? false
  }

  /// `batch as alice { … }`.
  func batch(_ node: NodeID) -> [Step] {
    let children = Array(tree.children(of: node))
    let clauses = tree.children(of: node).prefix { tree.kind(of: $0) != .requestSyntax }
    var steps: [Step] = [.add(.open), .token]
    steps += self.clauses(clauses)
    return steps + [.add(.close), .add(.space)] + block(Array(children.dropFirst(clauses.count)))
  }

  /// `orderBy a desc, b`.
  func orderBy(_ node: NodeID) -> [Step] {
    var steps: [Step] = [.token, .add(.space)]
    for (index, child) in tree.children(of: node).enumerated() {
      if index > 0 { steps += [.token, .add(.space)] }
      steps.append(.node(child))
    }
    return steps
  }

  /// `a desc`.
  func ordering(_ node: NodeID) -> [Step] {
    guard let field = tree.child(0, of: node) else { return [] }
    return tree[field].endToken < tree[node].endToken
      ? [.node(field), .add(.space), .token] : [.node(field)]
  }

  // MARK: Filters

  /// `where a == b`; parentheses of filters belong to no node of theirs.
  func filterClause(_ node: NodeID) -> [Step] {
    var steps: [Step] = [.token, .add(.space)]
    for child in tree.children(of: node) { steps += filter(child) }
    return steps + [.tokens(before: tree[node].endToken)]
  }

  /// A part of a filter with the parentheses before it.
  private func filter(_ node: NodeID) -> [Step] {
    [.tokens(before: tree[node].firstToken), .node(node)]
  }

  /// `a && b`, `a || b`.
  func compositeFilter(_ node: NodeID) -> [Step] {
    let kind = tree[tree[node].mainToken].kind
    var rights: [(operation: TokenID, node: NodeID)] = []
    var left = node
    // Parentheses end the chain.
    while tree.kind(of: left) == .compositeFilter, tree[tree[left].mainToken].kind == kind,
      left == node || tree[left].endToken == rights.last?.operation,
      let inner = tree.child(0, of: left), let right = tree.child(1, of: left)
    {
      rights.append((tree[left].mainToken, right))
      left = inner
    }
    var steps: [Step] = [.add(.open), .add(.indent(.step))] + filter(left)
    for right in rights.reversed() {
      steps += [
        .tokens(before: right.operation), .add(.lineBreak(.line)), .token, .add(.space),
      ]
      steps += filter(right.node)
    }
    return steps + [.add(.dedent), .add(.close)]
  }

  /// `a == b`, `a not in b`, `a array-contains b`.
  func fieldFilter(_ node: NodeID) -> [Step] {
    let children = tree.children(of: node)
    guard let value = children.dropFirst().first else { return nodes(children) }
    let isNotIn = tree[tree[node].mainToken].kind == .reservedWord
    let operation: [Step] =
      isNotIn
      ? [.token, .add(.space), .token] : [.tokens(before: tree[value].firstToken)]
    return nodes(children.prefix(1)) + [.add(.space)] + operation + [.add(.space), .node(value)]
  }
}
