/// A Swift type that stands for one or more types of values, as a parameter of a built-in.
protocol Operand: SendableMetatype {
  /// The payload of a value; nil for a value of another type.
  init?(_ value: Value)
}

extension Value: Operand {
  /// Any value.
  init?(_ value: Value) { self = value }
}

extension Text: Operand {
  init?(_ value: Value) {
    guard case .string(let payload) = value else { return nil }
    self = payload
  }
}

extension Octets: Operand {
  init?(_ value: Value) {
    guard case .bytes(let payload) = value else { return nil }
    self = payload
  }
}

extension Int64: Operand {
  init?(_ value: Value) {
    guard case .int(let payload) = value else { return nil }
    self = payload
  }
}

extension Double: Operand {
  init?(_ value: Value) {
    guard case .float(let payload) = value else { return nil }
    self = payload
  }
}

extension ListValue: Operand {
  init?(_ value: Value) {
    guard case .list(let payload) = value else { return nil }
    self = payload
  }
}

extension SetValue: Operand {
  init?(_ value: Value) {
    guard case .set(let payload) = value else { return nil }
    self = payload
  }
}

extension MapValue: Operand {
  init?(_ value: Value) {
    guard case .map(let payload) = value else { return nil }
    self = payload
  }
}

extension MapDiffValue: Operand {
  init?(_ value: Value) {
    guard case .mapDiff(let payload) = value else { return nil }
    self = payload
  }
}

extension Timestamp: Operand {
  init?(_ value: Value) {
    guard case .timestamp(let payload) = value else { return nil }
    self = payload
  }
}

extension Duration: Operand {
  init?(_ value: Value) {
    guard case .duration(let payload) = value else { return nil }
    self = payload
  }
}

extension PathValue: Operand {
  init?(_ value: Value) {
    guard case .path(let payload) = value else { return nil }
    self = payload
  }
}

/// A point; a class cannot become another object in its initializer.
struct LatLngOperand: Operand {
  let point: LatLngValue

  init?(_ value: Value) {
    guard case .latlng(let payload) = value else { return nil }
    point = payload
  }
}

extension Builtin.Implementation {
  /// The operands were not checked before: a mistake of the caller.
  private static let misfit = FaultReason.other("The operands do not fit the function.")

  /// What a function of one operand does.
  static func of<First: Operand>(
    _ body: @escaping @Sendable (First) throws(FaultReason) -> Value
  ) -> Self {
    .unary { (first: Value) throws(FaultReason) -> Value in
      guard let first = First(first) else { throw misfit }
      return try body(first)
    }
  }

  /// What a function of two operands does.
  static func of<First: Operand, Second: Operand>(
    _ body: @escaping @Sendable (First, Second) throws(FaultReason) -> Value
  ) -> Self {
    .binary { (first: Value, second: Value) throws(FaultReason) -> Value in
      guard let first = First(first), let second = Second(second) else { throw misfit }
      return try body(first, second)
    }
  }

  /// What a function of three operands does.
  static func of<First: Operand, Second: Operand, Third: Operand>(
    _ body: @escaping @Sendable (First, Second, Third) throws(FaultReason) -> Value
  ) -> Self {
    .ternary { (first: Value, second: Value, third: Value) throws(FaultReason) -> Value in
      guard let first = First(first), let second = Second(second), let third = Third(third) else {
        throw misfit
      }
      return try body(first, second, third)
    }
  }

  /// What a function of four operands does.
  static func of<First: Operand, Second: Operand, Third: Operand, Fourth: Operand>(
    _ body: @escaping @Sendable (First, Second, Third, Fourth) throws(FaultReason) -> Value
  ) -> Self {
    .quaternary {
      (first: Value, second: Value, third: Value, fourth: Value) throws(FaultReason) -> Value in
      guard let first = First(first), let second = Second(second), let third = Third(third),
        let fourth = Fourth(fourth)
      else { throw misfit }
      return try body(first, second, third, fourth)
    }
  }
}
