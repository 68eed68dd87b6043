import RulesFormat
import RulesSource
import RulesSyntax
import Testing

/// The layout as edits and as a diff.
struct EditTests {
  private static let source = """
    service a {
      match /b {
          allow read;

        allow list:   if c;
        allow get: if d &&
          e;
      }
    }
    """

  private func formatted(_ text: String) throws -> FormattedSource {
    try format(parseRules(SourceFile(name: "a.rules", text: text)))
  }

  @Test("Each change is an edit of whole lines")
  func edits() throws {
    let edits = try formatted(Self.source).edits()
    #expect(
      edits.map(\.replacement) == [
        "    allow read;\n", "    allow list: if c;\n", "    allow get: if d && e;\n", "}\n",
      ]
    )
    #expect(edits.map(\.range.lowerBound) == [25, 44, 68, 104])
  }

  @Test("Only the edits that touch some lines")
  func range() throws {
    let result = try formatted(Self.source)
    #expect(result.edits(touching: 0...1).isEmpty)
    #expect(result.edits(touching: 2...2).map(\.replacement) == ["    allow read;\n"])
    #expect(result.edits(touching: 6...6).map(\.replacement) == ["    allow get: if d && e;\n"])
    #expect(result.edits(touching: 3...4).count == 1)
    #expect(result.edits(touching: 0...100).count == 4)
  }

  @Test("A layout that is right needs no edit")
  func nothing() throws {
    let result = try formatted("service a {\n  match /b {\n    allow read;\n  }\n}\n")
    #expect(!result.isChanged && result.edits().isEmpty && result.unifiedDiff().isEmpty)
  }

  @Test("A unified diff")
  func diff() throws {
    let diff = try formatted(Self.source).unifiedDiff(context: 1)
    #expect(
      diff.map { String(decoding: $0.bytes, as: UTF8.self) }.joined() == """
        @@ -2,8 +2,7 @@
           match /b {
        -      allow read;
        +    allow read;
         
        -    allow list:   if c;
        -    allow get: if d &&
        -      e;
        +    allow list: if c;
        +    allow get: if d && e;
           }
        -}
        \\ No newline at end of file
        +}

        """
    )
  }
}
