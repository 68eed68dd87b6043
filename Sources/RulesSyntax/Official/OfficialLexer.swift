import RulesSource

/// A token as the official lexer cuts it.
struct OfficialLexeme {
  var type: OfficialToken
  var range: SourceRange
}

/// Text that no token begins with.
struct OfficialLexicalError {
  var range: SourceRange
  /// The offset that it is reported at.
  var place: UInt32
}

/// The official lexer, as far as it differs from ours: strings end before a wrong escape, a
/// service's name is read in a mode of its own, and a wrong character can take the next one along.
struct OfficialLexer {
  private let bytes: ContiguousArray<UInt8>
  private var offset = 0
  private var hasNoCommentEnd = false
  private var expectsServiceName = false
  /// The tokens; the last one is the end of the file.
  private(set) var lexemes: [OfficialLexeme] = []
  /// What no token begins with.
  private(set) var errors: [OfficialLexicalError] = []

  /// Cuts a file.
  init(_ source: SourceFile) {
    bytes = source.bytes
    while true {
      skipTrivia()
      guard offset < bytes.count else { break }
      let start = offset
      if let type = expectsServiceName ? scanServiceName() : scan() {
        lexemes.append(OfficialLexeme(type: type, range: range(from: start)))
        expectsServiceName = type == .service
      } else {
        // Half of an operator is reported where the other half should be.
        let isHalf = bytes[start] == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "|")
        let place = UInt32(truncatingIfNeeded: start + (isHalf && !expectsServiceName ? 1 : 0))
        errors.append(OfficialLexicalError(range: range(from: start), place: place))
      }
    }
    lexemes.append(OfficialLexeme(type: .endOfFile, range: range(from: offset)))
  }

  private func range(from start: Int) -> SourceRange {
    SourceRange(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: offset))
  }

  private func peek(_ distance: Int = 0) -> UInt8 {
    offset + distance < bytes.count ? bytes[offset + distance] : 0
  }

  private mutating func skipTrivia() {
    while offset < bytes.count {
      if bytes[offset].isIn(.space) {
        offset += 1
      } else if expectsServiceName || bytes[offset] != UInt8(ascii: "/") {
        return
      } else if peek(1) == UInt8(ascii: "/") {
        while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
      } else if peek(1) == UInt8(ascii: "*"), let end = commentEnd() {
        offset = end
      } else {
        return
      }
    }
  }

  private mutating func commentEnd() -> Int? {
    guard !hasNoCommentEnd else { return nil }
    var index = offset + 2
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        return index + 2
      }
      index += 1
    }
    hasNoCommentEnd = true
    return nil
  }

  /// Skips one character, however many bytes it has.
  private mutating func skipCharacter() {
    guard offset < bytes.count else { return }
    offset += 1
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
  }

  private mutating func scanServiceName() -> OfficialToken? {
    let start = offset
    while offset < bytes.count, bytes[offset].isIn(.serviceName) { offset += 1 }
    if offset > start { return .serviceName }
    skipCharacter()
    return nil
  }

  private mutating func scan() -> OfficialToken? {
    let byte = bytes[offset]
    if byte.isIn(.nameStart) { return scanWord() }
    if byte.isIn(.digit) { return scanNumber() }
    switch byte {
    case UInt8(ascii: "'"):
      return scanString() ? .string : .unpairedSingleQuote
    case UInt8(ascii: "\""):
      return scanString() ? .string : .unpairedDoubleQuote
    case UInt8(ascii: "/"):
      return scanSlash()
    case UInt8(ascii: ".") where peek(1).isIn(.digit) && offset + 1 < bytes.count:
      return scanNumber()
    default:
      break
    }
    if let (kind, length) = Lexer.punctuation(byte, peek(1)) {
      offset += length
      return Self.type(of: kind)
    }
    skipCharacter()
    // Half of `&&` or `||`: the character that is not the other half is skipped too.
    if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "|") { skipCharacter() }
    return nil
  }

  private mutating func scanWord() -> OfficialToken {
    let start = offset
    let quote = peek(1)
    if (bytes[start] | 0x20) == UInt8(ascii: "b"),
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    {
      offset += 1
      if scanString() { return .bytes }
      offset = start + 1
      return .identifier
    }
    while offset < bytes.count, bytes[offset].isIn(.namePart) { offset += 1 }
    if offset - start == 1, bytes[start] == UInt8(ascii: "$") { return .dollar }
    return Self.type(of: TokenKind.ofWord(bytes.span.extracting(start..<offset)))
  }

  private mutating func scanNumber() -> OfficialToken {
    if bytes[offset] == UInt8(ascii: "0") {
      offset += 1
    } else {
      while offset < bytes.count, bytes[offset].isIn(.digit) { offset += 1 }
    }
    guard peek() == UInt8(ascii: ".") else { return .int }
    offset += 1
    while offset < bytes.count, bytes[offset].isIn(.digit) { offset += 1 }
    return .float
  }

  private mutating func scanSlash() -> OfficialToken {
    offset += 1
    if let end = Lexer.pathCharactersEnd(bytes.span, from: offset) {
      offset = end
      return .pathSegment
    }
    if peek() == UInt8(ascii: "("), let end = Lexer.pathCharactersEnd(bytes.span, from: offset + 1),
      end < bytes.count, bytes[end] == UInt8(ascii: ")")
    {
      offset = end + 1
      return .pathSegment
    }
    return .slash
  }

  /// Scans from a quote to its partner, or as far as a string's content goes.
  private mutating func scanString() -> Bool {
    let quote = bytes[offset]
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == quote {
        offset += 1
        return true
      }
      if byte == 0x0A || byte == 0x0D { return false }
      if byte == UInt8(ascii: "\\") {
        guard let length = StringRules.escapeLength(bytes.span, at: offset) else { return false }
        offset += length
      } else if StringRules.refusedCharacterLength(bytes.span, at: offset, quote: quote) != nil {
        return false
      } else {
        offset += 1
      }
    }
    return false
  }

  /// The official type of a token that both lexers cut alike.
  private static func type(of kind: TokenKind) -> OfficialToken {
    switch kind {
    case .allowKeyword: .allow
    case .falseKeyword: .false
    case .functionKeyword: .function
    case .ifKeyword: .if
    case .importKeyword: .import
    case .inKeyword: .in
    case .isKeyword: .is
    case .letKeyword: .let
    case .matchKeyword: .match
    case .nullKeyword: .null
    case .returnKeyword: .return
    case .serviceKeyword: .service
    case .trueKeyword: .true
    case .rulesVersionKeyword: .version
    case .reservedWord: .reserved
    case .identifier, .unknown, .endOfFile: .identifier
    case .intLiteral: .int
    case .floatLiteral: .float
    case .stringLiteral: .string
    case .bytesLiteral: .bytes
    case .unterminatedString: .unpairedSingleQuote
    case .pathSegment: .pathSegment
    case .slash: .slash
    case .dollar: .dollar
    case .leftParenthesis: .leftParenthesis
    case .rightParenthesis: .rightParenthesis
    case .leftBrace: .leftBrace
    case .rightBrace: .rightBrace
    case .leftBracket: .leftBracket
    case .rightBracket: .rightBracket
    case .comma: .comma
    case .colon: .colon
    case .semicolon: .semicolon
    case .dot: .dot
    case .question: .question
    case .assign: .assign
    case .at: .at
    case .starStar: .starStar
    case .plusPlus: .increment
    case .minusMinus: .decrement
    case .star: .star
    case .percent: .modulo
    case .plus: .plus
    case .minus: .minus
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .equal: .equal
    case .notEqual: .notEqual
    case .andAnd: .and
    case .orOr: .or
    case .not: .not
    }
  }
}
