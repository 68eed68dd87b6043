package import RulesRuntime
package import RulesSource
import RulesSyntax

/// The most that evaluating something may take.
package struct Cost: Sendable, Hashable {
  /// Count of evaluated expressions.
  package var expressions: Int
  /// Count of documents that are looked up.
  package var lookups: Int

  /// The expressions that a request may evaluate.
  ///
  /// Source: measured programs, §5.5.
  package static let expressionLimit = 1_000

  /// Figures from here on are not told apart.
  package static let saturation = 1_000_000_000

  /// A cost from its figures.
  package init(expressions: Int = 0, lookups: Int = 0) {
    self.expressions = expressions
    self.lookups = lookups
  }

  /// The sum, no more than the saturation.
  package static func + (left: Cost, right: Cost) -> Cost {
    Cost(
      expressions: min(saturation, left.expressions + right.expressions),
      lookups: min(saturation, left.lookups + right.lookups)
    )
  }

  /// Adds another cost.
  mutating func add(_ other: Cost) { self = self + other }

  /// The greater figures of both.
  package func maximum(_ other: Cost) -> Cost {
    Cost(expressions: max(expressions, other.expressions), lookups: max(lookups, other.lookups))
  }

  /// The documents that a request may look up.
  ///
  /// Source: measured programs, §5.4; language reference, §8.2.
  package static func lookupLimit(of service: Program.Service) -> Int {
    service == .storage ? 2 : 10
  }
}

/// What the statements of a file may cost at most.
package struct Costs: Sendable {
  /// The cost of one allow statement.
  package struct Statement: Sendable, Hashable {
    /// The statement; its index is that of `Program.statements`.
    package let id: StatementID
    /// Where it stands.
    package let range: SourceRange
    /// What it grants.
    package let methods: MethodSet
    /// The most that its condition takes.
    package let cost: Cost
  }

  /// The statements in order.
  package internal(set) var statements: [Statement] = []
  /// The most that a call of each function takes, by the index of `Program.functions`.
  package internal(set) var functions: ContiguousArray<Cost> = []
  /// The patterns of the blocks that have statements, with the indices of these.
  var patterns: PathPatterns?

  /// No costs.
  init() {}

  /// The most that one request of a method takes, over all statements that may be tried for one path.
  package func worst(of method: Method) -> Cost {
    patterns?.worst { statements in
      var sum = Cost()
      for index in statements where self.statements[index].methods.contains(MethodSet(method)) {
        sum = sum + self.statements[index].cost
      }
      return sum
    } ?? Cost()
  }
}

/// Counts what expressions may cost; functions are counted once.
///
/// Source: measured programs, §5.5: short circuits and branches at their worst.
struct CostCounter {
  let tree: SyntaxTree
  let declarations: Declarations
  let references: ReferenceTable
  /// The cost of each node that has been counted.
  private var nodes: ContiguousArray<Cost>
  private var functions: ContiguousArray<Cost?>

  init(_ tree: SyntaxTree, _ declarations: Declarations, _ references: ReferenceTable) {
    self.tree = tree
    self.declarations = declarations
    self.references = references
    nodes = ContiguousArray(repeating: Cost(), count: tree.nodes.count)
    functions = ContiguousArray(repeating: nil, count: declarations.functions.count)
  }

  /// The cost of each function.
  var functionCosts: ContiguousArray<Cost> { ContiguousArray(functions.map { $0 ?? Cost() }) }

  /// Counts every function, those that are called before those that call.
  mutating func countFunctions(calls: [[Int]]) {
    var pending: [(function: Int, next: Int)] = []
    var isPending = ContiguousArray(repeating: false, count: calls.count)
    for root in calls.indices where functions[root] == nil {
      pending.append((root, 0))
      isPending[root] = true
      while let (function, next) = pending.last {
        if functions[function] == nil, next < calls[function].count {
          pending[pending.count - 1].next += 1
          let callee = calls[function][next]
          if functions[callee] == nil, !isPending[callee] {
            pending.append((callee, 0))
            isPending[callee] = true
          }
          continue
        }
        pending.removeLast()
        isPending[function] = false
        if functions[function] == nil {
          functions[function] = count(declarations.functions[function])
        }
      }
    }
  }

  private mutating func count(_ function: FunctionDeclaration) -> Cost {
    var cost = function.result.map { count($0) } ?? Cost()
    for (_, value) in function.lets { cost = cost + count(value) + Cost(expressions: 1) }
    return cost
  }

  /// The cost of an expression.
  ///
  /// The nodes under it stand side by side, children before their parents, so one pass is enough.
  mutating func count(_ root: NodeID) -> Cost {
    var first = root
    while let child = tree.child(0, of: first) { first = child }
    guard first.index <= root.index else { return Cost() }
    for index in first.index...root.index {
      let cost = combine(NodeID(index: index))
      nodes[Int(index)] = cost
    }
    return nodes[Int(root.index)]
  }

  // Changes nothing; a function that may does not get a copy of the counter.
  private mutating func combine(_ node: NodeID) -> Cost {
    var sum = Cost()
    for place in tree.childPlaces(of: node) { sum.add(nodes[Int(tree.childIDs[place].index)]) }
    switch tree.kind(of: node) {
    case .parenthesizedExpression, .mapEntry, .typeName, .omitted, .interpolatedSegment: return sum
    case .binaryExpression:
      let kind = tree[tree[node].mainToken].kind
      return sum + Cost(expressions: kind == .andAnd || kind == .orOr ? 2 : 1)
    case .isExpression: return sum + Cost(expressions: 2)
    case .conditionalExpression:
      guard let condition = tree.child(0, of: node), let then = tree.child(1, of: node),
        let otherwise = tree.child(2, of: node)
      else { return sum }
      let branches = nodes[Int(then.index)].maximum(
        nodes[Int(otherwise.index)] + Cost(expressions: 2)
      )
      return nodes[Int(condition.index)] + branches + Cost(expressions: 2)
    case .callExpression, .methodCallExpression:
      switch references[node] {
      case .function(let callee):
        return sum + (functions[Int(callee)] ?? Cost()) + Cost(expressions: 1)
      case .lookup: return sum + Cost(expressions: 1, lookups: 1)
      default: return sum + Cost(expressions: 1)
      }
    case .nameExpression:
      // The namespace of a call is no expression.
      if case .namespace = references[node] { return Cost() }
      return Cost(expressions: 1)
    default: return sum + Cost(expressions: 1)
    }
  }
}
