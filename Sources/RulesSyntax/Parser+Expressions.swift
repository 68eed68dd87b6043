import RulesSource

/// Expressions.
extension Parser {
  /// The expression that is the whole file.
  mutating func wholeExpression() -> NodeID {
    let root = expression()
    if !isLost, kind != .endOfFile { fail(.unexpectedToken(in: self, after: .expression)) }
    guard kind != .endOfFile else { return root }
    isLost = false
    let first = here
    while kind != .endOfFile { take() }
    // The root is the last node, and it is the expression even where something follows it.
    let rest = add(.unexpected, main: first, from: first)
    return add(.parenthesizedExpression, main: first, around: root, rest)
  }

  /// `a ? b : c`, right-associative, or anything that binds tighter.
  mutating func expression() -> NodeID {
    guard enter() else { return addEmpty(.missingExpression) }
    defer { nesting -= 1 }
    if isLoneOperand { return primary() }
    var last = binary(from: .or)
    // Conditionals nested on the right are collected, so that a long chain takes no stack.
    var open: [(condition: NodeID, question: TokenID, branch: NodeID)] = []
    while let question = take(.question) {
      let branch = expression()
      guard expect(.colon, else: { .missingColonInConditional(in: $0, question: question) }) != nil
      else {
        open.append((last, question, branch))
        last = addEmpty(.missingExpression)
        break
      }
      open.append((last, question, branch))
      last = binary(from: .or)
    }
    while let (condition, question, branch) = open.popLast() {
      let mark = childMark
      keep(condition)
      keep(branch)
      keep(last)
      last = add(
        .conditionalExpression,
        main: question,
        from: firstToken(of: condition),
        since: mark
      )
    }
    return last
  }

  /// Whether the current token is the whole expression, as most are in data.
  private var isLoneOperand: Bool {
    switch kind {
    case .nullKeyword, .trueKeyword, .falseKeyword, .intLiteral, .floatLiteral, .stringLiteral,
      .bytesLiteral, .identifier:
      guard position + 1 < tokens.count else { return false }
      switch tokens[position + 1].kind {
      case .comma, .colon, .rightBrace, .rightBracket, .rightParenthesis: return true
      default: return false
      }
    default: return false
    }
  }

  /// Operands joined by operators that bind at least as tightly as a given one.
  mutating func binary(from lowest: Precedence) -> NodeID {
    var left = unary()
    while !isLost, let precedence = Precedence(of: kind), precedence >= lowest {
      let operation = take()
      if precedence == .is {
        let name = typeName()
        left = add(.isExpression, main: operation, around: left, name)
        continue
      }
      if kind == .assign, isAdjacent(at: position) {
        report(.foreignOperator(in: self, operation: operation))
        take()
      }
      let right = binary(from: precedence.next)
      left = add(.binaryExpression, main: operation, around: left, right)
    }
    if !isLost { reportForeignOperator() }
    return left
  }

  /// The word after `is`.
  private mutating func typeName() -> NodeID {
    guard let word = expect(.identifier, else: { .missingTypeName(in: $0) }) else {
      return addEmpty(.missingExpression)
    }
    return add(.typeName, main: word, from: word)
  }

  /// `!a`, `-a`, `!-a`, or a postfix expression; `-` takes no other unary operator.
  private mutating func unary() -> NodeID {
    var operators: [TokenID] = []
    while let operation = take(.not) { operators.append(operation) }
    if let operation = take(.minus) {
      operators.append(operation)
      if kind == .minus || kind == .not || kind == .minusMinus {
        fail(.unaryMinusOperand(in: self))
      }
    } else if !isLost, kind == .plusPlus || kind == .minusMinus {
      fail(.increment(in: self))
    }
    var operand = postfix()
    while let operation = operators.popLast() {
      let mark = childMark
      keep(operand)
      operand = add(.unaryExpression, main: operation, from: operation, since: mark)
    }
    return operand
  }

  // MARK: Postfix

  private mutating func postfix() -> NodeID {
    var base = primary()
    var length = 0
    while !isLost {
      switch kind {
      case .dot: base = member(of: base)
      case .leftBracket: base = index(of: base)
      case .plusPlus, .minusMinus:
        fail(.increment(in: self))
      case .leftParenthesis:
        fail(.callOfNoName(in: self, callee: kind(of: base)))
      default:
        return base
      }
      length += 1
      if length >= Self.refusedChainLength {
        fail(.chainTooLong(at: range(of: previous)))
      }
    }
    return base
  }

  /// `.name` or `.name(…)` after a base.
  private mutating func member(of base: NodeID) -> NodeID {
    let dot = take()
    guard kind.isWord, kind != .rulesVersionKeyword, kind != .serviceKeyword else {
      fail(.missingMember(in: self, dot: dot))
      return base
    }
    let isCallable = kind == .identifier
    let name = take()
    guard kind == .leftParenthesis else {
      return add(.memberExpression, main: name, around: base)
    }
    guard isCallable else {
      fail(.reservedMethod(in: self, name: name))
      return add(.memberExpression, main: name, around: base)
    }
    let mark = childMark
    keep(base)
    keepArguments()
    return add(.methodCallExpression, main: name, from: firstToken(of: base), since: mark)
  }

  /// Keeps the arguments of `(a, b)` after the name of a function.
  private mutating func keepArguments() {
    let open = take()
    keepElements(open: open, close: .rightParenthesis) { $0.expression() }
  }

  /// Keeps elements with commas between them, perhaps one after the last, up to a closing bracket.
  private mutating func keepElements(
    open: TokenID,
    close: TokenKind,
    _ element: (inout Parser) -> NodeID
  ) {
    while !isLost, kind != close {
      if kind == .comma {
        fail(.strayComma(in: self))
        break
      }
      keep(element(&self))
      guard !isLost, take(.comma) == nil else { continue }
      break
    }
    _ = expect(close) { .unclosedBracket(in: $0, open: open) }
  }

  /// `[i]`, `[i:j]` after a base.
  private mutating func index(of base: NodeID) -> NodeID {
    let open = take()
    let mark = childMark
    keep(base)
    keep(kind == .colon ? addEmpty(.omitted) : expression())
    var whole = SyntaxKind.indexExpression
    if take(.colon) != nil {
      whole = .sliceExpression
      keep(kind == .rightBracket ? addEmpty(.omitted) : expression())
    }
    _ = expect(.rightBracket) { .unclosedBracket(in: $0, open: open) }
    return add(whole, main: open, from: firstToken(of: base), since: mark)
  }

  // MARK: Primary

  private mutating func primary() -> NodeID {
    guard !isLost else { return addEmpty(.missingExpression) }
    switch kind {
    case .nullKeyword: return literal(.nullLiteral)
    case .trueKeyword, .falseKeyword: return literal(.booleanLiteral)
    case .intLiteral: return literal(.intLiteral)
    case .floatLiteral: return literal(.floatLiteral)
    case .stringLiteral, .bytesLiteral:
      let literalKind: SyntaxKind = kind == .stringLiteral ? .stringLiteral : .bytesLiteral
      let token = takeString()
      return add(literalKind, main: token, from: token)
    case .identifier:
      let name = take()
      guard kind == .leftParenthesis else { return add(.nameExpression, main: name, from: name) }
      let mark = childMark
      keepArguments()
      return add(.callExpression, main: name, from: name, since: mark)
    case .pathSegment, .slash:
      return expressionPath()
    case .leftParenthesis:
      let open = take()
      let mark = childMark
      keep(expression())
      _ = expect(.rightParenthesis) { .unclosedBracket(in: $0, open: open) }
      return add(.parenthesizedExpression, main: open, from: open, since: mark)
    case .leftBracket:
      let open = take()
      let isSuspect = suspectSlash == Int(open.index) - 1
      let mark = childMark
      keepElements(open: open, close: .rightBracket) { $0.expression() }
      // Behind a path and a slash, `[a]` could index the path: so the official parser reads it,
      // and complains about the slash. `[]` and `[a, b]` are lists, and divide.
      if isSuspect, childMark == mark + 1, !isLost, tokens[position - 2].kind != .comma {
        fail(.straySlashBeforeList(in: self, list: open))
      }
      return add(.listExpression, main: open, from: open, since: mark)
    case .leftBrace:
      return map()
    default:
      fail(.missingExpression(in: self))
      return addEmpty(.missingExpression)
    }
  }

  private mutating func literal(_ kind: SyntaxKind) -> NodeID {
    let token = take()
    return add(kind, main: token, from: token)
  }

  /// `{'a': b}`, the current token being the brace.
  mutating func map() -> NodeID {
    let open = take()
    openBraces += 1
    let mark = childMark
    keepElements(open: open, close: .rightBrace) { $0.mapEntry() }
    if !isLost { openBraces -= 1 }
    return add(.mapExpression, main: open, from: open, since: mark)
  }

  private mutating func mapEntry() -> NodeID {
    let key = expression()
    guard let colon = expect(.colon, else: { .missingColonInMap(in: $0) }) else {
      let missing = addEmpty(.missingExpression)
      return add(.mapEntry, main: firstToken(of: key), around: key, missing)
    }
    let value = expression()
    return add(.mapEntry, main: colon, around: key, value)
  }
}

/// How tightly binary operators bind, by measurement (`design/measured-programs.md` §2.2).
enum Precedence: Int, Comparable {
  case or, and, `in`, `is`, equality, comparison, sum, product, operand

  /// The precedence of the operator that a token is.
  init?(of kind: TokenKind) {
    switch kind {
    case .orOr: self = .or
    case .andAnd: self = .and
    case .inKeyword: self = .in
    case .isKeyword: self = .is
    case .equal, .notEqual: self = .equality
    case .less, .lessOrEqual, .greater, .greaterOrEqual: self = .comparison
    case .plus, .minus: self = .sum
    case .star, .slash, .percent: self = .product
    default: return nil
    }
  }

  /// The next tighter one: what the right operand of a left-associative operator is made of.
  var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .operand }

  static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }
}
