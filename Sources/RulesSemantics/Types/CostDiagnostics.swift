import RulesRuntime
import RulesSource
import RulesSyntax

/// Counts the statements of a file, and reports those that may pass a limit by themselves.
struct CostChecker {
  private(set) var costs = Costs()
  private(set) var diagnostics: [Diagnostic] = []

  /// Where so many blocks have statements, each is taken to meet all others.
  private static let maximumBlocks = 1_500

  init(
    _ tree: SyntaxTree,
    _ declarations: Declarations,
    _ references: ReferenceTable,
    calls: [[Int]]
  ) {
    var counter = CostCounter(tree, declarations, references)
    counter.countFunctions(calls: calls)
    var lookups = LookupCollector(tree, declarations, references)
    var members: [[Int]] = []
    for block in declarations.blocks {
      var own: [Int] = []
      for statement in block.statements {
        var cost = statement.condition.map { counter.count($0) } ?? Cost()
        if let condition = statement.condition, cost.lookups > 1,
          let count = lookups.count(condition)
        {
          cost.lookups = min(cost.lookups, count)
        }
        let context = RequestContexts.context(of: statement, in: block, tree)
        own.append(costs.statements.count)
        costs.statements.append(
          Costs.Statement(
            id: StatementID(index: UInt32(truncatingIfNeeded: costs.statements.count)),
            range: tree.range(of: statement.node),
            methods: context.firestore.union(context.storage),
            cost: cost
          )
        )
        if let condition = statement.condition {
          report(cost, at: tree.range(of: condition), in: block.service)
        }
      }
      members.append(own)
    }
    costs.groups = Self.groups(tree, declarations, members)
  }

  private mutating func report(_ cost: Cost, at range: SourceRange, in service: ServiceKind) {
    if cost.expressions > Cost.expressionLimit {
      diagnostics.append(
        Diagnostic(
          .expressionBudget,
          at: range,
          "this condition may evaluate \(Self.text(cost.expressions)) expressions, the limit of a request is 1000",
          notes: [
            DiagnosticNote(
              "the official emulator denies at the 1001st expression, whatever else would allow"
            )
          ]
        )
      )
    }
    let limit = Cost.lookupLimit(of: service == .storage ? .storage : .firestore)
    if cost.lookups > limit {
      diagnostics.append(
        Diagnostic(
          .lookupBudget,
          at: range,
          "this condition may look up \(Self.text(cost.lookups)) documents, the limit of a request is \(limit)",
          notes: [
            DiagnosticNote("the limit is that of the documentation; the next lookup is an error")
          ]
        )
      )
    }
  }

  private static func text(_ count: Int) -> String {
    count >= Cost.saturation ? "more than \(Cost.saturation)" : "\(count)"
  }

  /// For each block the statements of all blocks that may match a path that it matches.
  private static func groups(
    _ tree: SyntaxTree,
    _ declarations: Declarations,
    _ members: [[Int]]
  ) -> [[Int]] {
    let filled = declarations.blocks.indices.filter { !members[$0].isEmpty }
    guard filled.count <= maximumBlocks else { return [members.flatMap(\.self)] }
    let patterns = declarations.blocks.map { block in
      block.segments.map { Segment(tree, $0) }
    }
    return filled.map { first in
      filled.filter { mayMeet(patterns[first], patterns[$0]) }.flatMap { members[$0] }
    }
  }

  private enum Segment {
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
