import RulesRuntime

extension TraceNode {
  /// The places among the children of those that decide the outcome; none where this evaluation itself does.
  ///
  /// A false `&&` is decided by its last operand that is false, a false `||` by both, a call by what its
  /// function returns, and a failure by the operand that it comes from.
  func decidingChildren(in program: Program) -> [Int] {
    if let fault {
      guard !isOwn(fault, in: program) else { return [] }
      // The fault of an absorbed operand is not the one that is reported, so the expression must agree.
      let source = children.lastIndex { $0.fault?.expression == fault.expression }
      return source.map { [$0] } ?? []
    }
    guard case .bool(let outcome) = value else { return [] }
    switch program.expressions[Int(expression.index)] {
    case .and, .or:
      return children.indices.filter { children[$0].isBool(outcome) }
    case .unary(.not, _), .conditional, .call:
      return children.last?.value == nil ? [] : [children.count - 1]
    default:
      return []
    }
  }

  /// The evaluations that decide the outcome, and the calls of functions on the way to them.
  func decidingNodes(in program: Program) -> (leaves: [TraceNode], calls: [TraceNode]) {
    var leaves: [TraceNode] = []
    var calls: [TraceNode] = []
    var pending = [self]
    while let node = pending.popLast() {
      if case .call = program.expressions[Int(node.expression.index)] { calls.append(node) }
      let deciding = node.decidingChildren(in: program)
      if deciding.isEmpty { leaves.append(node) }
      pending += deciding.reversed().map { node.children[$0] }
    }
    return (leaves, calls)
  }

  /// Whether a fault of this evaluation comes from itself: from the expression, or from a link of its chain of
  /// members, which is shown as one.
  func isOwn(_ fault: Fault, in program: Program) -> Bool {
    guard case .members(_, _, let count) = program.expressions[Int(expression.index)] else {
      return fault.expression == expression
    }
    return fault.expression <= expression && fault.expression.index + count > expression.index
  }

  /// Whether its value is that bool.
  func isBool(_ outcome: Bool) -> Bool {
    if case .bool(outcome) = value { true } else { false }
  }
}
