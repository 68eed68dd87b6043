import Testing

@testable import RulesRuntime

/// Operators, indexes and slices, with the texts of their faults.
struct OperatorTests {
  static let comparisons =
    "string < string, bytes < bytes, int < int, float < float, duration < duration, "
    + "timestamp < timestamp, constraint < any, any < constraint."

  static let second = Value.duration(Duration(seconds: 1, nanos: 0))
  static let epoch = Value.timestamp(Timestamp(seconds: 0, nanos: 0))
  static let overflow =
    "Integer value is out of the [-9223372036854775808, 9223372036854775807] range."

  @Test(
    arguments: [
      (.add, .int(.max), .int(1), overflow), (.multiply, .int(.min), .int(-1), overflow),
      (.subtract, .int(.min), .int(1), overflow),
      (.divide, .int(.min), .int(-1), "-9223372036854775808"),
      (.remainder, .int(.min), .int(-1), "0"), (.divide, .int(1), .int(0), "Divide by zero error."),
      (.remainder, .int(1), .int(0), "Divide by zero error."), (.divide, .int(-7), .int(2), "-3"),
      (.divide, .int(1), .float(0), "float('Infinity')"),
      (.remainder, .float(-0.0), .int(1), "-0.0"),
      (.remainder, .float(-7.5), .int(2), "-1.5"), (.remainder, .int(2), .float(.infinity), "2.0"),
      (.remainder, .int(1), .float(0), "float('NaN')"), (.add, .int(1), .float(0.5), "1.5"),
      (.add, second, epoch, "timestamp.value('1970-01-01T00:00:01Z')"),
      (.subtract, epoch, second, "timestamp.value('1969-12-31T23:59:59Z')"),
      (.subtract, epoch, epoch, "duration.value(0, 's')"),
      (
        .subtract, second, epoch,
        "Unsupported operation error. Received: duration - timestamp. Expected: int - int, "
          + "float - float, duration - duration, timestamp - duration, timestamp - timestamp."
      ),
      (
        .add, .string("a"), .int(1),
        "Unsupported operation error. Received: string + int. Expected: int + int, float + float, "
          + "string + string, duration + duration, duration + timestamp, timestamp + duration."
      ),
      (
        .multiply, .null, .int(1),
        "Unsupported operation error. Received: null * int. Expected: int * int, float * float."
      ),
      (
        .less, .null, .int(1),
        "Unsupported operation error. Received: null < int. Expected: \(comparisons)"
      ),
      (.less, .int(.max), .float(9_223_372_036_854_775_808), "false"),
      (.lessOrEqual, .int(.max), .float(9_223_372_036_854_775_808), "true"),
      (.greaterOrEqual, .float(.nan), .float(.nan), "false"),
      (.less, .float(-0.0), .int(0), "false"),
      (.less, .string("\u{FFFF}"), .string("😀"), "false"),
      (.less, .string("a"), .string("ab"), "true"),
      (.less, .bytes(Octets([0x7F])), .bytes(Octets([0x80])), "true"),
      (.greater, second, .duration(Duration(seconds: 0, nanos: -1)), "true"),
      (.notEqual, .float(.nan), .float(.nan), "true"),
    ] as [(BinaryOperator, Value, Value, String)]
  )
  func applies(operation: BinaryOperator, left: Value, right: Value, outcome: String) {
    let result = LibraryTests.outcome { () throws(FaultReason) -> Value in
      try Operators.apply(operation, left, right)
    }
    #expect(result == outcome)
  }

  @Test(
    arguments: [
      (.minus, .int(.min), overflow), (.minus, .float(0), "-0.0"),
      (.minus, second, "duration.value(-1, 's')"), (.not, .bool(true), "false"),
      (.not, .int(1), "Unsupported operation error. Received: !int. Expected: !bool."),
      (
        .minus, .string("a"),
        "Unsupported operation error. Received: -string. Expected: -int, -float, -duration."
      ),
    ] as [(UnaryOperator, Value, String)]
  )
  func appliesToOne(operation: UnaryOperator, operand: Value, outcome: String) {
    let result = LibraryTests.outcome { () throws(FaultReason) -> Value in
      try Operators.apply(operation, operand)
    }
    #expect(result == outcome)
  }

  static let list = EqualityTests.list(.int(1), .int(2), .int(3))

  @Test(
    arguments: [
      (list, .int(0), .int(0), "Index out of bound error. Index: [-1] , size: [3]."),
      (list, .int(3), .int(1), "Index out of bound error. Index: [3] , size: [3]."),
      (list, .int(2), .int(1), "Illegal range error. From index: [2] , To index: [1]."),
      (
        list, .int(2_147_483_648), .int(1),
        "Index out of bound error. Index: [2147483648] , size: [3]."
      ),
      (
        list, .int(0), .int(-2_147_483_648),
        "Index out of bound error. Index: [2147483647] , size: [3]."
      ),
      (list, .int(1), .int(1), "[]"), (list, .int(1), .null, "[2, 3]"),
      (list, nil, .int(2), "[1, 2]"),
      (list, nil, nil, "[1, 2, 3]"),
      (
        list, .int(.min), .int(.max),
        "Index out of bound error. Index: [-9223372036854775808] , size: [3]."
      ),
      (EqualityTests.list(), .int(0), nil, "Index out of bound error. Index: [0] , size: [0]."),
      (EqualityTests.list(), nil, nil, "[]"), (.string("a😀b"), .int(1), .int(3), "'😀'"),
      (EqualityTests.bound, .int(1), .int(1), "/"), (.null, nil, nil, "Null value error."),
      (EqualityTests.unbound, nil, nil, "/{b}"),
      (EqualityTests.unbound, .int(7), nil, "Variable b is not bound in path template."),
      (EqualityTests.map(), nil, nil, "Function not found error: Name: [@range]."),
      (
        list, nil, .string("a"),
        "Unsupported operation error. Received: list[null:string]. Expected: list[null:null], "
          + "list[null:int], list[int:null], list[int:int]."
      ),
      (
        EqualityTests.bound, .string("a"), .int(1),
        "Unsupported operation error. Received: path[string:int]. Expected: path[null:null], "
          + "path[int:int], path[int:null], path[null:int]."
      ),
    ] as [(Value, Value?, Value?, String)]
  )
  func slices(value: Value, from: Value?, to: Value?, outcome: String) {
    let result = LibraryTests.outcome { () throws(FaultReason) -> Value in
      try Operators.slice(value, from: from, to: to)
    }
    #expect(result == outcome)
  }

  @Test(
    arguments: [
      (list, .int(2), "3"), (list, .int(-1), "Index out of bound error. Index: [-1] , size: [3]."),
      (list, .int(4_294_967_296), "Index out of bound error. Index: [4294967296] , size: [3]."),
      (
        list, .string("a"),
        "Unsupported operation error. Received: list[string]. Expected: list[int]."
      ),
      (
        EqualityTests.bound, .bool(true),
        "Unsupported operation error. Received: path[bool]. Expected: path[string], path[int]."
      ),
      (EqualityTests.bound, .int(1), "'x'"), (EqualityTests.bound, .string("b"), "'x'"),
      (EqualityTests.glob, .int(1), "'x'"), (EqualityTests.glob, .string("g"), "/a/x"),
      (EqualityTests.bound, .string("z"), "Property z is undefined on object."),
      (EqualityTests.unbound, .int(0), "Variable b is not bound in path template."),
      (.null, .int(0), "Null value error."),
      (.int(1), .int(0), "Function not found error: Name: [[]]."),
      (EqualityTests.map(), .string(""), "Property  is undefined on object."),
      (.string("a😀"), .int(1), "'\\ud83d'"),
    ] as [(Value, Value, String)]
  )
  func indexes(value: Value, index: Value, outcome: String) {
    let result = LibraryTests.outcome { () throws(FaultReason) -> Value in
      try Operators.index(value, index)
    }
    #expect(result == outcome)
  }

  @Test(
    arguments: [
      (.int(1), list, "true"), (.float(1), list, "false"),
      (.float(1), EqualityTests.set(.int(1)), "true"),
      (.string("a"), EqualityTests.map(("a", .null)), "true"),
      (
        .int(1), EqualityTests.map(),
        "Unsupported operation error. Received: map.in(int). Expected: map.in(string)."
      ),
      (.int(1), .null, "Null value error."),
      (.string("a"), .string("abc"), "Function not found error: Name: [in]."),
      (EqualityTests.difference, EqualityTests.list(EqualityTests.difference), "false"),
    ] as [(Value, Value, String)]
  )
  func looksForElements(element: Value, container: Value, outcome: String) {
    let result = LibraryTests.outcome { () throws(FaultReason) -> Value in
      .bool(try Operators.isContained(element, in: container))
    }
    #expect(result == outcome)
  }

  @Test func knowsTypes() {
    #expect(!Operators.is(EqualityTests.set(), .set))
    #expect(Operators.is(.int(1), .number) && Operators.is(.float(1), .number))
    #expect(!Operators.is(EqualityTests.difference, .map))
    #expect(Operators.is(EqualityTests.difference, .mapDiff))
    #expect(TypeWord(rawValue: "map_diff") == .mapDiff && TypeWord(rawValue: "Int") == nil)
  }

  @Test func namesWhatIsMissing() {
    let member = LibraryTests.outcome { () throws(FaultReason) -> Value in
      try Operators.member(.int(1), Name("a"))
    }
    #expect(member == "Type error. Received: [int] Expected: [map,path].")
    let half = FaultReason.undefinedProperty(TextTests.text([0xD83D])).message
    #expect(half == "Property ? is undefined on object.")
  }
}
