import RulesSemantics
import RulesSource
import RulesSyntax

extension LintRule {
  static let fixtureNeverUsed = LintRule(
    "fixture-never-used",
    .hint,
    "a user, variable or document of a test file that no test uses",
    reason: """
      Often a test was meant for it and is missing: somebody who should be denied, for instance. A document is used \
      by a request for it, by a query of its collection, and by rules that may look it up.
      """,
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
    check: .tests { tree, model, report in
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
      if let program = model?.program, let uses = FixtureUses(tree, program) {
        tree.reportDocuments(uses, &report)
      }
    }
  )
}

extension SyntaxTree {
  /// Reports the documents that nothing within their test, group or file asks for.
  fileprivate func reportDocuments(_ uses: FixtureUses, _ report: inout LintReport) {
    let holders = nodes(.testDeclaration) + nodes(.groupDeclaration) + nodes(.testFile)
    for holder in holders {
      for block in children(of: holder) where kind(of: block) == .dataBlock {
        for entry in children(of: block) where kind(of: entry) == .documentEntry {
          guard !uses.isUsed(entry, within: range(of: holder)),
            let path = children(of: entry).first(where: { kind(of: $0) == .path })
          else { continue }
          report.add(
            at: range(of: path),
            "no test asks for the document `\(source.text(of: range(of: path)))`, and no rule looks it up"
          )
        }
      }
    }
  }
}
