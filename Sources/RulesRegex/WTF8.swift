/// Conversions between WTF-8 bytes, code points and UTF-16 units.
///
/// Broken input, which no rules string is, decodes to U+FFFD byte by byte.
enum WTF8 {
  /// The code point that starts at a byte, and the length of its encoding.
  static func decode(
    _ bytes: ContiguousArray<UInt8>,
    at offset: Int
  ) -> (codePoint: UInt32, width: Int) {
    let first = bytes[offset]
    if first < 0x80 { return (UInt32(first), 1) }
    let width =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard width > 0, bytes.count - offset >= width else { return (0xFFFD, 1) }
    var codePoint = UInt32(first) & (0x7F >> UInt32(width))
    for index in offset + 1..<offset + width {
      guard bytes[index] & 0xC0 == 0x80 else { return (0xFFFD, 1) }
      codePoint = codePoint << 6 | UInt32(bytes[index] & 0x3F)
    }
    guard codePoint <= CharacterClass.maximum else { return (0xFFFD, 1) }
    return (codePoint, width)
  }

  /// The UTF-16 units of a text.
  static func units(of bytes: ContiguousArray<UInt8>) -> ContiguousArray<UInt16> {
    var units: ContiguousArray<UInt16> = []
    units.reserveCapacity(bytes.count)
    var offset = 0
    while offset < bytes.count {
      let (codePoint, width) = decode(bytes, at: offset)
      if codePoint < 0x10000 {
        units.append(UInt16(truncatingIfNeeded: codePoint))
      } else {
        units.append(UInt16(truncatingIfNeeded: 0xD7C0 + codePoint >> 10))
        units.append(UInt16(truncatingIfNeeded: 0xDC00 + codePoint & 0x3FF))
      }
      offset += width
    }
    return units
  }

  /// The bytes of some UTF-16 units; two halves that meet become one code point.
  static func bytes(
    of units: ContiguousArray<UInt16>,
    in range: Range<Int>
  ) -> ContiguousArray<UInt8> {
    var bytes: ContiguousArray<UInt8> = []
    bytes.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let (codePoint, width) = codePoint(in: units, at: index, end: range.upperBound)
      append(codePoint, to: &bytes)
      index += width
    }
    return bytes
  }

  /// The code point that starts at a unit, and its length in units: a half whose counterpart does not
  /// follow is a code point of its own.
  static func codePoint(
    in units: ContiguousArray<UInt16>,
    at index: Int,
    end: Int
  ) -> (codePoint: UInt32, width: Int) {
    let unit = units[index]
    guard unit & 0xFC00 == 0xD800, index + 1 < end else { return (UInt32(unit), 1) }
    let following = units[index + 1]
    guard following & 0xFC00 == 0xDC00 else { return (UInt32(unit), 1) }
    return ((UInt32(unit) - 0xD7C0) << 10 + UInt32(following & 0x3FF), 2)
  }

  /// The encoding of a code point, at most four bytes.
  static func append(_ codePoint: UInt32, to bytes: inout ContiguousArray<UInt8>) {
    func byte(_ value: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value) }
    switch codePoint {
    case ..<0x80:
      bytes.append(byte(codePoint))
    case ..<0x800:
      bytes.append(byte(0xC0 | codePoint >> 6))
      bytes.append(byte(0x80 | codePoint & 0x3F))
    case ..<0x10000:
      bytes.append(byte(0xE0 | codePoint >> 12))
      bytes.append(byte(0x80 | codePoint >> 6 & 0x3F))
      bytes.append(byte(0x80 | codePoint & 0x3F))
    default:
      bytes.append(byte(0xF0 | codePoint >> 18))
      bytes.append(byte(0x80 | codePoint >> 12 & 0x3F))
      bytes.append(byte(0x80 | codePoint >> 6 & 0x3F))
      bytes.append(byte(0x80 | codePoint & 0x3F))
    }
  }
}
