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
      // A gap in the path of an expression is no declaration.
      guard !analysis.definitions(at: offset, in: ProjectIndex()).isEmpty else { continue }
      let edits = try analysis.rename(at: offset, to: "renamed", in: ProjectIndex())
      let changed = Analysis(
        SourceFile(name: "firestore.rules", text: applying(edits.flatMap(\.edits), to: analysis)),
        .rules
      )
      #expect(changed.model?.diagnostics.map(\.code.id) == codes)
      if let program = model.program {
        let before = answers(program, like: program, seed: seed)
        let after = answers(changed.model?.program, like: program, seed: seed).map {
          // An error names the function that is called wrongly.
          $0.replacing("renamed", with: analysis.tree.mainText(of: node))
        }
        #expect(after == before)
      }
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

  /// What a program says to random requests, places in the file aside.
  private func answers(_ program: Program?, like first: Program, seed: UInt64) -> [String] {
    guard let program else { return ["refused"] }
    var requests = RequestGenerator(first, seed: seed)
    return (0..<4).map { _ in
      let (request, documents) = requests.request()
      let answer = program.decide(request, documents: documents).answer(of: program)
      let outcomes = answer.attempts.map(\.outcome).joined(separator: "; ")
      return "\(answer.isAllowed) \(answer.evaluatedExpressions) \(outcomes)"
    }
  }
}
