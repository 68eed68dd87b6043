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
      var seen: Set<ExpressionID> = []
      for statement in context.statements {
        guard
          let method = Method.allCases.first(where: { statement.methods.contains(MethodSet($0)) })
        else { continue }
        let nobody = Requester(method, isSignedIn: false)
        guard context.facts.outcomes(of: statement.condition, for: nobody).contains(.failure) else {
          continue
        }
        for literal in context.negatedLiterals(of: statement) {
          guard context.facts.outcomes(ofTest: literal.term, for: nobody) == .failure,
            seen.insert(literal.origin).inserted
          else { continue }
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
