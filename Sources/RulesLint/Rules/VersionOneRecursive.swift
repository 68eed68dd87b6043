import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let versionOneRecursive = LintRule(
    "recursive-wildcard-of-old",
    .warning,
    "something that rules of version 1 understand in another way",
    reason: """
      In version 1 `{name=**}` matches one or more segments, so a block in `match /cards/{card}` with it leaves the \
      card itself out; in version 2 it matches none, too. Lists of Storage are always denied in version 1.
      """,
    bad: .file(
      """
      service cloud.firestore { // rulescheck:ignore old-version -- an example of old rules
        match /databases/{database}/documents {
          match /cards/{card}/{rest=**} {
            allow get: if request.auth != null && resource.data.owner == request.auth.uid;
          }
        }
      }
      """
    ),
    good: .file(
      """
      rules_version = '2';

      service cloud.firestore {
        match /databases/{database}/documents {
          match /cards/{card}/{rest=**} {
            allow get: if request.auth != null && resource.data.owner == request.auth.uid;
          }
        }
      }
      """
    ),
    silence:
      "Silence it where one segment or more is what is meant; better, say so with `{id}/{rest=**}` in version 2.",
    check: .rules { context, report in
      guard context.program.version == 1 else { return }
      let tree = context.tree
      for node in context.nodes[.matchDeclaration] {
        guard let path = tree.matchDeclaration(node)?.path else { continue }
        for segment in path.segments {
          guard case .glob(let name, let segment) = segment else { continue }
          report.add(
            at: tree.range(of: segment),
            "in version 1 `{\(name.text)=**}` matches one or more segments",
            notes: [
              DiagnosticNote(
                "in version 2 it matches zero or more; begin with `rules_version = '2';`"
              )
            ]
          )
        }
      }
      guard context.program.service == .storage else { return }
      for statement in context.statements {
        for word in tree.allowStatement(statement.node)?.methods ?? []
        where word.text.utf8.elementsEqual("list".utf8) {
          report.add(
            at: word.range,
            "in version 1 every `list` of Storage is denied",
            notes: [DiagnosticNote("begin the file with `rules_version = '2';`")]
          )
        }
      }
    }
  )
}
