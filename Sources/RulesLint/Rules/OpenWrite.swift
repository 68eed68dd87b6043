import RulesRuntime
import RulesSource

extension LintRule {
  static let openWrite = LintRule(
    "open-write",
    .error,
    "a statement that lets anyone on the internet write",
    reason: """
      The condition is true for every request, whether or not a user is signed in: because it is `true`, because \
      there is none, or because what its functions return comes to that. Anyone who knows the name of the project, \
      which every app reveals, can then change and delete data and store their own.
      """,
    bad: .firestore(
      """
      match /books/{book} {
        allow create: if true;
      }
      """
    ),
    good: .firestore(
      """
      match /books/{book} {
        allow create: if request.auth != null && request.resource.data.owner == request.auth.uid
                      && request.resource.data.keys().hasOnly(['owner', 'title'])
                      && request.resource.data.title is string;
      }
      """
    ),
    silence: """
      Silence it where strangers have to write, as into an inbox of reports that nobody but an administrator reads.
      """,
    check: .rules { context, report in
      for statement in context.statements where !statement.methods.isDisjoint(with: .write) {
        let methods = context.methods(of: statement, openTo: .everyone).filter(\.isWrite)
        let pattern = context.pattern(of: statement)
        // A block for all documents is told by `recursive-open`.
        guard !methods.isEmpty, !pattern.hasGlob else { continue }
        report.add(
          at: statement.range,
          "anyone on the internet can \(context.verbs(methods)) \(context.thing(pattern))",
          notes: context.reasons(of: statement) + context.dataNotes(of: statement, methods),
          fixes: context.closingFixes(of: statement)
        )
      }
    }
  )
}
