import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let writeIncludesDelete = LintRule(
    "write-includes-delete",
    .info,
    "a `write` whose condition no delete can meet",
    reason: """
      `write` stands for create, update and delete, but a delete brings no `request.resource`: the condition is then \
      an error, and deletes are denied. Say `create, update` where that is meant, so that nobody takes deletes for \
      allowed, and give deletes a statement of their own where it is not.
      """,
    bad: .firestore(
      """
      match /books/{book} {
        allow write: if request.resource.data.owner == request.auth.uid
                     && (resource == null || resource.data.owner == request.auth.uid);
      }
      """
    ),
    good: .firestore(
      """
      match /books/{book} {
        allow create, update: if request.resource.data.owner == request.auth.uid
                              && (resource == null || resource.data.owner == request.auth.uid);
      }
      """
    ),
    silence: "Silence it where the denial of deletes is meant and said in a comment.",
    check: .rules { context, report in
      for statement in context.statements where statement.methods.isSuperset(of: .write) {
        func isPossible(_ method: Method) -> Bool {
          let requester = Requester(method, isSignedIn: true)
          return context.facts.outcomes(of: statement.condition, for: requester).contains(.isTrue)
        }
        guard isPossible(.create) || isPossible(.update), !isPossible(.delete) else { continue }
        guard let word = context.writeWord(of: statement) else { continue }
        let reading = context.firstReading(of: statement)
        report.add(
          at: word,
          "nobody can delete \(context.thing(context.pattern(of: statement))): a delete has no `request.resource`",
          notes: reading.map { [DiagnosticNote("it is read here", at: $0)] } ?? [],
          fixes: [
            FixIt(
              "allow `create, update` only",
              edits: [TextEdit(replacing: word, with: "create, update")],
              isSafe: true
            )
          ]
        )
      }
    }
  )
}

extension LintContext {
  /// The word `write` of a statement.
  fileprivate func writeWord(of statement: Statement) -> SourceRange? {
    tree.children(of: statement.node).first { child in
      tree.kind(of: child) == .method && tree.mainBytes(of: child).elementsEqual("write".utf8)
    }.map { tree.range(of: $0) }
  }

  /// The first test of a condition that reads the new document.
  fileprivate func firstReading(of statement: Statement) -> SourceRange? {
    var found: ExpressionID?
    facts.forEachLiteral(in: statement.condition) { literal in
      if found == nil, facts.readsNewData(literal) { found = literal.origin }
    }
    return found.map { range(of: $0) }
  }
}
