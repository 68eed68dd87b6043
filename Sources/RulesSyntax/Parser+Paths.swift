import RulesSource

/// Paths, in expressions and in match declarations.
extension Parser {
  /// A path literal, the current token being a segment or a slash.
  mutating func expressionPath() -> NodeID {
    let first = here
    let mark = childMark
    while !isLost {
      if kind == .pathSegment {
        keep(literalSegment())
      } else if kind == .slash, peek() == .dollar, peek(2) == .leftParenthesis {
        keep(interpolatedSegment())
      } else if kind == .slash, peek() == .leftBrace, isCapture(at: 2) || childMark == mark {
        keep(captureSegment())
      } else if kind == .slash, childMark == mark || isDanglingSlash {
        fail(.straySlash(in: self))
        take()
      } else {
        if kind == .slash, peek() == .leftBracket { suspectSlash = position }
        break
      }
    }
    return add(.path, main: first, from: first, since: mark)
  }

  /// Whether the slash after a path divides nothing.
  ///
  /// So it is where what follows is no operand or, as measured, could go on behind a path (`-`,
  /// another path). Before `[` it depends on what is in the list.
  private var isDanglingSlash: Bool {
    switch peek() {
    case .minus, .slash, .pathSegment: true
    case .nullKeyword, .trueKeyword, .falseKeyword, .intLiteral, .floatLiteral, .stringLiteral,
      .bytesLiteral, .unterminatedString, .identifier, .leftParenthesis, .leftBracket, .leftBrace,
      .not, .plusPlus, .minusMinus:
      false
    default: true
    }
  }

  /// Whether `{x}`, `{x=*}` or `{x=**}` follows, its name being at a distance.
  private func isCapture(at distance: Int) -> Bool {
    guard peek(distance) == .identifier else { return false }
    switch peek(distance + 1) {
    case .rightBrace: return true
    case .assign: return true
    default: return false
    }
  }

  private mutating func literalSegment() -> NodeID {
    let token = take()
    return add(.literalSegment, main: token, from: token)
  }

  private mutating func interpolatedSegment() -> NodeID {
    let slash = take()
    take()
    let open = take()
    let mark = childMark
    keep(expression())
    _ = expect(.rightParenthesis) { .unclosedBracket(in: $0, open: open) }
    return add(.interpolatedSegment, main: slash, from: slash, since: mark)
  }

  /// `/{x}`, `/{x=*}`, `/{x=**}`, the current token being the slash.
  mutating func captureSegment() -> NodeID {
    let slash = take()
    let brace = take()
    openBraces += 1
    guard let name = expect(.identifier, else: { .missingCaptureName(in: $0, brace: brace) })
    else { return add(.captureSegment, main: slash, from: slash) }
    var segmentKind = SyntaxKind.captureSegment
    if take(.assign) != nil {
      if take(.starStar) != nil {
        segmentKind = .globSegment
      } else if take(.star) == nil {
        fail(.missingStars(in: self))
      }
    }
    _ = expect(.rightBrace) { .unclosedCapture(in: $0, name: name) }
    if !isLost { openBraces -= 1 }
    return add(segmentKind, main: name, from: slash)
  }

  // MARK: Match paths

  /// The path of a match declaration; where it is broken, skips to the block behind it.
  mutating func matchPath() -> NodeID {
    let first = here
    let mark = childMark
    while !isLost {
      if kind == .pathSegment {
        keep(literalSegment())
      } else if kind == .slash, peek() == .leftBrace, isCapture(at: 2) || !isBlockStart(at: 1) {
        keep(captureSegment())
        // `{x}}`: the path's own brace, twice.
        if !isLost, kind == .rightBrace {
          report(.extraBraceInPath(in: self))
          take()
        }
      } else if kind == .slash {
        if childMark == mark, peek() == .dollar {
          fail(.interpolationInMatch(in: self))
        } else if peek() == .leftBrace {
          report(.straySlash(in: self))
          take()
        } else {
          fail(.straySlash(in: self))
          take()
        }
      } else {
        break
      }
    }
    if childMark == mark, !isLost, first == here { fail(.missingMatchPath(in: self)) }
    if !isLost, kind == .leftBrace, isAdjacent(at: position), isCapture(at: 1) {
      fail(.wildcardInSegment(in: self))
    }
    if !isLost, kind != .leftBrace, kind != .allowKeyword { fail(.brokenMatchPath(in: self)) }
    if isLost { skipToBlock() }
    return add(.path, main: first, from: first, since: mark)
  }

  /// Skips to the brace that opens the block of a match with a broken path, if there is one; keeps what it skips.
  private mutating func skipToBlock() {
    isLost = false
    var isFound = false
    let skipped = skip { parser in
      isFound = parser.kind == .leftBrace && parser.isBlockStart(at: 0)
      return isFound
    }
    if let skipped { keep(skipped) }
    isLost = !isFound
  }

  /// Whether the brace at a distance opens a block rather than a wildcard.
  private func isBlockStart(at distance: Int) -> Bool {
    switch peek(distance + 1) {
    case .allowKeyword, .matchKeyword, .functionKeyword, .rightBrace, .pathSegment, .slash,
      .letKeyword, .returnKeyword, .endOfFile, .semicolon:
      true
    default:
      false
    }
  }
}
