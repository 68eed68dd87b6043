import RulesRuntime
import RulesSource

extension LintRule {
  static let anySignedInWrite = LintRule(
    "any-signed-in-write",
    .info,
    "a statement that lets every user write, whoever it is",
    reason: """
      That a user is signed in is all that the condition asks for. Where anonymous accounts or sign-up are enabled, \
      anybody can get an account within a second, and then change or delete what belongs to others.
      """,
    bad: .firestore(
      """
      match /books/{book} {
        allow create: if request.auth != null;
      }
      """
    ),
    good: .firestore(
      """
      match /books/{book} {
        allow create: if request.auth != null && request.resource.data.owner == request.auth.uid;
      }
      """
    ),
    silence: """
      Silence it where all users are known, because accounts are made by an administrator only. It is no more than \
      a remark where nothing tells whose the documents are; `missing-owner-check` is for the others.
      """,
    check: .rules { context, report in
      for statement in context.statements where !statement.methods.isDisjoint(with: .write) {
        let methods = context.methods(of: statement, openTo: .anySignedIn).filter(\.isWrite)
        let pattern = context.pattern(of: statement)
        guard !methods.isEmpty, !pattern.hasGlob, context.ownership(of: statement) == nil else {
          continue
        }
        report.add(
          at: statement.range,
          "any signed-in user, anonymous ones too, can \(context.verbs(methods)) \(context.thing(pattern))",
          notes: context.reasons(of: statement) + context.dataNotes(of: statement, methods)
        )
      }
    }
  )
}
