import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let identicalMatches = LintRule(
    "identical-matches",
    .warning,
    "two blocks that match the same paths",
    reason: """
      The statements of both blocks are tried, and one that allows is enough. Who reads one of them does not know \
      what the other allows. Join them.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      match /cards/{id} {
        allow delete: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get, delete: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    silence: "Silence it where the parts are kept apart, as those of two teams.",
    check: .rules { context, report in
      let nodes = context.matchNodes
      var first: [ContiguousArray<PatternSegment>: Int] = [:]
      for (index, block) in context.program.blocks.enumerated() where !block.statements.isEmpty {
        let shape = ContiguousArray(block.pattern.map(\.withoutName))
        guard let earlier = first[shape] else {
          first[shape] = index
          continue
        }
        guard let node = nodes[block.offset], let path = context.tree.matchDeclaration(node)?.path
        else { continue }
        let other = nodes[context.program.blocks[earlier].offset]
          .flatMap { context.tree.matchDeclaration($0)?.path }
        report.add(
          at: path.range,
          "another block matches the paths of `\(context.patterns[index].text)` already",
          notes: other.map { [DiagnosticNote("this one", at: $0.range)] } ?? []
        )
      }
    }
  )
}

extension PatternSegment {
  /// The segment with a wildcard's name left out.
  fileprivate var withoutName: PatternSegment {
    switch self {
    case .literal: self
    case .capture: .capture("")
    case .glob(_, let minimum): .glob("", minimum: minimum)
    }
  }
}
