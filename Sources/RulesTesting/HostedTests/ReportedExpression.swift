import RulesRuntime
import RulesSource
import RulesSyntax

/// An expression as reports show it: where it stands, whose values it shows, and what it is made of.
///
/// Source: recorded coverage reports of the official emulator (measured programs, §7). Literals are left out; a
/// range ends with its last name, literal or expression, so that brackets that close are not part of it.
struct ReportedExpression: Sendable {
  /// Its place.
  let range: SourceRange
  /// Whose values it shows; nil where there is nothing to evaluate.
  let expression: ExpressionID?
  /// Its operands in the order in which they are evaluated.
  let children: [ReportedExpression]
}

/// Finds the reported expressions of a file.
struct ReportedExpressions {
  private let tree: SyntaxTree
  /// The expressions of the program by their tokens; no two stand for the same ones.
  private var expressions: [SourceRange: ExpressionID] = [:]

  /// The expressions of a program, which was made from the tree.
  init(_ tree: SyntaxTree, _ program: Program) {
    self.tree = tree
    for (index, origin) in program.origins.enumerated() {
      let range = SourceRange(origin.lowerBound, origin.upperBound)
      expressions[range] = ExpressionID(index: UInt32(truncatingIfNeeded: index))
    }
  }

  /// The bodies of functions and the conditions that are no literals: the functions of a scope, then its
  /// blocks, then its statements.
  var roots: [ReportedExpression] { roots(in: tree.root) }

  private func roots(in scope: NodeID) -> [ReportedExpression] {
    let items = tree.children(of: scope)
    func roots(_ kind: SyntaxKind, _ root: (NodeID) -> [ReportedExpression]) -> [ReportedExpression]
    {
      items.filter { tree.kind(of: $0) == kind }.flatMap(root)
    }
    return roots(.functionDeclaration) { [body(of: $0)].compactMap { $0 } }
      + roots(.serviceDeclaration) { self.roots(in: $0) }
      + roots(.matchDeclaration) { self.roots(in: $0) }
      + roots(.allowStatement) { statement in
        condition(of: statement).flatMap { expression($0) }.map { [$0] } ?? []
      }
  }

  /// The places of the conditions by the offset of their statement.
  var conditionRanges: [UInt32: SourceRange] {
    var ranges: [UInt32: SourceRange] = [:]
    for index in tree.nodes.indices {
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard tree.kind(of: node) == .allowStatement, let condition = condition(of: node) else {
        continue
      }
      let range = SourceRange(tree.range(of: condition).lowerBound, end(of: condition))
      ranges[tree.range(of: node).lowerBound] = range
    }
    return ranges
  }

  /// The condition of an allow statement.
  private func condition(of statement: NodeID) -> NodeID? {
    tree.children(of: statement).last { tree.kind(of: $0) != .method }
  }

  // MARK: Functions

  /// The body of a function: of one with lets the first let, which holds its value and the rest.
  private func body(of function: NodeID) -> ReportedExpression? {
    let statements = tree.children(of: function).filter { tree.kind(of: $0) != .parameter }
    guard let last = statements.last, tree.kind(of: last) == .returnStatement,
      let result = tree.child(0, of: last)
    else { return nil }
    var rest = expression(result)
    let end = end(of: result)
    for statement in statements.dropLast().reversed() {
      guard let value = tree.child(0, of: statement) else { continue }
      rest = ReportedExpression(
        range: SourceRange(tree.range(of: statement).lowerBound, end),
        expression: id(of: result),
        children: [expression(value), rest].compactMap { $0 }
      )
    }
    return rest
  }

  // MARK: Expressions

  /// An expression with the brackets around it; nil for a literal.
  private func expression(_ node: NodeID) -> ReportedExpression? {
    let inner = unwrapped(node)
    guard !isLiteral(inner) else { return nil }
    return ReportedExpression(
      range: SourceRange(tree.range(of: node).lowerBound, end(of: inner)),
      expression: id(of: inner),
      children: children(of: inner)
    )
  }

  /// What stands before `.name`, `[…]`, `.f(…)` or behind a minus leaves its outermost brackets to the whole.
  private func receiver(_ node: NodeID) -> ReportedExpression? {
    guard tree.kind(of: node) == .parenthesizedExpression, let inside = tree.child(0, of: node)
    else { return expression(node) }
    return expression(inside)
  }

  private func id(of node: NodeID) -> ExpressionID? {
    expressions[tree.range(of: unwrapped(node))]
  }

  private func unwrapped(_ node: NodeID) -> NodeID {
    var inner = node
    while tree.kind(of: inner) == .parenthesizedExpression, let inside = tree.child(0, of: inner) {
      inner = inside
    }
    return inner
  }

  private func isLiteral(_ node: NodeID) -> Bool {
    switch tree.kind(of: node) {
    case .nullLiteral, .booleanLiteral, .intLiteral, .floatLiteral, .stringLiteral, .bytesLiteral:
      true
    default: false
    }
  }

  private func children(of node: NodeID) -> [ReportedExpression] {
    let operands = Array(tree.children(of: node))
    switch tree.kind(of: node) {
    case .memberExpression:
      return operands.prefix(1).compactMap { receiver($0) }
    case .indexExpression, .sliceExpression:
      return [operands.first.flatMap { receiver($0) }].compactMap { $0 }
        + expressions(operands.dropFirst())
    case .methodCallExpression:
      guard let first = operands.first else { return [] }
      // A namespace is no expression.
      let isNamespace = tree.kind(of: first) == .nameExpression && id(of: first) == nil
      return [isNamespace ? nil : receiver(first)].compactMap { $0 }
        + expressions(operands.dropFirst())
    case .unaryExpression:
      let isMinus = tree[tree[node].mainToken].kind == .minus
      return operands.compactMap { isMinus ? receiver($0) : expression($0) }
    case .binaryExpression where tree[tree[node].mainToken].kind == .inKeyword:
      return expressions(operands.reversed())
    case .isExpression:
      return expressions(operands.prefix(1))
    case .mapExpression:
      return operands.flatMap { expressions(tree.children(of: $0)) }
    case .path:
      return operands.flatMap { expressions(tree.children(of: $0)) }
    case .binaryExpression, .conditionalExpression, .listExpression, .callExpression:
      return expressions(operands)
    default:
      return []
    }
  }

  private func expressions(_ nodes: some Sequence<NodeID>) -> [ReportedExpression] {
    nodes.compactMap { tree.kind(of: $0) == .omitted ? nil : expression($0) }
  }

  // MARK: Ends

  /// The end of the last name, literal or expression within.
  private func end(of node: NodeID) -> UInt32 {
    let range = tree.range(of: node)
    let operands = tree.children(of: node)
    switch tree.kind(of: node) {
    case .parenthesizedExpression:
      let inner = unwrapped(node)
      // Brackets around a literal: the recorded reports end with the first of them.
      return isLiteral(inner) ? range.lowerBound + 1 : end(of: inner)
    case .memberExpression:
      return tree.mainRange(of: node).upperBound
    case .callExpression:
      return operands.last.map { end(of: $0) } ?? tree.mainRange(of: node).upperBound
    case .methodCallExpression:
      guard operands.count > 1, let last = operands.last else {
        return tree.mainRange(of: node).upperBound
      }
      return end(of: last)
    case .listExpression, .mapExpression:
      return operands.last.map { end(of: $0) } ?? range.lowerBound + 1
    case .sliceExpression:
      let last = operands.last { tree.kind(of: $0) != .omitted }
      return last.map { end(of: $0) } ?? range.upperBound
    case .binaryExpression, .unaryExpression, .isExpression, .conditionalExpression, .mapEntry,
      .indexExpression, .path, .interpolatedSegment:
      return operands.last.map { end(of: $0) } ?? range.upperBound
    default:
      return range.upperBound
    }
  }
}
