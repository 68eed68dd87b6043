import RulesRuntime
import RulesSource

extension LintRule {
  static let negatedError = LintRule(
    "negated-error",
    .warning,
    "a `!` before a test that is an error where a field or claim is missing",
    reason: """
      The negation of an error is an error, so `!request.auth.token.banned` denies everybody who has no such claim, \
      which is most users. It is reported for custom claims, and for fields that the rules treat as optional \
      elsewhere. Read the value with a default, or ask first whether it is there.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && !request.auth.token.banned;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && !request.auth.token.get('banned', false);
      }
      """
    ),
    silence: "Silence it where every user has the claim, or every document the field.",
    check: .rules { context, report in
      var blocks = BlockFieldTests(context)
      var seen = ExpressionSet()
      for statement in context.statements {
        let negated = context.negatedLiterals(of: statement).filter {
          !seen.contains($0.origin) && !context.isInequality($0.origin)
        }
        guard !negated.isEmpty else { continue }
        let tests = blocks[statement.block]
        var defaulted: FieldTests.MemberSet?
        for literal in negated {
          guard context.missingMember(in: literal.term, tests) != nil else { continue }
          let known = defaulted ?? FieldTests([statement.condition], context.facts).defaulted
          defaulted = known
          guard let missing = context.missingMember(in: literal.term, tests, known) else {
            continue
          }
          seen.insert(literal.origin)
          let range = context.range(of: literal.origin)
          let use = context.place(of: literal.origin, in: statement).range
          report.add(
            at: range,
            "where `\(missing.text)` is missing the negation is an error, not true",
            notes: [
              DiagnosticNote(
                missing.isClaim
                  ? "users who were never given the claim have none"
                  : "the field may be missing, as another test here shows"
              )
            ] + (use == range ? [] : [DiagnosticNote("it has to be false here", at: use)]),
            fixes: context.defaultFix(literal.origin)
          )
        }
      }
    }
  )
}

extension LintContext {
  /// The tests of a statement that stand under a `!`, or are written with `!=`.
  ///
  /// The test of a conditional, which has to be false for its other branch, is not among them.
  func negatedLiterals(of statement: Statement) -> [Condition.Literal] {
    var literals: [Condition.Literal] = []
    facts.forEachLiteral(in: statement.condition) { literal in
      if literal.isNegated { literals.append(literal) }
    }
    guard !literals.isEmpty else { return [] }
    var negated = ExpressionSet()
    for literal in literals { negated.insert(literal.origin) }
    var positive = ExpressionSet()
    facts.forEachLiteral(in: statement.condition) { literal in
      if !literal.isNegated, negated.contains(literal.origin) { positive.insert(literal.origin) }
    }
    return positive.isEmpty ? literals : literals.filter { !positive.contains($0.origin) }
  }

  /// Whether a test reads a claim that tokens do not have by themselves, with no default.
  func readsOwnClaim(_ term: TermID) -> Bool {
    facts.contains(term) { id in
      guard let access = facts.access(id), access.root == .token, !access.hasDefault,
        let claim = access.names.first
      else { return false }
      return !Self.isStandardClaim(terms.text(of: claim))
    }
  }

  /// A member that a test reads and that may be missing.
  fileprivate func missingMember(
    in term: TermID,
    _ tests: FieldTests,
    _ known: FieldTests.MemberSet = FieldTests.MemberSet()
  ) -> (text: String, isClaim: Bool)? {
    var found: (text: String, isClaim: Bool)?
    facts.forEachTerm(in: term) { id in
      guard found == nil, case .member(let base, let name) = terms[id],
        let access = facts.access(id), !access.hasDefault, !access.names.isEmpty,
        !tests.guarded.contains(FieldTests.Member(base: base, name: name)),
        !known.contains(FieldTests.Member(base: base, name: name))
      else { return }
      switch access.root {
      case .token:
        guard let claim = access.names.first, !Self.isStandardClaim(terms.text(of: claim)) else {
          return
        }
        found = (text(of: access), true)
      case .newData, .oldData:
        if tests.isOptional(name) { found = (text(of: access), false) }
      case .lookup, .auth, .request: return
      }
    }
    return found
  }

  private static func isStandardClaim(_ name: String) -> Bool {
    [
      "email", "email_verified", "phone_number", "name", "picture", "sub", "user_id", "iss", "aud",
      "iat", "exp", "auth_time", "firebase",
    ].contains { $0.utf8.elementsEqual(name.utf8) }
  }

  /// `a.b` as `a.get('b', false)`, where it stands as a test by itself.
  fileprivate func defaultFix(_ id: ExpressionID) -> [FixIt] {
    guard case .members = program.expressions[Int(id.index)] else { return [] }
    let source = text(of: id)
    guard let dot = source.lastIndex(of: ".") else { return [] }
    let name = source[source.index(after: dot)...]
    guard name.utf8.allSatisfy(\.isNameByte) else { return [] }
    let text = "\(source[..<dot]).get('\(name)', false)"
    return [.replacing(range(of: id), with: text, "write `\(text)`")]
  }
}
