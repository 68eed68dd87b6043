/// Text that is put together from pieces; halves of a surrogate pair that meet become the pair.
struct TextBuilder {
  private var bytes = ContiguousArray<UInt8>()

  /// Starts empty, with room for a count of bytes.
  init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Count of bytes so far.
  var count: Int { bytes.count }

  /// What was put together.
  var text: Text { Text(wtf8: bytes) }

  /// Adds text.
  mutating func append(_ text: Text) {
    guard let joint = SurrogateJoint(bytes, text.utf8) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.removeLast(3)
    joint.append(to: &bytes)
    bytes.append(contentsOf: text.utf8.dropFirst(3))
  }

  /// Adds text, which must not make the whole longer than strings may be.
  mutating func append(checked text: Text) throws(FaultReason) {
    if bytes.count + text.utf8.count > ValueLimit.textBytes { throw ValueLimit.textFault }
    append(text)
  }

  /// Adds a Swift string.
  mutating func append(_ string: String) {
    bytes.append(contentsOf: string.utf8)
  }

  /// Adds one ASCII character.
  mutating func append(ascii byte: UInt8) {
    bytes.append(byte)
  }
}

/// The code point made by a high half of a surrogate pair at the end of one text and the low half at
/// the start of the next.
struct SurrogateJoint {
  private let codePoint: UInt32

  /// Looks for the two halves.
  init?(_ left: ContiguousArray<UInt8>, _ right: ContiguousArray<UInt8>) {
    let count = left.count
    guard count >= 3, right.count >= 3, right[0] == 0xED, right[1] >= 0xB0,
      left[count - 3] == 0xED, (0xA0..<0xB0).contains(left[count - 2])
    else { return nil }
    let high = UInt32(left[count - 2] & 0x0F) << 6 | UInt32(left[count - 1] & 0x3F)
    let low = UInt32(right[1] & 0x0F) << 6 | UInt32(right[2] & 0x3F)
    codePoint = 0x10000 + (high << 10 | low)
  }

  /// Adds the four bytes of the pair.
  func append(to bytes: inout ContiguousArray<UInt8>) {
    CodeUnits.append(codePoint: codePoint, to: &bytes)
  }
}

/// UTF-16 units and code points as WTF-8.
enum CodeUnits {
  /// Adds the bytes of a code point; half a surrogate pair is three bytes.
  static func append(codePoint: UInt32, to bytes: inout ContiguousArray<UInt8>) {
    switch codePoint {
    case 0..<0x80:
      bytes.append(UInt8(truncatingIfNeeded: codePoint))
    case 0x80..<0x800:
      bytes.append(0xC0 | UInt8(truncatingIfNeeded: codePoint >> 6))
      appendContinuation(codePoint, to: &bytes)
    case 0x800..<0x10000:
      bytes.append(0xE0 | UInt8(truncatingIfNeeded: codePoint >> 12))
      appendContinuation(codePoint >> 6, to: &bytes)
      appendContinuation(codePoint, to: &bytes)
    default:
      bytes.append(0xF0 | UInt8(truncatingIfNeeded: codePoint >> 18))
      appendContinuation(codePoint >> 12, to: &bytes)
      appendContinuation(codePoint >> 6, to: &bytes)
      appendContinuation(codePoint, to: &bytes)
    }
  }

  private static func appendContinuation(_ bits: UInt32, to bytes: inout ContiguousArray<UInt8>) {
    bytes.append(0x80 | UInt8(truncatingIfNeeded: bits & 0x3F))
  }

  /// The high half of the pair of a code point beyond U+FFFF.
  static func highSurrogate(of codePoint: UInt32) -> UInt32 {
    0xD800 + (codePoint - 0x10000) >> 10
  }

  /// The low half of the pair of a code point beyond U+FFFF.
  static func lowSurrogate(of codePoint: UInt32) -> UInt32 {
    0xDC00 + (codePoint - 0x10000) & 0x3FF
  }
}
