/// Why an expression has no value; the text is made by `FaultReason.message`.
///
/// In rules a fault is ordinary (`a.b || true`), so the frequent ones carry nothing that must be built.
/// Source: the catalogue of run-time errors, recorded from the official engine.
public enum FaultReason: Error, Sendable {
  /// `Null value error.`
  case nullValue
  /// `Property NAME is undefined on object.`
  case undefinedProperty(Text)
  /// `Divide by zero error.`
  case divideByZero
  /// `Integer value is out of the […] range.`
  case integerOverflow
  /// `Type error. Received: [TYPE] Expected: [bool].`
  case unexpectedType(ValueType, expected: ExpectedType)
  /// `Type conversion error. Argument: [TEXT], From type: [string], To type: [int].`
  case conversion(Text, from: ValueType, to: ValueType)
  /// `Unsupported operation error. Received: CALL. Expected: CALL, ….`
  case unsupportedOperation(Operation, TypeList)
  /// `Incorrect number of arguments. Received: N. Expected: CALL, ….` for a built-in.
  case argumentCount(Operation, received: Int32)
  /// `Function not found error: Name: [NAME].`
  case functionNotFound(Text)
  /// `Index out of bound error. Index: [I] , size: [N].`
  case indexOutOfBounds(Int64, size: Int32)
  /// `Illegal range error. From index: [I] , To index: [J].`
  case illegalRange(from: Int32, to: Int32)
  /// `Invalid regular expression pattern. Pattern: P.`
  case invalidPattern(Text)
  /// `Timestamp is not valid. …`
  case timestampRange
  /// `Duration is not valid. …`
  case durationRange
  /// `Unable to evaluate the expression as the maximum of 1000 expressions to evaluate has been reached.`
  case expressionBudget
  /// A lookup that failed: a missing document, no document's path, or one too many.
  case serviceCall(Text, argument: PathValue?)
  /// Whether it holds is not known before a query is run; behaves as an error without a cause.
  case undetermined
  /// A field of a query's documents can't be looked for in a set.
  case constraintInSet
  /// Any rarer text, whole.
  case other(Text)
}

/// What `Type error.` expected.
public enum ExpectedType: UInt8, Sendable, Hashable {
  case bool, mapOrPath, string, path, ordered, comparable

  /// The list that the text holds between brackets.
  public var name: String {
    switch self {
    case .bool: "bool"
    case .mapOrPath: "map,path"
    case .string: "string"
    case .path: "path"
    case .comparable:
      "bool,duration,float,int,latlng,map,null,string,bytes,timestamp,path,list,vector,set"
    case .ordered: "timestamp,duration,float,int,string,bytes"
    }
  }
}

/// Something that has overloads: an operator, an index, or a built-in.
public enum Operation: Sendable, Hashable {
  case unary(UnaryOperator)
  case binary(BinaryOperator)
  case index
  case slice
  case membership
  /// The built-in at an index of `Library.all`.
  case builtin(UInt16)
}

/// An operator before one operand.
public enum UnaryOperator: UInt8, Sendable, Hashable, CaseIterable {
  case not, minus

  /// As written.
  public var symbol: String {
    switch self {
    case .not: "!"
    case .minus: "-"
    }
  }
}

/// An operator between two operands that are both evaluated.
public enum BinaryOperator: UInt8, Sendable, Hashable, CaseIterable {
  case add, subtract, multiply, divide, remainder
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual

  /// As written.
  public var symbol: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .equal: "=="
    case .notEqual: "!="
    }
  }
}

extension BinaryOperator {
  /// The comparison that holds for operands which have changed places.
  package var mirrored: BinaryOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .add, .subtract, .multiply, .divide, .remainder, .equal, .notEqual: self
    }
  }

  /// Whether two values are in an order; nil for an operator that is none of `<`, `<=`, `>` and `>=`.
  @inline(__always)
  func holds<Operand: Comparable>(_ left: Operand, _ right: Operand) -> Bool? {
    switch self {
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    case .equal, .notEqual, .add, .subtract, .multiply, .divide, .remainder: nil
    }
  }
}
