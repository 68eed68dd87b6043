/// The methods of bytes.
enum Bytes {
  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .method(of: .bytes),
      "size",
      [Builtin.Overload([], .int)],
      summary: "Count of bytes.",
      source: "rules.Bytes",
      examples: [Builtin.Example("b'€'.size()", "3")],
      .of { (octets: Octets) in .int(Int64(octets.bytes.count)) }
    ),
    Builtin(
      .method(of: .bytes),
      "toBase64",
      [Builtin.Overload([], .string)],
      summary: "The bytes in base64 with the URL alphabet (`-` and `_`) and padding.",
      source: "rules.Bytes; observation: hosted service",
      examples: [
        Builtin.Example("b'\\xFB\\xEF\\xBE'.toBase64()", "'----'"),
        Builtin.Example("b'\\xFF'.toBase64()", "'_w=='"),
      ],
      .of { (octets: Octets) throws(FaultReason) -> Value in .string(try base64(octets)) }
    ),
    Builtin(
      .method(of: .bytes),
      "toHexString",
      [Builtin.Overload([], .string)],
      summary: "The bytes as pairs of hexadecimal digits in upper case.",
      source: "rules.Bytes; observation: hosted service",
      examples: [Builtin.Example("b'\\x2A'.toHexString()", "'2A'")],
      .of { (octets: Octets) throws(FaultReason) -> Value in .string(try hexadecimal(octets)) }
    ),
  ]

  private static func hexadecimal(_ octets: Octets) throws(FaultReason) -> Text {
    if octets.bytes.count * 2 > ValueLimit.textBytes { throw ValueLimit.textFault }
    var result = ContiguousArray<UInt8>()
    result.reserveCapacity(octets.bytes.count * 2)
    for byte in octets.bytes {
      for digit in [byte >> 4, byte & 15] {
        result.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
      }
    }
    return Text(wtf8: result)
  }

  private static func base64(_ octets: Octets) throws(FaultReason) -> Text {
    if octets.bytes.count / 3 * 4 > ValueLimit.textBytes { throw ValueLimit.textFault }
    let alphabet = ContiguousArray(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )
    let bytes = octets.bytes
    var result = ContiguousArray<UInt8>()
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group: UInt32 = 0
      for place in 0..<3 {
        group = group << 8 | (place < count ? UInt32(bytes[start + place]) : 0)
      }
      for place in 0..<4 {
        let index = Int(group >> UInt32(18 - 6 * place) & 63)
        result.append(place <= count ? alphabet[index] : UInt8(ascii: "="))
      }
    }
    return Text(wtf8: result)
  }
}
