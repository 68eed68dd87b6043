import RulesJSON

/// JSON that is put together as text.
///
/// Diagnostics are sent at each key: a value for each of their parts takes longer than all that is found out for them.
struct JSONText: Sendable {
  /// The text so far.
  private(set) var bytes: ContiguousArray<UInt8> = []

  /// An array without elements.
  static let emptyArray = {
    var text = JSONText(capacity: 2)
    text.append("[]")
    return text
  }()

  /// An empty text with room for so many bytes.
  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Appends text that is JSON.
  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends text that is JSON.
  mutating func append(_ text: ContiguousArray<UInt8>) {
    bytes.append(contentsOf: text)
  }

  /// Appends a number.
  mutating func append(_ number: Int) {
    guard number >= 10 else { return append(lowNumber: number) }
    append(number / 10)
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private mutating func append(lowNumber number: Int) {
    if number >= 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number))
    } else {
      append(String(number))
    }
  }

  /// Appends a string.
  mutating func append(string: String) {
    append(string: ContiguousArray(string.utf8))
  }

  /// Appends a string, given by its bytes.
  mutating func append(string: ContiguousArray<UInt8>) {
    JSONValue.string(string).write(to: &bytes)
  }
}

extension JSONValue {
  /// The value of a text that is JSON.
  init(_ text: JSONText) {
    self = (try? JSONValue(parsing: text.bytes)) ?? .null
  }
}
