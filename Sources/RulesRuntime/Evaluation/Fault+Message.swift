extension FaultReason {
  /// The official text of the fault, half a surrogate pair printed as `?`.
  ///
  /// Source: observation: measured values, §12.
  public var message: Text {
    Text(wtf8: rawMessage.replacingLoneSurrogates(by: [UInt8(ascii: "?")]))
  }

  private var rawMessage: Text {
    switch self {
    case .nullValue: "Null value error."
    case .undefinedProperty(let name): name.wrapped("Property ", " is undefined on object.")
    case .divideByZero: "Divide by zero error."
    case .integerOverflow:
      "Integer value is out of the [-9223372036854775808, 9223372036854775807] range."
    case .unexpectedType(let type, let expected):
      Text("Type error. Received: [\(type.name)] Expected: [\(expected.name)].")
    case .conversion(let text, let from, let to):
      text.wrapped(
        "Type conversion error. Argument: [",
        "], From type: [\(from.name)], To type: [\(to.name)]."
      )
    case .unsupportedOperation(let operation, let types):
      Text(
        "Unsupported operation error. Received: \(operation.call(with: types.types)). "
          + "Expected: \(operation.expected(for: types.types.first))."
      )
    case .argumentCount(let operation, let received):
      Text(
        "Incorrect number of arguments. Received: \(received). Expected: \(operation.expected)."
      )
    case .functionNotFound(let name): name.wrapped("Function not found error: Name: [", "].")
    case .indexOutOfBounds(let index, let size):
      Text("Index out of bound error. Index: [\(index)] , size: [\(size)].")
    case .illegalRange(let from, let to):
      Text("Illegal range error. From index: [\(from)] , To index: [\(to)].")
    case .invalidPattern(let pattern):
      pattern.wrapped("Invalid regular expression pattern. Pattern: ", ".")
    case .timestampRange:
      """
      Timestamp is not valid. Seconds must be in range [-62,135,596,800, +253,402,300,799]. \
      Nanos must be in range [0, +999,999,999].
      """
    case .durationRange:
      """
      Duration is not valid. Seconds must be in range [-315,576,000,000, +315,576,000,000]. \
      Nanos must be in range [-999,999,999, +999,999,999]. \
      Nanos must have the same sign as seconds.
      """
    case .undetermined: "Whether this holds is not known before the query runs."
    case .constraintInSet: "Equality is not defined for type CONSTRAINT_VALUE"
    case .expressionBudget:
      """
      Unable to evaluate the expression as the maximum of 1000 expressions to evaluate has been \
      reached.
      """
    case .serviceCall(let function, let argument):
      (argument.map { ProtobufText.text(argument: $0) } ?? "").wrapped(
        "Service call error. Function: [\(function.description)], Argument: [",
        "]."
      )
    case .other(let text): text
    }
  }
}

extension Operation {
  /// A call of the operation with operands of some types, as error texts print it.
  func call(with types: [ValueType]) -> String {
    let names = types.map(\.name)
    func name(_ index: Int) -> String { index < names.count ? names[index] : "" }
    switch self {
    case .unary(let operation): return operation.symbol + name(0)
    case .binary(let operation): return "\(name(0)) \(operation.symbol) \(name(1))"
    case .index: return "\(name(0))[\(name(1))]"
    case .slice: return "\(name(0))[\(name(1)):\(name(2))]"
    case .membership: return "\(name(0)).in(\(name(1)))"
    case .builtin(let id):
      guard Int(id) < Library.all.count else { return "" }
      let builtin = Library.all[Int(id)]
      guard case .method = builtin.form else { return builtin.call(names) }
      return "\(name(0)).\(builtin.name)(\(names.dropFirst().joined(separator: ", ")))"
    }
  }

  /// The calls that the operation has, as error texts list them.
  ///
  /// An index or slice lists those of the type in the text's `Received:`, so it is asked with
  /// `expected(for:)`.
  var expected: String {
    switch self {
    case .unary(.not): "!bool"
    case .unary(.minus): "-int, -float, -duration"
    case .binary(let operation): Self.expected(operation)
    case .index, .slice: ""
    case .membership: "map.in(string)"
    case .builtin(let id):
      Int(id) < Library.all.count ? Library.all[Int(id)].calls.joined(separator: ", ") : ""
    }
  }

  /// The calls that the operation has where it depends on the type of the first operand.
  func expected(for type: ValueType?) -> String {
    switch self {
    case .index:
      switch type {
      case .map: "map[string]"
      case .path: "path[string], path[int]"
      default: "\(type?.name ?? "")[int]"
      }
    case .slice:
      switch type {
      case .path: "path[null:null], path[int:int], path[int:null], path[null:int]"
      default:
        ["null:null", "null:int", "int:null", "int:int"]
          .map { "\(type?.name ?? "")[\($0)]" }.joined(separator: ", ")
      }
    case .unary, .binary, .membership, .builtin: expected
    }
  }

  private static func expected(_ operation: BinaryOperator) -> String {
    let pairs: [(String, String)] =
      switch operation {
      case .add:
        [
          ("int", "int"), ("float", "float"), ("string", "string"), ("duration", "duration"),
          ("duration", "timestamp"), ("timestamp", "duration"),
        ]
      case .subtract:
        [
          ("int", "int"), ("float", "float"), ("duration", "duration"), ("timestamp", "duration"),
          ("timestamp", "timestamp"),
        ]
      case .multiply, .divide, .remainder: [("int", "int"), ("float", "float")]
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        [
          ("string", "string"), ("bytes", "bytes"), ("int", "int"), ("float", "float"),
          ("duration", "duration"), ("timestamp", "timestamp"), ("constraint", "any"),
          ("any", "constraint"),
        ]
      case .equal, .notEqual: [("any", "any")]
      }
    return pairs.map { "\($0.0) \(operation.symbol) \($0.1)" }.joined(separator: ", ")
  }
}

extension Builtin {
  /// The calls that it has, as error texts list them.
  public var calls: [String] {
    overloads.map { overload in
      call(
        overload.parameters.map { parameter in
          switch parameter {
          case .any: "any"
          case .type(let type): type.name
          }
        }
      )
    }
  }

  /// A call with arguments of some types.
  fileprivate func call(_ names: [String]) -> String {
    let arguments = names.joined(separator: ", ")
    return switch form {
    case .function, .lookup: "\(name)(\(arguments))"
    case .namespaced(let namespace): "\(namespace).\(name)(\(arguments))"
    case .method(let type): "\(type.name).\(name)(\(arguments))"
    }
  }
}
