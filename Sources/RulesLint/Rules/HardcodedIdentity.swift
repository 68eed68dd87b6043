import RulesRuntime
import RulesSource

extension LintRule {
  static let hardcodedIdentity = LintRule(
    "hardcoded-identity",
    .info,
    "a user's id or address written into the rules",
    reason: """
      Rights that stand in the rules change only by a deployment, are copied from place to place, and stay when the \
      person has left. A custom claim, or a document that only a server writes, can be changed at once.
      """,
    bad: .firestore(
      """
      match /reports/{report} {
        allow read: if request.auth.uid == 'k3VqLwPzXbTn8sYd2mRf5uHgAj41';
      }
      """
    ),
    good: .firestore(
      """
      match /reports/{report} {
        allow read: if request.auth.token.admin == true;
      }
      """
    ),
    silence: "Silence it for the account of a service that never changes.",
    check: .rules { context, report in
      var seen = ExpressionSet()
      for statement in context.statements {
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard let (name, identity) = context.hardcodedIdentity(literal),
            seen.insert(literal.origin)
          else { return }
          report.add(
            at: context.range(of: literal.origin),
            "the \(name) `\(identity)` is written into the rules; whoever has it keeps the right until the next deployment"
          )
        }
      }
    }
  )
}

extension LintContext {
  /// The first id or address that a test compares the user with.
  fileprivate func hardcodedIdentity(
    _ literal: Condition.Literal
  ) -> (name: String, identity: String)? {
    let claim: TermID
    let constant: TermID
    switch terms[literal.term] {
    case .binary(.equal, let left, let right): (claim, constant) = (left, right)
    case .contained(let element, let collection):
      guard let first = facts.strings(collection)?.first else { return nil }
      return identity(element).map { ($0, terms.text(of: first)) }
    default: return nil
    }
    guard case .string(let symbol) = terms[constant], !terms.bytes(of: symbol).isEmpty else {
      return nil
    }
    return identity(claim).map { ($0, terms.text(of: symbol)) }
  }

  private func identity(_ id: TermID) -> String? {
    if id == terms.uid { return "user id" }
    guard let access = facts.access(id), access.root == .token,
      access.names == [terms.names.email]
    else { return nil }
    return "address"
  }
}
