import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let ownerReassignable = LintRule(
    "owner-reassignable",
    .info,
    "an update that checks the owner before it and not after it",
    reason: """
      The condition compares the stored owner with the user, and says nothing about the owner in the new data. The \
      owner can hand the document to anybody, who then never asked for it; and what is counted or paid for by owner \
      is no longer right.
      """,
    bad: .firestore(
      """
      match /books/{book} {
        allow update: if resource.data.owner == request.auth.uid
                      && request.resource.data.title is string;
      }
      """
    ),
    good: .firestore(
      """
      match /books/{book} {
        allow update: if resource.data.owner == request.auth.uid
                      && request.resource.data.owner == resource.data.owner
                      && request.resource.data.title is string;
      }
      """
    ),
    silence: """
      Silence it where documents are meant to be handed over. It is a warning where the condition looks at the new \
      data otherwise, and a remark where it does not.
      """,
    check: .rules { context, report in
      let facts = context.facts
      for statement in context.statements where statement.methods.contains(MethodSet(.update)) {
        let requester = Requester(.update, isSignedIn: true)
        var seen: Set<UInt32> = []
        facts.forEachLiteral(in: statement.condition) { literal in
          guard let access = facts.ownerField(literal), access.root == .oldData,
            access.names.count == 1, let field = access.names.first,
            case .binary = context.terms[literal.term], seen.insert(field.index).inserted,
            facts.unprotected(
              in: statement.condition,
              for: requester,
              { $0.term == literal.term },
              without: { facts.constrains($0, field) || facts.isGrantedTest($0) }
            ) != nil
          else { return }
          let name = context.terms.text(of: field)
          let validates = facts.isNecessary(in: statement.condition, for: requester) {
            facts.readsNewData($0)
          }
          let (range, notes) = context.place(of: literal.origin, in: statement)
          report.add(
            severity: validates ? .warning : .info,
            at: range,
            "who owns \(context.thing(context.pattern(of: statement))) can write another `\(name)` into it",
            notes: notes + [
              DiagnosticNote("`request.resource.data.\(name)` may be anything, or be left out")
            ],
            fixes: context.pinFix(of: statement, name)
          )
        }
      }
    }
  )
}

extension LintContext {
  /// Adds the comparison of a field with what it was.
  func pinFix(of statement: Statement, _ name: String) -> [FixIt] {
    guard let condition = statement.conditionRange, statement.methods == MethodSet(.update) else {
      return []
    }
    let text = tree.source.text(of: condition)
    let needsBrackets = text.contains("||") || text.contains("?")
    let test = " && request.resource.data.\(name) == resource.data.\(name)"
    let end = SourceRange(at: condition.upperBound)
    return [
      FixIt(
        "keep `\(name)` as it is",
        edits: needsBrackets
          ? [
            TextEdit(replacing: SourceRange(at: condition.lowerBound), with: "("),
            TextEdit(replacing: end, with: ")" + test),
          ] : [TextEdit(replacing: end, with: test)],
        isSafe: false
      )
    ]
  }
}
