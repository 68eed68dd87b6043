import Testing

@testable import RulesRuntime

/// Strings by UTF-16 units, whatever their bytes are.
struct TextTests {
  /// Text from UTF-16 units, halves of pairs included.
  static func text(_ units: [UInt16]) -> Text {
    var builder = TextBuilder()
    for unit in units {
      var bytes = ContiguousArray<UInt8>()
      CodeUnits.append(codePoint: UInt32(unit), to: &bytes)
      builder.append(Text(wtf8: bytes))
    }
    return builder.text
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("€", 1), ("😀", 2), ("a😀b€", 5),
  ])
  func countsUnits(text: String, count: Int) {
    #expect(Text(text).unitCount == count)
    #expect(Array(Text(text).units) == Array(text.utf16))
  }

  @Test func slicesLikeAnArrayOfUnits() {
    var generator = SeededGenerator(seed: 1)
    let alphabet: [UInt16] = [0x61, 0x7F, 0xE9, 0x20AC, 0xD83D, 0xDE00, 0xFFFF]
    for _ in 0..<500 {
      let units = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      let text = Self.text(units)
      #expect(text.unitCount == units.count)
      #expect(Array(text.units) == units)
      for lower in 0...units.count {
        for upper in lower...units.count {
          let slice = text.slice(units: lower, upper, count: units.count)
          #expect(Array(slice.units) == Array(units[lower..<upper]))
          #expect(slice == Self.text(Array(units[lower..<upper])))
        }
      }
    }
  }

  @Test func ordersByUnits() {
    var generator = SeededGenerator(seed: 2)
    let alphabet: [UInt16] = [0x61, 0xE9, 0xD83D, 0xDE00, 0xDE01, 0xE000, 0xFFFF]
    for _ in 0..<3000 {
      let pair = (0..<2).map { _ in
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        }
      }
      let isLess = Self.text(pair[0]).isOrderedByUnits(before: Self.text(pair[1]))
      #expect(isLess == pair[0].lexicographicallyPrecedes(pair[1]), "\(pair)")
    }
  }

  @Test func joinsHalvesOfPairs() throws {
    let joined = try Self.text([0xD83D]).joined(with: Self.text([0xDE00]))
    #expect(joined == "😀")
    #expect(!joined.containsLoneSurrogate)
    #expect(try Self.text([0xDE00]).joined(with: Self.text([0xD83D])).unitCount == 2)
  }

  @Test func refusesEndlessText() throws {
    var text: Text = "0123456789abcdef"
    #expect(throws: FaultReason.self) {
      for _ in 0..<30 { text = try text.joined(with: text) }
    }
    #expect(text.utf8.count == ValueLimit.textBytes)
  }
}
