/// How the parser finds its way after a mistake.
extension Parser {
  /// Skips to the next statement border and is no longer lost; the tokens skipped become a node.
  ///
  /// A border is after `;`, before a closing brace of an enclosing block, and before a word that
  /// begins a statement.
  mutating func recover() -> NodeID? {
    guard isLost else {
      openBraces = 0
      return nil
    }
    isLost = false
    return skip { _ in false }
  }

  /// Skips to a statement border or to where a condition holds.
  mutating func skip(until isEnough: (borrowing Parser) -> Bool) -> NodeID? {
    let first = here
    // What the broken statement has opened belongs to it until it is closed.
    defer { openBraces = 0 }
    skipping: while kind != .endOfFile, !isEnough(self) {
      switch kind {
      case .semicolon:
        take()
        break skipping
      case .leftBrace:
        openBraces += 1
      case .rightBrace:
        if openBraces == 0 { break skipping }
        openBraces -= 1
      default:
        if isStatementStart { break skipping }
      }
      take()
    }
    guard first < here else { return nil }
    return add(.unexpected, main: first, from: first)
  }

  /// Whether a statement may begin at the current word.
  var isStatementStart: Bool {
    switch kind {
    case .allowKeyword, .matchKeyword, .functionKeyword, .letKeyword, .returnKeyword,
      .serviceKeyword:
      return position == 0 || tokens[position - 1].kind != .dot
    case .reservedWord:
      return dialect == .tests && isAt(word: "deny")
    case .identifier:
      guard dialect == .tests else { return false }
      return (isAt(word: "test") || isAt(word: "group")) && peek() == .stringLiteral
        || isAt(word: "table") && (peek() == .pathSegment || peek() == .slash)
    default:
      return false
    }
  }

  /// Skips a block's content up to the brace that closes it, however deep it is.
  mutating func skipBlock() -> NodeID? {
    let first = here
    var openBraces = 0
    while kind != .endOfFile {
      if kind == .leftBrace { openBraces += 1 }
      if kind == .rightBrace {
        if openBraces == 0 { break }
        openBraces -= 1
      }
      take()
    }
    guard first < here else { return nil }
    return add(.unexpected, main: first, from: first)
  }

  /// Whether one more level may be entered; fails with a diagnostic where not.
  mutating func enter() -> Bool {
    guard !isLost else { return false }
    guard nesting < Self.maximumNesting else {
      fail(.nestingTooDeep(at: range))
      return false
    }
    nesting += 1
    return true
  }
}
