import RulesRuntime
import RulesSource

extension LintRule {
  static let noFieldValidation = LintRule(
    "no-field-validation",
    .info,
    "a create or update that takes any data",
    reason: """
      The condition says who may write, and nothing about what. Documents can then hold any fields of any types, up \
      to 1 MiB each, and every app that reads them has to cope. Name the fields by `keys().hasOnly([…])` and test \
      their types by `is`.
      """,
    bad: .firestore(
      """
      match /profiles/{uid} {
        allow create: if request.auth.uid == uid;
      }
      """
    ),
    good: .firestore(
      """
      match /profiles/{uid} {
        allow create: if request.auth.uid == uid
                      && request.resource.data.keys().hasOnly(['name'])
                      && request.resource.data.name is string;
      }
      """
    ),
    silence: "Silence it where the documents are read by nobody but their writer.",
    check: .rules { context, report in
      guard context.facts.isFirestore else { return }
      for statement in context.statements {
        let methods = [Method.create, .update].filter { method in
          statement.methods.contains(MethodSet(method))
            && context.takesAnyData(statement, for: method)
        }
        guard !methods.isEmpty else { continue }
        let thing = context.thing(context.pattern(of: statement))
        report.add(
          at: statement.range,
          "whoever may \(context.verbs(methods)) \(thing) can store any fields of any types"
        )
      }
    }
  )
}

extension LintContext {
  /// Whether identified users, who have no right that somebody granted them, may write without any look at the data.
  fileprivate func takesAnyData(_ statement: Statement, for method: Method) -> Bool {
    let requester = Requester(method, isSignedIn: true)
    guard facts.outcomes(of: statement.condition, for: requester).contains(.isTrue) else {
      return false
    }
    let isOwned = facts.isNecessary(in: statement.condition, for: requester) {
      facts.isIdentityTest($0)
    }
    guard isOwned else { return false }
    return facts.unprotected(
      in: statement.condition,
      for: requester,
      { facts.isIdentityTest($0) },
      without: { facts.readsNewData($0) || facts.isGrantedTest($0) }
    ) != nil
  }
}
