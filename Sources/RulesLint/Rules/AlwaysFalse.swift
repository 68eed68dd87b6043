import RulesRuntime
import RulesSource

extension LintRule {
  static let alwaysFalse = LintRule(
    "always-false",
    .warning,
    "tests that can't be true together, or one that can't be true at all",
    reason: """
      A value can't be two things at once, so `status == 'open' && status == 'done'` is never true; `||`, or `in` \
      with a list, is what is meant. The same holds for ranges that do not meet, and for a test beside its own \
      negation. A statement whose whole condition is `false` says so on purpose and is not reported.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.status == 'open' && resource.data.status == 'done';
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.status in ['open', 'done'];
      }
      """
    ),
    silence: "Silence it for a statement that is turned off for a while.",
    check: .rules { context, report in
      var seen = ExpressionSet()
      context.forEachGroup(areConjunctions: true) { statement, group in
        guard let found = context.facts.contradiction(among: group),
          found.other != nil || context.program.isClosed(found.literal.origin),
          seen.insert(found.literal.origin)
        else { return }
        let (range, notes) = context.place(of: found.literal.origin, in: statement)
        report.add(
          at: range,
          found.other == nil
            ? "this is never true" : "this is never true together with another test",
          notes: notes
            + (found.other.map { [context.note("the other test", at: $0.origin)] } ?? [])
        )
      }
      context.forEachConstant { id, value, isConjunction in
        guard !value else { return }
        report.add(
          at: context.range(of: id),
          isConjunction
            ? "this is always false, and so is the whole `&&`"
            : "this is always false, and changes nothing"
        )
      }
    }
  )
}

extension LintContext {
  /// A remark about an expression.
  func note(_ message: String, at id: ExpressionID) -> DiagnosticNote {
    DiagnosticNote(message, at: range(of: id))
  }

  /// Visits the operands of `&&` and `||` that are constants, or comparisons of constants.
  ///
  /// A true operand of `||` opens the statement, which is told by the checks of what is open.
  func forEachConstant(_ body: (ExpressionID, Bool, _ isConjunction: Bool) -> Void) {
    for expression in program.expressions {
      switch expression {
      case .and(let left, let right):
        for operand in [left, right] {
          if let value = constant(operand) { body(operand, value, true) }
        }
      case .or(let left, let right):
        for operand in [left, right] {
          if let value = constant(operand), !value { body(operand, value, false) }
        }
      default: continue
      }
    }
  }
}
