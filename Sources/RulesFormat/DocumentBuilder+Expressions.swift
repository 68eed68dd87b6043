import RulesSyntax

/// Expressions.
extension DocumentBuilder {
  // MARK: Brackets

  /// Elements in brackets, which take the next token and the last one.
  ///
  /// Where they do not fit on the line each has its own, or lines are filled.
  func bracketed(
    _ elements: [NodeID],
    edge: Document.Break = .soft,
    separator: Document.Break = .line
  ) -> [Step] {
    let edge: Document.Break = elements.isEmpty ? .soft : edge
    return [
      .add(.open), .add(.indent(.line)), .token, .add(.indent(.step)), .add(.lineBreak(edge)),
    ] + separated(elements, by: separator)
      + [
        .innerComments(betweenStatements: false), .add(.dedent), .add(.lineBreak(edge)),
        .token, .add(.dedent), .add(.close),
      ]
  }

  /// Elements with commas between them; none after the last.
  private func separated(_ elements: [NodeID], by separator: Document.Break) -> [Step] {
    var steps: [Step] = []
    for (index, element) in elements.enumerated() {
      if index > 0 { steps += [.token, .add(.lineBreak(separator))] }
      steps.append(.node(element))
    }
    return elements.isEmpty ? [] : steps + [.trailingComma]
  }

  /// The arguments of a call; a list or map that is the only one shares its brackets' lines.
  private func arguments(_ elements: [NodeID]) -> [Step] {
    guard elements.count == 1, let only = elements.first, isCollection(only) else {
      return bracketed(elements)
    }
    return [.token, .node(only), .trailingComma, .token]
  }

  private func isCollection(_ node: NodeID) -> Bool {
    switch tree.kind(of: node) {
    case .listExpression, .mapExpression: true
    default: false
    }
  }

  /// A list; names and literals fill its lines.
  func list(_ node: NodeID) -> [Step] {
    let elements = Array(tree.children(of: node))
    let isPlain = elements.allSatisfy { isAtom($0) }
    let fill = Document.Break(isSpace: true, rule: .fill)
    return bracketed(elements, separator: isPlain ? fill : .line)
  }

  /// Whether an expression is a name or a literal, perhaps with a minus.
  private func isAtom(_ node: NodeID) -> Bool {
    switch tree.kind(of: node) {
    case .nullLiteral, .booleanLiteral, .intLiteral, .floatLiteral, .stringLiteral, .bytesLiteral,
      .nameExpression:
      true
    case .unaryExpression:
      tree.child(0, of: node).map { tree.kind(of: $0) == .intLiteral } ?? false
    default: false
    }
  }

  /// A map, with spaces inside its braces.
  func map(_ node: NodeID) -> [Step] {
    bracketed(Array(tree.children(of: node)), edge: .line)
  }

  /// A key and its value.
  func mapEntry(_ node: NodeID) -> [Step] {
    let children = tree.children(of: node)
    return nodes(children.prefix(1)) + [.token, .add(.space)] + nodes(children.dropFirst())
  }

  // MARK: Postfix

  /// A chain of members, calls and indices; lines may end before its calls.
  func postfix(_ node: NodeID) -> [Step] {
    var links: [NodeID] = []
    var base = node
    while isLink(base), let inner = tree.child(0, of: base) {
      links.append(base)
      base = inner
    }
    var steps: [Step] = [.add(.open)]
    if tree.kind(of: base) == .callExpression {
      steps.append(.token)
      steps += arguments(Array(tree.children(of: base)))
    } else {
      steps.append(.node(base))
    }
    var isAtStart = isAtom(base)
    for link in links.reversed() {
      steps += layout(ofLink: link, isAtStart: isAtStart)
      isAtStart = false
    }
    return steps + [.add(.close)]
  }

  private func isLink(_ node: NodeID) -> Bool {
    switch tree.kind(of: node) {
    case .memberExpression, .methodCallExpression, .indexExpression, .sliceExpression: true
    default: false
    }
  }

  /// What follows the base of a postfix expression.
  private func layout(ofLink link: NodeID, isAtStart: Bool) -> [Step] {
    let rest = Array(tree.children(of: link).dropFirst())
    switch tree.kind(of: link) {
    case .methodCallExpression:
      let place = Document.Break(isSpace: false, rule: .hug, offset: 1)
      return (isAtStart ? [] : [.add(.lineBreak(place))]) + [.token, .token] + arguments(rest)
    case .indexExpression:
      return bracketed(rest)
    case .sliceExpression:
      return [.token] + nodes(rest.prefix(1)) + [.token] + nodes(rest.dropFirst()) + [.token]
    default:
      return [.token, .token]
    }
  }

  // MARK: Operators

  /// Operands and the operators between them.
  func binary(_ node: NodeID, isShifted: Bool) -> [Step] {
    let level = Level(of: tree[tree[node].mainToken].kind)
    var rights: [NodeID] = []
    var left = node
    while isOperation(left), Level(of: tree[tree[left].mainToken].kind) == level,
      let inner = tree.child(0, of: left), let right = tree.child(1, of: left)
    {
      rights.append(right)
      left = inner
    }
    rights.reverse()
    guard level == .logicalAnd || level == .logicalOr else { return operation(left, rights) }
    var steps: [Step] = [.add(.open)]
    if !isShifted { steps.append(.add(.indent(.step))) }
    steps.append(.node(left))
    for right in rights {
      steps += [.add(.lineBreak(.line)), .token, .add(.space), .node(right)]
    }
    if !isShifted { steps.append(.add(.dedent)) }
    return steps + [.add(.close)]
  }

  /// Operands of comparisons and arithmetic fill the lines; a list or map stays with its operator.
  private func operation(_ left: NodeID, _ rights: [NodeID]) -> [Step] {
    var steps: [Step] = [.add(.open), .node(left)]
    for right in rights {
      let place = Document.Break(isSpace: true, rule: .fill, offset: 1)
      steps += [
        .add(isCollection(right) ? .space : .lineBreak(place)), .token, .add(.space), .node(right),
      ]
    }
    return steps + [.add(.close)]
  }

  private func isOperation(_ node: NodeID) -> Bool {
    tree.kind(of: node) == .binaryExpression || tree.kind(of: node) == .isExpression
  }

  /// Operators that are laid out together where they follow each other.
  private enum Level {
    case logicalOr, logicalAnd, membership, type, equality, comparison, sum, product

    init(of kind: TokenKind) {
      switch kind {
      case .orOr: self = .logicalOr
      case .andAnd: self = .logicalAnd
      case .inKeyword: self = .membership
      case .isKeyword: self = .type
      case .equal, .notEqual: self = .equality
      case .less, .lessOrEqual, .greater, .greaterOrEqual: self = .comparison
      case .plus, .minus: self = .sum
      default: self = .product
      }
    }
  }

  /// `a ? b : c` ends lines before its marks; of a ladder each rung has its line.
  func conditional(_ node: NodeID) -> [Step] {
    var rungs: [(condition: NodeID, branch: NodeID)] = []
    var last = node
    while tree.kind(of: last) == .conditionalExpression, let condition = tree.child(0, of: last),
      let branch = tree.child(1, of: last), let rest = tree.child(2, of: last)
    {
      rungs.append((condition, branch))
      last = rest
    }
    let isLadder = rungs.count > 1
    var steps: [Step] = [.add(.open), .add(.indent(.step))]
    for (index, rung) in rungs.enumerated() {
      if index > 0 { steps += [.add(.lineBreak(.line)), .token, .add(.space)] }
      if isLadder { steps += [.add(.open), .add(.indent(.step))] }
      steps += [
        .node(rung.condition), .add(.lineBreak(.line)), .token, .add(.space), .node(rung.branch),
      ]
      if isLadder { steps += [.add(.dedent), .add(.close)] }
    }
    return steps + [
      .add(.lineBreak(.line)), .token, .add(.space), .node(last), .add(.dedent), .add(.close),
    ]
  }
}
