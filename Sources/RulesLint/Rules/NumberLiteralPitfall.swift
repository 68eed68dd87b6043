import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let numberLiteralPitfall = LintRule(
    "number-literal-pitfall",
    .hint,
    "a test or division that whole numbers make go another way",
    reason: """
      JavaScript stores `5.0` as the int 5, so `price is float` is false for every price without cents, and the write \
      is denied. `is number` takes both. Two ints are divided without a remainder: `7 / 2` is 3.
      """,
    bad: .firestore(
      """
      match /offers/{offer} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.price is float;
      }
      """
    ),
    good: .firestore(
      """
      match /offers/{offer} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.price is number;
      }
      """
    ),
    silence: "Silence it where no client writes whole numbers, or all of them write doubles.",
    check: .rules { context, report in
      let tree = context.tree
      let tests = context.nodes[.isExpression]
      var ints: Set<ContiguousArray<UInt8>> = []
      for test in tests where tree.hasType(test, "int") {
        if let operand = tree.child(0, of: test) { ints.insert(tree.bytes(of: operand)) }
      }
      for test in tests where tree.hasType(test, "float") {
        guard let operand = tree.child(0, of: test), let word = tree.child(1, of: test),
          !ints.contains(tree.bytes(of: operand))
        else { continue }
        report.add(
          at: tree.range(of: test),
          "this is false for a whole number that JavaScript has written",
          notes: [DiagnosticNote("`5.0` is stored as an int; `is number` takes both")],
          fixes: [.replacing(tree.range(of: word), with: "number", "write `is number`")]
        )
      }
      for (index, expression) in context.program.expressions.enumerated() {
        guard case .binary(.divide, let left, let right) = expression,
          let first = context.int(left), let second = context.int(right), second != 0, second != -1,
          first % second != 0
        else { continue }
        report.add(
          at: context.range(of: ExpressionID(index: UInt32(truncatingIfNeeded: index))),
          "two ints are divided without a remainder: this is \(first / second)",
          notes: [DiagnosticNote("write `\(first).0` for a fraction")]
        )
      }
    }
  )
}

extension SyntaxTree {
  /// Whether a test by `is` asks for a type.
  fileprivate func hasType(_ test: NodeID, _ name: String) -> Bool {
    guard let word = child(1, of: test) else { return false }
    return mainBytes(of: word).elementsEqual(name.utf8)
  }

  /// The source of a node.
  func bytes(of node: NodeID) -> ContiguousArray<UInt8> {
    let range = range(of: node)
    return ContiguousArray(source.bytes[Int(range.lowerBound)..<Int(range.upperBound)])
  }
}

extension LintContext {
  /// The value of an int literal.
  fileprivate func int(_ id: ExpressionID) -> Int64? {
    guard case .constant(let index) = program.expressions[Int(id.index)],
      case .int(let int) = program.constants[Int(index)]
    else { return nil }
    return int
  }
}
