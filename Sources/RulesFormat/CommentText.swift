/// What of a comment's text matters, and what is layout.
enum CommentText {
  /// Bytes of a source.
  typealias Bytes = ContiguousArray<UInt8>.SubSequence

  /// The text without white space at its end.
  static func trimmed(_ text: Bytes) -> Bytes {
    var text = text
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }

  /// The text without white space at its start.
  static func unindented(_ text: Bytes) -> Bytes { text.drop { isSpace($0) } }

  /// The lines, without white space at their ends.
  static func lines(_ text: Bytes) -> [Bytes] {
    text.split(separator: 0x0A, omittingEmptySubsequences: false).map { trimmed($0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  /// Whether a comment silences findings of a line.
  static func isIgnore(_ text: Bytes) -> Bool {
    let mark = Array("rulescheck:ignore".utf8)
    var rest = text.dropFirst(2)
    while let place = rest.firstIndex(of: UInt8(ascii: "r")) {
      rest = rest[place...]
      if rest.starts(with: mark) { return true }
      rest.removeFirst()
    }
    return false
  }
}
