import RulesSource

/// A reason why the official lexer refuses a string that is closed on its line.
struct StringFlaw: Hashable {
  /// What is wrong.
  enum Kind: Hashable {
    /// A backslash and something that is no escape.
    case escape
    /// A character that has to be written as an escape.
    case character
  }

  var kind: Kind
  /// The escape, or the character.
  var range: SourceRange
}

/// Cuts the bytes of a file into tokens.
///
/// Works on any bytes and takes time linear in their count. What no token covers is white space or
/// comments. The rules were measured (`design/measured-programs.md` §2.1, `measured-values.md` §13).
struct Lexer {
  private let bytes: ContiguousArray<UInt8>
  private var offset = 0
  /// Set once a search for the end of a comment has met the end of the file, so that it is not
  /// searched again from each `/*`.
  private var hasNoCommentEnd = false
  /// The tokens cut so far.
  private(set) var tokens: ContiguousArray<Token> = []
  /// Why strings are refused, by the index of their token.
  private(set) var flaws: [UInt32: StringFlaw] = [:]

  /// Cuts a file into tokens; the last one is `endOfFile`.
  init(_ source: SourceFile) {
    bytes = source.bytes
    tokens.reserveCapacity(bytes.count / 4 + 1)
    while true {
      skipTrivia()
      let start = offset
      guard start < bytes.count else { break }
      let kind = scan()
      tokens.append(Token(kind, range(start, offset)))
    }
    tokens.append(Token(.endOfFile, range(offset, offset)))
  }

  private func range(_ lower: Int, _ upper: Int) -> SourceRange {
    SourceRange(UInt32(truncatingIfNeeded: lower), UInt32(truncatingIfNeeded: upper))
  }

  /// The byte at a distance from the current one, zero past the end.
  private func peek(_ distance: Int = 0) -> UInt8 {
    offset + distance < bytes.count ? bytes[offset + distance] : 0
  }

  // MARK: Trivia

  private mutating func skipTrivia() {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte.isIn(.space) {
        offset += 1
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
        while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*"), let end = commentEnd() {
        offset = end
      } else {
        return
      }
    }
  }

  /// The offset after the comment that begins here; nil where nothing closes it: then `/*` is a path.
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

  // MARK: Tokens

  private mutating func scan() -> TokenKind {
    let byte = bytes[offset]
    if byte.isIn(.nameStart) { return scanWord() }
    if byte.isIn(.digit) { return scanNumber() }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return scanString(allows: .stringLiteral)
    case UInt8(ascii: "/"):
      return scanSlash()
    case UInt8(ascii: ".") where peek(1).isIn(.digit) && offset + 1 < bytes.count:
      return scanNumber()
    default:
      break
    }
    if let (kind, length) = Self.punctuation(byte, peek(1)) {
      offset += length
      return kind
    }
    offset += 1
    // A bar alone separates the cells of a test table, so it is never joined with its neighbours.
    guard byte != UInt8(ascii: "|") else { return .unknown }
    while offset < bytes.count, Self.isUnknown(bytes[offset], peek(1)) { offset += 1 }
    return .unknown
  }

  private static func isUnknown(_ byte: UInt8, _ next: UInt8) -> Bool {
    guard byte < 0x80 else { return true }
    return CharacterClass.of(byte).isDisjoint(with: [.nameStart, .digit, .space])
      && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "/")
      && byte != UInt8(ascii: "|") && punctuation(byte, next) == nil
  }

  /// The operator or punctuation mark that begins with these bytes, and its length.
  static func punctuation(_ byte: UInt8, _ next: UInt8) -> (TokenKind, Int)? {
    func pair(_ second: Unicode.Scalar, _ both: TokenKind, else one: TokenKind) -> (TokenKind, Int)
    {
      next == UInt8(ascii: second) ? (both, 2) : (one, 1)
    }
    switch byte {
    case UInt8(ascii: "$"): return (.dollar, 1)
    case UInt8(ascii: "("): return (.leftParenthesis, 1)
    case UInt8(ascii: ")"): return (.rightParenthesis, 1)
    case UInt8(ascii: "{"): return (.leftBrace, 1)
    case UInt8(ascii: "}"): return (.rightBrace, 1)
    case UInt8(ascii: "["): return (.leftBracket, 1)
    case UInt8(ascii: "]"): return (.rightBracket, 1)
    case UInt8(ascii: ","): return (.comma, 1)
    case UInt8(ascii: ":"): return (.colon, 1)
    case UInt8(ascii: ";"): return (.semicolon, 1)
    case UInt8(ascii: "."): return (.dot, 1)
    case UInt8(ascii: "?"): return (.question, 1)
    case UInt8(ascii: "@"): return (.at, 1)
    case UInt8(ascii: "%"): return (.percent, 1)
    case UInt8(ascii: "*"): return pair("*", .starStar, else: .star)
    case UInt8(ascii: "+"): return pair("+", .plusPlus, else: .plus)
    case UInt8(ascii: "-"): return pair("-", .minusMinus, else: .minus)
    case UInt8(ascii: "<"): return pair("=", .lessOrEqual, else: .less)
    case UInt8(ascii: ">"): return pair("=", .greaterOrEqual, else: .greater)
    case UInt8(ascii: "="): return pair("=", .equal, else: .assign)
    case UInt8(ascii: "!"): return pair("=", .notEqual, else: .not)
    case UInt8(ascii: "&"): return next == byte ? (.andAnd, 2) : nil
    case UInt8(ascii: "|"): return next == byte ? (.orOr, 2) : nil
    default: return nil
    }
  }

  private mutating func scanWord() -> TokenKind {
    let start = offset
    let quote = peek(1)
    if (bytes[start] | 0x20) == UInt8(ascii: "b"),
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    {
      offset += 1
      if scanString(allows: .bytesLiteral) == .bytesLiteral { return .bytesLiteral }
      // A quote with no partner is a token of its own, and `b` before it a name.
      offset = start + 1
      return .identifier
    }
    while offset < bytes.count, bytes[offset].isIn(.namePart) { offset += 1 }
    if offset - start == 1, bytes[start] == UInt8(ascii: "$") { return .dollar }
    return TokenKind.ofWord(bytes[start..<offset])
  }

  /// Digits without a leading zero, then perhaps a point and digits; or a point and digits.
  private mutating func scanNumber() -> TokenKind {
    if bytes[offset] == UInt8(ascii: "0") {
      offset += 1
    } else {
      while offset < bytes.count, bytes[offset].isIn(.digit) { offset += 1 }
    }
    guard peek() == UInt8(ascii: ".") else { return .intLiteral }
    offset += 1
    while offset < bytes.count, bytes[offset].isIn(.digit) { offset += 1 }
    return .floatLiteral
  }

  /// `/a`, `/(a)`, or a slash alone.
  private mutating func scanSlash() -> TokenKind {
    let start = offset
    offset += 1
    if let end = Self.pathCharactersEnd(bytes, from: offset) {
      offset = end
      return .pathSegment
    }
    if peek() == UInt8(ascii: "("), let end = Self.pathCharactersEnd(bytes, from: offset + 1),
      end < bytes.count, bytes[end] == UInt8(ascii: ")")
    {
      offset = end + 1
      return .pathSegment
    }
    offset = start + 1
    return .slash
  }

  /// The offset after the path characters at an offset, nil where there is none.
  static func pathCharactersEnd(_ bytes: ContiguousArray<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index].isIn(.path) {
        index += 1
      } else if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        bytes[index + 1].isIn(.hexDigit), bytes[index + 2].isIn(.hexDigit)
      {
        index += 3
      } else {
        break
      }
    }
    return index > start ? index : nil
  }

  // MARK: Strings

  /// The rest of a string from its quote; ends at the partner on the same line.
  ///
  /// A string with a wrong escape is one token all the same, so that one mistake is one diagnostic.
  private mutating func scanString(allows closed: TokenKind) -> TokenKind {
    let quote = bytes[offset]
    offset += 1
    var flaw: StringFlaw?
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == quote {
        offset += 1
        if let flaw { flaws[UInt32(truncatingIfNeeded: tokens.count)] = flaw }
        return closed
      }
      if byte == 0x0A || byte == 0x0D { break }
      let start = offset
      if byte == UInt8(ascii: "\\") {
        if let length = StringRules.escapeLength(bytes, at: offset) {
          offset += length
        } else {
          offset = StringRules.wrongEscapeEnd(bytes, at: offset)
          if flaw == nil { flaw = StringFlaw(kind: .escape, range: range(start, offset)) }
        }
      } else if let length = StringRules.refusedCharacterLength(bytes, at: offset, quote: quote) {
        offset += length
        if flaw == nil { flaw = StringFlaw(kind: .character, range: range(start, offset)) }
      } else {
        offset += 1
      }
    }
    return .unterminatedString
  }
}

extension TokenKind {
  /// The kind of a word.
  static func ofWord(_ word: ContiguousArray<UInt8>.SubSequence) -> TokenKind {
    // Each reserved word has 2 to 13 lower-case letters; most names are told apart by that.
    guard word.count >= 2, word.count <= 13 else { return .identifier }
    return keywords[ContiguousArray(word)] ?? .identifier
  }

  private static let keywords: [ContiguousArray<UInt8>: TokenKind] = {
    var table: [ContiguousArray<UInt8>: TokenKind] = [:]
    for (word, kind) in keywordTable { table[ContiguousArray(word.utf8)] = kind }
    for word in ReservedWords.unused { table[ContiguousArray(word.utf8)] = .reservedWord }
    return table
  }()

  private static let keywordTable: [(String, TokenKind)] = [
    ("allow", .allowKeyword), ("false", .falseKeyword), ("function", .functionKeyword),
    ("if", .ifKeyword), ("import", .importKeyword), ("in", .inKeyword), ("is", .isKeyword),
    ("let", .letKeyword), ("match", .matchKeyword), ("null", .nullKeyword),
    ("return", .returnKeyword), ("service", .serviceKeyword), ("true", .trueKeyword),
    ("rules_version", .rulesVersionKeyword),
  ]

  /// Whether the token is a word, reserved or not.
  package var isWord: Bool {
    switch self {
    case .allowKeyword, .falseKeyword, .functionKeyword, .ifKeyword, .importKeyword, .inKeyword,
      .isKeyword, .letKeyword, .matchKeyword, .nullKeyword, .returnKeyword, .serviceKeyword,
      .trueKeyword, .rulesVersionKeyword, .reservedWord, .identifier:
      true
    case .intLiteral, .floatLiteral, .stringLiteral, .bytesLiteral, .unterminatedString,
      .pathSegment, .slash, .dollar, .leftParenthesis, .rightParenthesis, .leftBrace, .rightBrace,
      .leftBracket, .rightBracket, .comma, .colon, .semicolon, .dot, .question, .assign, .at,
      .starStar, .plusPlus, .minusMinus, .star, .percent, .plus, .minus, .less, .lessOrEqual,
      .greater, .greaterOrEqual, .equal, .notEqual, .andAnd, .orOr, .not, .unknown, .endOfFile:
      false
    }
  }
}

/// The words that cannot be names.
package enum ReservedWords {
  /// Words that are reserved but have no use in the language.
  package static let unused = [
    "arguments", "break", "case", "continue", "default", "deny", "do", "each", "else", "extends",
    "for", "goto", "not", "package", "switch", "then", "var", "while",
  ]
}

/// Whether a word cannot be the name of a variable, a function or a wildcard.
package func isReservedWord(_ word: String) -> Bool {
  TokenKind.ofWord(ContiguousArray(word.utf8)[...]) != .identifier
}
