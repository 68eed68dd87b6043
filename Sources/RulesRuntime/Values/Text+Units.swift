extension Text {
  /// Count of UTF-16 units: what `size()` gives.
  ///
  /// Complexity: O(bytes).
  public var unitCount: Int {
    // SAFETY: the buffer is read within the closure only.
    unsafe utf8.withUnsafeBytes { unsafe Self.unitCount(of: $0) }
  }

  /// Count of UTF-16 units of a text's bytes.
  static func unitCount(of bytes: UnsafeRawBufferPointer) -> Int {
    // Every character starts with a byte that is no continuation; one of four bytes is a pair.
    var count = bytes.count
    for index in unsafe ByteWords.asciiCount(bytes)..<bytes.count {
      let byte = unsafe bytes[index]
      if byte >= 0xF0 { count &+= 1 } else if byte & 0xC0 == 0x80 { count &-= 1 }
    }
    return count
  }

  /// The text between two UTF-16 unit offsets, 0 ≤ lower ≤ upper ≤ count, where `count` is `unitCount`.
  func slice(units lower: Int, _ upper: Int, count: Int) -> Text {
    guard lower < upper else { return Text(wtf8: []) }
    // As many units as bytes: ASCII only, so an offset in units is one in bytes.
    if count == utf8.count { return Text(wtf8: ContiguousArray(utf8[lower..<upper])) }
    var place = UnitPlace(byte: 0, isInsidePair: false)
    place.advance(lower, in: utf8)
    let start = place
    place.advance(upper - lower, in: utf8)
    var bytes = ContiguousArray<UInt8>()
    var first = start.byte
    if start.isInsidePair {
      let codePoint = codePoint(at: start.byte)
      CodeUnits.append(codePoint: CodeUnits.lowSurrogate(of: codePoint), to: &bytes)
      first += 4
    }
    if first < place.byte { bytes.append(contentsOf: utf8[first..<place.byte]) }
    if place.isInsidePair {
      let codePoint = codePoint(at: place.byte)
      CodeUnits.append(codePoint: CodeUnits.highSurrogate(of: codePoint), to: &bytes)
    }
    return Text(wtf8: bytes)
  }

  /// The code point whose first byte is at a byte offset.
  func codePoint(at byte: Int) -> UInt32 {
    let lead = UInt32(utf8[byte])
    let (length, start): (Int, UInt32) =
      switch lead {
      case 0..<0x80: (1, lead)
      case 0x80..<0xE0: (2, lead & 0x1F)
      case 0xE0..<0xF0: (3, lead & 0x0F)
      default: (4, lead & 0x07)
      }
    var codePoint = start
    for index in (byte + 1)..<max(byte + 1, min(byte + length, utf8.count)) {
      codePoint = codePoint << 6 | UInt32(utf8[index] & 0x3F)
    }
    return codePoint
  }

  /// Both texts in a row; halves of a surrogate pair that meet become the pair.
  ///
  /// - Throws: The fault of a text longer than `ValueLimit.textBytes`.
  func joined(with other: Text) throws(FaultReason) -> Text {
    if other.isEmpty { return self }
    if isEmpty { return other }
    var builder = TextBuilder(capacity: utf8.count + other.utf8.count)
    builder.append(self)
    try builder.append(checked: other)
    return builder.text
  }

  /// The UTF-16 units.
  var units: UnitSequence { UnitSequence(text: self, byte: 0) }
}

/// A place between two UTF-16 units: a byte offset, or the middle of the pair that starts there.
private struct UnitPlace {
  var byte: Int
  var isInsidePair: Bool

  /// Moves on by a count of units.
  mutating func advance(_ count: Int, in bytes: ContiguousArray<UInt8>) {
    var left = count
    if isInsidePair, left > 0 {
      isInsidePair = false
      byte += 4
      left -= 1
    }
    while left > 0, byte < bytes.count {
      switch bytes[byte] {
      case 0..<0x80: byte += 1
      case 0x80..<0xE0: byte += 2
      case 0xE0..<0xF0: byte += 3
      default:
        if left == 1 {
          isInsidePair = true
          return
        }
        byte += 4
        left -= 1
      }
      left -= 1
    }
  }
}

/// The UTF-16 units of a text from a byte offset on.
struct UnitSequence: Sequence, IteratorProtocol {
  private let text: Text
  private var byte: Int
  private var pendingLow: UInt16?

  /// Starts at the first byte of a character.
  init(text: Text, byte: Int) {
    self.text = text
    self.byte = byte
  }

  /// The next unit.
  mutating func next() -> UInt16? {
    if let low = pendingLow {
      pendingLow = nil
      return low
    }
    guard byte < text.utf8.count else { return nil }
    let codePoint = text.codePoint(at: byte)
    switch text.utf8[byte] {
    case 0..<0x80: byte += 1
    case 0x80..<0xE0: byte += 2
    case 0xE0..<0xF0: byte += 3
    default:
      byte += 4
      pendingLow = UInt16(truncatingIfNeeded: CodeUnits.lowSurrogate(of: codePoint))
      return UInt16(truncatingIfNeeded: CodeUnits.highSurrogate(of: codePoint))
    }
    return UInt16(truncatingIfNeeded: codePoint)
  }
}
