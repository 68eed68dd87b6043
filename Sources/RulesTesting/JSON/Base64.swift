/// Base64 with the standard alphabet (RFC 4648, section 4); reading takes the URL alphabet too.
package enum Base64 {
  private static let alphabet = ContiguousArray(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// The text of octets, padded.
  package static func encode(_ bytes: ContiguousArray<UInt8>) -> String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(group.count)))
      for place in 0..<4 {
        let index = Int(bits >> (18 - 6 * UInt32(place)) & 63)
        result.append(place <= group.count ? alphabet[index] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The octets of a text, with or without padding; nil for a text that is no base64.
  package static func decode(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let digits = text.dropLast(padding)
    guard padding <= 2, padding == 0 || text.count.isMultiple(of: 4), digits.count % 4 != 1 else {
      return nil
    }
    var result: ContiguousArray<UInt8> = []
    result.reserveCapacity(digits.count * 3 / 4)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return result
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
