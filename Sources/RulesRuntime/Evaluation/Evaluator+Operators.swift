extension Evaluator {
  mutating func minus(_ id: ExpressionID, _ operand: ExpressionID) -> Borrowed<Value>? {
    guard let value = evaluate(operand) else { return nil }
    // INVARIANT: a literal is the smallest int only where the minus before it was folded into it.
    if case .constant = program.value.expressions[Int(operand.index)], case .int(.min) = value.value
    {
      return value
    }
    return made(id) { () throws(FaultReason) in try Operators.apply(.minus, value.value) }
  }

  mutating func not(_ id: ExpressionID, _ operand: ExpressionID) -> Truth {
    switch truth(operand) {
    case .isTrue: return .isFalse
    case .isFalse: return .isTrue
    case .failed: return .failed
    case .notBoolean:
      fail(.unsupportedOperation(.unary(.not), TypeList(conditionType)), at: id)
      return .failed
    }
  }

  /// The values of two operands: both are evaluated even where the left one fails, whose error is then the one
  /// reported.
  @inline(__always)
  private mutating func operands(
    _ left: ExpressionID,
    _ right: ExpressionID
  ) -> (left: Borrowed<Value>, right: Borrowed<Value>)? {
    guard let leftValue = evaluate(left) else {
      spendAfterFault([right])
      return nil
    }
    if !Observer.watches, let rightValue = constant(right) {
      return charge(1, for: right) ? (leftValue, rightValue) : nil
    }
    guard let rightValue = evaluate(right) else { return nil }
    return (leftValue, rightValue)
  }

  mutating func calculate(
    _ id: ExpressionID,
    _ operation: BinaryOperator,
    _ left: ExpressionID,
    _ right: ExpressionID
  ) -> Borrowed<Value>? {
    guard let (left, right) = operands(left, right) else { return nil }
    return made(id) { () throws(FaultReason) in
      try Operators.apply(operation, left.value, right.value)
    }
  }

  mutating func compare(
    _ id: ExpressionID,
    _ operation: BinaryOperator,
    _ left: ExpressionID,
    _ right: ExpressionID
  ) -> Truth {
    guard let (left, right) = operands(left, right) else { return .failed }
    if let result = Comparison.simple(operation, left, right) { return Truth(result) }
    return decided(
      id,
      Result { () throws(FaultReason) in
        let (left, right) = (left.value, right.value)
        if left.isConstraint || right.isConstraint {
          return try Operators.condition(ConstraintValue.compare(operation, left, right))
        }
        return try Operators.condition(Operators.apply(operation, left, right))
      }
    )
  }

  /// `&&` (decided by false) and `||` (decided by true).
  ///
  /// A left operand that decides ends it; a right one that is tried costs one more.
  mutating func decide(
    _ id: ExpressionID,
    _ left: ExpressionID,
    _ right: ExpressionID,
    by decisive: Truth
  ) -> Truth {
    let first = truth(left)
    if first == decisive { return decisive }
    guard first == .isTrue || first == .isFalse else {
      return decideAfterFault(id, first, right, by: decisive)
    }
    guard charge(1, for: id) else { return .failed }
    let second = truth(right)
    guard second == .notBoolean else { return second }
    fail(.unexpectedType(conditionType, expected: .bool), at: id, .start)
    return .failed
  }

  /// A left error waits: where the right operand decides, it is absorbed; else it is the result.
  @inline(never)
  private mutating func decideAfterFault(
    _ id: ExpressionID,
    _ first: Truth,
    _ right: ExpressionID,
    by decisive: Truth
  ) -> Truth {
    if first == .notBoolean {
      fail(.unexpectedType(conditionType, expected: .bool), at: id, .main)
    } else if isFinal {
      return .failed
    }
    let waiting = fault
    guard charge(1, for: id) else { return .failed }
    let second = truth(right)
    if second == decisive { return decisive }
    if second == .failed, isFinal { return .failed }
    fault = waiting
    return .failed
  }

  /// The branch that `condition ? then : otherwise` takes; it costs two, and two more for the second branch.
  mutating func branch(
    _ id: ExpressionID,
    _ condition: ExpressionID,
    _ then: ExpressionID,
    _ otherwise: ExpressionID
  ) -> ExpressionID? {
    guard charge(1, for: id) else { return nil }
    switch truth(condition) {
    case .isTrue: return then
    case .isFalse: return charge(2, for: id) ? otherwise : nil
    case .failed: return nil
    case .notBoolean:
      fail(.unexpectedType(conditionType, expected: .bool), at: id)
      return nil
    }
  }

  // MARK: Results

  /// A value that is made, or the fault that making it comes to.
  @inline(__always)
  mutating func made(
    _ id: ExpressionID,
    _ place: Fault.Place = .main,
    _ make: () throws(FaultReason) -> Value
  ) -> Borrowed<Value>? {
    do throws(FaultReason) {
      let value = try make()
      if case .bool(let isTrue) = value { return shared.bool(isTrue) }
      return temporaries.push(value)
    } catch {
      fail(error, at: id, place)
      return nil
    }
  }

  /// A truth that is found, or the fault that finding it comes to.
  @inline(__always)
  mutating func decided(_ id: ExpressionID, _ result: Result<Bool, FaultReason>) -> Truth {
    switch result {
    case .success(let isTrue): return Truth(isTrue)
    case .failure(let reason):
      fail(reason, at: id)
      return .failed
    }
  }
}

extension Comparison {
  /// The answer to a comparison of two values of one simple type; nil for what needs more.
  @inline(__always)
  static func simple(
    _ operation: BinaryOperator,
    _ left: Borrowed<Value>,
    _ right: Borrowed<Value>
  ) -> Bool? {
    switch operation {
    case .equal: equality(left, right)
    case .notEqual: equality(left, right).map { !$0 }
    case .less, .lessOrEqual, .greater, .greaterOrEqual: order(operation, left, right)
    case .add, .subtract, .multiply, .divide, .remainder: nil
    }
  }

  /// Whether two values are equal; nil for what needs more.
  @inline(__always)
  static func equality(_ left: Borrowed<Value>, _ right: Borrowed<Value>) -> Bool? {
    switch (left.value, right.value) {
    case (.string(let left), .string(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.timestamp(let left), .timestamp(let right)): left == right
    case (.null, .null): true
    case (.null, .map), (.map, .null), (.null, .string), (.string, .null): false
    default: nil
    }
  }

  @inline(__always)
  private static func order(
    _ operation: BinaryOperator,
    _ left: Borrowed<Value>,
    _ right: Borrowed<Value>
  ) -> Bool? {
    guard case (.int(let left), .int(let right)) = (left.value, right.value) else { return nil }
    return operation.holds(left, right)
  }
}
