import RulesRuntime
import RulesSource

extension LintRule {
  static let openRead = LintRule(
    "open-read",
    .warning,
    "a statement that lets anyone on the internet read",
    reason: """
      The condition is true for every request, whether or not a user is signed in. Anyone can read the documents, \
      and where `list` is granted, find and download all of them without knowing a single id.
      """,
    bad: .firestore(
      """
      match /profiles/{uid} {
        allow read;
      }
      """
    ),
    good: .firestore(
      """
      match /profiles/{uid} {
        allow read: if request.auth != null && request.auth.uid == uid;
      }
      """
    ),
    silence: """
      Silence it, with a word why, where the data is meant for the public: a catalogue, the posts of a blog. It is a \
      warning where the documents can be listed and their path is named like something private, and else a remark.
      """,
    check: .rules { context, report in
      for statement in context.statements where !statement.methods.isDisjoint(with: .read) {
        let methods = context.methods(of: statement, openTo: .everyone).filter { !$0.isWrite }
        let pattern = context.pattern(of: statement)
        guard !methods.isEmpty, !pattern.hasGlob else { continue }
        let lists = methods.contains(.list)
        report.add(
          severity: lists && context.isPrivate(pattern) ? .warning : .info,
          at: statement.range,
          "anyone on the internet can \(context.verbs(methods)) \(context.thing(pattern))",
          notes: context.reasons(of: statement),
          fixes: context.closingFixes(of: statement)
        )
      }
    }
  )
}
