import RulesIDE
import RulesSource
import Testing

struct AnalysisTests {
  @Test(
    "The end of a file's name tells its language",
    arguments: [
      ("firestore.rules", Analysis.Language.rules), ("a/b.rulestest", .tests), ("x", .rules),
      (".rulestest", .tests), ("rulestest", .rules),
    ]
  )
  func language(name: String, expected: Analysis.Language) {
    #expect(Analysis.Language(fileName: name) == expected)
  }

  @Test("What is shown at once is what is shown later, but for what the linter finds")
  func diagnostics() {
    let source = inBooks(
      """
      allow get: if request.auth.ui == 'x';
      // rulescheck:ignore open-write -- a test
      allow write: if true;
      """
    )
    let analysis = Marked(source).analysis()
    let first = analysis.diagnosticsWithoutLint(in: ProjectIndex()).map(\.code.id)
    let all = analysis.diagnostics(in: ProjectIndex()).map(\.code.id)
    #expect(first == ["unknown-member"])
    #expect(first.allSatisfy(all.contains) && !all.contains("open-write"))
  }
}
