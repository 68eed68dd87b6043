import RulesRuntime
package import RulesSource

/// A small change of rules, as a mistake would be: tests that are good notice it.
package struct Mutation: Sendable {
  /// What kind of mistake it is.
  package let kind: Kind
  /// The place in the rules that it is about.
  package let range: SourceRange
  /// What the rules have after it: "`||` for `&&`".
  package let summary: String
  /// What becomes of the program.
  let change: Change

  /// The kinds of mistakes.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case dropConjunct = "drop-conjunct"
    case dropAlternative = "drop-alternative"
    case swapLogic = "swap-logic"
    case swapEquality = "swap-equality"
    case moveBound = "move-bound"
    case changeLiteral = "change-literal"
    case dropNegation = "drop-negation"
    case widenMethods = "widen-methods"
    case dropStatement = "drop-statement"
    case alwaysTrue = "always-true"
  }

  /// What becomes of one expression or statement.
  enum Change: Sendable {
    case expression(ExpressionID, Expression)
    case constant(ExpressionID, Value)
    /// A logical operator of which only one operand is left.
    case operand(ExpressionID, of: ExpressionID, isAnd: Bool)
    case methods(StatementID, MethodSet)
    case unconditional(StatementID)
  }

  /// The program after the change; what is not changed is shared.
  func applied(to program: Program) -> Program {
    var program = program
    switch change {
    case .expression(let id, let expression):
      program.expressions[Int(id.index)] = expression
    case .constant(let id, let value):
      program.expressions[Int(id.index)] = program.addConstant(value)
    case .operand(let operand, let id, let isAnd):
      let neutral = program.addExpression(
        program.addConstant(.bool(isAnd)),
        program.origins[Int(id.index)]
      )
      program.expressions[Int(id.index)] = isAnd ? .and(neutral, operand) : .or(neutral, operand)
    case .methods(let statement, let methods):
      program.statements[Int(statement.index)].methods = methods
    case .unconditional(let statement):
      program.statements[Int(statement.index)].condition = nil
    }
    return program
  }
}

extension Program {
  fileprivate mutating func addConstant(_ value: Value) -> Expression {
    constants.append(value)
    return .constant(UInt32(truncatingIfNeeded: constants.count - 1))
  }

  fileprivate mutating func addExpression(
    _ expression: Expression,
    _ origin: ExpressionOrigin
  ) -> ExpressionID {
    expressions.append(expression)
    origins.append(origin)
    return ExpressionID(index: UInt32(truncatingIfNeeded: expressions.count - 1))
  }
}
