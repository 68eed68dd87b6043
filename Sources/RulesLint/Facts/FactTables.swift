import RulesRuntime

/// What the statements of a file test, and what is known of the service.
///
/// Checks ask the same of the same tests again and again, so answers are kept; it is not shared between threads.
package final class FactTables {
  /// What expressions compute.
  package let terms: TermTable
  /// When statements allow.
  package let conditions: ConditionTable
  /// Whether the rules are for Firestore.
  package let isFirestore: Bool
  /// What `request.method` is equal to, in the order of `Method.all`.
  let methodConstants: ContiguousArray<TermID>

  /// What is known of terms and conditions by now.
  let known: KnownAnswers

  init(_ builder: consuming FactBuilder) {
    terms = builder.terms
    conditions = builder.conditions
    isFirestore = builder.program.service == .firestore
    methodConstants = ContiguousArray(
      Method.all.map { builder.terms.add(value: .string(Text($0.name))) }
    )
    known = KnownAnswers(terms.count, conditions.count)
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
    if let places = known.places(ofTestsIn: id, conditions) {
      for place in places { body(known.literals[place]) }
      return
    }
    switch conditions[id] {
    case .always, .never, .failure, .unknown: return
    case .literal(let literal): body(literal)
    case .all(let slice), .any(let slice):
      for part in conditions[slice] { forEachLiteral(in: part, body) }
    }
  }

  /// Visits a term and all that it is made of, each once.
  package func forEachTerm(in id: TermID, _ body: (TermID) -> Void) {
    if let places = known.places(of: id, terms) {
      for place in places { body(known.parts[place]) }
    } else {
      known.list(of: id, terms).forEach(body)
    }
  }

  /// Whether a term is made of another one, or is it.
  package func contains(_ id: TermID, _ predicate: (TermID) -> Bool) -> Bool {
    if let places = known.places(of: id, terms) {
      return places.contains { predicate(known.parts[$0]) }
    }
    return known.list(of: id, terms).contains(where: predicate)
  }

  /// What a term reads; nil for anything but members of members of an object.
  package func access(_ id: TermID) -> FieldAccess? {
    if let answer = known.access(id) { return answer }
    let answer = makeAccess(id)
    known.keep(answer, for: id)
    return answer
  }

  /// What a condition may come to for a request.
  package func outcomes(of id: ConditionID, for requester: Requester) -> Outcomes {
    guard let column = requester.column else { return makeOutcomes(of: id, for: requester) }
    if let answer = known.outcomes(of: id, column) { return answer }
    let answer = makeOutcomes(of: id, for: requester)
    known.keep(answer, for: id, column)
    return answer
  }

  /// What a test may come to for a request.
  package func outcomes(ofTest id: TermID, for requester: Requester) -> Outcomes {
    guard let column = requester.column else {
      return makeOutcomes(ofTest: id, for: requester, depth: 0)
    }
    if let answer = known.outcomes(ofTest: id, column) { return answer }
    let answer = makeOutcomes(ofTest: id, for: requester, depth: 0)
    known.keep(answer, forTest: id, column)
    return answer
  }
}
