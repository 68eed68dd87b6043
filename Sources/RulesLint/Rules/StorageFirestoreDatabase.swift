import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let storageFirestoreDatabase = LintRule(
    "storage-firestore-db",
    .error,
    "a lookup of Storage rules in another database than `(default)`",
    reason: """
      Rules of Storage read documents of the project's `(default)` database only. The emulator may answer for \
      another one; the service denies the request.
      """,
    bad: .storage(
      """
      match /exports/{name} {
        allow get: if request.auth != null
                   && firestore.exists(/databases/archive/documents/members/$(request.auth.uid));
      }
      """
    ),
    good: .storage(
      """
      match /exports/{name} {
        allow get: if request.auth != null
                   && firestore.exists(/databases/(default)/documents/members/$(request.auth.uid));
      }
      """
    ),
    silence: "There is no reason to silence it: such a lookup never succeeds in production.",
    check: .rules { context, report in
      guard context.program.service == .storage else { return }
      for path in context.lookupPaths where path.parts.count >= 3 {
        guard context.literal(path.parts[0]) == "databases",
          let database = context.literal(path.parts[1]), database.utf8.first != UInt8(ascii: "(")
        else { continue }
        let range = context.tree.range(of: path.segments[1])
        report.add(
          at: range,
          "rules of Storage can't read the database `\(database.description)`",
          notes: [DiagnosticNote("only documents of `(default)` can be looked up")],
          fixes: [.replacing(range, with: "/(default)", "write `(default)`")]
        )
      }
    }
  )
}
