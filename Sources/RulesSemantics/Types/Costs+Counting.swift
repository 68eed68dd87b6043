import RulesRuntime
import RulesSource
import RulesSyntax

extension Costs {
  /// Counts the statements and functions of a file.
  init(
    _ tree: SyntaxTree,
    _ declarations: Declarations,
    _ references: ReferenceTable,
    calls: [[Int]]
  ) {
    var counter = CostCounter(tree, declarations, references)
    counter.countFunctions(calls: calls)
    functions = counter.functionCosts
    var lookups = LookupCollector(tree, declarations, references)
    var members: [Range<Int>] = []
    for block in declarations.blocks {
      let firstStatement = statements.count
      for statement in block.statements {
        var cost = statement.condition.map { counter.count($0) } ?? Cost()
        if let condition = statement.condition, cost.lookups > 1,
          let count = lookups.count(condition)
        {
          cost.lookups = min(cost.lookups, count)
        }
        let context = RequestContexts.context(of: statement, in: block, tree)
        statements.append(
          Statement(
            id: StatementID(index: UInt32(truncatingIfNeeded: statements.count)),
            range: tree.range(of: statement.node),
            methods: context.firestore.union(context.storage),
            cost: cost
          )
        )
      }
      members.append(firstStatement..<statements.count)
    }
    patterns = PathPatterns(tree, declarations, statements: members)
  }
}
