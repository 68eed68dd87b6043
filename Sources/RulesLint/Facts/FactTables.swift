import RulesRuntime

/// What the statements of a file test, and what is known of the service.
package final class FactTables: Sendable {
  /// What expressions compute.
  package let terms: TermTable
  /// When statements allow.
  package let conditions: ConditionTable
  /// Whether the rules are for Firestore.
  package let isFirestore: Bool
  /// What `request.method` is equal to.
  let methodConstants: [Method: TermID]

  init(_ builder: consuming FactBuilder) {
    var methods: [Method: TermID] = [:]
    for method in Method.allCases {
      methods[method] = builder.terms.add(value: .string(Text(method.name)))
    }
    terms = builder.terms
    conditions = builder.conditions
    isFirestore = builder.program.service == .firestore
    methodConstants = methods
  }

  /// Whether a condition can't hold without a test for which a predicate says so.
  ///
  /// Each way to make the condition true is looked at: all of them must go through such a test. Ways that are
  /// closed to the request are left out. What is too large to be followed counts as such a test.
  package func isNecessary(
    in id: ConditionID,
    for requester: Requester? = nil,
    _ predicate: (Condition.Literal) -> Bool
  ) -> Bool {
    if let requester, !outcomes(of: id, for: requester).contains(.isTrue) { return true }
    return isNecessaryWhereOpen(in: id, for: requester, predicate)
  }

  private func isNecessaryWhereOpen(
    in id: ConditionID,
    for requester: Requester?,
    _ predicate: (Condition.Literal) -> Bool
  ) -> Bool {
    switch conditions[id] {
    case .always: false
    case .never, .failure, .unknown: true
    case .literal(let literal): predicate(literal)
    case .all(let slice):
      conditions[slice].contains { isNecessaryWhereOpen(in: $0, for: requester, predicate) }
    case .any(let slice):
      conditions[slice].allSatisfy { isNecessary(in: $0, for: requester, predicate) }
    }
  }

  /// Visits the tests of a condition in the order of the source.
  package func forEachLiteral(in id: ConditionID, _ body: (Condition.Literal) -> Void) {
    switch conditions[id] {
    case .always, .never, .failure, .unknown: return
    case .literal(let literal): body(literal)
    case .all(let slice), .any(let slice):
      for part in conditions[slice] { forEachLiteral(in: part, body) }
    }
  }

  /// Visits a term and all that it is made of, each once.
  package func forEachTerm(in id: TermID, _ body: (TermID) -> Void) {
    var seen: Set<TermID> = []
    var pending = [id]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      body(next)
      pending.append(contentsOf: terms.operands(of: next))
    }
  }

  /// Whether a term is made of another one, or is it.
  package func contains(_ id: TermID, _ predicate: (TermID) -> Bool) -> Bool {
    var seen: Set<TermID> = []
    var pending = [id]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      if predicate(next) { return true }
      pending.append(contentsOf: terms.operands(of: next))
    }
    return false
  }
}
