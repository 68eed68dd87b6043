import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

extension LintRule {
  static let expressionBudget = LintRule(
    "expression-budget",
    .warning,
    "a request that may evaluate more than 1,000 expressions, or nearly as many",
    reason: """
      A request may evaluate 1,000 expressions over all statements that are tried; the next one denies it, and nothing \
      absorbs that error. The figure counts every branch that may be taken and every operand that may be evaluated; \
      each call of a function is evaluated anew. Put the operands that decide most often first, and read what is used \
      twice into a `let`. More than 800 are told as a hint, and statements that pass the limit only together as info.
      """,
    bad: .firestore(uses(70)),
    good: .firestore(uses(3)),
    silence: "Silence it where no request takes the longest way through the condition.",
    check: .rules { context, report in
      let costs = context.model.costs
      for statement in context.statements {
        let count = costs.statements[Int(statement.id.index)].cost.expressions
        guard count > Self.nearLimit else { continue }
        let isOver = count > Cost.expressionLimit
        report.add(
          severity: isOver ? .warning : .hint,
          at: statement.conditionRange ?? statement.range,
          "this condition may evaluate \(Self.text(count)) expressions, the limit of a request is "
            + "\(Cost.expressionLimit)",
          notes: context.dearestCall(of: statement) + [
            DiagnosticNote(
              "the official emulator denies at the 1001st expression, whatever else would allow"
            )
          ]
        )
      }
      context.reportSums(&report)
    }
  )

  /// From here on a figure is told.
  private static let nearLimit = 800

  fileprivate static func text(_ count: Int) -> String {
    count >= Cost.saturation ? "more than \(Cost.saturation)" : "\(count)"
  }

  private static func uses(_ count: Int) -> String {
    let tests = stride(from: 0, to: count, by: 10).map { first in
      let last = min(first + 10, count)
      return "(" + (first..<last).map { "isCard('c\($0)')" }.joined(separator: " || ") + ")"
    }
    return """
      function isCard(name) {
        return resource.data.kind == name && resource.data.owner == request.auth.uid;
      }
      match /cards/{card} {
        allow get: if request.auth != null && (\(tests.joined(separator: " || ")));
      }
      """
  }
}

extension LintContext {
  /// Which function takes most of a condition's expressions.
  fileprivate func dearestCall(of statement: Statement) -> [DiagnosticNote] {
    guard let condition = program.statements[Int(statement.id.index)].condition else { return [] }
    var sums: [FunctionID: Int] = [:]
    var first: [FunctionID: ExpressionID] = [:]
    var pending = [condition]
    while let next = pending.popLast() {
      if case .call(let function, _) = program.expressions[Int(next.index)],
        model.costs.functions.indices.contains(Int(function.index))
      {
        let cost = model.costs.functions[Int(function.index)].expressions
        sums[function] = min(Cost.saturation, (sums[function] ?? 0) + cost)
        first[function] = next
      }
      pending.append(contentsOf: program.operands(of: next))
    }
    let dearest = sums.max { ($0.value, $1.key.index) < ($1.value, $0.key.index) }
    guard let dearest, let call = first[dearest.key] else { return [] }
    let name = program.functions[Int(dearest.key.index)].name
    return [
      DiagnosticNote(
        "its calls of `\(name)` take \(LintRule.text(dearest.value)) of them",
        at: range(of: call)
      )
    ]
  }

  /// Reports statements that are tried one after the other and pass the limit together.
  fileprivate func reportSums(_ report: inout LintReport) {
    let limit = Cost.expressionLimit
    var told: Set<StatementID> = []
    var sum = 0
    var count = 0
    var last: Statement?
    forEachTrial(of: { _ in true }) { own, isOwn, method, isFirst in
      if isFirst { (sum, count, last) = (0, 0, nil) }
      let before = sum
      sum = min(Cost.saturation, sum + cost(own))
      defer {
        count += 1
        last = own
      }
      // The one that passes the limit is told, and none that is tried after it.
      guard isOwn, let last, cost(own) <= limit, before <= limit, sum > limit,
        told.insert(own.id).inserted
      else { return }
      report.add(
        severity: .info,
        at: own.conditionRange ?? own.range,
        "with \(count == 1 ? "the statement" : "the \(count) statements") tried before it this may evaluate "
          + "\(sum) expressions for one \(method.name), the limit is \(limit)",
        notes: [DiagnosticNote("tried before it", at: last.range)]
      )
    }
  }

  private func cost(_ statement: Statement) -> Int {
    model.costs.statements[Int(statement.id.index)].cost.expressions
  }
}
