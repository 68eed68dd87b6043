import RulesLint
import RulesRuntime
import RulesSemantics
import RulesSource
import Testing

/// Comments that silence, and baselines.
struct SilencingTests {
  /// What is found in a block whose statements are given, without what is only worth knowing.
  private func ids(_ statements: String) -> [String] {
    Fixture.findings(
      LintRule.Example.firestore("match /books/{book} {\n\(statements)\n}").fileText
    ).filter { $0.severity >= .warning }.map(\.code.id)
  }

  @Test(
    "A comment silences what begins beside it or on the next line of code",
    arguments: [
      ("allow delete: if true; // rulescheck:ignore open-write -- a", []),
      ("// rulescheck:ignore open-write -- a\nallow delete: if true;", []),
      ("// rulescheck:ignore open-write -- a\n\n// more\nallow delete: if true;", []),
      ("/* rulescheck:ignore open-write -- a */ allow delete: if true;", []),
      ("// rulescheck:ignore open-write -- a\nallow delete:\nif\ntrue;", []),
      ("// rulescheck:ignore open-write -- a until 2026-12-01\nallow delete: if true;", []),
      (
        "// rulescheck:ignore open-write -- a until 2026-11-29\nallow delete: if true;",
        ["expired-ignore", "open-write"]
      ),
      ("// rulescheck:ignore open-write\nallow delete: if true;", ["ignore-without-reason"]),
      ("// rulescheck:ignore open-write --\nallow delete: if true;", ["ignore-without-reason"]),
      (
        "// rulescheck:ignore open-write -- until 2030-01-01\nallow delete: if true;",
        ["ignore-without-reason"]
      ),
      ("// rulescheck:ignore open-write -- a\nallow delete: if false;", ["unused-ignore"]),
      (
        "// rulescheck:ignore open-write -- a\nallow delete: if false;\nallow create: if true;",
        ["unused-ignore", "open-write"]
      ),
      ("// rulescheck:ignore open-wrte -- a\nallow delete: if false;", ["unknown-ignore"]),
      ("// rulescheck:ignore\nallow delete: if false;", ["unknown-ignore"]),
      (
        "// rulescheck:ignore open-write, open-read -- a\nallow delete, list: if true;", []
      ),
      ("// rulescheck: ignore open-write -- a\nallow delete: if true;", ["open-write"]),
    ] as [(String, [String])]
  )
  func comments(statements: String, expected: [String]) {
    #expect(ids(statements) == expected)
  }

  @Test(
    "A comment above a block or a function silences what is found within, the innermost first",
    arguments: [
      (
        """
        // rulescheck:ignore open-write -- a
        match /a/{x} {
          allow delete: if true;
          match /b/{y} { allow create: if true; }
        }
        match /c/{x} { allow delete: if true; }
        """,
        ["open-write"]
      ),
      (
        """
        // rulescheck:ignore open-write -- a
        match /a/{x} {
          // rulescheck:ignore open-write -- b
          allow delete: if true;
        }
        """,
        ["unused-ignore"]
      ),
      (
        """
        // rulescheck:ignore open-write -- a
        match /a/{x} {
          // rulescheck:ignore open-write -- b until 2026-11-29
          allow delete: if true;
        }
        """,
        ["expired-ignore"]
      ),
      (
        """
        match /a/{x} { // rulescheck:ignore open-write -- a
          allow delete: if true;
        }
        """,
        ["unused-ignore", "open-write"]
      ),
      (
        """
        // rulescheck:ignore open-write, open-read -- a
        match /a/{x} {
          allow get: if false;
          match /b/{y} {
            allow create: if true;
            allow update: if true;
          }
        }
        """,
        ["unused-ignore"]
      ),
      (
        """
        // rulescheck:ignore wrong-operand-type -- a
        function f(x) {
          let y = x in 'a';
          return y || 2 in 'a';
        }
        match /a/{x} { allow get: if f(x); }
        """,
        []
      ),
      (
        """
        // rulescheck:ignore open-write -- a
        // rulescheck:ignore open-write -- b
        match /a/{x} { allow delete: if true; }
        """,
        ["unused-ignore"]
      ),
    ] as [(String, [String])]
  )
  func blocks(blocks: String, expected: [String]) {
    let found = Fixture.findings(LintRule.Example.firestore(blocks).fileText)
      .filter { $0.severity >= .warning }
    #expect(found.map(\.code.id) == expected)
  }

  @Test("A finding of a comment can't be silenced by another")
  func comments() {
    let text = """
      // rulescheck:ignore unused-ignore -- a
      // rulescheck:ignore open-write -- a
      allow delete: if false;
      """
    #expect(ids(text).filter { $0 == "unused-ignore" }.count == 2)
  }

  private func model(_ statements: String) -> SemanticModel {
    let text = LintRule.Example.firestore("match /books/{book} {\n\(statements)\n}").fileText
    return SemanticModel.analyze(SourceFile(name: "a/firestore.rules", text: text))
  }

  /// How many findings a baseline of some statements leaves of other statements.
  private func left(_ statements: String, known: String) throws -> Int {
    let linter = Linter(now: Fixture.now)
    let old = model(known)
    var written = Baseline()
    written.add(linter.lint(old), in: old.tree)
    var read = try Baseline(parsing: written.text)
    #expect(read == written)
    let new = model(statements)
    return read.remove(from: linter.lint(new).filter { $0.severity == .error }, in: new.tree).count
  }

  @Test(
    "A baseline knows findings again that have moved, and counts them",
    arguments: [
      ("allow delete: if true;", "allow delete: if true;", 0),
      ("// a\n\n  allow  delete: if true;", "allow delete: if true;", 0),
      ("allow get: if false;\nallow delete: if true;", "allow delete: if true;", 0),
      ("allow delete: if true;\nallow create: if true;", "allow delete: if true;", 1),
      ("allow delete: if true;\nallow delete: if true;", "allow delete: if true;", 1),
      ("allow delete: if 1 == 1;", "allow delete: if true;", 1),
      ("allow delete: if true;", "allow delete: if false;", 1),
    ]
  )
  func baseline(statements: String, known: String, count: Int) throws {
    #expect(try left(statements, known: known) == count)
  }

  @Test(
    "A file that is no baseline is refused",
    arguments: ["open-write", "open-write 1 x", "open-write 0123456789abcdef 0 x", "a b c d"]
  )
  func broken(text: String) {
    #expect(throws: Baseline.FormatError.self) { try Baseline(parsing: "# a\n\(text)\n") }
  }
}

/// Fixes of several findings in one file.
struct FixApplierTests {
  private func diagnostic(_ edits: [(UInt32, UInt32, String)], isSafe: Bool = true) -> Diagnostic {
    let fix = FixIt(
      "x",
      edits: edits.map { TextEdit(replacing: SourceRange($0.0, $0.1), with: $0.2) },
      isSafe: isSafe
    )
    return Diagnostic(LintRule.all[0].code, at: SourceRange(0, 1), "x", fixes: [fix])
  }

  private func text(_ diagnostics: [Diagnostic], allowsUnsafe: Bool = false) -> String? {
    FixApplier(allowsUnsafe: allowsUnsafe)
      .apply(diagnostics, to: SourceFile(name: "a", text: "abcdef"))
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("Edits are applied in any order; a fix that touches another is left for later")
  func edits() {
    #expect(text([diagnostic([(4, 5, "E"), (0, 1, "A")])]) == "AbcdEf")
    #expect(text([diagnostic([(0, 1, "A")]), diagnostic([(2, 2, "-")])]) == "Ab-cdef")
    #expect(text([diagnostic([(1, 3, "X")]), diagnostic([(3, 4, "Y")])]) == "aXdef")
    #expect(text([diagnostic([(1, 3, "X")]), diagnostic([(0, 1, "A"), (5, 6, "F")])]) == "aXdef")
    #expect(text([diagnostic([(4, 9, "X")])]) == nil)
    #expect(text([diagnostic([(0, 1, "A")], isSafe: false)]) == nil)
    #expect(text([diagnostic([(0, 1, "A")], isSafe: false)], allowsUnsafe: true) == "Abcdef")
  }
}
