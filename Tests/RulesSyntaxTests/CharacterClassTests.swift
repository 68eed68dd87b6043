import Testing

@testable import RulesSyntax

/// The table of bytes, compared with the sets of the official lexer as they are written there.
struct CharacterClassTests {
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
  private static let digits = "0123456789"

  @Test(
    "Each class has the bytes of the grammar",
    arguments: [
      (CharacterClass.nameStart, letters + "_$"),
      (.namePart, letters + digits + "_$"),
      (.digit, digits),
      (.path, letters + digits + "_-.~&'*+:@"),
      (.hexDigit, digits + "ABCDEFabcdef"),
      (.space, " \t\r\n\u{C}"),
      (.serviceName, letters + digits + "-."),
    ]
  )
  func members(of characterClass: CharacterClass, members: String) {
    let expected = Set(members.utf8)
    for byte in UInt8.min...UInt8.max {
      #expect(byte.isIn(characterClass) == expected.contains(byte), "byte \(byte)")
    }
  }

  @Test("All but what ends a string, begins an escape, or may begin a refused character is plain")
  func plainCharactersOfStrings() {
    let special: Set<UInt8> = [0x22, 0x27, 0x5C, 0x0A, 0x0D, 0x08, 0x0C, 0xC2, 0xE2]
    for byte in UInt8.min...UInt8.max {
      #expect(byte.isIn(.plainInString) == !special.contains(byte), "byte \(byte)")
    }
  }
}
