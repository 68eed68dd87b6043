import RulesCommands
import RulesFormat
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTestSupport
import RulesWorkspace
import Testing

/// What `rulescheck lint --fix` leaves.
struct LintFixTests {
  private static let now = Timestamp(seconds: 1_796_083_200, nanos: 0)

  /// The file after all fixes; nil where there was none to apply.
  private func mended(_ text: String, isUnsafe: Bool) -> String? {
    var console = Console()
    _ = run(
      arguments: ["lint", "--fix"] + (isUnsafe ? ["--unsafe"] : []) + ["firestore.rules"],
      environment: [:],
      fileSystem: InMemoryFileSystem(["firestore.rules": text]),
      now: Self.now,
      console: &console
    )
    return console.files.first { $0.path == "firestore.rules" }
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private func model(_ text: String) -> SemanticModel {
    SemanticModel.analyze(SourceFile(name: "firestore.rules", text: text))
  }

  @Test(
    "A mended file parses, is laid out, and decides as before where fixes are safe",
    arguments: UInt64(7000)..<7120
  )
  func mends(seed: UInt64) throws {
    var generator = ProgramGenerator(seed: seed)
    let text = generator.program()
    guard let before = model(text).program else { return }
    for isUnsafe in [false, true] {
      guard let result = mended(text, isUnsafe: isUnsafe) else { continue }
      let after = model(result)
      #expect(after.tree.isWellFormed, "\(result)")
      #expect(try !format(after.tree).isChanged, "\(result)")
      // What is left to mend by fixes is mended at once.
      #expect(mended(result, isUnsafe: isUnsafe) == nil, "\(result)")
      let program = try #require(after.program, "\(result)")
      guard !isUnsafe else { continue }
      var requests = RequestGenerator(before, seed: seed)
      for _ in 0..<12 {
        let (request, documents) = requests.request()
        let verdicts = [before, program].map {
          $0.decide(request, documents: documents, limits: Self.limits).verdict
        }
        #expect(verdicts[0] == verdicts[1], "\(text)\n\(result)")
      }
    }
  }

  /// Limits that no statement reaches: a fix may well cost less.
  private static let limits = Limits(
    expressions: 1 << 40,
    lookups: 1 << 20,
    lookupsPerCommit: 1 << 20,
    lookupsPerQuery: 1 << 20
  )
}
