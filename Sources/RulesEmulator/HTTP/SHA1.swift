/// The digest that a handshake of WebSocket is answered with; it protects nothing there.
///
/// Source: RFC 3174.
enum SHA1 {
  /// The twenty bytes of the digest of a text.
  static func digest(_ text: some Collection<UInt8>) -> ContiguousArray<UInt8> {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var bytes = ContiguousArray(text)
    let bitCount = UInt64(bytes.count) &* 8
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    for start in stride(from: 0, to: bytes.count, by: 64) {
      mix(bytes[start..<start + 64], into: &state)
    }
    return ContiguousArray(
      state.flatMap { word in
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
      }
    )
  }

  /// Takes a block of 64 bytes in.
  private static func mix(
    _ block: ContiguousArray<UInt8>.SubSequence,
    into state: inout [UInt32]
  ) {
    var words: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<80 {
      words.append(
        rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
      )
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (chosen, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, by: 5) &+ chosen &+ e &+ word &+ constant
      (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
