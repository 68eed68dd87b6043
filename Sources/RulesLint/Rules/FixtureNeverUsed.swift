import RulesSource
import RulesSyntax

extension LintRule {
  static let fixtureNeverUsed = LintRule(
    "fixture-never-used",
    .hint,
    "a user or variable of a test file that no test uses",
    reason:
      "Often a test was meant for it and is missing: somebody who should be denied, for instance.",
    bad: .tests(
      """
      rules 'firestore.rules';
      user alice;
      user bob;
      test 'everybody reads' {
        data { /books/dune { owner: 'alice' }; }
        allow get /books/dune as alice;
      }
      """
    ),
    good: .tests(
      """
      rules 'firestore.rules';
      user alice;
      test 'everybody reads' {
        data { /books/dune { owner: 'alice' }; }
        allow get /books/dune as alice;
      }
      """
    ),
    silence: "Silence it for a user that is kept for tests to come.",
    check: .tests { tree, _, report in
      var used: Set<ContiguousArray<UInt8>> = []
      for name in tree.nodes(.nameExpression) { used.insert(tree.mainBytes(of: name)) }
      for (kind, word) in [(SyntaxKind.userDeclaration, "user"), (.letStatement, "variable")] {
        for declaration in tree.nodes(kind) where !used.contains(tree.mainBytes(of: declaration)) {
          report.add(
            at: tree.mainRange(of: declaration),
            "no test uses the \(word) `\(tree.mainText(of: declaration))`"
          )
        }
      }
    }
  )
}
