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
    var parser = JSONParser(reader: try JSONReader(bytes, in: part, dialect: dialect))
    self = try parser.parse()
  }
}

/// Makes a tree of what a reader reads.
private struct JSONParser {
  var reader: JSONReader

  /// The whole value, once it is read.
  private var result: JSONValue?
  /// The arrays and objects that are not closed yet, the innermost last.
  private var containers: ContiguousArray<Container> = []

  /// An array or object that is not closed yet.
  ///
  /// Its elements are added where they stay, so that none is copied.
  private struct Container {
    let start: UInt32
    var elements: ContiguousArray<JSONValue> = []
    var members: ContiguousArray<JSONMember> = []
    /// The name of the member whose value is read now; nil in an array.
    var key: (bytes: ContiguousArray<UInt8>, range: SourceRange)?
  }

  init(reader: JSONReader) {
    self.reader = reader
  }

  /// Reads the value and checks that nothing follows it.
  mutating func parse() throws(JSONSyntaxError) -> JSONValue {
    while true {
      switch try reader.next() {
      case .beginObject, .beginArray:
        containers.append(Container(start: reader.range.lowerBound))
      case .endObject: close { .object(JSONObject($0.members)) }
      case .endArray: close { .array($0.elements) }
      case .key: containers[containers.count - 1].key = (reader.text, reader.range)
      case .string: finish(.string(reader.text), reader.range)
      case .number: finish(.number(reader.number), reader.range)
      case .bool: finish(.bool(reader.isTrue), reader.range)
      case .null: finish(.null, reader.range)
      case .end: return result ?? JSONValue(.null)
      }
    }
  }

  /// Makes the value of the innermost container, which was closed just now.
  private mutating func close(_ content: (Container) -> JSONValue.Content) {
    guard let container = containers.popLast() else { return }
    finish(content(container), SourceRange(container.start, reader.range.upperBound))
  }

  /// Adds a value to the container that it belongs to.
  private mutating func finish(_ content: JSONValue.Content, _ range: SourceRange) {
    let value = JSONValue(content, at: range)
    let last = containers.count - 1
    guard last >= 0 else {
      result = value
      return
    }
    if let key = containers[last].key {
      containers[last].members.append(JSONMember(key: key.bytes, at: key.range, value: value))
    } else {
      containers[last].elements.append(value)
    }
  }
}
