import RulesSource
import Testing

struct WordTableTests {
  private static let words = [
    "if", "in", "rules_version", "function", "timestamp", "a", "bules_version", "x", "",
    "timestamp",
  ]

  private func index(_ text: String) -> Int? {
    WordTable(Self.words).index(of: ContiguousArray(text.utf8).span)
  }

  @Test("Each word is found, equal ones at the first")
  func findsEachWord() {
    for (index, word) in Self.words.enumerated() where !word.isEmpty && index != 9 {
      #expect(self.index(word) == index)
    }
  }

  /// Among them words that share the last eight bytes, the beginning, or the length with a word of the list.
  @Test(
    "Nothing else is found",
    arguments: [
      "", "i", "iff", "_version", "xules_version", "rules_versioN", "unction", "functions", "b",
      "imestamp", "tiimestamp", "\0if", "\0\0", "ünction",
    ]
  )
  func findsNothingElse(text: String) {
    #expect(index(text) == nil)
  }

  @Test("An empty table has no word")
  func findsNothingInAnEmptyTable() {
    #expect(WordTable([]).index(of: ContiguousArray("a".utf8).span) == nil)
  }

  @Test("The last eight bytes are packed")
  func packsTheLastEightBytes() {
    #expect(WordTable.pack(ContiguousArray("xabcdefgh".utf8).span) == 0x6162_6364_6566_6768)
    #expect(WordTable.pack(ContiguousArray("ab".utf8).span) == 0x6162)
  }
}
