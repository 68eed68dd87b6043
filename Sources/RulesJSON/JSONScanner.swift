import RulesSource

/// Reads the words of a JSON text: strings, numbers, what stands between them.
struct JSONScanner {
  let bytes: ContiguousArray<UInt8>
  let end: Int
  let dialect: JSONDialect
  var offset: Int

  init(bytes: ContiguousArray<UInt8>, part: Range<Int>, dialect: JSONDialect) {
    self.bytes = bytes
    self.end = part.upperBound
    self.dialect = dialect
    self.offset = part.lowerBound
  }

  /// The byte at the offset; `nil` at the end.
  @inline(__always)
  var current: UInt8? {
    offset < end ? bytes[offset] : nil
  }

  /// Consumes a word that no letter, digit or underscore follows.
  mutating func skip(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard offset + length <= end else { return false }
    // SAFETY: the word has as many bytes.
    let isSame = (0..<length).allSatisfy { unsafe word.utf8Start[$0] == bytes[offset + $0] }
    guard isSame else { return false }
    if offset + length < end, isWordByte(bytes[offset + length]) { return false }
    offset += length
    return true
  }

  /// The range from an offset to where the scanner stands.
  func range(from start: Int) -> SourceRange {
    SourceRange(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: offset))
  }
}
