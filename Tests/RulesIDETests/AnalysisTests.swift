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
}
