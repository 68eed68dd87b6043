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
  private struct Step {
    let pattern: Int
    let segment: PatternSegment
  }

  /// The steps, each of which leads to the pattern whose number is one more than its place; a `Dictionary` of them
  /// costs each run that checks one file much to set up.
  private var steps: ContiguousArray<Step> = []
  private var stepIndex = HashIndex()
  private let byteHash = ByteHash()
  /// For each block the number of its pattern.
  private var blocks: [Int] = []

  /// The number of the pattern of a block; the blocks are added in the order of the program.
  mutating func add(_ block: MatchBlock, _ program: Program) -> Int {
    let parent = block.parent.map { Int($0.index) }
    var number = parent.map { blocks[$0] } ?? 0
    let inherited = parent.map { program.blocks[$0].pattern.count } ?? 0
    for segment in block.pattern.dropFirst(inherited) {
      number = self.number(behind: number, segment.withoutName)
    }
    blocks.append(number)
    return number
  }

  /// The number of a pattern and one more segment.
  private mutating func number(behind pattern: Int, _ segment: PatternSegment) -> Int {
    let hash = hash(pattern, segment)
    let known = stepIndex.find(hash) {
      steps[$0].pattern == pattern && steps[$0].segment == segment
    }
    if let known { return known + 1 }
    steps.append(Step(pattern: pattern, segment: segment))
    stepIndex.append(hash)
    return steps.count
  }

  private func hash(_ pattern: Int, _ segment: PatternSegment) -> UInt32 {
    var hash = NumberHash()
    hash.add(UInt64(pattern))
    switch segment {
    case .literal(let text):
      let bytes = text.utf8
      hash.add(byteHash.hash(bytes.span, packed: WordTable.pack(bytes.span)))
    case .capture: hash.add(1 as UInt32)
    case .glob(_, let minimum): hash.add(2 + UInt32(minimum))
    }
    return hash.value
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
