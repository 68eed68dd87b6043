extension Library {
  /// What a call needs to know of a built-in: compact, so that checking operands is one comparison.
  struct Signature: Sendable {
    /// Count of operands, the receiver of a method included; nil for any.
    let count: Int?
    /// Sixteen bits for each operand: the types that it may have.
    let accepted: UInt64
    /// The same, with int where float is accepted.
    let widened: UInt64
    /// Operands before the arguments: 1 for a method.
    let receivers: Int

    init(_ builtin: Builtin) {
      var accepted: UInt64 = 0
      var widened: UInt64 = 0
      receivers = if case .method = builtin.form { 1 } else { 0 }
      if case .method(let type) = builtin.form {
        accepted |= Self.bit(type, 0)
        widened |= Self.bit(type, 0)
      }
      // INVARIANT: the overloads of a name differ in one parameter, so their types can be merged.
      for overload in builtin.overloads {
        for (place, parameter) in overload.parameters.enumerated() {
          switch parameter {
          case .any:
            accepted |= 0xFFFF << UInt64(16 * (place + receivers))
            widened |= 0xFFFF << UInt64(16 * (place + receivers))
          case .type(let type):
            accepted |= Self.bit(type, place + receivers)
            widened |= Self.bit(type, place + receivers)
            if type == .float { widened |= Self.bit(.int, place + receivers) }
          }
        }
      }
      self.accepted = accepted
      self.widened = widened
      count =
        if case .variadic = builtin.implementation { nil } else {
          (builtin.overloads.first?.parameters.count ?? 0) + receivers
        }
    }

    /// The bit of a type of an operand.
    static func bit(_ type: ValueType, _ place: Int) -> UInt64 {
      1 << UInt64(16 * place + Int(type.rawValue))
    }

    /// An operand as the implementation takes it.
    func fitted(_ value: Value, _ place: Int) -> Value {
      guard case .int(let int) = value, accepted & Self.bit(.int, place) == 0 else { return value }
      return .float(Double(int))
    }
  }

  static let signatures = ContiguousArray(all.map(Signature.init))
  private static let implementations = ContiguousArray(all.map(\.implementation))

  /// Whether a built-in takes any number of operands.
  public static func isVariadic(_ id: UInt16) -> Bool { signatures[Int(id)].count == nil }

  /// The fault of a wrong count of operands, the receiver of a method included.
  private static func countFault(_ id: UInt16, _ count: Int) -> FaultReason {
    let received = count - signatures[Int(id)].receivers
    return .argumentCount(.builtin(id), received: Int32(truncatingIfNeeded: received))
  }

  /// The fault of operands that fit no overload.
  private static func typeFault(_ id: UInt16, _ types: TypeList) -> FaultReason {
    .unsupportedOperation(.builtin(id), types)
  }

  /// The fault of a lookup that was called as if it needed no documents.
  private static func lookupFault(_ id: UInt16, _ argument: Value) -> FaultReason {
    guard case .path(let path) = argument else {
      return .serviceCall(Text(all[Int(id)].name), argument: nil)
    }
    if let name = path.firstUnbound { return .unboundVariable(name) }
    return .serviceCall(Text(all[Int(id)].name), argument: path)
  }

  /// Checks count and types of the operands of a call; what lookups need before they are answered.
  ///
  /// - Throws: `Incorrect number of arguments. …` or `Unsupported operation error. …`.
  public static func check(
    _ id: UInt16,
    _ operands: ContiguousArray<Value>
  ) throws(FaultReason) {
    let signature = signatures[Int(id)]
    guard let count = signature.count else { return }
    guard operands.count == count else { throw countFault(id, operands.count) }
    var bits: UInt64 = 0
    for (place, operand) in operands.enumerated() { bits |= Signature.bit(operand.type, place) }
    guard bits & signature.widened == bits else {
      var types = TypeList()
      for operand in operands { types.append(operand.type) }
      throw typeFault(id, types)
    }
  }

  /// Calls a built-in with one operand: `f(x)` or `x.m()`.
  public static func call(_ id: UInt16, _ first: Value) throws(FaultReason) -> Value {
    let signature = signatures[Int(id)]
    switch implementations[Int(id)] {
    case .unary(let body):
      let bits = Signature.bit(first.type, 0)
      guard bits & signature.widened == bits else { throw typeFault(id, TypeList(first.type)) }
      return try body(signature.fitted(first, 0))
    case .variadic(let body): return try body([first])
    case .lookup:
      try check(id, [first])
      throw lookupFault(id, first)
    case .binary, .ternary, .quaternary: throw countFault(id, 1)
    }
  }

  /// Calls a built-in with two operands: `f(x, y)` or `x.m(y)`.
  public static func call(
    _ id: UInt16,
    _ first: Value,
    _ second: Value
  ) throws(FaultReason) -> Value {
    let signature = signatures[Int(id)]
    switch implementations[Int(id)] {
    case .binary(let body):
      let bits = Signature.bit(first.type, 0) | Signature.bit(second.type, 1)
      guard bits & signature.widened == bits else {
        throw typeFault(id, TypeList(first.type, second.type))
      }
      return try body(signature.fitted(first, 0), signature.fitted(second, 1))
    case .variadic(let body): return try body([first, second])
    case .unary, .ternary, .quaternary, .lookup: throw countFault(id, 2)
    }
  }

  /// Calls a built-in with three operands: `f(x, y, z)` or `x.m(y, z)`.
  public static func call(
    _ id: UInt16,
    _ first: Value,
    _ second: Value,
    _ third: Value
  ) throws(FaultReason) -> Value {
    let signature = signatures[Int(id)]
    switch implementations[Int(id)] {
    case .ternary(let body):
      let bits =
        Signature.bit(first.type, 0) | Signature.bit(second.type, 1)
        | Signature.bit(third.type, 2)
      guard bits & signature.widened == bits else {
        throw typeFault(id, TypeList(first.type, second.type, third.type))
      }
      return try body(
        signature.fitted(first, 0),
        signature.fitted(second, 1),
        signature.fitted(third, 2)
      )
    case .variadic(let body): return try body([first, second, third])
    case .unary, .binary, .quaternary, .lookup: throw countFault(id, 3)
    }
  }

  /// Calls a built-in with any count of operands, the receiver of a method first.
  public static func call(
    _ id: UInt16,
    _ operands: ContiguousArray<Value>
  ) throws(FaultReason) -> Value {
    let signature = signatures[Int(id)]
    switch implementations[Int(id)] {
    case .variadic(let body): return try body(operands)
    case .quaternary(let body) where operands.count == 4:
      try check(id, operands)
      return try body(
        signature.fitted(operands[0], 0),
        signature.fitted(operands[1], 1),
        signature.fitted(operands[2], 2),
        signature.fitted(operands[3], 3)
      )
    case .unary, .binary, .ternary, .quaternary, .lookup:
      switch operands.count {
      case 1: return try call(id, operands[0])
      case 2: return try call(id, operands[0], operands[1])
      case 3: return try call(id, operands[0], operands[1], operands[2])
      default: throw countFault(id, operands.count)
      }
    }
  }
}
