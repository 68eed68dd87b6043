/// What the operators give.
///
/// Source: observation: measured values, §2.
public enum Operators {
  /// `-x` or `!x`.
  public static func apply(
    _ operation: UnaryOperator,
    _ operand: Value
  ) throws(FaultReason) -> Value {
    switch (operation, operand) {
    case (.not, .bool(let bool)): return .bool(!bool)
    case (.minus, .int(let int)):
      let (result, overflow) = Int64(0).subtractingReportingOverflow(int)
      if overflow { throw .integerOverflow }
      return .int(result)
    case (.minus, .float(let float)): return .float(-float)
    case (.minus, .duration(let duration)): return .duration(duration.negated)
    default: throw .unsupportedOperation(.unary(operation), TypeList(operand.type))
    }
  }

  /// `left OP right`, both being evaluated.
  public static func apply(
    _ operation: BinaryOperator,
    _ left: Value,
    _ right: Value
  ) throws(FaultReason) -> Value {
    switch operation {
    case .equal: return .bool(try left.isEqual(to: right))
    case .notEqual: return .bool(try !left.isEqual(to: right))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return .bool(try compare(operation, left, right))
    case .add, .subtract, .multiply, .divide, .remainder:
      return try calculate(operation, left, right)
    }
  }

  private static func calculate(
    _ operation: BinaryOperator,
    _ left: Value,
    _ right: Value
  ) throws(FaultReason) -> Value {
    switch (left, right) {
    case (.int(let left), .int(let right)): return .int(try integers(operation, left, right))
    case (.float(let left), .float(let right)): return .float(floats(operation, left, right))
    case (.int(let left), .float(let right)):
      return .float(floats(operation, Double(left), right))
    case (.float(let left), .int(let right)):
      return .float(floats(operation, left, Double(right)))
    case (.string(let left), .string(let right)):
      if operation == .add { return .string(try left.joined(with: right)) }
    case (.duration(let left), .duration(let right)):
      if operation == .add { return .duration(try left.adding(right)) }
      if operation == .subtract { return .duration(try left.subtracting(right)) }
    case (.timestamp(let left), .duration(let right)):
      if operation == .add { return .timestamp(try left.advanced(by: right)) }
      if operation == .subtract { return .timestamp(try left.advanced(back: right)) }
    case (.duration(let left), .timestamp(let right)):
      if operation == .add { return .timestamp(try right.advanced(by: left)) }
    case (.timestamp(let left), .timestamp(let right)):
      if operation == .subtract { return .duration(try left.distance(from: right)) }
    default: break
    }
    throw .unsupportedOperation(.binary(operation), TypeList(left.type, right.type))
  }

  private static func integers(
    _ operation: BinaryOperator,
    _ left: Int64,
    _ right: Int64
  ) throws(FaultReason) -> Int64 {
    let (result, overflow): (Int64, Bool)
    switch operation {
    case .add: (result, overflow) = left.addingReportingOverflow(right)
    case .subtract: (result, overflow) = left.subtractingReportingOverflow(right)
    case .multiply: (result, overflow) = left.multipliedReportingOverflow(by: right)
    case .divide:
      if right == 0 { throw .divideByZero }
      // The least integer divided by -1 wraps.
      return left.dividedReportingOverflow(by: right).partialValue
    case .remainder:
      if right == 0 { throw .divideByZero }
      return left.remainderReportingOverflow(dividingBy: right).partialValue
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual:
      throw .unsupportedOperation(.binary(operation), TypeList(.int, .int))
    }
    if overflow { throw .integerOverflow }
    return result
  }

  private static func floats(
    _ operation: BinaryOperator,
    _ left: Double,
    _ right: Double
  ) -> Double {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .remainder: left.truncatingRemainder(dividingBy: right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: .nan
    }
  }

  private static func compare(
    _ operation: BinaryOperator,
    _ left: Value,
    _ right: Value
  ) throws(FaultReason) -> Bool {
    switch (left, right) {
    case (.int(let left), .int(let right)): order(operation, left < right, left == right)
    // Not by the negation of `<`: nothing compares with NaN.
    case (.float(let left), .float(let right)): floatOrder(operation, left, right)
    case (.int(let left), .float(let right)): floatOrder(operation, Double(left), right)
    case (.float(let left), .int(let right)): floatOrder(operation, left, Double(right))
    case (.string(let left), .string(let right)):
      order(operation, left.isOrderedByUnits(before: right), left == right)
    case (.bytes(let left), .bytes(let right)):
      order(operation, left.bytes.lexicographicallyPrecedes(right.bytes), left == right)
    case (.duration(let left), .duration(let right)):
      order(operation, left < right, left == right)
    case (.timestamp(let left), .timestamp(let right)):
      order(operation, left < right, left == right)
    default: throw .unsupportedOperation(.binary(operation), TypeList(left.type, right.type))
    }
  }

  private static func floatOrder(
    _ operation: BinaryOperator,
    _ left: Double,
    _ right: Double
  ) -> Bool {
    if left.isNaN || right.isNaN { return false }
    return order(operation, left < right, left == right)
  }

  private static func order(
    _ operation: BinaryOperator,
    _ isLess: Bool,
    _ isEqual: Bool
  ) -> Bool {
    switch operation {
    case .less: isLess
    case .lessOrEqual: isLess || isEqual
    case .greater: !isLess && !isEqual
    case .greaterOrEqual: !isLess
    case .add, .subtract, .multiply, .divide, .remainder, .equal, .notEqual: false
    }
  }
}

extension Operators {
  /// Whether a value satisfies a word after `is`.
  public static func `is`(_ value: Value, _ word: TypeWord) -> Bool {
    word.holds(for: value.type)
  }

  /// The truth of a condition.
  ///
  /// - Throws: `Type error. Received: [TYPE] Expected: [bool].`
  @inlinable
  public static func condition(_ value: Value) throws(FaultReason) -> Bool {
    guard case .bool(let bool) = value else {
      throw .unexpectedType(value.type, expected: .bool)
    }
    return bool
  }

  /// Checks that a value can stand right of `in`; done before the left side is evaluated.
  public static func isContainer(_ value: Value) throws(FaultReason) {
    switch value {
    case .list, .set, .map, .constraint: return
    case .null: throw .nullValue
    case .bool, .int, .float, .string, .bytes, .mapDiff, .timestamp, .duration, .latlng, .path,
      .vector:
      throw .functionNotFound("in")
    }
  }

  /// `element in container`.
  public static func isContained(
    _ element: Value,
    in container: Value
  ) throws(FaultReason) -> Bool {
    switch container {
    case .constraint(let constraint):
      guard try constraint.contains(element) else { throw .undetermined }
      return true
    case .list(let list):
      for other in list.elements where try element.isSameListElement(as: other) { return true }
      return false
    case .set(let set):
      if element.isConstraint { throw .constraintInSet }
      return try set.contains(element)
    case .map(let map):
      guard case .string(let key) = element else {
        throw .unsupportedOperation(.membership, TypeList(.map, element.type))
      }
      return map.contains(key)
    case .null, .bool, .int, .float, .string, .bytes, .mapDiff, .timestamp, .duration, .latlng,
      .path, .vector:
      try isContainer(container)
      return false
    }
  }

  /// The key of an entry of a map literal.
  ///
  /// - Throws: `Type error. Received: [TYPE] Expected: [string].`
  public static func key(_ value: Value) throws(FaultReason) -> Text {
    guard case .string(let text) = value else {
      throw .unexpectedType(value.type, expected: .string)
    }
    return text
  }

  /// What `/$(x)` inserts: the segments of a path, otherwise one of the text of a value.
  public static func segment(
    of value: Value
  ) throws(FaultReason) -> ContiguousArray<PathValue.Segment> {
    if case .path(let path) = value { return path.segments }
    return [.simple(try Conversions.text(of: value))]
  }

  /// Adds what `/$(x)` inserts to the segments of a path under construction.
  public static func append(
    segment value: Value,
    to segments: inout ContiguousArray<PathValue.Segment>
  ) throws(FaultReason) {
    guard case .path(let path) = value else {
      segments.append(.simple(try Conversions.text(of: value)))
      return
    }
    try ValueLimit.check(elements: segments.count + Int(path.plainCount))
    segments.append(contentsOf: path.segments)
  }
}
