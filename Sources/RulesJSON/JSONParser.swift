package import RulesSource

/// Which texts are read.
package enum JSONDialect: Sendable, Hashable {
  /// JSON as RFC 8259 defines it.
  case strict

  /// JSON with comments, commas after the last element, and a byte order mark: `firebase.json`.
  case relaxed
}

extension JSONValue {
  /// Count of arrays and objects that may lie inside each other.
  package static let depthLimit = 500

  /// Reads the value that a file holds.
  ///
  /// - Throws: the first problem.
  /// - Complexity: O(bytes).
  package init(
    parsing file: SourceFile,
    dialect: JSONDialect = .strict
  ) throws(JSONSyntaxError) {
    try self.init(parsing: file.bytes, dialect: dialect)
  }

  /// Reads the value that bytes hold.
  ///
  /// - Throws: the first problem.
  /// - Complexity: O(bytes).
  package init(
    parsing bytes: ContiguousArray<UInt8>,
    dialect: JSONDialect = .strict
  ) throws(JSONSyntaxError) {
    try self.init(parsing: bytes, in: 0..<bytes.count, dialect: dialect)
  }

  /// Reads the value that a part of the bytes holds; ranges are offsets into all of them.
  init(
    parsing bytes: ContiguousArray<UInt8>,
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
    var parser = JSONParser(bytes: bytes, part: part, dialect: dialect)
    self = try parser.parse()
  }
}

/// Reads one value without recursion: open arrays and objects are a stack of our own, so that depth
/// costs no thread stack.
struct JSONParser {
  let bytes: ContiguousArray<UInt8>
  let end: Int
  let dialect: JSONDialect
  var offset: Int

  /// The whole value, once it is read.
  private var result: JSONValue?
  /// The arrays and objects that are not closed yet, the innermost last.
  private var containers: ContiguousArray<Container> = []

  /// An array or object that is not closed yet.
  ///
  /// Its elements are added where they stay, so that none is copied.
  private struct Container {
    let isObject: Bool
    let start: Int
    var elements: ContiguousArray<JSONValue> = []
    var members: ContiguousArray<JSONMember> = []
    /// The name of the member whose value is read now.
    var key: ContiguousArray<UInt8> = []
    var keyRange = SourceRange(at: 0)
  }

  /// What is to be read next.
  private enum Step {
    case value
    case firstElement
    case firstMember
    case separator
  }

  init(bytes: ContiguousArray<UInt8>, part: Range<Int>, dialect: JSONDialect) {
    self.bytes = bytes
    self.end = part.upperBound
    self.dialect = dialect
    self.offset = part.lowerBound
  }

  /// Reads the value and checks that nothing follows it.
  mutating func parse() throws(JSONSyntaxError) -> JSONValue {
    skipByteOrderMark()
    var step = Step.value
    while true {
      try skipTrivia()
      switch step {
      case .value:
        step = try parseValue()
      case .firstElement:
        step = current == UInt8(ascii: "]") ? close() : .value
      case .firstMember:
        if current == UInt8(ascii: "}") {
          step = close()
        } else {
          try parseKey(expecting: "a string or `}`")
          step = .value
        }
      case .separator:
        guard let container = containers.last else {
          guard offset == end, let value = result else {
            throw unexpected("the end of the text")
          }
          return value
        }
        step = container.isObject ? try parseMemberEnd() : try parseElementEnd()
      }
    }
  }

  /// The byte at the offset; `nil` at the end.
  var current: UInt8? {
    offset < end ? bytes[offset] : nil
  }

  /// Reads a scalar, or opens an array or object.
  private mutating func parseValue() throws(JSONSyntaxError) -> Step {
    let start = offset
    let content: JSONValue.Content
    guard let byte = current else { throw unexpected("a value") }
    switch byte {
    case UInt8(ascii: "{"):
      try open(isObject: true)
      return .firstMember
    case UInt8(ascii: "["):
      try open(isObject: false)
      return .firstElement
    case UInt8(ascii: "\""):
      content = .string(try parseString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      content = .number(try parseNumber())
    case UInt8(ascii: "t") where skip("true"):
      content = .bool(true)
    case UInt8(ascii: "f") where skip("false"):
      content = .bool(false)
    case UInt8(ascii: "n") where skip("null"):
      content = .null
    default:
      throw unexpected("a value")
    }
    finish(JSONValue(content, at: range(from: start)))
    return .separator
  }

  /// Consumes a word that no letter, digit or underscore follows.
  private mutating func skip(_ word: String) -> Bool {
    let length = word.utf8.count
    guard bytes[offset..<end].starts(with: word.utf8) else { return false }
    if offset + length < end, isWordByte(bytes[offset + length]) { return false }
    offset += length
    return true
  }

  /// Reads a name and the colon after it.
  private mutating func parseKey(expecting expected: String) throws(JSONSyntaxError) {
    guard current == UInt8(ascii: "\"") else { throw unexpected(expected) }
    let start = offset
    let key = try parseString()
    containers[containers.count - 1].key = key
    containers[containers.count - 1].keyRange = range(from: start)
    try skipTrivia()
    guard current == UInt8(ascii: ":") else { throw unexpected("`:`") }
    offset += 1
  }

  private mutating func parseElementEnd() throws(JSONSyntaxError) -> Step {
    switch current {
    case UInt8(ascii: "]"):
      return close()
    case UInt8(ascii: ","):
      offset += 1
      guard dialect == .relaxed else { return .value }
      try skipTrivia()
      return current == UInt8(ascii: "]") ? close() : .value
    default:
      throw unexpected("`,` or `]`")
    }
  }

  private mutating func parseMemberEnd() throws(JSONSyntaxError) -> Step {
    switch current {
    case UInt8(ascii: "}"):
      return close()
    case UInt8(ascii: ","):
      offset += 1
      try skipTrivia()
      if dialect == .relaxed, current == UInt8(ascii: "}") { return close() }
      try parseKey(expecting: "a string")
      return .value
    default:
      throw unexpected("`,` or `}`")
    }
  }

  private mutating func open(isObject: Bool) throws(JSONSyntaxError) {
    guard containers.count < JSONValue.depthLimit else { throw tooDeep() }
    containers.append(Container(isObject: isObject, start: offset))
    offset += 1
  }

  /// Consumes the bracket or brace that closes the innermost container, and makes its value.
  private mutating func close() -> Step {
    offset += 1
    guard let container = containers.popLast() else { return .separator }
    let content: JSONValue.Content =
      container.isObject ? .object(JSONObject(container.members)) : .array(container.elements)
    finish(JSONValue(content, at: range(from: container.start)))
    return .separator
  }

  /// Adds a value to the container that it belongs to.
  private mutating func finish(_ value: JSONValue) {
    let last = containers.count - 1
    guard last >= 0 else {
      result = value
      return
    }
    if containers[last].isObject {
      let member = JSONMember(
        key: containers[last].key,
        at: containers[last].keyRange,
        value: value
      )
      containers[last].members.append(member)
    } else {
      containers[last].elements.append(value)
    }
  }

  /// The range from an offset to where the parser stands.
  func range(from start: Int) -> SourceRange {
    SourceRange(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: offset))
  }
}
