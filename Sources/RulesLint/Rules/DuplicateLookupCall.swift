import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let duplicateLookupCall = LintRule(
    "duplicate-lookup-call",
    .hint,
    "a function that asks for the same document three times or more",
    reason: """
      The document is read once, but the function that gets it is evaluated each time, and a request may evaluate \
      1,000 expressions. A `let` holds what was read, and gives it a name.
      """,
    bad: .firestore(
      """
      function team(id) { return get(/databases/$(database)/documents/teams/$(id)).data; }
      function mayRead(id) {
        return team(id).open == true || team(id).owner == request.auth.uid
          || request.auth.uid in team(id).members;
      }
      match /teams/{id}/cards/{card} {
        allow get: if request.auth != null && mayRead(id);
      }
      """
    ),
    good: .firestore(
      """
      function team(id) { return get(/databases/$(database)/documents/teams/$(id)).data; }
      function mayRead(id) {
        let team = team(id);
        return team.open == true || team.owner == request.auth.uid
          || request.auth.uid in team.members;
      }
      match /teams/{id}/cards/{card} {
        allow get: if request.auth != null && mayRead(id);
      }
      """
    ),
    silence:
      "Silence it where the lookup must not happen unless it is needed: a `let` always looks up.",
    check: .rules { context, report in
      let program = context.program
      let lookups = FunctionCalls(program).reachingLookups()
      var first = 0
      for function in program.functions {
        let last = Int(function.result.index)
        guard first <= last else { continue }
        var calls: [ContiguousArray<UInt8>: [ExpressionID]] = [:]
        for index in first...last {
          let id = ExpressionID(index: UInt32(truncatingIfNeeded: index))
          switch program.expressions[index] {
          case .call(let callee, _) where lookups[Int(callee.index)]: break
          case .lookup(.get, _, _), .lookup(.value, _, _), .lookup(.getAfter, _, _): break
          default: continue
          }
          let range = context.range(of: id)
          calls[
            ContiguousArray(
              context.tree.source.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
            ),
            default: []
          ].append(id)
        }
        first = last + 1
        for same in calls.values where same.count >= 3 {
          report.add(
            at: context.range(of: same[1]),
            "`\(context.shown(context.range(of: same[0])))` is evaluated \(same.count) times here",
            notes: [
              context.note("for the first time here", at: same[0]),
              DiagnosticNote("a `let` evaluates it once"),
            ]
          )
        }
      }
    }
  )
}
