package import RulesSource

/// Reads a JSON text piece by piece, for those who make something else of it than a tree: what is not asked for is
/// not copied.
///
/// It reads without recursion: open arrays and objects are a stack of our own, so that depth costs no thread stack.
package struct JSONReader {
  /// A piece of a text.
  package enum Token: Sendable, Hashable {
    case beginObject, endObject, beginArray, endArray
    /// The name of a member; the token after it begins its value.
    case key
    case string, number, bool, null
    /// The end of the text.
    case end
  }

  var scanner: JSONScanner
  private var step = Step.value
  /// The arrays and objects that are not closed yet, the innermost last: whether each is an object.
  private var containers: ContiguousArray<Bool> = []
  /// Where the last token begins.
  private var start = 0
  /// The bytes of the last key or string that stand for themselves; empty where it has escapes.
  private var plain = 0..<0
  /// The bytes of the last key or string where it has escapes.
  private var decoded: ContiguousArray<UInt8>?
  /// Whether the last bool is true.
  package private(set) var isTrue = false
  /// Whether the last number has neither fraction nor exponent.
  package private(set) var isInteger = false

  /// What is to be read next.
  private enum Step {
    case value, firstElement, firstMember, afterKey, separator
  }

  /// A reader of a whole text.
  ///
  /// - Throws: that the text is longer than offsets can tell.
  package init(
    _ bytes: ContiguousArray<UInt8>,
    dialect: JSONDialect = .strict
  ) throws(JSONSyntaxError) {
    try self.init(bytes, in: 0..<bytes.count, dialect: dialect)
  }

  /// A reader of a part of the bytes; ranges are offsets into all of them.
  init(
    _ bytes: ContiguousArray<UInt8>,
    in part: Range<Int>,
    dialect: JSONDialect
  ) throws(JSONSyntaxError) {
    guard part.upperBound <= SourceFile.maximumByteCount else {
      throw JSONSyntaxError(
        Diagnostic(
          .oversizedJSON,
          at: SourceRange(at: 0),
          "found more than 4 GiB, expected a shorter text"
        )
      )
    }
    scanner = JSONScanner(bytes: bytes, part: part, dialect: dialect)
    scanner.skipByteOrderMark()
  }

  /// Where the last token stands.
  package var range: SourceRange { scanner.range(from: start) }

  /// Reads the next token; the end is given again and again.
  ///
  /// - Throws: the first problem; nothing can be read after it.
  package mutating func next() throws(JSONSyntaxError) -> Token {
    while true {
      try scanner.skipTrivia()
      start = scanner.offset
      switch step {
      case .value: return try readValue()
      case .firstElement:
        if scanner.current == UInt8(ascii: "]") { return close(.endArray) }
        step = .value
      case .firstMember:
        if scanner.current == UInt8(ascii: "}") { return close(.endObject) }
        return try readKey(expecting: "a string or `}`")
      case .afterKey:
        guard scanner.current == UInt8(ascii: ":") else { throw scanner.unexpected("`:`") }
        scanner.offset += 1
        step = .value
      case .separator:
        guard let isObject = containers.last else {
          guard scanner.offset == scanner.end else {
            throw scanner.unexpected("the end of the text")
          }
          return .end
        }
        if let token = try isObject ? readMemberEnd() : readElementEnd() { return token }
      }
    }
  }

  /// Reads on to the end of the value that the last token began; of a scalar that is where it stands.
  package mutating func skipValue(begunBy token: Token) throws(JSONSyntaxError) {
    guard token == .beginObject || token == .beginArray else { return }
    let depth = containers.count
    while containers.count >= depth { _ = try next() }
  }

  // MARK: What the last token says

  /// The bytes of the last key or string: UTF-8, where a surrogate that was escaped alone takes three bytes (WTF-8).
  package var text: ContiguousArray<UInt8> {
    decoded ?? ContiguousArray(scanner.bytes[plain])
  }

  /// Gives the bytes of the last key or string to some work, which copies them only where it has to.
  package func withText<Result>(_ work: (Span<UInt8>) -> Result) -> Result {
    if let decoded { return work(decoded.span) }
    return work(scanner.bytes.span.extracting(plain))
  }

  /// The last number as it is spelled.
  package var number: JSONNumber {
    JSONNumber(
      checked: String(decoding: scanner.bytes[start..<scanner.offset], as: UTF8.self)
    )
  }

  /// The value of the last number, if it is spelled as an integer that fits in 64 bits.
  package var int64: Int64? {
    guard isInteger else { return nil }
    let isNegative = scanner.bytes[start] == UInt8(ascii: "-")
    var value: Int64 = 0
    for index in (isNegative ? start + 1 : start)..<scanner.offset {
      let digit = Int64(scanner.bytes[index] &- UInt8(ascii: "0"))
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isPast) =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      guard !isTooLarge, !isPast else { return nil }
      value = sum
    }
    return value
  }

  // MARK: The grammar

  /// Reads a scalar, or opens an array or object.
  private mutating func readValue() throws(JSONSyntaxError) -> Token {
    guard let byte = scanner.current else { throw scanner.unexpected("a value") }
    switch byte {
    case UInt8(ascii: "{"):
      try open(isObject: true)
      return .beginObject
    case UInt8(ascii: "["):
      try open(isObject: false)
      return .beginArray
    case UInt8(ascii: "\""):
      try readString()
      step = .separator
      return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      isInteger = try scanner.skipNumber()
      step = .separator
      return .number
    case UInt8(ascii: "t") where scanner.skip("true"):
      isTrue = true
    case UInt8(ascii: "f") where scanner.skip("false"):
      isTrue = false
    case UInt8(ascii: "n") where scanner.skip("null"):
      step = .separator
      return .null
    default:
      throw scanner.unexpected("a value")
    }
    step = .separator
    return .bool
  }

  /// Reads a string, the opening quote being the current byte.
  @inline(__always)
  private mutating func readString() throws(JSONSyntaxError) {
    switch try scanner.scanString() {
    case .plain(let range):
      plain = range
      if decoded != nil { decoded = nil }
    case .decoded(let bytes): decoded = bytes
    }
  }

  /// Reads a name.
  private mutating func readKey(expecting expected: String) throws(JSONSyntaxError) -> Token {
    guard scanner.current == UInt8(ascii: "\"") else { throw scanner.unexpected(expected) }
    try readString()
    step = .afterKey
    return .key
  }

  /// Reads what follows an element; nil where that is a comma and another element.
  private mutating func readElementEnd() throws(JSONSyntaxError) -> Token? {
    switch scanner.current {
    case UInt8(ascii: "]"): return close(.endArray)
    case UInt8(ascii: ","):
      scanner.offset += 1
      step = .value
      guard scanner.dialect == .relaxed else { return nil }
      try scanner.skipTrivia()
      return scanner.current == UInt8(ascii: "]") ? close(.endArray) : nil
    default: throw scanner.unexpected("`,` or `]`")
    }
  }

  /// Reads what follows a member.
  private mutating func readMemberEnd() throws(JSONSyntaxError) -> Token? {
    switch scanner.current {
    case UInt8(ascii: "}"): return close(.endObject)
    case UInt8(ascii: ","):
      scanner.offset += 1
      try scanner.skipTrivia()
      if scanner.dialect == .relaxed, scanner.current == UInt8(ascii: "}") {
        return close(.endObject)
      }
      start = scanner.offset
      return try readKey(expecting: "a string")
    default: throw scanner.unexpected("`,` or `}`")
    }
  }

  private mutating func open(isObject: Bool) throws(JSONSyntaxError) {
    guard containers.count < JSONValue.depthLimit else { throw scanner.tooDeep() }
    containers.append(isObject)
    scanner.offset += 1
    step = isObject ? .firstMember : .firstElement
  }

  /// Consumes the bracket or brace that closes the innermost container.
  private mutating func close(_ token: Token) -> Token {
    start = scanner.offset
    scanner.offset += 1
    containers.removeLast()
    step = .separator
    return token
  }
}
