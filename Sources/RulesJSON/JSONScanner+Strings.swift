extension JSONScanner {
  /// A string that was read.
  enum ScannedString {
    /// It is what stands at a range.
    case plain(Range<Int>)
    /// It has escapes, and stands for these bytes.
    case decoded(ContiguousArray<UInt8>)
  }

  /// Reads a string, the opening quote being the current byte.
  @inline(__always)
  mutating func scanString() throws(JSONSyntaxError) -> ScannedString {
    let opening = offset
    offset += 1
    // Most strings hold no escape.
    try skipPlain(opening: opening)
    if bytes[offset] == UInt8(ascii: "\"") {
      defer { offset += 1 }
      return .plain(opening + 1..<offset)
    }
    return .decoded(try decodeString(from: opening))
  }

  /// The bytes of a string whose first escape is at the offset.
  private mutating func decodeString(
    from opening: Int
  ) throws(JSONSyntaxError) -> ContiguousArray<UInt8> {
    var result = ContiguousArray(bytes[opening + 1..<offset])
    while bytes[offset] == UInt8(ascii: "\\") {
      try parseEscape(into: &result)
      let start = offset
      try skipPlain(opening: opening)
      result.append(contentsOf: bytes[start..<offset])
    }
    offset += 1
    return result
  }

  /// Consumes what stands for itself, up to a quote or backslash, which is then the current byte.
  private mutating func skipPlain(opening: Int) throws(JSONSyntaxError) {
    while offset < end {
      skipPlainWords()
      guard offset < end else { break }
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        return
      case 0x80...:
        offset += try scalarLength(at: offset)
      case 0x20...:
        offset += 1
      default:
        throw controlCharacter()
      }
    }
    throw unclosedString(from: opening)
  }

  /// Consumes bytes that stand for themselves, eight at once, up to one that is looked at by itself.
  @inline(__always)
  private mutating func skipPlainWords() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits = ones &* 0x80
    while offset &+ 8 <= end {
      // SAFETY: eight bytes lie before the end.
      let loaded = unsafe bytes.withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      }
      let word = UInt64(littleEndian: loaded)
      let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
      // A high bit for each byte that is a quote, a backslash, a control character, or not ASCII; above the lowest one
      // of them there may be others for nothing.
      let stops =
        (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
        | (word &- ones &* 0x20) & ~word | word
      guard stops & highBits != 0 else {
        offset &+= 8
        continue
      }
      offset &+= (stops & highBits).trailingZeroBitCount &>> 3
      return
    }
  }

  /// Reads an escape, the backslash being the current byte.
  private mutating func parseEscape(
    into result: inout ContiguousArray<UInt8>
  ) throws(JSONSyntaxError) {
    let start = offset
    offset += 1
    switch current {
    case UInt8(ascii: "\""): result.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): result.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): result.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "u"):
      offset += 1
      appendGeneralizedUTF8(try parseCodePoint(), to: &result)
      return
    default:
      throw invalidEscape(from: start)
    }
    offset += 1
  }

  /// Reads the digits after `\u`, and the second escape of a surrogate pair.
  private mutating func parseCodePoint() throws(JSONSyntaxError) -> UInt32 {
    let unit = try parseHexDigits()
    guard 0xD800..<0xDC00 ~= unit, bytes[offset..<end].starts(with: [0x5C, 0x75]) else {
      return unit
    }
    let afterFirst = offset
    offset += 2
    let second = try parseHexDigits()
    guard 0xDC00..<0xE000 ~= second else {
      // Another escape that happens to follow a lone surrogate; it is read again by the caller.
      offset = afterFirst
      return unit
    }
    return 0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)
  }

  private mutating func parseHexDigits() throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = hexDigit(byte) else {
        throw unexpected("four hexadecimal digits after `\\u`")
      }
      value = value << 4 | digit
      offset += 1
    }
    return value
  }

  private func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Appends the UTF-8 bytes of a code point, which may be a surrogate.
  private func appendGeneralizedUTF8(_ point: UInt32, to result: inout ContiguousArray<UInt8>) {
    func continuation(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: 0x80 | (point >> shift) & 0x3F)
    }
    switch point {
    case ..<0x80:
      result.append(UInt8(truncatingIfNeeded: point))
    case ..<0x800:
      result.append(UInt8(truncatingIfNeeded: 0xC0 | point >> 6))
      result.append(continuation(0))
    case ..<0x10000:
      result.append(UInt8(truncatingIfNeeded: 0xE0 | point >> 12))
      result.append(continuation(6))
      result.append(continuation(0))
    default:
      result.append(UInt8(truncatingIfNeeded: 0xF0 | point >> 18))
      result.append(continuation(12))
      result.append(continuation(6))
      result.append(continuation(0))
    }
  }

  /// The count of bytes of the well-formed UTF-8 sequence at an offset, whose byte is not ASCII.
  func scalarLength(at start: Int) throws(JSONSyntaxError) -> Int {
    guard let length = wellFormedLength(of: bytes[start..<min(start + 4, end)]) else {
      throw illFormedText(at: start)
    }
    return length
  }
}

/// The count of bytes of the well-formed UTF-8 sequence that bytes begin with; `nil` if they begin
/// with none (Unicode, table 3-7).
func wellFormedLength(of bytes: ArraySlice<UInt8>) -> Int? {
  guard let first = bytes.first else { return nil }
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch first {
  case 0x00...0x7F: return 1
  case 0xC2...0xDF: length = 2
  case 0xE0: (length, second) = (3, 0xA0...0xBF)
  case 0xED: (length, second) = (3, 0x80...0x9F)
  case 0xE1...0xEF: length = 3
  case 0xF0: (length, second) = (4, 0x90...0xBF)
  case 0xF1...0xF3: length = 4
  case 0xF4: (length, second) = (4, 0x80...0x8F)
  default: return nil
  }
  let start = bytes.startIndex
  guard bytes.count >= length, second ~= bytes[start + 1] else { return nil }
  for index in start + 2..<start + length where bytes[index] & 0xC0 != 0x80 { return nil }
  return length
}
