import RulesSource
import Testing

@testable import RulesSyntax

/// What a parser takes over from the tree of an earlier version.
struct ReparseTests {
  private static let text = """
    rules_version = '2';
    service cloud.firestore {
      match /a/{b} {
        allow read: if b == 'x';
        allow write;
      }
      function f(a) { return a; }
      match /c/{d} {
        match /e/{f} {
          allow read: if f(1);
          allow write: if d == f;
        }
        allow get;
      }
    }

    """

  /// The text of what is taken over after some bytes were replaced.
  private func takenOver(_ piece: String, by other: String) throws -> [String] {
    let old = parseRules(SourceFile(name: "a.rules", text: Self.text))
    let source = SourceFile(name: "a.rules", text: Self.text.replacing(piece, with: other))
    var parser = try #require(Parser(source, after: old))
    let root = parser.rulesFile()
    let tree = parser.finish(root)
    #expect(tree.nodes == parseRules(source).nodes)
    return try #require(parser.earlier).takenOverNodes.map { nodes in
      let item = tree.range(of: NodeID(index: UInt32(nodes.upperBound - 1)))
      return String(source.text(of: item).prefix { $0 != "\n" })
    }
  }

  @Test(
    "Only what a change may have touched is read again",
    arguments: [
      ("d == f", "d == fx", ["match /a/{b} {", "function f(a) { return a; }", "allow get;"]),
      ("d == f;", "d == (;", ["match /a/{b} {", "function f(a) { return a; }", "allow get;"]),
      (
        "service", "// x\\nservice",
        ["match /a/{b} {", "function f(a) { return a; }", "match /c/{d} {"]
      ),
      ("b == 'x'", "b == 'x", ["function f(a) { return a; }", "match /c/{d} {"]),
      ("match /c/{d} {", "match /c/{d}", ["match /a/{b} {"]),
      ("service cloud.firestore {", "", []),
    ]
  )
  func takesOver(piece: String, other: String, expected: [String]) throws {
    #expect(try takenOver(piece, by: other.replacing("\\n", with: "\n")) == expected)
  }

  @Test("Where a comment is left open, all is read again")
  func openComment() {
    let closed = SourceFile(name: "a.rules", text: Self.text)
    let open = SourceFile(name: "a.rules", text: Self.text + "/*")
    #expect(Parser(closed, after: parseRules(open)) == nil)
    #expect(Parser(open, after: parseRules(closed)) == nil)
  }
}
