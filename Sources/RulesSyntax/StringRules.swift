/// What may stand between the quotes of a string, by the official lexer.
enum StringRules {
  /// The length of the escape at a backslash, nil where it is none.
  ///
  /// Escapes are `\\ \' \" \n \r \t \b \f`, `\xHH`, `\uHHHH` and `\ooo` up to 377.
  static func escapeLength(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
    guard offset + 1 < bytes.count else { return nil }
    func digits(_ count: Int, from first: Int) -> Bool {
      guard first + count <= bytes.count else { return false }
      return (first..<first + count).allSatisfy { bytes[$0].isIn(.hexDigit) }
    }
    switch bytes[offset + 1] {
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"):
      return 2
    case UInt8(ascii: "x"):
      return digits(2, from: offset + 2) ? 4 : nil
    case UInt8(ascii: "u"):
      return digits(4, from: offset + 2) ? 6 : nil
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      let octal = UInt8(ascii: "0")...UInt8(ascii: "7")
      guard offset + 3 < bytes.count, octal.contains(bytes[offset + 2]),
        octal.contains(bytes[offset + 3])
      else { return nil }
      return 4
    default:
      return nil
    }
  }

  /// The offset after a backslash and the character behind it, for display.
  static func wrongEscapeEnd(_ bytes: Span<UInt8>, at offset: Int) -> Int {
    var end = offset + 1
    guard end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D else { return end }
    end += 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// The length of the character at an offset where it may not stand in a string as it is.
  ///
  /// Refused are backspace, form feed, and the typographic quotes of the string's own kind.
  static func refusedCharacterLength(
    _ bytes: Span<UInt8>,
    at offset: Int,
    quote: UInt8
  ) -> Int? {
    switch bytes[offset] {
    case 0x08, 0x0C:
      return 1
    case 0xE2:
      guard offset + 2 < bytes.count, bytes[offset + 1] == 0x80 else { return nil }
      let isSingle = bytes[offset + 2] == 0x98 || bytes[offset + 2] == 0x99
      let isDouble = bytes[offset + 2] == 0x9C || bytes[offset + 2] == 0x9D
      return (quote == UInt8(ascii: "'") ? isSingle : isDouble) ? 3 : nil
    case 0xC2:
      guard offset + 1 < bytes.count else { return nil }
      let isSingle = bytes[offset + 1] == 0x91 || bytes[offset + 1] == 0x92
      let isDouble = bytes[offset + 1] == 0x93 || bytes[offset + 1] == 0x94
      return (quote == UInt8(ascii: "'") ? isSingle : isDouble) ? 2 : nil
    default:
      return nil
    }
  }
}
