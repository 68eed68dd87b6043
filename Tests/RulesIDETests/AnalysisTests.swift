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

  @Test("What is shown at once is a part of what is shown later")
  func diagnostics() {
    let source = inBooks(
      """
      allow get: if request.auth.ui == 'x' && isOwnr();
      // rulescheck:ignore open-write -- a test
      allow write: if true;
      // rulescheck:ignore unknown-function -- a test
      allow list: if isOther();
      """
    )
    let draft = AnalysisDraft(SourceFile(name: "firestore.rules", text: source), .rules)
    let first = draft.diagnostics(in: ProjectIndex())
    let all = Analysis(draft).diagnostics(in: ProjectIndex())
    #expect(first.map(\.code.id) == ["unknown-function"])
    #expect(all.map(\.code.id) == ["unknown-member", "unknown-function"])
    #expect(first.allSatisfy(all.contains))
    // What was found before is shown beside, each thing once.
    #expect(draft.diagnostics(in: ProjectIndex(), beside: all) == all)
  }
}
