import Testing

/// Where comments and empty lines go.
struct CommentLayoutTests {
  @Test(
    "Comments in a block",
    arguments: [
      // Behind a statement, before one, before the end, in a block with nothing else.
      ("allow read;// a", "allow read; // a"),
      ("allow read // a\n", "allow read; // a"),
      ("allow read // a\n;", "allow read; // a"),
      ("allow read /* a */;", "allow read /* a */;"),
      ("allow read; /* a */ allow list;", "allow read;\n/* a */ allow list;"),
      ("\n\n// a\n\n// b\nallow read;", "// a\n\n// b\nallow read;"),
      ("allow read;\n// a\n\n\n// b\n\n", "allow read;\n// a\n\n// b"),
      ("allow read; // a\n// b\nallow list;", "allow read; // a\n// b\nallow list;"),
      ("// a  \t\nallow read;", "// a\nallow read;"),
      ("/** a\n* b\n   */\nallow read;", "/** a\n * b\n */\nallow read;"),
      // A function is set apart, with the comment above it.
      (
        "allow read;\n// a\nfunction f() { return 1; }",
        "allow read;\n\n// a\nfunction f() {\n  return 1;\n}"
      ),
      // Inside of expressions.
      ("allow read: if a // b\n&& c;", "allow read: if a // b\n            && c;"),
      ("allow read: if a\n// b\n&& c;", "allow read: if a\n            // b\n            && c;"),
      ("allow read: if // b\na;", "allow read: if // b\na;"),
      ("allow read: if f(/* b */ a /* c */, d);", "allow read: if f(/* b */ a /* c */, d);"),
      (
        "allow read: if a in [1, // b\n2 // c\n, 3];",
        "allow read: if a in [\n  1, // b\n  2, // c\n  3\n];"
      ),
      ("allow read: if f(a // b\n);", "allow read: if f(\n  a // b\n);"),
      ("allow read: if f(\n// b\n);", "allow read: if f(\n  // b\n);"),
      ("allow read: if [a, // b\n];", "allow read: if [\n  a // b\n];"),
    ]
  )
  func statements(source: String, expected: String) {
    let indented = expected.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n")
    #expect(layout(ofStatements: source) == indented)
    #expect(layout(ofStatements: expected) == indented)
  }

  @Test("Comments at the start and the end of the file")
  func ends() {
    let file = "service a {\n  match /b {\n    allow read;\n  }\n}\n"
    #expect(layout("// a\n\n\n\(file)// b\n\n\n// c") == "// a\n\n\(file)// b\n\n// c\n")
    #expect(layout("/* a */ \(file)") == "/* a */ \(file)")
    #expect(layout("/* a\n     b */\n\(file)") == "/* a\n     b */\n\(file)")
    #expect(layout("// a\n\n", isTests: true) == "// a\n")
    #expect(layout("", isTests: true) == "")
  }

  @Test("A line that is silenced keeps its tokens")
  func ignoredLines() {
    let long = String(repeating: "a", count: 100)
    for text in [
      "allow read: if \(long) && b; // rulescheck:ignore x -- y",
      "// rulescheck:ignore x -- y\nallow read: if \(long) && b;",
      "allow read: if a\n            && b; // rulescheck:ignore x -- y",
      "allow read: if a // rulescheck:ignore x -- y\n            && b;",
      "allow read; allow list; // rulescheck:ignore x -- y",
    ] {
      #expect(layout(ofStatements: text) == text)
    }
  }

  @Test("What the grammar does not accept is refused, with the reason")
  func refusals() {
    #expect(layout("service a { match /b { allow read: if ; } }").hasPrefix("refused: "))
    #expect(layout("").hasPrefix("refused: "))
    #expect(layout("\u{FEFF}service a { match /b { allow read; } }").hasPrefix("refused: "))
    #expect(layout("test", isTests: true).hasPrefix("refused: "))
    // A number that is too large is for the checks to find.
    #expect(layout("function f(){return 99999999999999999999;}").contains("return 999"))
  }
}
