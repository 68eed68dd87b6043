import RulesRuntime
import RulesSource

extension LintRule {
  static let errorAbsorbed = LintRule(
    "error-absorbed",
    .hint,
    "a side of `||` that is an error without sign-in, beside one that allows",
    reason: """
      The error of one side is ignored if the other side is true, so this works. It also hides mistakes: a misspelt \
      field on that side is never noticed. This check is for teams that want each side to stand by itself; it has to \
      be turned on.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth.uid == resource.data.owner || resource.data.published == true;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if (request.auth != null && request.auth.uid == resource.data.owner)
                   || resource.data.published == true;
      }
      """
    ),
    silence: "Leave it off where rules are written to rely on this.",
    isOptional: true,
    check: .rules { context, report in
      var seen = ExpressionSet()
      for statement in context.statements {
        guard
          let method = Method.all.first(where: { statement.methods.contains(MethodSet($0)) })
        else { continue }
        let nobody = Requester(method, isSignedIn: false)
        for parts in context.disjunctions(of: statement.condition) {
          let outcomes = parts.map { context.facts.outcomes(of: $0, for: nobody) }
          guard outcomes.contains(where: { $0.contains(.isTrue) }) else { continue }
          for (part, outcome) in zip(parts, outcomes) where outcome == .failure {
            let origin = context.facts.conditions.origin(of: part)
            guard seen.insert(origin) else { continue }
            let (range, notes) = context.place(of: origin, in: statement)
            report.add(
              at: range,
              "without sign-in this side is an error, which the other side covers up",
              notes: notes + [DiagnosticNote("put `request.auth != null &&` before it")]
            )
          }
        }
      }
    }
  )
}

extension LintContext {
  /// The parts of each disjunction within a condition.
  func disjunctions(of root: ConditionID) -> [[ConditionID]] {
    var found: [[ConditionID]] = []
    var pending = [root]
    while let next = pending.popLast() {
      switch facts.conditions[next] {
      case .always, .never, .failure, .literal, .unknown: continue
      case .all(let slice): pending.append(contentsOf: facts.conditions[slice])
      case .any(let slice):
        found.append(Array(facts.conditions[slice]))
        pending.append(contentsOf: facts.conditions[slice])
      }
    }
    return found
  }

  /// Visits the tests that stand side by side in each conjunction, or each disjunction, within a condition.
  func forEachGroup(
    of root: ConditionID,
    areConjunctions: Bool,
    _ body: (ContiguousArray<Condition.Literal>) -> Void
  ) {
    var pending = [root]
    var inner: [ConditionID] = []
    var literals: ContiguousArray<Condition.Literal> = []
    while let next = pending.popLast() {
      let isConjunction: Bool
      let slice: TableSlice
      switch facts.conditions[next] {
      case .always, .never, .failure, .unknown: continue
      case .literal(let literal):
        body([literal])
        continue
      case .all(let parts): (isConjunction, slice) = (true, parts)
      case .any(let parts): (isConjunction, slice) = (false, parts)
      }
      literals.removeAll(keepingCapacity: true)
      append(slice, to: &inner)
      while let part = inner.popLast() {
        switch (facts.conditions[part], isConjunction) {
        case (.literal(let literal), _): literals.append(literal)
        case (.all(let parts), true), (.any(let parts), false):
          append(parts, to: &inner)
        case (.all, false), (.any, true): pending.append(part)
        case (.always, _), (.never, _), (.failure, _), (.unknown, _): continue
        }
      }
      if isConjunction == areConjunctions {
        body(literals)
      } else {
        // Each stands by itself.
        for literal in literals where facts.isDecided(literal.term) { body([literal]) }
      }
    }
  }

  /// Adds the parts of a conjunction or disjunction, the first one last.
  private func append(_ slice: TableSlice, to list: inout [ConditionID]) {
    for place in slice.indices.reversed() { list.append(facts.conditions.part(at: place)) }
  }
}
