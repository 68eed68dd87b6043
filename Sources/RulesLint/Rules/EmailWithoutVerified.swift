import RulesRuntime
import RulesSource

extension LintRule {
  static let emailWithoutVerified = LintRule(
    "email-without-verified",
    .warning,
    "a right that hangs on an address nobody has verified",
    reason: """
      Anyone can sign up with an address that belongs to somebody else, as long as nobody has done so before. Only \
      `email_verified` says that mail to the address has reached the user.
      """,
    bad: .firestore(
      """
      match /reports/{report} {
        allow read: if request.auth.token.email.matches('.*@example[.]com');
      }
      """
    ),
    good: .firestore(
      """
      match /reports/{report} {
        allow read: if request.auth.token.email.matches('.*@example[.]com')
                    && request.auth.token.email_verified;
      }
      """
    ),
    silence: """
      Silence it where accounts are made by a provider that verifies each address. It is a remark where the address \
      stands in the document.
      """,
    check: .rules { context, report in
      let facts = context.facts
      for statement in context.statements {
        let found = facts.unprotected(
          in: statement.condition,
          { context.isEmailTest($0) },
          without: { context.isVerifiedTest($0) }
        )
        guard let found else { continue }
        let methods = Method.all.filter { statement.methods.contains(MethodSet($0)) }
        let thing = context.thing(context.pattern(of: statement))
        let (range, notes) = context.place(of: found.origin, in: statement)
        // An address in the stored document is mostly that of somebody who was asked to come.
        let isStored = context.terms.mentions(found.term).contains(.oldResource)
        report.add(
          severity: isStored ? .info : .warning,
          at: range,
          "whoever signs up with such an address, without owning it, can \(context.verbs(methods)) \(thing)",
          notes: notes + [DiagnosticNote("ask for `request.auth.token.email_verified` beside it")]
        )
      }
    }
  )
}

extension LintContext {
  private func isClaim(_ id: TermID, _ name: Symbol) -> Bool {
    guard let access = facts.access(id) else { return false }
    return access.root == .token && access.names.first == name
  }

  /// Whether a test compares the address with something that the request does not bring along itself.
  fileprivate func isEmailTest(_ literal: Condition.Literal) -> Bool {
    let mentioned = terms.mentions(literal.term)
    guard !literal.isNegated, mentioned.contains(.token), !mentioned.contains(.newResource),
      facts.contains(literal.term, { isClaim($0, terms.names.email) })
    else { return false }
    switch terms[literal.term] {
    // That there is an address says nothing about whose it is.
    case .isType, .binary(.equal, _, terms.null): return false
    case .contained(let element, _): if case .string = terms[element] { return false }
    default: break
    }
    return true
  }

  /// Whether a test holds only for verified addresses, or for providers that verify them.
  fileprivate func isVerifiedTest(_ literal: Condition.Literal) -> Bool {
    guard !literal.isNegated, terms.mentions(literal.term).contains(.token) else { return false }
    return facts.contains(literal.term) { id in
      isClaim(id, terms.names.emailVerified) || isClaim(id, terms.names.firebase)
    }
  }
}
