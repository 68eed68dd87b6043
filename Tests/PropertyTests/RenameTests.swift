import RulesIDE
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTestSupport
import Testing

/// A rename changes names and nothing else, tried on random programs.
struct RenameTests {
  private static let declarations: Set<SyntaxKind> = [
    .functionDeclaration, .parameter, .letStatement, .captureSegment, .globSegment,
  ]

  @Test("A rename changes no diagnostic and no decision", arguments: UInt64(3000)..<3012)
  func rename(seed: UInt64) throws {
    var generator = ProgramGenerator(seed: seed)
    let analysis = Analysis(
      SourceFile(name: "firestore.rules", text: generator.program()),
      .rules
    )
    let model = try #require(analysis.model)
    let codes = model.diagnostics.map(\.code.id)
    var count = 0
    for index in analysis.tree.nodes.indices {
      let node = NodeID(index: UInt32(index))
      guard Self.declarations.contains(analysis.tree.kind(of: node)) else { continue }
      let offset = analysis.tree.mainRange(of: node).lowerBound
      let edits = try analysis.rename(at: offset, to: "renamed", in: ProjectIndex())
      let changed = Analysis(
        SourceFile(name: "firestore.rules", text: applying(edits.flatMap(\.edits), to: analysis)),
        .rules
      )
      #expect(changed.model?.diagnostics.map(\.code.id) == codes)
      #expect(decideAlike(model.program, changed.model?.program, seed: seed))
      count += 1
    }
    #expect(count > 0)
  }

  private func applying(_ edits: [TextEdit], to analysis: Analysis) -> String {
    var text = ""
    var position: UInt32 = 0
    for edit in edits {
      text += analysis.source.text(of: SourceRange(position, edit.range.lowerBound))
      text += edit.replacement
      position = edit.range.upperBound
    }
    let end = UInt32(analysis.source.bytes.count)
    return text + analysis.source.text(of: SourceRange(position, end))
  }

  /// Whether two programs decide the same random requests alike, places in the files aside.
  private func decideAlike(_ first: Program?, _ second: Program?, seed: UInt64) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    var requests = RequestGenerator(first, seed: seed)
    return (0..<4).allSatisfy { _ in
      let (request, documents) = requests.request()
      let verdicts = [first, second].map { program in
        program.decide(request, documents: documents).answer(of: program)
      }
      return verdicts[0].isAllowed == verdicts[1].isAllowed
        && verdicts[0].attempts.map(\.outcome) == verdicts[1].attempts.map(\.outcome)
        && verdicts[0].evaluatedExpressions == verdicts[1].evaluatedExpressions
    }
  }
}
