import RulesSource

/// Functions and their statements.
extension Parser {
  /// A function, the current token being its word.
  mutating func function() -> NodeID {
    let word = take()
    var name = word
    if kind == .identifier {
      name = take()
    } else if kind.isWord, peek() == .leftParenthesis {
      report(.badFunctionName(in: self))
      name = take()
    } else if kind == .leftParenthesis {
      report(.missingFunctionName(in: self))
    } else {
      fail(.badFunctionName(in: self))
    }
    let mark = childMark
    if !isLost, kind == .leftBrace {
      report(.missingParameters(in: self))
    } else {
      keepParameters()
    }
    if isLost, let skipped = skip(until: { $0.kind == .leftBrace }) {
      keep(skipped)
      isLost = kind != .leftBrace
    } else if isLost {
      isLost = kind != .leftBrace
    }
    keepFunctionBody(word)
    return add(.functionDeclaration, main: name, from: word, since: mark)
  }

  private mutating func keepParameters() {
    guard
      let open = expect(.leftParenthesis, else: { .missingParameters(in: $0) })
    else { return }
    while !isLost, kind != .rightParenthesis {
      guard let name = expect(.identifier, else: { .missingParameter(in: $0) }) else { break }
      keep(add(.parameter, main: name, from: name))
      guard take(.comma) != nil else { break }
      if kind == .rightParenthesis { report(.trailingComma(in: self, at: previous)) }
    }
    guard expect(.rightParenthesis, else: { .unclosedParameters(in: $0, open: open) }) != nil
    else { return }
    if kind == .rightParenthesis {
      report(.extraParenthesis(in: self))
      while kind == .rightParenthesis { take() }
    }
  }

  private mutating func keepFunctionBody(_ function: TokenID) {
    guard let open = expect(.leftBrace, else: { .missingFunctionBody(in: $0) }) else {
      if let skipped = recover() { keep(skipped) }
      return
    }
    let mark = childMark
    while kind == .letKeyword { keep(letStatement()) }
    if kind == .returnKeyword {
      keep(returnStatement())
    } else {
      fail(
        kind == .rightBrace && childMark == mark
          ? .emptyFunctionBody(in: self) : .missingReturn(in: self)
      )
      // A statement of another language has braces of its own, with `return` inside.
      let isForeign = kind == .ifKeyword || kind == .reservedWord
      let skipped = isForeign ? skipBlock() : recover()
      isLost = false
      if let skipped { keep(skipped) }
      // What follows may be the return after a statement that does not exist here.
      while kind == .letKeyword { keep(letStatement()) }
      if kind == .returnKeyword { keep(returnStatement()) }
    }
    if kind == .semicolon {
      report(.straySemicolon(in: self))
      while kind == .semicolon { take() }
    }
    if kind == .letKeyword || kind == .returnKeyword {
      report(.statementAfterReturn(in: self))
      isLost = true
      if let skipped = skipBlock() { keep(skipped) }
      isLost = false
    }
    if take(.rightBrace) == nil {
      if kind == .endOfFile || isStatementStart {
        reportOpenBlock(open, opener: function)
      } else {
        fail(.unexpectedToken(in: self, after: .returnStatement))
        isLost = false
        if let skipped = skipBlock() { keep(skipped) }
        take()
      }
    }
    isLost = false
  }

  /// A variable of a function or a test file: `let a = b;`.
  mutating func letStatement() -> NodeID {
    let word = take()
    let mark = childMark
    var name = word
    if let taken = expect(.identifier, else: { .missingLetName(in: $0) }) { name = taken }
    if expect(.assign, else: { .missingLetValue(in: $0) }) != nil { keep(expression()) }
    if !isLost, take(.semicolon) == nil {
      if isStatementStart || kind == .rightBrace || kind == .endOfFile {
        report(.missingSemicolon(in: self, after: "let"))
      } else {
        fail(.unexpectedToken(in: self, after: .expression))
      }
    }
    if let skipped = recover() { keep(skipped) }
    return add(.letStatement, main: name, from: word, since: mark)
  }

  private mutating func returnStatement() -> NodeID {
    let word = take()
    let mark = childMark
    keep(expression())
    if !isLost, take(.semicolon) == nil, kind != .rightBrace, kind != .endOfFile,
      !isStatementStart
    {
      fail(.unexpectedToken(in: self, after: .expression))
    }
    if let skipped = recover() { keep(skipped) }
    return add(.returnStatement, main: word, from: word, since: mark)
  }
}
