import RulesRuntime
import RulesSource
import RulesSyntax

/// Counts the statements of a file, and reports those that may pass a limit by themselves.
struct CostChecker {
  private(set) var costs = Costs()
  private(set) var diagnostics: [Diagnostic] = []

  init(
    _ tree: SyntaxTree,
    _ declarations: Declarations,
    _ references: ReferenceTable,
    calls: [[Int]]
  ) {
    var counter = CostCounter(tree, declarations, references)
    counter.countFunctions(calls: calls)
    var lookups = LookupCollector(tree, declarations, references)
    var members: [Range<Int>] = []
    for block in declarations.blocks {
      let firstStatement = costs.statements.count
      for statement in block.statements {
        var cost = statement.condition.map { counter.count($0) } ?? Cost()
        if let condition = statement.condition, cost.lookups > 1,
          let count = lookups.count(condition)
        {
          cost.lookups = min(cost.lookups, count)
        }
        let context = RequestContexts.context(of: statement, in: block, tree)
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
      members.append(firstStatement..<costs.statements.count)
    }
    costs.patterns = PathPatterns(tree, declarations, statements: members)
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
}
