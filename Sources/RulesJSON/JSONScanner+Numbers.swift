extension JSONScanner {
  /// Consumes a number, its first byte being the current one; gives whether it has neither fraction nor exponent.
  mutating func skipNumber() throws(JSONSyntaxError) -> Bool {
    let start = offset
    var isInteger = true
    if current == UInt8(ascii: "-") { offset += 1 }
    if current == UInt8(ascii: "0") {
      offset += 1
      if let byte = current, isDigit(byte) {
        throw malformedNumber(from: start, "a number without leading zeros")
      }
    } else {
      try skipDigits(from: start, expecting: "a digit")
    }
    if current == UInt8(ascii: ".") {
      isInteger = false
      offset += 1
      try skipDigits(from: start, expecting: "a digit after `.`")
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isInteger = false
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      try skipDigits(from: start, expecting: "a digit in the exponent")
    }
    if let byte = current, isWordByte(byte) || byte == UInt8(ascii: ".") {
      throw malformedNumber(from: start, "a decimal number")
    }
    return isInteger
  }

  private mutating func skipDigits(
    from start: Int,
    expecting expected: String
  ) throws(JSONSyntaxError) {
    guard let byte = current, isDigit(byte) else {
      if let byte = current, isWordByte(byte) { throw malformedNumber(from: start, expected) }
      throw unexpected(expected)
    }
    while offset < end, isDigit(bytes[offset]) { offset += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Whether a byte is an ASCII letter or digit, or `_`.
  func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default:
      false
    }
  }
}
