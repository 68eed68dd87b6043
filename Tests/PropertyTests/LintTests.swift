import RulesLint
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTestSupport
import Testing

/// What must hold for checks whatever they look at.
struct LintTests {
  private static let now = Timestamp(seconds: 1_796_083_200, nanos: 0)
  private static let linter = Linter(now: now, requesting: Set(LintRule.all.map(\.code.id)))

  private func model(_ text: String) -> SemanticModel {
    SemanticModel.analyze(SourceFile(name: "firestore.rules", text: text))
  }

  private func applying(_ fixes: [FixIt], to text: String) -> String {
    var bytes = Array(text.utf8)
    var upper = UInt32.max
    let edits = fixes.flatMap(\.edits).sorted { $0.range.lowerBound > $1.range.lowerBound }
    for edit in edits where edit.range.upperBound <= upper {
      upper = edit.range.lowerBound
      bytes.replaceSubrange(
        Int(edit.range.lowerBound)..<Int(edit.range.upperBound),
        with: Array(edit.replacement.utf8)
      )
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Checks say the same each time, of places in the file", arguments: UInt64(2000)..<2040)
  func determinism(seed: UInt64) {
    var generator = ProgramGenerator(seed: seed)
    let model = model(generator.program())
    let found = Self.linter.lint(model)
    #expect(found == Self.linter.lint(model))
    let count = UInt32(model.tree.source.bytes.count)
    #expect(found.allSatisfy { $0.range.upperBound <= count && !$0.range.isEmpty })
  }

  @Test("A fix parses, and one that is safe changes no decision", arguments: UInt64(3000)..<3060)
  func fixes(seed: UInt64) {
    var generator = ProgramGenerator(seed: seed)
    let text = generator.program()
    let before = model(text)
    guard let ours = before.program else { return }
    for diagnostic in Self.linter.lint(before) {
      for fix in diagnostic.fixes {
        let fixed = applying([fix], to: text)
        let after = model(fixed)
        #expect(after.tree.isWellFormed, "\(diagnostic.code.id): \(fix.title)\n\(fixed)")
        guard fix.isSafe, let theirs = after.program else { continue }
        var requests = RequestGenerator(ours, seed: seed)
        for _ in 0..<6 {
          let (request, documents) = requests.request()
          let verdicts = [ours, theirs].map {
            $0.decide(request, documents: documents, limits: Self.limits).verdict
          }
          #expect(
            verdicts[0] == verdicts[1],
            "\(diagnostic.code.id): \(fix.title)\n\(text)\n\(fixed)"
          )
        }
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
