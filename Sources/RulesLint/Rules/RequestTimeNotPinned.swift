import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

extension LintRule {
  static let requestTimeNotPinned = LintRule(
    "request-time-not-pinned",
    .warning,
    "a test with dates that is made at the time at which it runs",
    reason: """
      The rules compare something with `request.time`, and the test holds a date, so what it expects may be right \
      today and wrong next year. Say when the requests are made: `test 'title' at timestamp.date(2025, 1, 1) { … }`.
      """,
    bad: .tests(
      """
      rules 'firestore.rules';
      test 'a book that is out can be found' {
        data { /books/dune { owner: 'alice', out: timestamp.date(2026, 1, 1) }; }
        allow get /books/dune;
      }
      """
    ),
    good: .tests(
      """
      rules 'firestore.rules';
      test 'a book that is out can be found' at timestamp.date(2026, 6, 1) {
        data { /books/dune { owner: 'alice', out: timestamp.date(2026, 1, 1) }; }
        allow get /books/dune;
      }
      """
    ),
    silence: "Silence it where the dates are never compared with the time.",
    check: .tests { tree, model, report in
      guard let program = model?.program, program.readsTime else { return }
      let dates = tree.nodes(.methodCallExpression).filter { tree.isDate($0) }
        .map { tree.range(of: $0).lowerBound }.sorted()
      guard !dates.isEmpty else { return }
      let clauses = tree.nodes(.atClause).map { tree.range(of: $0).lowerBound }.sorted()
      for test in tree.nodes(.testDeclaration) {
        let range = tree.range(of: test)
        guard range.holdsOne(of: dates), !range.holdsOne(of: clauses) else {
          continue
        }
        let title = tree.mainRange(of: test)
        report.add(
          at: title,
          "this test holds dates, and says not when its requests are made",
          notes: [DiagnosticNote("the rules read `request.time`, which is the time of the run")]
        )
      }
    }
  )
}

extension Program {
  /// Whether some expression does more with `request.time` than to ask what is equal to it.
  fileprivate var readsTime: Bool {
    var compared: Set<ExpressionID> = []
    for expression in expressions {
      guard case .binary(let operation, let left, let right) = expression,
        operation == .equal || operation == .notEqual
      else { continue }
      compared.formUnion([left, right])
    }
    return expressions.indices.contains { index in
      guard case .members(let root, let first, let count) = expressions[index],
        case .request = expressions[Int(root.index)], count == 1
      else { return false }
      return names[Int(first)].text == "time"
        && !compared.contains(ExpressionID(index: UInt32(truncatingIfNeeded: index)))
    }
  }
}

extension SyntaxTree {
  /// Whether a call makes a timestamp.
  fileprivate func isDate(_ call: NodeID) -> Bool {
    guard let receiver = child(0, of: call), kind(of: receiver) == .nameExpression else {
      return false
    }
    return mainBytes(of: receiver).elementsEqual("timestamp".utf8)
  }
}
