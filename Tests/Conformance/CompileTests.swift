import RulesJSON
import RulesTestSupport
import Testing

/// Compares what we say of whole sources with what the official compiler was recorded to say.
struct CompileTests {
  @Test(
    "Every issue has the official text, severity, position and order",
    arguments: ["compile-matrix", "compile-random"]
  )
  func issues(name: String) throws {
    let (count, differences) = try ConformanceRun.differences(
      in: try ConformanceFolder.file("rows/\(name).jsonl")
    )
    #expect(count >= 800)
    #expect(differences.map(\.id) == [])
  }

  @Test("Broken and odd sources are accepted and refused as officially")
  func syntax() throws {
    let (count, differences) = try ConformanceRun.differences(
      in: try ConformanceFolder.file("rows/compile-syntax.jsonl")
    )
    #expect(count > 2_700)
    #expect(differences.isEmpty)
    for difference in differences {
      let ours = try #require(difference.answer.object)
      let theirs = try #require(difference.row.object)
      let agreement = try #require(Comparison.issues(ours, with: theirs))
      #expect(agreement.hasSameVerdict, "\(difference.id)")
    }
  }
}
