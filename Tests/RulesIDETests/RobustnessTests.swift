import RulesIDE
import RulesSource
import Testing

/// No text and no offset may stop the editor's features.
struct RobustnessTests {
  /// Asks everything at an offset.
  static func askEverything(_ analysis: Analysis, at offset: UInt32, in project: ProjectIndex) {
    let range = SourceRange(offset / 2, offset)
    _ = analysis.hover(at: offset, in: project)
    _ = analysis.completions(at: offset, in: project)
    _ = analysis.signatureHelp(at: offset, in: project)
    _ = analysis.definitions(at: offset, in: project)
    _ = analysis.references(at: offset, includingDeclaration: true, in: project)
    _ = try? analysis.rename(at: offset, to: "renamed", in: project)
    _ = analysis.selectionRanges(at: offset)
    _ = analysis.codeActions(in: range, in: project)
    _ = analysis.inlayHints(in: range, in: project)
    _ = analysis.formattingEdits(onTyping: "\n", at: offset)
  }

  static func askEverything(_ analysis: Analysis, in project: ProjectIndex) {
    _ = analysis.diagnostics(in: project)
    _ = analysis.symbols()
    _ = analysis.foldingRanges()
    _ = analysis.semanticTokens()
    _ = analysis.documentLinks()
    _ = analysis.codeLenses(in: project)
    _ = analysis.formattingEdits()
  }

  private static let tests = """
    rules 'a.rules'; user alice: apple { role: 'x' } with uid 'y'; let t = timestamp.date(2025, 1, 1);
    data { /books/dune { a: 1 }; } data from 'x.json';
    group 'g' { test 't' only at t { deny list group /books where a == 1 && b in [1] orderBy a desc limit 1 as
    alice because 'x'; allow batch as { uid: 'x' } { set /books/x { a: increment(1) }; } }
    table /books/dune { | alice | nobody ; update { a: t } | allow | deny ; } }
    """

  @Test(
    "Every prefix of a file is answered at its end",
    arguments: [Analysis.Language.rules, .tests]
  )
  func prefixes(language: Analysis.Language) {
    let text = language == .rules ? NavigationTests.sample : Self.tests
    var project = ProjectIndex()
    project.rules = Marked(NavigationTests.sample).analysis()
    project.tests = [Marked(Self.tests).analysis(.tests)]
    let bytes = ContiguousArray(text.utf8)
    for length in stride(from: 0, through: bytes.count, by: 3) {
      let source = SourceFile(name: "a", bytes: ContiguousArray(bytes.prefix(length)))
      let analysis = Analysis(source, language)
      Self.askEverything(analysis, at: UInt32(length), in: project)
      Self.askEverything(analysis, in: project)
    }
  }

  @Test("Offsets past the end mean the end")
  func offsets() {
    for language in [Analysis.Language.rules, .tests] {
      for text in ["", "a", "service cloud.firestore {", "user a;\n"] {
        let analysis = Marked(text).analysis(language)
        for offset: UInt32 in [0, 1, 5, 1000, .max / 2, .max - 1, .max] {
          Self.askEverything(analysis, at: offset, in: ProjectIndex())
        }
      }
    }
  }

  @Test(
    "Deep nesting is answered",
    arguments: [
      String(repeating: "(", count: 5000), String(repeating: "a.", count: 5000) + "b",
      String(repeating: "!", count: 5000) + "a", String(repeating: "a ? b : ", count: 5000) + "c",
      String(repeating: "[", count: 5000), String(repeating: "f(", count: 5000),
      String(repeating: "a + ", count: 5000) + "b",
      String(repeating: "a.b(c).", count: 2000) + "d",
    ]
  )
  func nesting(expression: String) {
    let text = inBooks("allow get: if \(expression);")
    let analysis = Marked(text).analysis()
    for offset in [UInt32(200), UInt32(text.utf8.count / 2), UInt32(text.utf8.count)] {
      Self.askEverything(analysis, at: offset, in: ProjectIndex())
    }
    Self.askEverything(analysis, in: ProjectIndex())
  }

  @Test("Functions that call themselves have types of anything")
  func recursion() {
    let marked = Marked(
      inBooks(
        "function f(a) { return g(a) || f(a); } function g(a) { return f(a‸) && g(a); } allow get: if f(1);"
      )
    )
    Self.askEverything(marked.analysis(), at: marked.cursor, in: ProjectIndex())
  }

  @Test(
    "What grows with the file grows no faster than the file",
    arguments: [
      String(repeating: "{", count: 20_000) + String(repeating: ")", count: 20_000),
      String(repeating: "/**/", count: 10_000) + "\nfunction f() { return true; }",
      "service cloud.firestore { match /" + String(repeating: "a", count: 2000) + " {"
        + String(repeating: "match /b { allow get; } ", count: 300) + "} }",
      "user a;\n" + String(repeating: "test 't' { allow get /a/b as a; }\n", count: 500),
    ]
  )
  func growth(text: String) {
    for language in [Analysis.Language.rules, .tests] {
      let analysis = Marked(text).analysis(language)
      for offset in [UInt32(0), UInt32(text.utf8.count / 2), UInt32(text.utf8.count)] {
        Self.askEverything(analysis, at: offset, in: ProjectIndex())
      }
      Self.askEverything(analysis, in: ProjectIndex())
    }
  }
}
