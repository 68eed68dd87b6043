import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

extension LintRule {
  static let debugCall = LintRule(
    "debug-call",
    .warning,
    "a call of `debug` that was left in",
    reason: """
      `debug(x)` writes a value to the log of the emulator. The documentation calls it harmless elsewhere, but the \
      hosted test service does not know it, and denies. Take it out before rules are deployed.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && debug(resource.data.owner) == request.auth.uid;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    silence: "Silence it in rules that only the emulator loads.",
    check: .rules { context, report in
      let tree = context.tree
      let name = WordTable(["debug"])
      for call in context.nodes[.callExpression] where tree.mainIndex(of: call, in: name) != nil {
        // A function of the user may have this name.
        guard case .builtin = context.model.references[call] else { continue }
        var fixes: [FixIt] = []
        if tree.children(of: call).count == 1, let operand = tree.child(0, of: call) {
          let range = tree.range(of: call)
          let inner = tree.range(of: operand)
          let needsBrackets = tree.isOperation(operand)
          fixes = [
            FixIt(
              "take `debug` out",
              edits: [
                TextEdit(
                  replacing: SourceRange(range.lowerBound, inner.lowerBound),
                  with: needsBrackets ? "(" : ""
                ),
                TextEdit(
                  replacing: SourceRange(inner.upperBound, range.upperBound),
                  with: needsBrackets ? ")" : ""
                ),
              ],
              isSafe: true
            )
          ]
        }
        report.add(at: tree.range(of: call), "`debug` is left in", fixes: fixes)
      }
    }
  )
}

extension SyntaxTree {
  /// Whether an expression needs brackets to stand as an operand.
  fileprivate func isOperation(_ node: NodeID) -> Bool {
    switch kind(of: node) {
    case .unaryExpression, .binaryExpression, .isExpression, .conditionalExpression, .path: true
    default: false
    }
  }
}
