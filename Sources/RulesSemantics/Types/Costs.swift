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
  static let saturation = 1_000_000_000

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
  /// For each statement those of all blocks that may match the same path, as groups of indices.
  var groups: [[Int]] = []

  /// The most that one request of a method takes, over all statements that may be tried for one path.
  package func worst(of method: Method) -> Cost {
    groups.reduce(Cost()) { worst, group in
      worst.maximum(
        group.reduce(Cost()) { sum, index in
          statements[index].methods.contains(MethodSet(method)) ? sum + statements[index].cost : sum
        }
      )
    }
  }
}

/// Counts what expressions may cost; functions are counted once.
///
/// Source: measured programs, §5.5: short circuits and branches at their worst.
struct CostCounter {
  let tree: SyntaxTree
  let declarations: Declarations
  let references: ReferenceTable
  private var nodes: [NodeID: Cost] = [:]
  private var functions: [Cost?]

  init(_ tree: SyntaxTree, _ declarations: Declarations, _ references: ReferenceTable) {
    self.tree = tree
    self.declarations = declarations
    self.references = references
    functions = Array(repeating: nil, count: declarations.functions.count)
  }

  /// Counts every function, those that are called before those that call.
  mutating func countFunctions(calls: [[Int]]) {
    for root in calls.indices {
      var pending: [(function: Int, next: Int)] = [(root, 0)]
      while let (function, next) = pending.last {
        if functions[function] == nil, next < calls[function].count {
          pending[pending.count - 1].next += 1
          let callee = calls[function][next]
          if functions[callee] == nil, !pending.contains(where: { $0.function == callee }) {
            pending.append((callee, 0))
          }
          continue
        }
        pending.removeLast()
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
  /// A stack of its own, as chains have any length.
  mutating func count(_ root: NodeID) -> Cost {
    var pending = [(node: root, isOpen: false)]
    while let (node, isOpen) = pending.popLast() {
      if isOpen {
        nodes[node] = combine(node)
      } else {
        pending.append((node, true))
        for child in tree.children(of: node) where references[child] != .namespace {
          pending.append((child, false))
        }
      }
    }
    return nodes[root] ?? Cost()
  }

  private func combine(_ node: NodeID) -> Cost {
    let parts = tree.children(of: node).map { nodes[$0] ?? Cost() }
    let sum = parts.reduce(Cost(), +)
    switch tree.kind(of: node) {
    case .parenthesizedExpression, .mapEntry, .typeName, .omitted, .interpolatedSegment: return sum
    case .binaryExpression:
      let kind = tree[tree[node].mainToken].kind
      return sum + Cost(expressions: kind == .andAnd || kind == .orOr ? 2 : 1)
    case .isExpression: return sum + Cost(expressions: 2)
    case .conditionalExpression:
      guard parts.count == 3 else { return sum }
      return parts[0] + parts[1].maximum(parts[2] + Cost(expressions: 2)) + Cost(expressions: 2)
    case .callExpression, .methodCallExpression:
      switch references[node] {
      case .function(let callee): return sum + (functions[callee] ?? Cost()) + Cost(expressions: 1)
      case .lookup: return sum + Cost(expressions: 1, lookups: 1)
      default: return sum + Cost(expressions: 1)
      }
    default: return sum + Cost(expressions: 1)
    }
  }
}
