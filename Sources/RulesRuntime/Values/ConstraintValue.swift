/// What a query's filters say of a field whose value is not known.
///
/// Source: recorded from the official emulator; what a query implies is decided by each filter alone.
public struct ConstraintValue: Sendable {
  /// One filter.
  public struct Filter: Sendable {
    /// How the field is compared.
    public enum Comparison: UInt8, Sendable, Hashable {
      case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, listContains
    }

    /// How the field is compared.
    public let comparison: Comparison
    /// What it is compared with.
    public let operand: Value

    /// A filter.
    public init(_ comparison: Comparison, _ operand: Value) {
      self.comparison = comparison
      self.operand = operand
    }
  }

  /// The filters, all of which hold; there may be none.
  public let filters: ContiguousArray<Filter>

  /// A constraint of filters.
  public init(_ filters: ContiguousArray<Filter>) {
    self.filters = filters
  }

  /// Whether the list that the field is holds a value: known to, or not known.
  func contains(_ value: Value) throws(FaultReason) -> Bool {
    for filter in filters where filter.comparison == .listContains {
      if try filter.operand.isSameListElement(as: value) { return true }
    }
    return false
  }
}

extension ConstraintValue {
  /// Compares a constraint with a value: true where a filter implies it, otherwise not known, never false.
  ///
  /// - Throws: `undetermined`, or a type error.
  public static func compare(
    _ operation: BinaryOperator,
    _ left: Value,
    _ right: Value
  ) throws(FaultReason) -> Value {
    switch (left, right) {
    case (.constraint, .constraint):
      let isEquality = operation == .equal || operation == .notEqual
      throw .unexpectedType(.constraint, expected: isEquality ? .comparable : .ordered)
    case (.constraint(let constraint), let value):
      return try constraint.implied(operation, value)
    case (let value, .constraint(let constraint)):
      return try constraint.implied(operation.mirrored, value)
    default:
      throw .undetermined
    }
  }

  private static func orderFault(_ type: ValueType) -> FaultReason {
    .unexpectedType(type, expected: .ordered)
  }

  private func implied(
    _ operation: BinaryOperator,
    _ value: Value
  ) throws(FaultReason) -> Value {
    switch operation {
    case .add, .subtract, .multiply, .divide, .remainder:
      throw .undetermined
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      switch value {
      case .int, .float, .string, .bytes, .timestamp, .duration: break
      default: throw Self.orderFault(value.type)
      }
    case .equal, .notEqual: break
    }
    if operation == .notEqual, case .null = value, !filters.isEmpty { return .bool(true) }
    for filter in filters where try filter.implies(operation, value) { return .bool(true) }
    throw .undetermined
  }
}

extension ConstraintValue.Filter {
  /// Whether every value that satisfies the filter satisfies `value OPERATION other`.
  fileprivate func implies(
    _ operation: BinaryOperator,
    _ other: Value
  ) throws(FaultReason) -> Bool {
    // A filter with a float says nothing to an int but that it is another value.
    if case .float = operand, case .int = other {
      return comparison == .equal && operation == .notEqual
    }
    guard operand.isSameKind(as: other) else { return false }
    func holds(_ operation: BinaryOperator) throws(FaultReason) -> Bool {
      guard case .bool(let isTrue) = try Operators.apply(operation, other, operand) else {
        return false
      }
      return isTrue
    }
    switch (comparison, operation) {
    case (.equal, _):
      guard case .bool(let isTrue) = try Operators.apply(operation, operand, other) else {
        return false
      }
      return isTrue
    case (.notEqual, .notEqual): return try operand.isEqual(to: other)
    case (.greater, .greater), (.greater, .greaterOrEqual), (.greater, .notEqual):
      return try holds(.lessOrEqual)
    case (.greaterOrEqual, .greaterOrEqual): return try holds(.lessOrEqual)
    case (.greaterOrEqual, .greater), (.greaterOrEqual, .notEqual): return try holds(.less)
    case (.less, .less), (.less, .lessOrEqual), (.less, .notEqual):
      return try holds(.greaterOrEqual)
    case (.lessOrEqual, .lessOrEqual): return try holds(.greaterOrEqual)
    case (.lessOrEqual, .less), (.lessOrEqual, .notEqual): return try holds(.greater)
    default: return false
    }
  }
}

extension Value {
  /// Whether two values are of one type, both kinds of number being one.
  fileprivate func isSameKind(as other: Value) -> Bool {
    switch (self, other) {
    case (.int, .float), (.float, .int): true
    default: type == other.type
    }
  }
}

extension Value {
  /// Whether it is a field whose value is not known.
  var isConstraint: Bool {
    if case .constraint = self { true } else { false }
  }
}

extension BinaryOperator {
  /// Whether it compares two values.
  var isComparison: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: true
    case .add, .subtract, .multiply, .divide, .remainder: false
    }
  }
}

extension ConstraintValue.Filter.Comparison {
  /// As written in a query.
  var symbol: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .listContains: "array-contains"
    }
  }
}
