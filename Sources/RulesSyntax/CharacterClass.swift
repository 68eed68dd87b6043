import RulesSource

/// What a byte can be part of; one table look-up each.
struct CharacterClass: OptionSet {
  let rawValue: UInt8

  /// Begins a name.
  static let nameStart = CharacterClass(rawValue: 1)
  /// Continues a name.
  static let namePart = CharacterClass(rawValue: 2)
  static let digit = CharacterClass(rawValue: 4)
  /// Stands in a path segment.
  static let path = CharacterClass(rawValue: 8)
  static let hexDigit = CharacterClass(rawValue: 16)
  /// Separates tokens.
  static let space = CharacterClass(rawValue: 32)
  /// Stands in the name of a service.
  static let serviceName = CharacterClass(rawValue: 64)

  private static let table: [CharacterClass] = (0..<256).map { classes(of: UInt8($0)) }

  private static func classes(of byte: UInt8) -> CharacterClass {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): [.namePart, .digit, .path, .hexDigit, .serviceName]
    case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
      [.nameStart, .namePart, .path, .hexDigit, .serviceName]
    case UInt8(ascii: "G")...UInt8(ascii: "Z"), UInt8(ascii: "g")...UInt8(ascii: "z"):
      [.nameStart, .namePart, .path, .serviceName]
    case UInt8(ascii: "_"): [.nameStart, .namePart, .path]
    case UInt8(ascii: "$"): [.nameStart, .namePart]
    case UInt8(ascii: "-"), UInt8(ascii: "."): [.path, .serviceName]
    case UInt8(ascii: "~"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: ":"), UInt8(ascii: "@"):
      [.path]
    case 0x20, 0x09, 0x0D, 0x0A, 0x0C: [.space]
    default: []
    }
  }

  /// The classes of a byte.
  @inline(__always)
  static func of(_ byte: UInt8) -> CharacterClass { table[Int(byte)] }
}

extension UInt8 {
  /// Whether the byte belongs to a class.
  @inline(__always)
  func isIn(_ characterClass: CharacterClass) -> Bool {
    CharacterClass.of(self).contains(characterClass)
  }

  /// The value of a hexadecimal digit.
  var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
