import RulesRuntime

/// Reads off the trace of a condition what a query lacks.
struct QueryTraceReader {
  let program: Program
  let request: Request
  let root: TraceNode

  init(_ program: Program, _ request: Request, root: TraceNode) {
    self.program = program
    self.request = request
    self.root = root
  }

  /// The first comparison that could not be decided, as a clause that would decide it.
  var missingClause: QueryAdvice.Clause? { clause(under: root) }

  // Evaluations nest no deeper than programs do, which are limited.
  private func clause(under node: TraceNode) -> QueryAdvice.Clause? {
    if let clause = clause(of: node) { return clause }
    for child in node.children where child.fault != nil || isFalse(child) {
      if let clause = clause(under: child) { return clause }
    }
    return nil
  }

  private func isFalse(_ node: TraceNode) -> Bool {
    if case .bool(false) = node.value { true } else { false }
  }

  private func clause(of node: TraceNode) -> QueryAdvice.Clause? {
    switch program.expressions[Int(node.expression.index)] {
    case .binary(let operation, let left, let right):
      guard let comparison = Query.FieldComparison(operation) else { return nil }
      return clause(node, left, comparison, right)
        ?? clause(node, right, comparison.mirrored, left)
    case .contained(let element, let collection):
      if let path = fieldPath(of: collection, in: node), let value = value(of: element, in: node) {
        return .filter(path, .arrayContains, value)
      }
      if let path = fieldPath(of: element, in: node),
        case .list(let list)? = value(of: collection, in: node)
      {
        return .filter(path, .in, .list(list))
      }
      return nil
    case .and(let left, let right), .or(let left, let right):
      // A field that is a condition of its own must be true.
      for operand in [left, right] {
        guard let path = fieldPath(of: operand, in: node), hasFailed(operand, in: node) else {
          continue
        }
        return .filter(path, .equal, .bool(true))
      }
      return nil
    case .members where node.expression == root.expression:
      return fieldPath(of: node).map { .filter($0, .equal, .bool(true)) }
    default: return nil
    }
  }

  private func clause(
    _ node: TraceNode,
    _ field: ExpressionID,
    _ comparison: Query.FieldComparison,
    _ other: ExpressionID
  ) -> QueryAdvice.Clause? {
    guard node.fault != nil || isFalse(node), let value = value(of: other, in: node) else {
      return nil
    }
    if let path = fieldPath(of: field, in: node) { return .filter(path, comparison, value) }
    guard isLimit(field), case .int(let limit) = value else { return nil }
    switch comparison {
    case .lessOrEqual, .equal: return .limit(limit)
    case .less: return .limit(limit - 1)
    default: return nil
    }
  }

  // MARK: Operands

  private func operand(_ expression: ExpressionID, in node: TraceNode) -> TraceNode? {
    node.children.last { $0.expression == expression }
  }

  private func hasFailed(_ expression: ExpressionID, in node: TraceNode) -> Bool {
    operand(expression, in: node)?.fault != nil
  }

  /// The value that an operand had, or would have had; nil for one that failed or is a field itself.
  private func value(of expression: ExpressionID, in node: TraceNode) -> Value? {
    if let value = operand(expression, in: node)?.value {
      if case .constraint = value { return nil }
      return value
    }
    // An element is not evaluated where the collection before it failed.
    switch program.expressions[Int(expression.index)] {
    case .constant(let index): return program.constants[Int(index)]
    case .members(let root, _, _):
      guard case .request = program.expressions[Int(root.index)] else { return nil }
      do throws(Fault) {
        return try program.evaluate(expression, for: request)
      } catch {
        return nil
      }
    default: return nil
    }
  }

  /// The field that an operand such as `resource.data.a.b` names.
  private func fieldPath(of expression: ExpressionID, in node: TraceNode) -> [Text]? {
    operand(expression, in: node).flatMap { fieldPath(of: $0) }
  }

  /// The field that a chain of members names, also where it begins at a parameter that holds the resource or
  /// its data.
  private func fieldPath(of node: TraceNode) -> [Text]? {
    guard
      case .members(let root, let first, let count) = program.expressions[
        Int(node.expression.index)
      ],
      case .map(let resource)? = request.resource
    else { return nil }
    var link = node
    while link.expression != root, let next = link.children.first { link = next }
    guard case .map(let base)? = link.value else { return nil }
    let names = program.names[Int(first)..<Int(first + count)].map(\.text)
    if base.isIdentical(to: resource) {
      return names.count > 1 && names[0] == "data" ? Array(names.dropFirst()) : nil
    }
    guard case .map(let data)? = resource["data"], base.isIdentical(to: data) else { return nil }
    return names
  }

  private func isLimit(_ expression: ExpressionID) -> Bool {
    guard case .members(let root, let first, 2) = program.expressions[Int(expression.index)],
      case .request = program.expressions[Int(root.index)]
    else { return false }
    return program.names[Int(first)].text == "query"
      && program.names[Int(first) + 1].text == "limit"
  }
}

extension Query.FieldComparison {
  fileprivate init?(_ operation: BinaryOperator) {
    switch operation {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .add, .subtract, .multiply, .divide, .remainder: return nil
    }
  }

  /// The comparison for exchanged operands.
  fileprivate var mirrored: Query.FieldComparison {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual, .arrayContains, .arrayContainsAny, .in, .notIn: self
    }
  }
}
