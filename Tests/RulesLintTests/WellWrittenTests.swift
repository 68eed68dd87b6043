import RulesLint
import RulesSemantics
import RulesSource
import RulesWorkspace
import Testing

/// Files in the style of real projects, which are right as they stand.
struct WellWrittenTests {
  private static let root = FilePath.parent(of: FilePath.parent(of: FilePath.parent(of: #filePath)))

  @Test(
    "Checks of correctness, cost and hygiene say nothing but hints of files that are right",
    arguments: [
      "chat", "files", "game", "health", "media", "projects", "school", "shop",
    ].map { "Tests/RulesSemanticsTests/Corpus/\($0).rules" }
      + ["followers", "messenger", "photos", "store", "tasks", "workspace"].map {
        "Tests/RulesLintTests/Corpus/wellwritten/\($0).rules"
      }
      + ["bookshelf", "flashcards", "hosted-suite", "task-burner"].map {
        "examples/\($0)/firestore.rules"
      } + ["examples/storage-images/storage.rules"]
  )
  func quiet(path: String) throws {
    let bytes = try POSIXFileSystem().read(FilePath.joined(Self.root, path), limit: 1 << 20)
    let file = SourceFile(name: path, bytes: bytes)
    let ids = Set(LintRule.security.map(\.code.id))
    let found = Linter(now: Fixture.now).lint(SemanticModel.analyze(file))
      .filter { !ids.contains($0.code.id) }
    #expect(found.filter { $0.severity > .hint }.map { "\($0.code.id): \($0.message)" } == [])
    // Each of them asks a question that the author has to answer.
    #expect(found.count <= 1, "\(found.map { "\($0.code.id): \($0.message)" })")
  }
}
