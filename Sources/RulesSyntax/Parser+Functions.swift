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
    var parts: [NodeID] = []
    if !isLost, kind == .leftBrace {
      report(.missingParameters(in: self))
    } else {
      parts = parameters()
    }
    if isLost, let skipped = skip(until: { $0.kind == .leftBrace }) {
      parts.append(skipped)
      isLost = kind != .leftBrace
    } else if isLost {
      isLost = kind != .leftBrace
    }
    parts.append(contentsOf: functionBody(word))
    return add(.functionDeclaration, main: name, from: word, parts)
  }

  private mutating func parameters() -> [NodeID] {
    guard
      let open = expect(.leftParenthesis, else: { .missingParameters(in: $0) })
    else { return [] }
    var parameters: [NodeID] = []
    while !isLost, kind != .rightParenthesis {
      guard let name = expect(.identifier, else: { .missingParameter(in: $0) }) else { break }
      parameters.append(add(.parameter, main: name, from: name))
      guard take(.comma) != nil else { break }
      if kind == .rightParenthesis { report(.trailingComma(in: self, at: previous)) }
    }
    guard expect(.rightParenthesis, else: { .unclosedParameters(in: $0, open: open) }) != nil
    else { return parameters }
    if kind == .rightParenthesis {
      report(.extraParenthesis(in: self))
      while kind == .rightParenthesis { take() }
    }
    return parameters
  }

  private mutating func functionBody(_ function: TokenID) -> [NodeID] {
    guard let open = expect(.leftBrace, else: { .missingFunctionBody(in: $0) }) else {
      return recover().map { [$0] } ?? []
    }
    var parts: [NodeID] = []
    while kind == .letKeyword { parts.append(letStatement()) }
    if kind == .returnKeyword {
      parts.append(returnStatement())
    } else {
      fail(
        kind == .rightBrace && parts.isEmpty
          ? .emptyFunctionBody(in: self) : .missingReturn(in: self)
      )
      // A statement of another language has braces of its own, with `return` inside.
      let isForeign = kind == .ifKeyword || kind == .reservedWord
      let skipped = isForeign ? skipBlock() : recover()
      isLost = false
      if let skipped { parts.append(skipped) }
      // What follows may be the return after a statement that does not exist here.
      while kind == .letKeyword { parts.append(letStatement()) }
      if kind == .returnKeyword { parts.append(returnStatement()) }
    }
    if kind == .semicolon {
      report(.straySemicolon(in: self))
      while kind == .semicolon { take() }
    }
    if kind == .letKeyword || kind == .returnKeyword {
      report(.statementAfterReturn(in: self))
      isLost = true
      if let skipped = skipBlock() { parts.append(skipped) }
      isLost = false
    }
    if take(.rightBrace) == nil {
      if kind == .endOfFile || isStatementStart {
        reportOpenBlock(open, opener: function)
      } else {
        fail(.unexpectedToken(in: self, after: .returnStatement))
        isLost = false
        if let skipped = skipBlock() { parts.append(skipped) }
        take()
      }
    }
    isLost = false
    return parts
  }

  /// A variable of a function or a test file: `let a = b;`.
  mutating func letStatement() -> NodeID {
    let word = take()
    var parts: [NodeID] = []
    var name = word
    if let taken = expect(.identifier, else: { .missingLetName(in: $0) }) { name = taken }
    if expect(.assign, else: { .missingLetValue(in: $0) }) != nil { parts.append(expression()) }
    if !isLost, take(.semicolon) == nil {
      if isStatementStart || kind == .rightBrace || kind == .endOfFile {
        report(.missingSemicolon(in: self, after: "let"))
      } else {
        fail(.unexpectedToken(in: self, after: .expression))
      }
    }
    if let skipped = recover() { parts.append(skipped) }
    return add(.letStatement, main: name, from: word, parts)
  }

  private mutating func returnStatement() -> NodeID {
    let word = take()
    var parts = [expression()]
    if !isLost, take(.semicolon) == nil, kind != .rightBrace, kind != .endOfFile,
      !isStatementStart
    {
      fail(.unexpectedToken(in: self, after: .expression))
    }
    if let skipped = recover() { parts.append(skipped) }
    return add(.returnStatement, main: word, from: word, parts)
  }
}
