import RulesSource

/// The declarations of a rules file.
extension Parser {
  /// The whole file.
  mutating func rulesFile() -> NodeID {
    let first = here
    if source.bytes.isEmpty { fail(.emptyFile(at: range)) }
    let mark = childMark
    if kind == .rulesVersionKeyword { keep(versionStatement()) }
    while kind == .importKeyword { keep(importStatement()) }
    var declarationCount = 0
    while kind != .endOfFile {
      if let skipped = recover() { keep(skipped) }
      switch kind {
      case .functionKeyword:
        keepItem(in: .file)
      case .serviceKeyword:
        keep(service())
      case .endOfFile:
        break
      default:
        keepMisplaced(in: .file)
        continue
      }
      declarationCount += 1
    }
    isLost = isLost && kind != .endOfFile
    if declarationCount == 0, diagnostics.isEmpty { report(.noDeclaration(at: range)) }
    return add(.file, main: first, from: first, since: mark)
  }

  /// Where a declaration or statement stands.
  enum Place {
    case file
    case service
    case match
  }

  /// What stands where a declaration should: reported, and read as well as it can be, so that
  /// what is inside it is checked too.
  private mutating func keepMisplaced(in place: Place) {
    let first = here
    switch kind {
    case .matchKeyword where place == .file:
      report(.misplacedMatch(in: self))
      return keep(match())
    case .allowKeyword where place != .match:
      report(.misplacedAllow(in: self, inService: place == .service))
      return keep(allow())
    case .pathSegment where place != .file:
      report(.missingMatchKeyword(in: self))
      return keep(match())
    case .slash where place != .file:
      report(.missingMatchKeyword(in: self))
      return keep(match())
    case .letKeyword:
      fail(.misplacedLet(in: self))
    case .returnKeyword:
      fail(.misplacedReturn(in: self))
    case .rulesVersionKeyword:
      fail(.misplacedVersion(in: self))
    case .importKeyword:
      fail(.misplacedImport(in: self))
    case .serviceKeyword where place != .file:
      report(.nestedService(in: self))
      return keep(service())
    case .semicolon:
      fail(.straySemicolon(in: self))
    case .rightBrace:
      fail(.strayBrace(in: self))
    default:
      fail(.unexpectedToken(in: self, after: place == .file ? .declaration : .statement))
    }
    // At least one token goes, so that the loop ends.
    take()
    while kind == .semicolon || (place == .file && kind == .rightBrace) { take() }
    let isBorder =
      tokens[position - 1].kind == .semicolon || tokens[position - 1].kind == .rightBrace
    isLost = !isBorder
    keep(add(.unexpected, main: first, from: first))
    if let more = recover() { keep(more) }
  }

  private mutating func versionStatement() -> NodeID {
    let word = take()
    if take(.assign) == nil {
      if kind == .stringLiteral {
        report(.missingAssign(in: self))
      } else {
        fail(.missingAssign(in: self))
      }
    }
    var value = word
    if !isLost, kind == .stringLiteral {
      value = takeString()
    } else {
      fail(.missingVersion(in: self))
    }
    _ = take(.semicolon)
    if isLost { skipLine() }
    return add(.versionStatement, main: value, from: word)
  }

  private mutating func importStatement() -> NodeID {
    let word = take()
    var value = word
    if kind == .stringLiteral {
      value = takeString()
      if isAt(word: "as") {
        take()
        _ = expect(.identifier) { .missingAlias(in: $0) }
      }
      _ = expect(.semicolon) { .missingSemicolon(in: $0, after: "import") }
    } else {
      fail(.importOfNoString(in: self))
    }
    if isLost { skipLine() }
    return add(.importStatement, main: value, from: word)
  }

  /// Skips the rest of a broken one-line statement.
  private mutating func skipLine() {
    isLost = false
    while kind != .endOfFile, kind != .importKeyword, !isStatementStart {
      if take() < here, tokens[position - 1].kind == .semicolon { break }
    }
  }

  // MARK: Blocks

  /// Keeps the items of a service or a match between its braces, the current token being the first brace.
  private mutating func keepBlock(of place: Place, opener: TokenID) {
    // Before an `allow` the brace alone is missing; its partner will come.
    let open: TokenID
    if !isLost, place == .match, kind == .allowKeyword {
      report(.missingBlock(in: self, opener: opener))
      open = previous
    } else if let taken = expect(.leftBrace, else: { .missingBlock(in: $0, opener: opener) }) {
      open = taken
    } else {
      if let skipped = recover() { keep(skipped) }
      return
    }
    guard enter() else {
      isLost = false
      if let skipped = skipBlock() { keep(skipped) }
      take()
      return
    }
    defer { nesting -= 1 }
    let mark = childMark
    while kind != .rightBrace, kind != .endOfFile {
      // A service never stands in a block: the block before it was left open.
      if kind == .serviceKeyword { break }
      keepItem(in: place)
    }
    if kind == .rightBrace {
      if childMark == mark { report(.emptyBody(in: self, opener: opener)) }
      take()
    } else {
      reportOpenBlock(open, opener: opener)
      isLost = false
    }
  }

  private mutating func keepItem(in place: Place) {
    switch kind {
    case .functionKeyword, .matchKeyword: break
    case .allowKeyword where place == .match: break
    default: return keepMisplaced(in: place)
    }
    if keepKnownItem() { return }
    let start = beginItem()
    switch kind {
    case .functionKeyword: keepItem(function(), start)
    case .matchKeyword: keepItem(match(), start)
    default: keepItem(allow(), start)
    }
  }

  private mutating func service() -> NodeID {
    let word = take()
    let mark = childMark
    keep(serviceName())
    keepBlock(of: .service, opener: word)
    return add(.serviceDeclaration, main: word, from: word, since: mark)
  }

  /// The name, whose characters the official lexer reads in a mode of their own: letters, digits,
  /// dots and hyphens without a break.
  private mutating func serviceName() -> NodeID {
    let first = here
    let start = Int(range.lowerBound)
    var end = start
    while end < source.bytes.count, source.bytes[end].isIn(.serviceName) { end += 1 }
    let before = position == 0 ? start : Int(tokens[position - 1].range.upperBound)
    let isCommentBefore = source.bytes[before..<start].contains { !$0.isIn(.space) }
    while kind != .endOfFile, Int(range.upperBound) <= end { take() }
    let isRefused =
      Self.refusedServiceNames.index(of: source.bytes.span.extracting(start..<end)) != nil
    let isWhole = end == start || position == 0 || Int(tokens[position - 1].range.upperBound) == end
    if end == start || !isWhole {
      fail(.missingServiceName(in: self))
    } else if isCommentBefore {
      report(.commentBeforeServiceName(in: self, at: range(of: first)))
    } else if isRefused {
      let name = source.text(of: SourceRange(range(of: first).lowerBound, UInt32(end)))
      report(.keywordAsServiceName(in: self, at: range(of: first), name: name))
    } else if kind != .leftBrace {
      fail(.brokenServiceName(in: self))
    }
    let node = add(.serviceName, main: first, from: first)
    if isLost {
      isLost = false
      var isFound = false
      _ = skip { parser in
        isFound = parser.kind == .leftBrace
        return isFound
      }
      isLost = !isFound
    }
    return node
  }

  private static let refusedServiceNames = WordTable([
    "allow", "deny", "false", "function", "if", "in", "is", "null", "return", "service", "match",
    "true", "package", "extends", "import", "not",
  ])

  /// A match, the current token being its word or, where that is missing, its path.
  private mutating func match() -> NodeID {
    let word = here
    _ = take(.matchKeyword)
    let mark = childMark
    keep(matchPath())
    keepBlock(of: .match, opener: word)
    return add(.matchDeclaration, main: word, from: word, since: mark)
  }

  // MARK: Allow

  private mutating func allow() -> NodeID {
    let word = take()
    let mark = childMark
    keepMethods()
    if !isLost {
      if take(.colon) != nil {
        if take(.ifKeyword) == nil {
          if startsExpression { report(.missingIf(in: self)) }
        }
        keep(condition())
      } else if kind == .ifKeyword {
        report(.missingColonBeforeIf(in: self))
        take()
        keep(condition())
      } else if kind == .assign || kind == .identifier || kind == .comma {
        fail(.unexpectedInMethods(in: self))
      }
    }
    _ = take(.semicolon)
    if !isLost { checkStatementEnd() }
    if let skipped = recover() { keep(skipped) }
    return add(.allowStatement, main: word, from: word, since: mark)
  }

  private mutating func keepMethods() {
    guard kind == .identifier else {
      fail(.missingMethod(in: self))
      return
    }
    repeat {
      guard kind == .identifier else {
        fail(.missingMethodAfterComma(in: self, comma: previous))
        break
      }
      let method = take()
      keep(add(.method, main: method, from: method))
    } while take(.comma) != nil
  }

  /// The expression after `if`.
  private mutating func condition() -> NodeID {
    guard startsExpression else {
      fail(.missingCondition(in: self))
      return addEmpty(.missingExpression)
    }
    return expression()
  }

  /// Whether an expression, right or wrong, begins here.
  var startsExpression: Bool {
    switch kind {
    case .semicolon, .rightBrace, .endOfFile, .colon, .allowKeyword, .matchKeyword,
      .functionKeyword, .letKeyword, .returnKeyword, .serviceKeyword, .comma, .ifKeyword:
      false
    default:
      true
    }
  }

  /// Reports what stands behind a complete statement; the block goes on with anything that begins
  /// a declaration, right or wrong.
  private mutating func checkStatementEnd() {
    switch kind {
    case .rightBrace, .endOfFile, .allowKeyword, .matchKeyword, .functionKeyword,
      .serviceKeyword, .letKeyword, .returnKeyword:
      return
    case .semicolon:
      report(.straySemicolon(in: self))
      while kind == .semicolon { take() }
    case .pathSegment, .slash:
      // Behind `;` a path is a match without its word.
      if tokens[position - 1].kind != .semicolon {
        fail(.unexpectedToken(in: self, after: .expression))
      }
    default:
      fail(.unexpectedToken(in: self, after: .expression))
    }
  }
}
