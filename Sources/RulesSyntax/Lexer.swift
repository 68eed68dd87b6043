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
  /// The tokens cut so far.
  private(set) var tokens: ContiguousArray<Token> = []
  /// Why strings are refused, by the index of their token.
  private(set) var flaws: [UInt32: StringFlaw] = [:]
  /// Set once a search for the end of a comment has met the end of the file, so that it is not
  /// searched again from each `/*`.
  private(set) var hasNoCommentEnd = false
  /// The flaw of the string that was cut last.
  private var flaw: StringFlaw?

  /// Cuts a file into tokens; the last one is `endOfFile`.
  init(_ source: SourceFile) {
    let bytes = source.bytes.span
    let start = triviaEnd(bytes, from: 0)
    var (tokens, end) = cut(bytes, from: start, upTo: bytes.count, counting: 0)
    tokens.append(Token(.endOfFile, Self.range(end, end)))
    self.tokens = tokens
  }

  /// Cuts a file into tokens that differs from another one in one part.
  ///
  /// Only what lies around that part is cut; what the tokens before and behind it are, it can't change.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - old: the tree of the other one, in which every comment is closed.
  ///   - difference: where they differ.
  ///   - shared: the tokens of both; set here.
  init(
    _ source: SourceFile,
    after old: SyntaxTree,
    _ difference: TextDifference,
    shared: inout SharedTokens
  ) {
    let bytes = source.bytes.span
    let first = old.firstToken(ofLineBefore: difference.lowerBound)
    // What begins there may be white space now.
    let start = triviaEnd(bytes, from: first == 0 ? 0 : Int(old.tokens[first].range.lowerBound))
    var tokens: ContiguousArray<Token> = []
    tokens.reserveCapacity(bytes.count / 4 + 1)
    tokens.append(contentsOf: old.tokens[..<first])
    var (next, limit, place) = (start, difference.newUpperBound, first)
    while true {
      let piece = cut(bytes, from: next, upTo: limit, counting: tokens.count)
      tokens.append(contentsOf: piece.tokens)
      next = piece.end
      let before = next - difference.growth
      while place < old.tokens.count - 1, Int(old.tokens[place].range.lowerBound) < before {
        place += 1
      }
      // The ends of the files are a border of tokens in both.
      if next >= difference.newUpperBound, Int(old.tokens[place].range.lowerBound) == before {
        break
      }
      limit = next + 1
    }
    shared = SharedTokens(prefix: first, oldSuffix: place, newSuffix: tokens.count)
    let growth = difference.growth
    let firstMoved = tokens.count
    tokens.append(contentsOf: old.tokens[place...])
    if growth != 0 {
      let shift = UInt32(truncatingIfNeeded: growth)
      var moved = tokens.mutableSpan
      for index in firstMoved..<moved.count {
        moved[index].range.lowerBound &+= shift
        moved[index].range.upperBound &+= shift
      }
    }
    self.tokens = tokens
    flaws.merge(old.record.flaws(of: shared, growth: growth)) { ours, _ in ours }
  }

  /// A token's kind, and the offset behind it.
  private typealias Piece = (kind: TokenKind, end: Int)

  /// Cuts tokens off that begin before an offset.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the file.
  ///   - offset: where the first token begins.
  ///   - limit: where no token is begun any more.
  ///   - count: how many tokens stand before them.
  /// - Returns: the tokens, and where the next one begins.
  private mutating func cut(
    _ bytes: Span<UInt8>,
    from offset: Int,
    upTo limit: Int,
    counting count: Int
  ) -> (tokens: ContiguousArray<Token>, end: Int) {
    // An array of its own, as adding to one that somebody else has made takes a check for each token.
    var tokens: ContiguousArray<Token> = []
    tokens.reserveCapacity(max(0, min(limit, bytes.count) - offset) / 4 + 1)
    let (words, wordKinds, shapes) = (
      ReservedWords.table, ReservedWords.kinds, ReservedWords.shapes
    )
    var start = offset
    while start < bytes.count, start < limit {
      var piece: Piece
      if bytes[start].isIn(.nameStart) {
        var end = start + 1
        var packed = UInt64(bytes[start])
        while end < bytes.count, bytes[end].isIn(.namePart) {
          packed = packed << 8 | UInt64(bytes[end])
          end += 1
        }
        if end - start == 1 {
          piece = shortWord(bytes, from: start)
        } else if end - start < 16, shapes[Int(bytes[start] & 31)] & 1 << UInt16(end - start) != 0,
          let index = words.index(ofPacked: packed, bytes.extracting(start..<end))
        {
          piece = (index < wordKinds.count ? wordKinds[index] : .reservedWord, end)
        } else {
          piece = (.identifier, end)
        }
      } else {
        piece = scan(bytes, from: start)
      }
      if let flaw {
        flaws[UInt32(truncatingIfNeeded: count + tokens.count)] = flaw
        self.flaw = nil
      }
      tokens.append(Token(piece.kind, Self.range(start, piece.end)))
      start = triviaEnd(bytes, from: piece.end)
    }
    return (tokens, start)
  }

  private static func range(_ lower: Int, _ upper: Int) -> SourceRange {
    SourceRange(UInt32(truncatingIfNeeded: lower), UInt32(truncatingIfNeeded: upper))
  }

  /// The byte at an offset, zero past the end.
  @inline(__always)
  private static func byte(_ bytes: Span<UInt8>, at offset: Int) -> UInt8 {
    offset < bytes.count ? bytes[offset] : 0
  }

  // MARK: Trivia

  /// The offset of the first byte that is neither white space nor part of a comment.
  @inline(__always)
  private mutating func triviaEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte.isIn(.space) {
        offset += 1
        // Lines begin with many spaces: they go by eight.
        while offset + 8 <= bytes.count, Self.word(bytes, at: offset) == Self.eightSpaces {
          offset += 8
        }
      } else if byte == UInt8(ascii: "/"), let end = commentEnd(bytes, from: offset) {
        offset = end
      } else {
        break
      }
    }
    return offset
  }

  private static let eightSpaces: UInt64 = 0x2020_2020_2020_2020

  /// The eight bytes at an offset that has as many behind it.
  @inline(__always)
  private static func word(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    // SAFETY: the caller has compared with the count.
    unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// The offset after the comment that begins here; nil where there is none.
  private mutating func commentEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    switch Self.byte(bytes, at: start + 1) {
    case UInt8(ascii: "/"):
      var index = start + 2
      while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      return index
    case UInt8(ascii: "*"):
      // Where nothing closes it, `/*` is a path.
      guard !hasNoCommentEnd else { return nil }
      var index = start + 2
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
          return index + 2
        }
        index += 1
      }
      hasNoCommentEnd = true
      return nil
    default:
      return nil
    }
  }

  // MARK: Tokens

  /// A token that begins with no letter.
  private mutating func scan(_ bytes: Span<UInt8>, from start: Int) -> Piece {
    let byte = bytes[start]
    let next = Self.byte(bytes, at: start + 1)
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return scanString(bytes, from: start, allows: .stringLiteral)
    case UInt8(ascii: "/"):
      return Self.scanSlash(bytes, from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return Self.scanNumber(bytes, from: start)
    case UInt8(ascii: ".") where next.isIn(.digit):
      return Self.scanNumber(bytes, from: start)
    default:
      break
    }
    if let (kind, length) = Self.punctuation(byte, next) { return (kind, start + length) }
    var end = start + 1
    // A bar alone separates the cells of a test table, so it is never joined with its neighbours.
    guard byte != UInt8(ascii: "|") else { return (.unknown, end) }
    while end < bytes.count, Self.isUnknown(bytes[end], Self.byte(bytes, at: end + 1)) { end += 1 }
    return (.unknown, end)
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

  /// A word of one character: `$`, a name, or the `b` of bytes.
  private mutating func shortWord(_ bytes: Span<UInt8>, from start: Int) -> Piece {
    if bytes[start] == UInt8(ascii: "$") { return (.dollar, start + 1) }
    let quote = Self.byte(bytes, at: start + 1)
    if (bytes[start] | 0x20) == UInt8(ascii: "b"),
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    {
      let piece = scanString(bytes, from: start + 1, allows: .bytesLiteral)
      // A quote with no partner is a token of its own, and `b` before it a name.
      if piece.kind == .bytesLiteral { return piece }
    }
    return (.identifier, start + 1)
  }

  /// Digits without a leading zero, then perhaps a point and digits; or a point and digits.
  private static func scanNumber(_ bytes: Span<UInt8>, from start: Int) -> Piece {
    var offset = start
    if bytes[offset] == UInt8(ascii: "0") {
      offset += 1
    } else {
      while offset < bytes.count, bytes[offset].isIn(.digit) { offset += 1 }
    }
    guard byte(bytes, at: offset) == UInt8(ascii: ".") else { return (.intLiteral, offset) }
    offset += 1
    while offset < bytes.count, bytes[offset].isIn(.digit) { offset += 1 }
    return (.floatLiteral, offset)
  }

  /// `/a`, `/(a)`, or a slash alone.
  private static func scanSlash(_ bytes: Span<UInt8>, from start: Int) -> Piece {
    if let end = pathCharactersEnd(bytes, from: start + 1) { return (.pathSegment, end) }
    if byte(bytes, at: start + 1) == UInt8(ascii: "("),
      let end = pathCharactersEnd(bytes, from: start + 2),
      end < bytes.count, bytes[end] == UInt8(ascii: ")")
    {
      return (.pathSegment, end + 1)
    }
    return (.slash, start + 1)
  }

  /// The offset after the path characters at an offset, nil where there is none.
  static func pathCharactersEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
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

  /// A string from its quote; ends at the partner on the same line.
  ///
  /// A string with a wrong escape is one token all the same, so that one mistake is one diagnostic.
  private mutating func scanString(
    _ bytes: Span<UInt8>,
    from start: Int,
    allows closed: TokenKind
  ) -> Piece {
    let quote = bytes[start]
    var offset = start + 1
    var flaw: StringFlaw?
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte.isIn(.plainInString) {
        offset += 1
        continue
      }
      if byte == quote {
        self.flaw = flaw
        return (closed, offset + 1)
      }
      if byte == 0x0A || byte == 0x0D { break }
      let place = offset
      if byte == UInt8(ascii: "\\") {
        if let length = StringRules.escapeLength(bytes, at: offset) {
          offset += length
        } else {
          offset = StringRules.wrongEscapeEnd(bytes, at: offset)
          if flaw == nil { flaw = StringFlaw(kind: .escape, range: Self.range(place, offset)) }
        }
      } else if let length = StringRules.refusedCharacterLength(bytes, at: offset, quote: quote) {
        offset += length
        if flaw == nil { flaw = StringFlaw(kind: .character, range: Self.range(place, offset)) }
      } else {
        offset += 1
      }
    }
    return (.unterminatedString, offset)
  }
}
