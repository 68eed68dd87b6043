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

  /// Visits the tests that stand side by side in each conjunction, or each disjunction, within the conditions of
  /// statements.
  func forEachGroup(
    areConjunctions: Bool,
    _ body: (Statement, ContiguousArray<Condition.Literal>) -> Void
  ) {
    var groups = TestGroups()
    for statement in statements {
      forEachGroup(of: statement.condition, areConjunctions: areConjunctions, &groups) {
        body(statement, $0)
      }
    }
  }

  private func forEachGroup(
    of root: ConditionID,
    areConjunctions: Bool,
    _ groups: inout TestGroups,
    _ body: (ContiguousArray<Condition.Literal>) -> Void
  ) {
    groups.pending.append(root)
    while let next = groups.pending.popLast() {
      let isConjunction: Bool
      let slice: TableSlice
      switch facts.conditions[next] {
      case .always, .never, .failure, .unknown: continue
      case .literal(let literal):
        groups.single[0] = literal
        body(groups.single)
        continue
      case .all(let parts): (isConjunction, slice) = (true, parts)
      case .any(let parts): (isConjunction, slice) = (false, parts)
      }
      groups.literals.removeAll(keepingCapacity: true)
      append(slice, to: &groups.inner)
      while let part = groups.inner.popLast() {
        switch (facts.conditions[part], isConjunction) {
        case (.literal(let literal), _): groups.literals.append(literal)
        case (.all(let parts), true), (.any(let parts), false):
          append(parts, to: &groups.inner)
        case (.all, false), (.any, true): groups.pending.append(part)
        case (.always, _), (.never, _), (.failure, _), (.unknown, _): continue
        }
      }
      if isConjunction == areConjunctions {
        body(groups.literals)
      } else {
        // Each stands by itself.
        for literal in groups.literals where facts.isDecided(literal.term) {
          groups.single[0] = literal
          body(groups.single)
        }
      }
    }
  }

  /// Adds the parts of a conjunction or disjunction, the first one last.
  private func append(_ slice: TableSlice, to list: inout ContiguousArray<ConditionID>) {
    var place = slice.indices.upperBound
    while place > slice.indices.lowerBound {
      place -= 1
      list.append(facts.conditions.part(at: place))
    }
  }
}

/// What is gathered while groups of tests are looked for, kept from one condition to the next.
private struct TestGroups {
  /// Conditions that are still to be looked at.
  var pending: ContiguousArray<ConditionID> = []
  /// Parts of the group that are still to be looked at.
  var inner: ContiguousArray<ConditionID> = []
  /// The tests of the group.
  var literals: ContiguousArray<Condition.Literal> = []
  /// A group of one test, whichever it was last.
  var single: ContiguousArray<Condition.Literal> = [
    Condition.Literal(
      term: TermID(index: 0),
      isNegated: false,
      origin: ExpressionID(index: 0)
    )
  ]
}
