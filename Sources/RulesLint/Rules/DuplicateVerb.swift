import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let duplicateVerb = LintRule(
    "duplicate-verb",
    .hint,
    "a method of an `allow` statement that another one of it includes",
    reason: """
      `read` is `get` and `list`, `write` is `create`, `update` and `delete`. A word that another one includes grants \
      nothing more. Who reads the statement wonders whether something else was meant, such as a condition of its own.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow read, get: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow read: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    silence: "There is no reason to silence it: the fix changes nothing that is allowed.",
    check: .rules { context, report in
      let tree = context.tree
      for statement in context.statements {
        // The words come first, and then the condition.
        guard let second = tree.child(1, of: statement.node), tree.kind(of: second) == .method
        else { continue }
        let words = tree.allowStatement(statement.node)?.methods ?? []
        guard words.count > 1 else { continue }
        let sets = words.map { MethodSet(word: ContiguousArray($0.text.utf8)) ?? [] }
        for place in words.indices {
          let including = words.indices.first { other in
            other != place && sets[other].isSuperset(of: sets[place])
              && (other < place || sets[other] != sets[place])
          }
          guard let including, !sets[place].isEmpty else { continue }
          let removed =
            place == 0
            ? SourceRange(words[0].range.lowerBound, words[1].range.lowerBound)
            : SourceRange(words[place - 1].range.upperBound, words[place].range.upperBound)
          let isRepeated = sets[including] == sets[place]
          report.add(
            at: words[place].range,
            isRepeated
              ? "`\(words[place].text)` is granted twice"
              : "`\(words[including].text)` includes `\(words[place].text)`",
            fixes: tree.hasComment(in: removed)
              ? []
              : [
                .replacing(removed, with: "", "delete `\(words[place].text)`", isSafe: true)
              ]
          )
        }
      }
    }
  )
}
