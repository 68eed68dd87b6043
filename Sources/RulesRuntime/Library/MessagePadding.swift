/// The padding of MD5 and SHA-256: a one bit, zeros, and the length in bits.
enum MessagePadding {
  /// The message filled up to a multiple of 64 bytes.
  static func padded(
    _ message: ContiguousArray<UInt8>,
    isLengthBigEndian: Bool
  ) -> ContiguousArray<UInt8> {
    var bytes = message
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    let bits = UInt64(message.count) &* 8
    for place in 0..<8 {
      let shift = UInt64(isLengthBigEndian ? 56 - 8 * place : 8 * place)
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    return bytes
  }
}
