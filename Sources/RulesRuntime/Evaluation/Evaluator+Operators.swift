extension Evaluator {
  mutating func unary(
    _ id: ExpressionID,
    _ operation: UnaryOperator,
    _ operand: ExpressionID
  ) throws(Fault) -> Value {
    let value = try evaluate(operand)
    // INVARIANT: a literal is the smallest int only where the minus before it was folded into it.
    if case .constant = program.expressions[Int(operand.index)], case .int(.min) = value {
      return value
    }
    do throws(FaultReason) {
      return try Operators.apply(operation, value)
    } catch {
      throw Fault(error, at: id)
    }
  }

  /// Both operands are evaluated even where the left one fails; the left one's error is the one reported.
  mutating func binary(
    _ id: ExpressionID,
    _ operation: BinaryOperator,
    _ left: ExpressionID,
    _ right: ExpressionID
  ) throws(Fault) -> Value {
    let leftValue: Value
    do throws(Fault) {
      leftValue = try evaluate(left)
    } catch {
      if !error.isFinal { try spend(right) }
      throw error
    }
    let rightValue = try evaluate(right)
    do throws(FaultReason) {
      if leftValue.isConstraint || rightValue.isConstraint, operation.isComparison {
        return try ConstraintValue.compare(operation, leftValue, rightValue)
      }
      return try Operators.apply(operation, leftValue, rightValue)
    } catch {
      throw Fault(error, at: id)
    }
  }

  /// `&&` (decided by false) and `||` (decided by true).
  ///
  /// A left operand that decides ends it; a right one that is tried costs one more. A left error waits: where the right operand decides, it is
  /// absorbed; else it is the result.
  mutating func decide(
    _ id: ExpressionID,
    _ left: ExpressionID,
    _ right: ExpressionID,
    by decisive: Bool
  ) throws(Fault) -> Bool {
    var waiting: Fault?
    do throws(Fault) {
      let value = try evaluate(left)
      if case .bool(let isTrue) = value {
        if isTrue == decisive { return decisive }
      } else {
        waiting = Fault(.unexpectedType(value.type, expected: .bool), at: id, .main)
      }
    } catch {
      guard !error.isFinal else { throw error }
      waiting = error
    }
    do throws(Fault) {
      try charge(1, for: id)
      let value = try evaluate(right)
      if case .bool(let isTrue) = value {
        if isTrue == decisive { return decisive }
      } else if waiting == nil {
        waiting = Fault(.unexpectedType(value.type, expected: .bool), at: id, .start)
      }
    } catch {
      if error.isFinal || waiting == nil { throw error }
    }
    if let waiting { throw waiting }
    return !decisive
  }

  /// `condition ? then : otherwise` costs two, and two more for the second branch.
  mutating func conditional(
    _ id: ExpressionID,
    _ condition: ExpressionID,
    _ then: ExpressionID,
    _ otherwise: ExpressionID
  ) throws(Fault) -> Value {
    try charge(1, for: id)
    let value = try evaluate(condition)
    guard case .bool(let isTrue) = value else {
      throw Fault(.unexpectedType(value.type, expected: .bool), at: id)
    }
    if isTrue { return try evaluate(then) }
    try charge(2, for: id)
    return try evaluate(otherwise)
  }
}
