import RulesSource

/// The clauses of a request: who, when, which documents.
extension Parser {
  /// Any number of clauses in any order.
  mutating func clauses() -> [NodeID] {
    var clauses: [NodeID] = []
    while !isLost, let clause = clause() { clauses.append(clause) }
    return clauses
  }

  private mutating func clause() -> NodeID? {
    let first = here
    if isAt(word: "as") {
      take()
      return add(.asClause, main: first, from: first, [user()])
    }
    if isAt(word: "where") {
      take()
      return add(.whereClause, main: first, from: first, [filter()])
    }
    if isAt(word: "orderBy") {
      take()
      var orderings: [NodeID] = []
      repeat { orderings.append(ordering()) } while !isLost && kind == .comma && take() == previous
      return add(.orderByClause, main: first, from: first, orderings)
    }
    if isAt(word: "because") {
      take()
      guard kind == .stringLiteral else {
        fail(.surprise(in: self, expected: "a text after `because`"))
        return add(.becauseClause, main: first, from: first)
      }
      let reason = takeString()
      return add(.becauseClause, main: reason, from: first)
    }
    let clauseKind: SyntaxKind
    if isAt(word: "limit") {
      clauseKind = .limitClause
    } else if isAt(word: "offset") {
      clauseKind = .offsetClause
    } else if isAt(word: "at") {
      clauseKind = .atClause
    } else {
      return nil
    }
    take()
    let value = expression()
    return add(clauseKind, main: first, from: first, [value])
  }

  private mutating func user() -> NodeID {
    if kind == .leftBrace { return map() }
    guard
      let name = expect(
        .identifier,
        else: { .surprise(in: $0, expected: "a user's name or `{ }` after `as`") }
      )
    else { return addEmpty(.missingExpression) }
    return add(.nameExpression, main: name, from: name)
  }

  private mutating func ordering() -> NodeID {
    let field = fieldPath()
    var main = firstToken(of: field)
    if !isLost, isAt(word: "asc") || isAt(word: "desc") { main = take() }
    return add(.ordering, main: main, around: field)
  }

  // MARK: Filters

  private mutating func filter() -> NodeID {
    guard enter() else { return addEmpty(.missingExpression) }
    defer { nesting -= 1 }
    var left = conjunct()
    while let operation = take(.orOr) {
      let right = conjunct()
      left = add(.compositeFilter, main: operation, around: left, right)
    }
    return left
  }

  private mutating func conjunct() -> NodeID {
    var left = filterOperand()
    while let operation = take(.andAnd) {
      let right = filterOperand()
      left = add(.compositeFilter, main: operation, around: left, right)
    }
    return left
  }

  private mutating func filterOperand() -> NodeID {
    if let open = take(.leftParenthesis) {
      let inner = filter()
      _ = expect(.rightParenthesis) { .unclosedBracket(in: $0, open: open) }
      return inner
    }
    let field = fieldPath()
    guard !isLost else { return field }
    let operation = here
    guard takeFilterOperator() else {
      fail(.surprise(in: self, expected: "an operator such as `==` after the field"))
      return field
    }
    let value = binary(from: .sum)
    return add(.fieldFilter, main: operation, around: field, value)
  }

  /// `==`, `in`, `not in`, `array-contains`, `array-contains-any` and their like.
  private mutating func takeFilterOperator() -> Bool {
    switch kind {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .inKeyword:
      take()
      return true
    case .reservedWord where isAt(word: "not") && peek() == .inKeyword:
      take()
      take()
      return true
    case .identifier where isAt(word: "array") && peek() == .minus:
      guard isAt(word: "contains", after: 2) else { return false }
      for _ in 0..<3 { take() }
      if kind == .minus, isAt(word: "any", after: 1), isAdjacent(at: position) {
        take()
        take()
      }
      return true
    default:
      return false
    }
  }

  private mutating func fieldPath() -> NodeID {
    let first = here
    if !isLost, kind == .stringLiteral {
      _ = takeString()
      return add(.fieldPath, main: first, from: first)
    }
    repeat {
      guard !isLost, kind.isWord else {
        fail(.surprise(in: self, expected: "the name of a field"))
        break
      }
      take()
    } while take(.dot) != nil
    return add(.fieldPath, main: first, from: first)
  }
}
