import RulesRuntime
import RulesSource

extension LintRule {
  static let lookupInList = LintRule(
    "lookup-in-list",
    .hint,
    "a lookup of a document in a statement for queries",
    reason: """
      What rules look up is paid for as a read, for each query and each page of it, also where the query is denied. \
      Custom claims, or a list of members in the documents themselves, cost nothing. It has to be turned on, since \
      many rules can't do without.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow list: if request.auth != null && resource.data.owner == request.auth.uid
                    && exists(/databases/$(database)/documents/members/$(request.auth.uid));
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow list: if request.auth != null && resource.data.owner == request.auth.uid
                    && request.auth.token.get('member', false) == true;
      }
      """
    ),
    silence: "Leave it off, or silence it, where a read for each query is cheap enough.",
    isOptional: true,
    check: .rules { context, report in
      for statement in context.statements where statement.methods.contains(MethodSet(.list)) {
        var found: Condition.Literal?
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard found == nil else { return }
          let looksUp = context.facts.contains(literal.term) { term in
            if case .lookup = context.terms[term] { true } else { false }
          }
          if looksUp { found = literal }
        }
        guard let found else { continue }
        let (range, notes) = context.place(of: found.origin, in: statement)
        report.add(at: range, "each query pays for this lookup", notes: notes)
      }
    }
  )
}
