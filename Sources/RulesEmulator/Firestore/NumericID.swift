import RulesRuntime

/// Ids of documents that are numbers, as Datastore gives them: they are written `__id7__`.
///
/// Source: recorded from the official emulator.
enum NumericID {
  private static let start = ContiguousArray("__id".utf8)
  private static let end = ContiguousArray("__".utf8)

  /// The text of an id that is a number.
  static func text(_ number: Int64) -> Text { Text("__id\(number)__") }

  /// The number of an id; nil for one that is none, as `__id0__` and `__id07__`.
  static func number(_ id: Text) -> Int64? {
    digits(id).flatMap { Int64($0) }
  }

  /// Whether an id is written as a number that is too great.
  static func isOutOfRange(_ id: Text) -> Bool {
    digits(id).map { Int64($0) == nil } ?? false
  }

  /// Whether an id comes before another one: numbers come first.
  static func precedes(_ left: Text, _ right: Text) -> Bool {
    switch (number(left), number(right)) {
    case (let left?, let right?): left < right
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): left.precedes(right)
    }
  }

  /// What stands for the number.
  private static func digits(_ id: Text) -> String? {
    let bytes = id.utf8
    guard bytes.count > 6, bytes.starts(with: start), bytes.suffix(2) == end[...] else {
      return nil
    }
    let digits = bytes[4..<(bytes.count - 2)]
    let rest = digits.first == UInt8(ascii: "-") ? digits.dropFirst() : digits
    guard let first = rest.first, first != UInt8(ascii: "0"),
      rest.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }
}
