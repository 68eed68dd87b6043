import RulesSource
import RulesSyntax

/// The patterns of the blocks of a file, to tell which of them may match one path.
///
/// They are compared when somebody asks, as few do.
struct PathPatterns: Sendable {
  private let tree: SyntaxTree
  private let declarations: Declarations
  /// The statements of each block.
  private let statements: [Range<Int>]

  /// Where there are so many different patterns, each is taken to meet all others.
  private static let maximumCount = 1_500

  init(_ tree: SyntaxTree, _ declarations: Declarations, statements: [Range<Int>]) {
    self.tree = tree
    self.declarations = declarations
    self.statements = statements
  }

  /// The greatest sum, over all patterns, of what the statements cost of all blocks that may match a path that the
  /// pattern matches.
  func worst(_ cost: (Range<Int>) -> Cost) -> Cost {
    // Blocks of one pattern always meet.
    var costs: [[Segment]: Cost] = [:]
    for (block, statements) in zip(declarations.blocks, statements) where !statements.isEmpty {
      costs[block.segments.map { Segment(tree, $0) }, default: Cost()].add(cost(statements))
    }
    guard costs.count <= Self.maximumCount else { return costs.values.reduce(Cost(), +) }
    let patterns = costs.map { (segments: $0.key, cost: $0.value) }
    return patterns.reduce(Cost()) { worst, first in
      worst.maximum(
        patterns.reduce(Cost()) { sum, second in
          Self.mayMeet(first.segments, second.segments) ? sum + second.cost : sum
        }
      )
    }
  }

  private enum Segment: Hashable {
    case literal(ContiguousArray<UInt8>)
    case capture, glob

    init(_ tree: SyntaxTree, _ node: NodeID) {
      switch tree.kind(of: node) {
      case .captureSegment: self = .capture
      case .globSegment: self = .glob
      default: self = .literal(tree.segmentText(of: node))
      }
    }

    var isGlob: Bool {
      switch self {
      case .glob: true
      case .literal, .capture: false
      }
    }

    func mayMeet(_ other: Segment) -> Bool {
      switch (self, other) {
      case (.literal(let left), .literal(let right)): left == right
      default: true
      }
    }
  }

  /// Whether one path may match two patterns, of which each has one glob at most.
  private static func mayMeet(_ left: [Segment], _ right: [Segment]) -> Bool {
    let leftGlob = left.firstIndex(where: \.isGlob)
    let rightGlob = right.firstIndex(where: \.isGlob)
    if leftGlob == nil, rightGlob == nil, left.count != right.count { return false }
    if leftGlob == nil, rightGlob != nil, left.count < right.count - 1 { return false }
    if rightGlob == nil, leftGlob != nil, right.count < left.count - 1 { return false }
    let prefix = min(leftGlob ?? left.count, rightGlob ?? right.count)
    let suffix = min(
      leftGlob.map { left.count - $0 - 1 } ?? left.count,
      rightGlob.map { right.count - $0 - 1 } ?? right.count
    )
    return zip(left.prefix(prefix), right.prefix(prefix)).allSatisfy { $0.mayMeet($1) }
      && zip(left.suffix(suffix), right.suffix(suffix)).allSatisfy { $0.mayMeet($1) }
  }
}
