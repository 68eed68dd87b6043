package import RulesRuntime

/// Finds the constraints that a refused query lacks.
///
/// A query is allowed by what it asks for, never by what it would find, so a rule such as
/// `resource.data.userId == request.auth.uid` needs `where userId == 'alice'`. The missing constraint is read off
/// the comparisons that could not be decided, and the query is judged again with it: advice that does not make the
/// query pass is not given.
package struct QueryAdvice {
  private let program: Program
  private let context: Context

  /// What a query is judged with.
  package struct Context {
    /// The database's name.
    package var database: Text
    /// `request.auth`.
    package var auth: Value
    /// `request.time`.
    package var time: Timestamp

    /// A context from its parts.
    package init(database: Text, auth: Value, time: Timestamp) {
      self.database = database
      self.auth = auth
      self.time = time
    }
  }

  /// The most constraints that are proposed together.
  private static let constraintLimit = 8

  /// Advice for queries of one user against one program.
  package init(_ program: Program, _ context: Context) {
    self.program = program
    self.context = context
  }

  /// What to add to a refused query, as it is written in a test file; nil where nothing helps.
  package func missingClauses(of query: Query, documents: some DocumentSource) -> String? {
    let statements = Set(attempts(at: query, documents).map(\.statement))
    let proposals = statements.sorted().compactMap { statement in
      proposal(for: query, satisfying: statement, documents)
    }
    return proposals.min { $0.clauses.count < $1.clauses.count }?.text
  }

  /// Adds constraints one by one until a statement grants the query.
  private func proposal(
    for query: Query,
    satisfying statement: StatementID,
    _ documents: some DocumentSource
  ) -> Proposal? {
    var query = query
    var proposal = Proposal()
    for _ in 0..<Self.constraintLimit {
      guard let clause = missingClause(of: query, in: statement, documents) else { return nil }
      guard proposal.add(clause) else { return nil }
      clause.apply(to: &query)
      if isAllowed(query, documents) { return proposal }
    }
    return nil
  }

  private func isAllowed(_ query: Query, _ documents: some DocumentSource) -> Bool {
    guard let requests = requests(query, documents) else { return false }
    return program.decide(commit: requests, documents: documents)
      .allSatisfy { $0.verdict == .allow }
  }

  private func requests(_ query: Query, _ documents: some DocumentSource) -> [Request]? {
    query.requests(
      database: context.database,
      auth: context.auth,
      time: context.time,
      documents: documents
    )
  }

  private func attempts(
    at query: Query,
    _ documents: some DocumentSource
  ) -> [(statement: StatementID, root: TraceNode?)] {
    for request in requests(query, documents) ?? [] {
      let (decision, trace) = program.decide(
        request,
        documents: documents,
        observer: TraceObserver()
      )
      guard decision.verdict == .deny else { continue }
      var roots = trace.roots[...]
      return decision.attempts.map { attempt in
        let hasCondition = program.statements[Int(attempt.statement.index)].condition != nil
        return (attempt.statement, hasCondition ? roots.popFirst() : nil)
      }
    }
    return []
  }

  private func missingClause(
    of query: Query,
    in statement: StatementID,
    _ documents: some DocumentSource
  ) -> Clause? {
    let attempt = attempts(at: query, documents).first { $0.statement == statement }
    return attempt?.root.flatMap { clause(under: $0) }
  }

  // MARK: Reading the trace

  /// The first comparison under an evaluation that could not be decided.
  ///
  /// Evaluations nest no deeper than programs.
  private func clause(under node: TraceNode) -> Clause? {
    if let clause = clause(of: node) { return clause }
    for child in node.children where child.fault != nil || isFalse(child) {
      if let clause = clause(under: child) { return clause }
    }
    return nil
  }

  private func isFalse(_ node: TraceNode) -> Bool {
    if case .bool(false) = node.value { true } else { false }
  }

  private func clause(of node: TraceNode) -> Clause? {
    switch program.expressions[Int(node.expression.index)] {
    case .binary(let operation, let left, let right):
      guard let comparison = Query.FieldComparison(operation) else { return nil }
      return clause(node, left, comparison, right)
        ?? clause(node, right, comparison.mirrored, left)
    case .contained(let element, let collection):
      if let path = fieldPath(of: collection), let value = value(of: element, in: node) {
        return .filter(path, .arrayContains, value)
      }
      if let path = fieldPath(of: element), case .list(let list)? = value(of: collection, in: node)
      {
        return .filter(path, .in, .list(list))
      }
      return nil
    case .and(let left, let right), .or(let left, let right):
      // A field that is used as a condition of its own must be true.
      for operand in [left, right] {
        guard let path = fieldPath(of: operand), isUndecided(operand, in: node) else { continue }
        return .filter(path, .equal, .bool(true))
      }
      return nil
    case .members:
      guard let path = fieldPath(of: node.expression), node.fault != nil else { return nil }
      return .filter(path, .equal, .bool(true))
    default: return nil
    }
  }

  private func clause(
    _ node: TraceNode,
    _ field: ExpressionID,
    _ comparison: Query.FieldComparison,
    _ other: ExpressionID
  ) -> Clause? {
    guard let value = value(of: other, in: node) else { return nil }
    if let path = fieldPath(of: field) {
      guard isUndecided(field, in: node) || node.fault != nil else { return nil }
      return .filter(path, comparison, value)
    }
    guard isLimit(field), case .int(let limit) = value else { return nil }
    switch comparison {
    case .lessOrEqual, .equal: return .limit(limit)
    case .less: return .limit(limit - 1)
    default: return nil
    }
  }

  private func isUndecided(_ expression: ExpressionID, in node: TraceNode) -> Bool {
    node.children.contains { $0.expression == expression && $0.fault != nil }
  }

  /// The value that an operand had; nil for one that failed or is a field itself.
  private func value(of expression: ExpressionID, in node: TraceNode) -> Value? {
    guard let value = node.children.last(where: { $0.expression == expression })?.value else {
      return nil
    }
    if case .constraint = value { return nil }
    return value
  }

  /// The field that `resource.data.a.b` names.
  private func fieldPath(of expression: ExpressionID) -> [Text]? {
    guard
      case .members(let root, let first, let count) = program.expressions[Int(expression.index)],
      case .resource = program.expressions[Int(root.index)], count > 1
    else { return nil }
    let names = program.names[Int(first)..<Int(first + count)].map(\.text)
    return names[0] == "data" ? Array(names.dropFirst()) : nil
  }

  private func isLimit(_ expression: ExpressionID) -> Bool {
    guard case .members(let root, let first, 2) = program.expressions[Int(expression.index)],
      case .request = program.expressions[Int(root.index)]
    else { return false }
    return program.names[Int(first)].text == "query"
      && program.names[Int(first) + 1].text == "limit"
  }
}

extension QueryAdvice {
  /// Something to add to a query.
  fileprivate enum Clause {
    case filter([Text], Query.FieldComparison, Value)
    case limit(Int64)

    func apply(to query: inout Query) {
      switch self {
      case .filter(let path, let comparison, let value):
        let filter = Query.Filter.field(path, comparison, value)
        query.filter = query.filter.map { .and([$0, filter]) } ?? filter
      case .limit(let limit): query.limit = limit
      }
    }

    /// The condition as it is written in a test file.
    var text: String {
      switch self {
      case .filter(let path, let comparison, let value):
        let field = path.map(\.description).joined(separator: ".")
        return "\(field) \(comparison.symbol) \(value.sourceText(limit: 60))"
      case .limit(let limit): return "limit \(limit)"
      }
    }
  }

  /// The clauses that together make a query pass.
  fileprivate struct Proposal {
    private(set) var clauses: [Clause] = []

    /// Adds a clause; false where it is there already, so that nothing would change.
    mutating func add(_ clause: Clause) -> Bool {
      guard !clauses.contains(where: { $0.text.utf8.elementsEqual(clause.text.utf8) }) else {
        return false
      }
      clauses.append(clause)
      return true
    }

    /// `where a == 1 && b == 2 limit 10`.
    var text: String {
      var filters: [String] = []
      var limits: [String] = []
      for clause in clauses {
        switch clause {
        case .filter: filters.append(clause.text)
        case .limit: limits.append(clause.text)
        }
      }
      let condition = filters.isEmpty ? [] : ["where " + filters.joined(separator: " && ")]
      return (condition + limits).joined(separator: " ")
    }
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

  /// As written in a test file.
  fileprivate var symbol: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .arrayContains: "array-contains"
    case .arrayContainsAny: "array-contains-any"
    case .in: "in"
    case .notIn: "not in"
    }
  }
}
