import RulesRuntime
package import RulesSource

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

  /// What the tests of the statements are made of.
  private let parts: TermParts
  /// For each term what member it is.
  private let accesses: ContiguousArray<FieldAccess?>
  /// For each term the strings of the list that it is.
  private let stringLists: ContiguousArray<[Symbol]?>
  /// What checks have asked by now.
  let known: KnownAnswers

  init(_ builder: consuming FactBuilder, _ statements: some Sequence<ConditionID>) {
    methodConstants = ContiguousArray(
      Method.all.map { builder.terms.add(value: .string(Text($0.name))) }
    )
    let isFirestore = builder.program.service == .firestore
    let terms = TermTable(builder.terms)
    let conditions = ConditionTable(builder.conditions)
    var walker = TermWalker(count: terms.count)
    parts = TermParts(of: statements, conditions, terms, &walker)
    accesses = FieldAccess.all(terms, isFirestore: isFirestore)
    stringLists = Self.stringLists(terms)
    known = KnownAnswers(terms.count, conditions.count, walker)
    self.isFirestore = isFirestore
    self.terms = terms
    self.conditions = conditions
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
    case .always: return false
    case .never, .failure, .unknown: return true
    case .literal(let literal): return predicate(literal)
    case .all(let slice):
      for place in slice.indices {
        let part = conditions.part(at: place)
        if isNecessaryWhereOpen(in: part, for: requester, predicate) { return true }
      }
      return false
    case .any(let slice):
      for place in slice.indices {
        let part = conditions.part(at: place)
        guard isNecessary(in: part, for: requester, predicate) else { return false }
      }
      return true
    }
  }

  /// Visits the tests of a condition in the order of the source.
  package func forEachLiteral(in id: ConditionID, _ body: (Condition.Literal) -> Void) {
    if let places = parts.literals(of: id) {
      for place in places { body(parts.literals[place]) }
      return
    }
    switch conditions[id] {
    case .always, .never, .failure, .unknown: return
    case .literal(let literal): body(literal)
    case .all(let slice), .any(let slice):
      for place in slice.indices { forEachLiteral(in: conditions.part(at: place), body) }
    }
  }

  /// Visits a term and all that it is made of, each once.
  package func forEachTerm(in id: TermID, _ body: (TermID) -> Void) {
    if let places = parts.parts(of: id) {
      for place in places { body(parts.terms[place]) }
    } else {
      known.parts(of: id, terms).forEach(body)
    }
  }

  /// Whether a term is made of another one, or is it.
  package func contains(_ id: TermID, _ predicate: (TermID) -> Bool) -> Bool {
    if let places = parts.parts(of: id) {
      for place in places where predicate(parts.terms[place]) { return true }
      return false
    }
    return known.parts(of: id, terms).contains(where: predicate)
  }

  /// The strings of a list, or of a set that is made of one; nil where it holds anything else.
  package func strings(_ id: TermID) -> [Symbol]? { stringLists[Int(id.index)] }

  private static func stringLists(_ terms: TermTable) -> ContiguousArray<[Symbol]?> {
    var lists: ContiguousArray<[Symbol]?> = []
    lists.reserveCapacity(terms.count)
    for index in 0..<terms.count {
      switch terms[TermID(index: UInt32(truncatingIfNeeded: index))] {
      case .list(let list): lists.append(strings(terms[list], terms))
      case .method(terms.names.toSet, let list) where terms.count(of: list) == 1:
        let inner = terms[list][0]
        if case .list = terms[inner] {
          lists.append(lists[Int(inner.index)])
        } else {
          lists.append(nil)
        }
      default: lists.append(nil)
      }
    }
    return lists
  }

  private static func strings(_ list: ContiguousArray<TermID>, _ terms: TermTable) -> [Symbol]? {
    var strings: [Symbol] = []
    for element in list {
      guard case .string(let symbol) = terms[element] else { return nil }
      strings.append(symbol)
    }
    return strings
  }

  /// What a term reads; nil for anything but members of members of an object.
  package func access(_ id: TermID) -> FieldAccess? { accesses[Int(id.index)] }

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
