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
      var shapes = PatternShapes()
      // By the number of the pattern; the numbers have no gaps.
      var first: ContiguousArray<Int?> = []
      for (index, block) in context.program.blocks.enumerated() {
        let shape = shapes.add(block, context.program)
        guard !block.statements.isEmpty else { continue }
        while first.count <= shape { first.append(nil) }
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

/// Numbers the patterns of blocks, so that those of one number match the same paths.
///
/// A block's own segments continue the pattern of the block around it, so that each is looked at once.
private struct PatternShapes {
  /// A pattern, and one more segment.
  private struct Step: Hashable {
    let pattern: Int
    let segment: PatternSegment
  }

  private var numbers: [Step: Int] = [:]
  /// For each block the number of its pattern.
  private var blocks: [Int] = []

  /// The number of the pattern of a block; the blocks are added in the order of the program.
  mutating func add(_ block: MatchBlock, _ program: Program) -> Int {
    let parent = block.parent.map { Int($0.index) }
    var number = parent.map { blocks[$0] } ?? 0
    let inherited = parent.map { program.blocks[$0].pattern.count } ?? 0
    for segment in block.pattern.dropFirst(inherited) {
      let step = Step(pattern: number, segment: segment.withoutName)
      let next = numbers[step] ?? numbers.count + 1
      numbers[step] = next
      number = next
    }
    blocks.append(number)
    return number
  }
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
