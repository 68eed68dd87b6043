import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesWorkspace
import Testing

/// Files in the style of real projects, which are right as they stand.
struct CorpusTests {
  @Test(
    "Nothing is found in files that are right",
    arguments: [
      "chat", "files", "game", "health", "media", "projects", "school", "shop",
    ]
  )
  func nothingFound(name: String) throws {
    let path = FilePath.joined(FilePath.parent(of: #filePath), "Corpus/\(name).rules")
    let file = SourceFile(name: name, bytes: try POSIXFileSystem().read(path, limit: 1 << 20))
    let model = SemanticModel.analyze(file)
    #expect(model.diagnostics.map(\.message) == [])
    #expect(model.program != nil)
    #expect(!model.officialIssues.contains { $0.severity == .error })
    #expect(model.costs.statements.count == model.program?.statements.count)
  }
}
