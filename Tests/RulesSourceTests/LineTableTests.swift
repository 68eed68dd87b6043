import RulesSource
import Testing

struct LineTableTests {
  @Test(
    "A position counts lines from LF and columns in code points",
    arguments: [
      (0, 1, 1), (1, 1, 2), (2, 2, 1), (4, 2, 2), (8, 2, 3), (9, 3, 1), (99, 3, 1),
    ]
  )
  func position(offset: UInt32, line: Int, column: Int) {
    let file = SourceFile(name: "a", text: "a\né😀\n")
    #expect(file.position(of: offset) == SourcePosition(line: line, column: column))
  }

  @Test("A UTF-16 column counts an astral character as two")
  func utf16() {
    let file = SourceFile(name: "a", text: "é😀x")
    #expect(file.lines.utf16Position(of: 6, in: file.bytes) == (0, 3))
  }

  @Test("A line's range leaves out its break, CR LF too")
  func ranges() {
    let file = SourceFile(name: "a", text: "ab\r\nc")
    #expect(file.lines.lineRange(0, in: file.bytes) == SourceRange(0, 2))
    #expect(file.lines.lineRange(1, in: file.bytes) == SourceRange(4, 5))
    #expect(file.lines.lineRange(2, in: file.bytes) == SourceRange(5, 5))
  }

  @Test("Columns in long lines are those that counting from the start of the line finds")
  func longLines() {
    // Lengths around those of blocks, ASCII alone and with characters of two, three and four bytes.
    for character in ["x", "é", "–", "😀"] {
      for count in [0, 1, 127, 128, 170, 171, 256, 511, 512, 600] {
        let line = String(repeating: character, count: count)
        let file = SourceFile(name: "a", text: "é\n\(line)y\n\(line)")
        var (all, codePoints, pairs) = (0, 0, 0)
        for offset in 0...file.bytes.count {
          let place = UInt32(offset)
          guard file.position(of: place).column == codePoints + 1,
            file.lines.utf16Position(of: place, in: file.bytes).column == codePoints + pairs,
            file.codePointOffset(of: place) == all
          else {
            Issue.record("\(count) of \(character) at \(offset)")
            return
          }
          guard offset < file.bytes.count else { break }
          let byte = file.bytes[offset]
          if byte & 0xC0 != 0x80 { (all, codePoints) = (all + 1, codePoints + 1) }
          if byte >= 0xF0 { pairs += 1 }
          if byte == 0x0A { (codePoints, pairs) = (0, 0) }
        }
      }
    }
  }

  /// The table is made from eight bytes at a time: the neighbours of LF in value must not count, wherever they are.
  @Test("Lines begin behind LF and nothing else", arguments: 0..<40)
  func breaks(count: Int) {
    let pattern: [UInt8] = [0x0A, 0x0B, 0x8A, 0x09, 0x0A, 0x0A, 0x00, 0xFF, 0x0B, 0x4A, 0x0A]
    for shift in 0..<pattern.count {
      let bytes = ContiguousArray((0..<count).map { pattern[($0 + shift) % pattern.count] })
      let expected = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { UInt32($0 + 1) }
      #expect(Array(LineTable(bytes).starts) == expected)
    }
  }
}
