import RulesIDE
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import Testing

/// Signature help, hints, lenses and links.
struct RemarkTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let source: String
    let label: String
    let parameter: Int
    var testDescription: String { source }

    init(_ source: String, _ label: String, _ parameter: Int) {
      self.source = source
      self.label = label
      self.parameter = parameter
    }
  }

  @Test(
    "The signature of the call around the cursor",
    arguments: [
      Case("function f(a, b) { return a == b; }\nallow get: if f(‸book, 'x');", "f(a, b)", 0),
      Case("function f(a, b) { return a == b; }\nallow get: if f(book, ‸'x');", "f(a, b)", 1),
      Case("function f(a, b) { return a == b; }\nallow get: if f(book, ‸", "f(a, b)", 1),
      Case("function f(a, b) { return a == b; }\nallow get: if f([1, 2], {'x': ‸", "f(a, b)", 1),
      Case("allow get: if 'a'.matches(‸);", "string.matches(string): bool", 0),
      Case("allow get: if 'a'.replace('a', ‸", "string.replace(string, string): string", 1),
      Case("allow get: if math.pow(1, ‸2) == 1;", "math.pow(number, number): float", 1),
      Case("allow get: if exists(‸);", "exists(path): bool", 0),
      Case(
        "allow get: if timestamp.date(2020, (1), ‸",
        "timestamp.date(int, int, int): timestamp",
        2
      ),
      Case("allow get: if [1].hasAny(‸", "list.hasAny(list): bool", 0),
    ]
  )
  func signature(row: Case) throws {
    let marked = Marked(inBooks(row.source))
    let help = try #require(marked.analysis().signatureHelp(at: marked.cursor, in: ProjectIndex()))
    #expect(help.signatures[help.activeSignature].label == row.label)
    #expect(help.activeParameter == row.parameter)
  }

  @Test(
    "There is no signature outside of calls",
    arguments: [
      "allow get: if (‸true);", "allow get; ‸", "function f(‸a) { return a; }",
      "allow get: if f()‸;", "allow get: if unknown(‸);", "// f(‸\nallow get;",
    ]
  )
  func noSignature(source: String) {
    let marked = Marked(inBooks(source))
    let help = marked.analysis().signatureHelp(at: marked.cursor, in: ProjectIndex())
    if source.hasPrefix("function") {
      #expect(help == nil || help?.signatures.first?.label == "f(a)")
    } else {
      #expect(help == nil)
    }
  }

  @Test("Hints name parameters and the types of lets, but say nothing twice")
  func hints() {
    let source = inBooks(
      """
      function f(owner, id) { let x = owner.size(); let y = resource.data.a; return x == id && y; }
      allow get: if f('a', book) && f(resource.data.owner, id);
      """
    )
    let analysis = Marked(source).analysis()
    let all = SourceRange(0, UInt32(source.utf8.count))
    let shown = analysis.inlayHints(in: all, in: ProjectIndex())
    let text = analysis.applying(
      shown.map { TextEdit(replacing: SourceRange(at: $0.offset), with: "‹\($0.label)›") }
    )
    #expect(
      text
        == inBooks(
          """
          function f(owner, id) { let x‹: int› = owner.size(); let y = resource.data.a; return x == id && y; }
          allow get: if f(‹owner:›'a', ‹id:›book) && f(resource.data.owner, id);
          """
        )
    )
    #expect(analysis.inlayHints(in: SourceRange(0, 10), in: ProjectIndex()).isEmpty)
  }

  @Test("Links lead to the files that are named")
  func links() {
    let source = "rules '../a.rules';\ndata from 'seed.json';\nrules ''; data from;"
    let analysis = Marked(source).analysis(.tests)
    #expect(analysis.documentLinks().map(\.path) == ["../a.rules", "seed.json"])
    #expect(
      analysis.documentLinks().map { analysis.text($0.range) } == ["../a.rules", "seed.json"]
    )
    #expect(Marked(inBooks("allow get;")).analysis().documentLinks().isEmpty)
  }

  @Test("Lenses run tests and tell how they ended")
  func testLenses() {
    let source = """
      rules 'a.rules';
      test 'one' { allow get /a/b; }
      group 'g' { test 'two' { allow get /a/b; } table /a/b { | nobody ; get | allow ; } }
      """
    let analysis = Marked(source).analysis(.tests)
    var project = ProjectIndex()
    project.lastRun = LastRun(
      outcomes: [
        "firestore.rulestest": [
          ["one"]: TestOutcome(.passed, stepCount: 1, failureCount: 0),
          ["g", "two"]: TestOutcome(.failed, stepCount: 3, failureCount: 2),
        ]
      ]
    )
    let lenses = analysis.codeLenses(in: project).map { "\(analysis.text($0.range)): \($0.title)" }
    #expect(
      lenses == [
        "'a.rules': Run all tests", "'a.rules': 1 passed, 1 failed", "'one': Run test",
        "'one': passed, 1 step", "'g': Run tests", "'g': 1 failed", "'two': Run test",
        "'two': failed, 2 of 3 steps", "table: Run test",
      ]
    )
    let actions = analysis.codeLenses(in: ProjectIndex()).map(\.action)
    #expect(actions.contains(.runTests(document: "firestore.rulestest", titles: ["g", "two"])))
    #expect(
      actions.contains(.runTests(document: "firestore.rulestest", titles: ["g", "table /a/b"]))
    )
  }

  @Test("Lenses of matches tell the coverage of the last run")
  func coverageLenses() throws {
    let analysis = Marked(inBooks("allow get: if true; match /p/{q} { allow get: if book == q; }"))
      .analysis()
    let program = try #require(analysis.model?.program)
    let suite = TestFileReader.read(
      parseTests(SourceFile(name: "a.rulestest", text: "test 't' { allow get /books/b; }")),
      service: .firestore
    ) { _ in .failure("there is none") }
    var recorder = CoverageRecorder(program, .samples)
    recorder.record(suite.cases[0], database: "(default)", now: Timestamp(seconds: 0, nanos: 0))
    var project = ProjectIndex()
    project.tests = [Marked("").analysis(.tests)]
    project.lastRun = LastRun(
      coverage: [
        "firestore.rules": CoverageReport.File(analysis.tree, program, recorder)
      ]
    )
    let titles = analysis.codeLenses(in: project).map(\.title)
    // Of the three statements' parts (a statement each, and two outcomes of one condition) one was seen,
    // and the wildcards of the condition are values.
    #expect(titles[0] == "Run tests")
    #expect(titles.count == 4 && titles[3] == "0.0 % covered by tests")
    #expect(analysis.codeLenses(in: ProjectIndex()).isEmpty)
  }
}
