/// A JSON number as it is spelled, so that `1`, `1.0` and `1e400` stay distinct.
package struct JSONNumber: Sendable, Hashable {
  /// The spelling, which follows the grammar of RFC 8259.
  package let text: String

  /// A number from a spelling that was checked.
  init(checked text: String) {
    self.text = text
  }

  /// An integer.
  package init(_ value: some FixedWidthInteger) {
    text = String(value)
  }

  /// A finite number, spelled in the shortest way that reads back as the same and shows that it is
  /// no integer; `nil` for an infinity and for NaN, which JSON can't spell.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// Whether the spelling has neither fraction nor exponent.
  package var isInteger: Bool {
    !text.utf8.contains {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
    }
  }

  /// The value of an integer's spelling that fits in 64 bits; `nil` for `1.0` and for larger ones.
  package var int64: Int64? {
    isInteger ? Int64(text) : nil
  }

  /// The nearest double; `nil` where that would be an infinity, as for `1e400`.
  package var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
