import RulesRuntime
import RulesSource

extension LintRule {
  static let unsafeAuthDereference = LintRule(
    "unsafe-auth-deref",
    .hint,
    "a negated test of the user that is an error without one",
    reason: """
      `request.auth` is null without sign-in, and reading a member of null is an error. In a plain test that denies, \
      as it should. Under `!`, or with `!=`, the author expects true for somebody who is not signed in, and the \
      error denies all the same. Say what is meant: `request.auth == null || …`, or `request.auth != null && …`.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if !(request.auth.uid in resource.data.blocked);
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && !(request.auth.uid in resource.data.blocked);
      }
      """
    ),
    silence: "Silence it where it is clear to everybody that nobody without sign-in is meant.",
    check: .rules { context, report in
      var seen = ExpressionSet()
      for statement in context.statements {
        guard
          let method = Method.all.first(where: { statement.methods.contains(MethodSet($0)) })
        else { continue }
        let nobody = Requester(method, isSignedIn: false)
        let failures = context.failures(in: statement.condition, for: nobody)
        guard !failures.isEmpty else { continue }
        var negated = ExpressionSet()
        for literal in context.negatedLiterals(of: statement) { negated.insert(literal.origin) }
        for literal in failures
        where negated.contains(literal.origin) && seen.insert(literal.origin) {
          // A claim that may be missing is told as such, whoever asks.
          if !context.isInequality(literal.origin), context.readsOwnClaim(literal.term) { continue }
          let (range, notes) = context.place(of: literal.origin, in: statement)
          report.add(
            at: range,
            "without sign-in this is an error, not true",
            notes: notes + [
              DiagnosticNote(
                "`request.auth` is null then; say first whether somebody has to be signed in"
              )
            ]
          )
        }
      }
    }
  )
}

extension LintContext {
  /// The negated tests that are an error for a requester, where all tests beside them may hold.
  fileprivate func failures(
    in id: ConditionID,
    for requester: Requester
  ) -> [Condition.Literal] {
    switch facts.conditions[id] {
    case .always, .never, .failure, .unknown: return []
    case .literal(let literal):
      return literal.isNegated && facts.outcomes(ofTest: literal.term, for: requester) == .failure
        ? [literal] : []
    case .any(let slice):
      let parts = facts.conditions[slice]
      if parts.contains(where: { facts.outcomes(of: $0, for: requester) == .isTrue }) { return [] }
      return parts.flatMap { failures(in: $0, for: requester) }
    case .all(let slice):
      var closed: ConditionID?
      for part in slice.indices.lazy.map({ self.facts.conditions.part(at: $0) })
      where !facts.outcomes(of: part, for: requester).contains(.isTrue) || needsUser(part) {
        guard closed == nil else { return [] }
        closed = part
      }
      return closed.map { failures(in: $0, for: requester) } ?? []
    }
  }

  /// Whether a test reads the user where that is an error without one, as in the path of a lookup.
  private func needsUser(_ id: ConditionID) -> Bool {
    switch facts.conditions[id] {
    case .always, .never, .failure, .unknown: return false
    case .all(let slice):
      return slice.indices.contains { needsUser(facts.conditions.part(at: $0)) }
    case .any(let slice):
      return slice.indices.allSatisfy { needsUser(facts.conditions.part(at: $0)) }
    case .literal(let literal):
      guard terms.mentions(literal.term).contains(.user) else { return false }
      var readsUser = false
      var mayAbsorb = false
      facts.forEachTerm(in: literal.term) { term in
        if term == terms.uid || term == terms.token { readsUser = true }
        switch terms[term] {
        case .and, .or, .conditional: mayAbsorb = true
        default: return
        }
      }
      return readsUser && !mayAbsorb
    }
  }
}
