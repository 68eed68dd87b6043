import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let readNotSplit = LintRule(
    "read-not-split",
    .hint,
    "a statement for `read` that does not tell `get` from `list`",
    reason: """
      Who may see one document whose id is known often should not be able to go through all of them. Two statements \
      make the difference visible. A matter of style, so it has to be turned on.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow read: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get, list: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    silence: "Leave it off where `read` is meant.",
    isOptional: true,
    check: .rules { context, report in
      context.reportWord("read", "`read` is `get` and `list`", "get, list", &report)
    }
  )

  static let writeNotSplit = LintRule(
    "write-not-split",
    .hint,
    "a statement for `write` that does not tell `create`, `update` and `delete` apart",
    reason: """
      Each of them asks for other tests: a create has no stored document, a delete no new one, and an update must not \
      change the owner. A matter of style, so it has to be turned on.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow write: if false;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow create, update, delete: if false;
      }
      """
    ),
    silence: "Leave it off where `write` is meant.",
    isOptional: true,
    check: .rules { context, report in
      context.reportWord(
        "write",
        "`write` is `create`, `update` and `delete`",
        "create, update, delete",
        &report
      )
    }
  )
}

extension LintContext {
  /// Reports a word after `allow` that stands for several.
  fileprivate func reportWord(
    _ word: String,
    _ message: String,
    _ parts: String,
    _ report: inout LintReport
  ) {
    for node in nodes[.method] where tree.mainBytes(of: node).elementsEqual(word.utf8) {
      report.add(
        at: tree.range(of: node),
        message,
        fixes: [.replacing(tree.range(of: node), with: parts, "write `\(parts)`", isSafe: true)]
      )
    }
  }
}
