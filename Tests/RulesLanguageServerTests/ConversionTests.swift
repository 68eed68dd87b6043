import RulesJSON
import RulesLanguageServer
import RulesTestSupport
import Testing

/// Offsets and positions, and lines that follow changes.
struct ConversionTests {
  /// Texts, positions, and the offsets that they mean; a position past the end of a line means its end.
  static let cases: [(text: String, encoding: PositionEncoding, Position, offset: Int)] = [
    ("ab\ncd", .utf16, Position(line: 1, character: 1), 4),
    ("ab\ncd", .utf16, Position(line: 0, character: 9), 2),
    ("ab\r\ncd", .utf16, Position(line: 0, character: 9), 2),
    ("ab\rcd", .utf16, Position(line: 1, character: 0), 3),
    ("ab\ncd", .utf16, Position(line: 7, character: 0), 5),
    ("aé𝒳b", .utf16, Position(line: 0, character: 4), 7),
    ("aé𝒳b", .utf16, Position(line: 0, character: 3), 3),
    ("aé𝒳b", .utf8, Position(line: 0, character: 3), 3),
    ("aé𝒳b", .utf8, Position(line: 0, character: 5), 3),
    ("", .utf16, Position(line: 0, character: 0), 0),
    ("a\n", .utf8, Position(line: 1, character: 3), 2),
  ]

  @Test("A position means an offset", arguments: cases)
  func offsets(text: String, encoding: PositionEncoding, position: Position, offset: Int) {
    let conversions = Conversions(ContiguousArray(text.utf8), encoding: encoding)
    #expect(conversions.offset(of: position) == offset)
  }

  @Test("Each offset at a character has a position that means it")
  func roundTrips() {
    var random = SeededRandom(seed: 7)
    let pieces = ["a", "é", "𝒳", "\n", "\r\n", "\r", "\u{2028}", "    ", "match /a/{b} "]
    for _ in 0..<200 {
      let text = (0..<random.below(400)).map { _ in random.pick(pieces) }.joined()
      let bytes = ContiguousArray(text.utf8)
      for encoding in [PositionEncoding.utf8, .utf16] {
        let conversions = Conversions(bytes, encoding: encoding)
        for offset in 0...bytes.count {
          // The inside of a character or of a line break is no place.
          if offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { continue }
          if offset > 0, offset < bytes.count, bytes[offset - 1] == 0x0D, bytes[offset] == 0x0A {
            continue
          }
          #expect(conversions.offset(of: conversions.position(of: offset)) == offset)
        }
      }
    }
  }

  @Test("UTF-16 units are counted as Swift counts them")
  func units() {
    let text = String(repeating: "aé𝒳", count: 300)
    let conversions = Conversions(ContiguousArray(text.utf8), encoding: .utf16)
    for count in stride(from: 0, to: 900, by: 37) {
      let prefix = String(text.unicodeScalars.prefix(count).map(Character.init))
      let position = conversions.position(of: prefix.utf8.count)
      #expect(position == Position(line: 0, character: prefix.utf16.count))
    }
  }

  @Test("Lines that follow changes are those of the text")
  func lines() {
    var random = SeededRandom(seed: 11)
    let pieces = ["", "\n", "\r", "\r\n", "a", "b\nc", "\n\r", "x\r\n\r\ny"].map {
      ContiguousArray($0.utf8)
    }
    for _ in 0..<300 {
      var bytes: ContiguousArray<UInt8> = []
      var lines = LineIndex(bytes)
      for _ in 0..<40 {
        let start = random.below(bytes.count + 1)
        let range = start..<min(bytes.count, start + random.below(4))
        let piece = random.pick(pieces)
        bytes.replaceSubrange(range, with: piece)
        lines.replace(range, withCount: piece.count, in: bytes)
        #expect(lines == LineIndex(bytes), "\(Array(bytes))")
      }
    }
  }

  static let addresses: [(uri: String, name: String, again: String)] = [
    ("file:///a/b.rules", "/a/b.rules", "file:///a/b.rules"),
    ("file:///a%20b/%C3%A9.rules", "/a b/é.rules", "file:///a%20b/%C3%A9.rules"),
    ("file://localhost/a", "/a", "file:///a"),
    ("file:/a", "/a", "file:///a"),
    ("FILE:///a%3Ab", "/a:b", "file:///a%3Ab"),
    ("untitled:Untitled-1", "untitled:Untitled-1", "untitled:Untitled-1"),
    ("file://server/a", "file://server/a", "file://server/a"),
    ("file:///a%zz", "/a%zz", "file:///a%25zz"),
    ("", "", ""),
  ]

  @Test("An address is a path, and a path an address", arguments: addresses)
  func address(uri: String, name: String, again: String) {
    #expect(DocumentURI(uri).name == name)
    #expect(DocumentURI.text(ofName: name) == again)
  }
}
