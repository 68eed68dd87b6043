import RulesRuntime
import RulesSource

extension LintRule {
  static let complexCondition = LintRule(
    "complex-condition",
    .hint,
    "an expression of more than twelve tests that mixes `&&` and `||`",
    reason: """
      Nobody sees what a long mix of `&&` and `||` allows. Give parts of it a name: a function for each question that \
      a person would ask. It has to be turned on.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && (resource.data.owner == request.auth.uid
          || resource.data.a == 1 || resource.data.b == 1 || resource.data.c == 1
          || resource.data.d == 1 || resource.data.e == 1 || resource.data.f == 1
          || resource.data.g == 1 || resource.data.h == 1 || resource.data.i == 1
          || resource.data.j == 1 || resource.data.k == 1);
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        function isShared() {
          return resource.data.a == 1 || resource.data.b == 1 || resource.data.c == 1;
        }
        allow get: if request.auth != null
                   && (resource.data.owner == request.auth.uid || isShared());
      }
      """
    ),
    silence: "Leave it off where another limit is kept.",
    isOptional: true,
    check: .rules { context, report in
      let program = context.program
      var conjunctions = Array(repeating: 0, count: program.expressions.count)
      var disjunctions = conjunctions
      var isInner = Array(repeating: false, count: program.expressions.count)
      // Operands come before what they are operands of.
      for index in program.expressions.indices {
        let id = ExpressionID(index: UInt32(truncatingIfNeeded: index))
        for operand in program.operands(of: id) {
          conjunctions[index] += conjunctions[Int(operand.index)]
          disjunctions[index] += disjunctions[Int(operand.index)]
        }
        switch program.expressions[index] {
        case .and: conjunctions[index] += 1
        case .or: disjunctions[index] += 1
        default: continue
        }
      }
      for index in program.expressions.indices.reversed() {
        let id = ExpressionID(index: UInt32(truncatingIfNeeded: index))
        let isLong =
          conjunctions[index] > 0 && disjunctions[index] > 0
          && conjunctions[index] + disjunctions[index] + 1 > 12
        if isLong, !isInner[index] {
          report.add(
            at: context.range(of: id),
            "this expression has \(conjunctions[index] + disjunctions[index] + 1) tests",
            notes: [DiagnosticNote("give parts of it a name, as functions")]
          )
        }
        for operand in program.operands(of: id) {
          isInner[Int(operand.index)] = isInner[index] || isLong
        }
      }
    }
  )
}
