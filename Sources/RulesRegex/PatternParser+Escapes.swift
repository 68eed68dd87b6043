extension PatternParser {
  /// The character that a backslash and what follows it stand for, from the backslash.
  mutating func characterEscape() throws(PatternError) -> UInt32 {
    let start = position
    position += 1
    guard let character = advanceCharacter() else {
      throw fault(.trailingBackslash, from: start, to: position)
    }
    switch character {
    case "0":
      return octal(startingWith: 0)
    case "1"..."9":
      // A digit alone would be a backreference.
      guard character < "8", let next = peek(), ("0"..."7").contains(next) else {
        throw fault(.backreferenceUnsupported, from: start, to: position)
      }
      return octal(startingWith: character.value - 0x30)
    case "x":
      return try hexadecimal(from: start)
    case "a": return 0x07
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "v": return 0x0B
    case "A"..."Z", "a"..."z":
      throw fault(.invalidEscape, from: start, to: position)
    default:
      return text[position - 1]
    }
  }

  /// Up to two more octal digits.
  private mutating func octal(startingWith first: UInt32) -> UInt32 {
    var value = first
    for _ in 0..<2 {
      guard let next = peek(), ("0"..."7").contains(next) else { break }
      position += 1
      value = value * 8 + next.value - 0x30
    }
    return value
  }

  /// The two digits of `\xHH`, or any number of them in `\x{…}`.
  private mutating func hexadecimal(from start: Int) throws(PatternError) -> UInt32 {
    var value: UInt32 = 0
    guard peek() == "{" else {
      for _ in 0..<2 {
        guard let digit = advanceCharacter().flatMap(hexadecimalDigit) else {
          throw fault(.invalidEscape, from: start, to: position)
        }
        value = value << 4 | digit
      }
      return value
    }
    position += 1
    let first = position
    while let digit = peek().flatMap(hexadecimalDigit) {
      position += 1
      value = value << 4 | digit
      guard value <= CharacterClass.maximum else {
        throw fault(.invalidEscape, from: start, to: position)
      }
    }
    guard position > first, peek() == "}" else {
      throw fault(.invalidEscape, from: start, to: position)
    }
    position += 1
    return value
  }

  private func hexadecimalDigit(_ character: Unicode.Scalar) -> UInt32? {
    switch character {
    case "0"..."9": character.value - 0x30
    case "A"..."F": character.value - 0x41 + 10
    case "a"..."f": character.value - 0x61 + 10
    default: nil
    }
  }
}
