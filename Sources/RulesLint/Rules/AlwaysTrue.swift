import RulesRuntime
import RulesSource

extension LintRule {
  static let alwaysTrue = LintRule(
    "always-true",
    .warning,
    "tests of which one is always true, or one that can't be false",
    reason: """
      Whatever the role is, it differs from one of two: `role != 'admin' || role != 'owner'` is true for everybody \
      who has a role, and restricts nothing. `&&` is what is meant. A size that is at least zero, and a field that is \
      equal to itself, restrict nothing either.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && (resource.data.status != 'draft' || resource.data.status != 'deleted');
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.status != 'draft' && resource.data.status != 'deleted';
      }
      """
    ),
    silence:
      "Silence it where a test only asks whether a field is there; better, write `'field' in data`.",
    check: .rules { context, report in
      var seen = ExpressionSet()
      context.forEachGroup(areConjunctions: false) { statement, group in
        guard let found = context.facts.contradiction(among: group, isInverted: true),
          found.other != nil || context.program.isClosed(found.literal.origin),
          seen.insert(found.literal.origin)
        else { return }
        let (range, notes) = context.place(of: found.literal.origin, in: statement)
        report.add(
          at: range,
          found.other == nil
            ? "this is never false, so it restricts nothing"
            : "this or another test is always true, so both together restrict nothing",
          notes: notes
            + (found.other.map { [context.note("the other test", at: $0.origin)] } ?? [])
        )
      }
      context.forEachConstant { id, value, _ in
        guard value else { return }
        report.add(at: context.range(of: id), "this is always true, and changes nothing")
      }
    }
  )
}
