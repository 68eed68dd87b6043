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
      // A query that asks for other values of the field can't be helped: it would ask for nothing.
      guard !clause.contradicts(query), proposal.add(clause) else { return nil }
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

  /// The statements that a refused query was tried with.
  private func attempts(
    at query: Query,
    _ documents: some DocumentSource
  ) -> [(statement: StatementID, reader: QueryTraceReader?)] {
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
        let root = hasCondition ? roots.popFirst() : nil
        return (attempt.statement, root.map { QueryTraceReader(program, request, root: $0) })
      }
    }
    return []
  }

  private func missingClause(
    of query: Query,
    in statement: StatementID,
    _ documents: some DocumentSource
  ) -> Clause? {
    attempts(at: query, documents).first { $0.statement == statement }?.reader?.missingClause
  }
}

extension QueryAdvice {
  /// Something to add to a query.
  enum Clause {
    case filter([Text], Query.FieldComparison, Value)
    case limit(Int64)

    /// Whether the query compares the same field for equality already.
    func contradicts(_ query: Query) -> Bool {
      guard case .filter(let path, _, _) = self, let filter = query.filter else { return false }
      return filter.fixes(path)
    }

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

extension Query.Filter {
  /// Whether a field is compared for equality somewhere within.
  ///
  /// Filters nest as deep as the parser allows.
  fileprivate func fixes(_ path: [Text]) -> Bool {
    switch self {
    case .and(let filters), .or(let filters): filters.contains { $0.fixes(path) }
    case .field(let field, .equal, _), .field(let field, .in, _): field == path
    case .test(let field, .isNull), .test(let field, .isNaN): field == path
    case .field, .test: false
    }
  }
}
