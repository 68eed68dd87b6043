import RulesSource
import Testing

@testable import RulesSyntax

@Suite struct DiagnosticTests {
  @Test(arguments: BrokenStatements.table + BrokenStatements.foreign)
  func saysWhatIsWrong(_ row: (source: String, ours: String, official: String)) {
    let file = Samples.program(row.source)
    let tree = parseRules(file)
    let ours = tree.diagnostics.map { diagnostic in
      let position = file.position(of: diagnostic.range.lowerBound)
      return "\(position.line):\(position.column):\(diagnostic.code.id)"
    }
    #expect(ours.joined(separator: " ") == row.ours)
    let first = officialSyntaxIssues(tree).first
    #expect(first.map { "\($0.line):\($0.column) \($0.description)" } == row.official)
  }

  /// A fix removes the mistake that it belongs to and makes no new one.
  @Test(arguments: BrokenStatements.table + BrokenStatements.foreign)
  func fixesCompile(_ row: (source: String, ours: String, official: String)) {
    let file = Samples.program(row.source)
    let tree = parseRules(file)
    for diagnostic in tree.diagnostics {
      for fix in diagnostic.fixes {
        var bytes = file.bytes
        for edit in fix.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
          bytes.replaceSubrange(
            Int(edit.range.lowerBound)..<Int(edit.range.upperBound),
            with: edit.replacement.utf8
          )
        }
        let fixed = parseRules(SourceFile(name: "x", bytes: bytes))
        #expect(
          fixed.diagnostics.count < tree.diagnostics.count,
          "\(fix.title): \(String(decoding: bytes, as: UTF8.self))"
        )
      }
    }
  }

  @Test func acceptsWhatIsRight() {
    for statements in [
      "allow get", "allow read: if a.default && a.in;", "allow read; allow write: if x is int",
      "function as() { return 1 }", "match /{as} { allow read; }",
      "allow read: if [1,] == {'a': 1,};",
    ] {
      #expect(parseRules(Samples.program(statements)).diagnostics.isEmpty)
      #expect(officialSyntaxIssues(parseRules(Samples.program(statements))).isEmpty)
    }
  }

  @Test(arguments: [
    ("", "0:0 Rules content empty. Compilation aborted."),
    (
      " ",
      "1:2 mismatched input '<EOF>' expecting {'function', 'import', 'service', 'rules_version'}"
    ),
    ("rules_version = '3'; function f() { return 1; }", "1:1 Unsupported rules version 3."),
    ("import 'x'; function f() { return 1; }", "1:1 Import statements are not allowed."),
    ("service allow { match /b { allow read; } }", "1:9 Cannot use keyword as service name."),
    ("service /*c*/ a { match /b { allow read; } }", "1:12 Unexpected '*'."),
    ("\u{FEFF}function f() { return 1; }", "1:1 token recognition error at: '\u{FEFF}'"),
    (
      "service a { match /{b=**}/{c} { allow read; } }",
      "1:19 Invalid glob match expression. Glob matches are permitted as the last segment in a match"
        + " declaration path."
    ),
  ])
  func speaksOfFiles(_ source: String, _ expected: String) {
    let first = officialSyntaxIssues(parseRules(SourceFile(name: "x", text: source))).first
    #expect(first.map { "\($0.line):\($0.column) \($0.description)" } == expected)
  }

  @Test func listsEachCodeOnce() {
    let ids = DiagnosticCode.syntaxCodes.map(\.id)
    #expect(Set(ids).count == ids.count)
    for code in DiagnosticCode.syntaxCodes {
      #expect(code.id.allSatisfy { $0 == "-" || $0.isLowercase && $0.isASCII })
      #expect(code.explanation.contains("Instead:"))
    }
  }

  @Test func reportsMistakesInTestFiles() {
    let file = SourceFile(
      name: "x",
      text: "user ; test 'a' { allow fetch /a; deny get /a as }\ntest 'b' { x; }"
    )
    let tree = parseTests(file)
    #expect(
      tree.diagnostics.map(\.message) == [
        "found `;`, expected the user's name",
        "found `fetch`, expected `get`, `list`, `create`, `update`, `delete`, `set` or `batch`",
        "found `}`, expected a user's name or `{ }` after `as`",
        "found `x`, expected `allow`, `deny`, `error`, `data`, `let` or `table`",
      ]
    )
  }
}
