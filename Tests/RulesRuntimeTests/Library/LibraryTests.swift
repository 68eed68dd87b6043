import Testing

@testable import RulesRuntime

/// The declarations of the built-ins, and calls of them.
struct LibraryTests {
  /// A value's source text, or the text of the fault.
  static func outcome(_ body: () throws(FaultReason) -> Value) -> String {
    do throws(FaultReason) {
      return try body().sourceText()
    } catch {
      return error.message.description
    }
  }

  static func call(_ name: String, _ operands: Value...) -> String {
    outcome { () throws(FaultReason) -> Value in
      let parts = name.split(separator: ".").map { Text(String($0)) }
      let id =
        if parts.count == 2 {
          Library.function(named: parts[1], in: parts[0])
        } else if name.hasPrefix(".") {
          operands.first.flatMap { Library.method(named: parts[0])?[$0.type] }
        } else {
          Library.function(named: parts[0])
        }
      guard let id else { throw .functionNotFound(Text(name)) }
      let result = outcome { () throws(FaultReason) -> Value in
        try Library.call(id, ContiguousArray(operands))
      }
      // The entry points of fixed count say the same.
      let other = outcome { () throws(FaultReason) -> Value in
        switch operands.count {
        case 1: try Library.call(id, operands[0])
        case 2: try Library.call(id, operands[0], operands[1])
        case 3: try Library.call(id, operands[0], operands[1], operands[2])
        default: try Library.call(id, ContiguousArray(operands))
        }
      }
      #expect(result == other)
      return try Library.call(id, ContiguousArray(operands))
    }
  }

  static func text(_ string: String) -> Value { .string(Text(string)) }

  @Test func isFoundByName() throws {
    #expect(Library.all.count < 255)
    for (index, builtin) in Library.all.enumerated() {
      let name = Text(builtin.name)
      switch builtin.form {
      case .function, .lookup: #expect(Library.function(named: name) == UInt16(index))
      case .namespaced(let namespace):
        #expect(Library.function(named: name, in: Text(namespace)) == UInt16(index))
      case .method(let type): #expect(Library.method(named: name)?[type] == UInt16(index))
      }
    }
    #expect(Library.method(named: "size")?[.int] == nil)
    #expect(Library.method(named: "length") == nil)
    #expect(Library.function(named: "bool") == nil)
    #expect(
      Library.namespaces.map(\.description)
        == ["duration", "hashing", "latlng", "math", "timestamp"]
    )
  }

  @Test func declaresWhatItNeeds() {
    for builtin in Library.all {
      // No expression of its own has a constraint, which exists in the rules of a query only.
      let hasExample = !builtin.examples.isEmpty || builtin.form == .method(of: .constraint)
      #expect(!builtin.overloads.isEmpty && hasExample, "\(builtin.name)")
      #expect(!builtin.summary.isEmpty && builtin.summary.hasSuffix("."), "\(builtin.name)")
      #expect(!builtin.source.isEmpty && !builtin.source.contains("/"), "\(builtin.name)")
      let counts = Set(builtin.overloads.map(\.parameters.count))
      #expect(counts.count == 1, "\(builtin.name)")
      // Overloads that differ in two parameters could not be merged into one signature.
      for left in builtin.overloads {
        for right in builtin.overloads {
          let differing = zip(left.parameters, right.parameters).filter { $0 != $1 }
          #expect(differing.count <= 1, "\(builtin.name)")
        }
      }
    }
  }

  @Test(
    arguments: [
      (
        "int", text("12abc"),
        "Type conversion error. Argument: [12abc], From type: [string], To type: [int]."
      ),
      ("int", .float(-2.9), "-2"), ("float", .int(2), "2.0"), ("float", text(" 0x1p3 "), "8.0"),
      ("string", .float(1e7), "'1.0E7'"), ("string", .null, "'null'"),
      ("math.abs", .int(.min), "-9223372036854775808"), ("math.ceil", .int(2), "2.0"),
      ("math.floor", .float(-1.5), "-2.0"), ("math.isNaN", .int(1), "false"),
      (
        "math.abs", text("a"),
        "Unsupported operation error. Received: math.abs(string). Expected: math.abs(int), "
          + "math.abs(float)."
      ),
      (
        "vector", EqualityTests.list(.int(1)),
        "Type conversion error. Argument: [values {\n  int_value: 1\n}\n], From type: [list], "
          + "To type: [vector]."
      ),
      (
        "get", .path(PathValue(plain: ["a", "x\"é"])),
        "Service call error. Function: [get], Argument: [path_value {\n  segments {\n    simple: "
          + "\"a\"\n  }\n  segments {\n    simple: \"x\\\"\\303\\251\"\n  }\n}\n]."
      ),
      (".size", text("😀"), "2"), (".lower", text("ÉA"), "'Éa'"),
      (".trim", text("\u{0} a\u{A0} "), "'a\u{A0}'"),
      (".toBase64", .bytes(Octets([0xFB, 0xEF, 0xBE, 0xFF])), "'----_w=='"),
      (".toBase64", .bytes(Octets([])), "''"),
      (".toBase64", .bytes(Octets([0x68, 0x69])), "'aGk='"),
      (".toHexString", .bytes(Octets([0x2A, 0xFB])), "'2AFB'"),
      (".dayOfWeek", .timestamp(Timestamp(seconds: 0, nanos: 0)), "4"),
      (".dayOfYear", .timestamp(Timestamp(seconds: -1, nanos: 0)), "365"),
      (".date", .timestamp(Timestamp(seconds: -86_400, nanos: 1)), "timestamp.date(1970, 1, 1)"),
      (".date", .timestamp(Timestamp(seconds: -86_399, nanos: 1)), "timestamp.date(1969, 12, 31)"),
      (".segments", EqualityTests.unbound, "Variable b is not bound in path template."),
      ("value", EqualityTests.unbound, "Variable b is not bound in path template."),
      ("timestamp.value", .int(.max), FaultReason.timestampRange.message.description),
      ("debug", .int(1), "1"),
    ] as [(String, Value, String)]
  )
  func callsWithOneOperand(name: String, operand: Value, outcome: String) {
    #expect(Self.call(name, operand) == outcome)
  }

  @Test(
    arguments: [
      (
        ".size", text("a"), .int(1),
        "Incorrect number of arguments. Received: 1. Expected: string.size()."
      ),
      (
        ".get", EqualityTests.map(), text("a"),
        "Incorrect number of arguments. Received: 1. Expected: map.get(string, any), "
          + "map.get(list, any)."
      ),
      (
        "hashing.md5", .int(1), .int(2),
        "Incorrect number of arguments. Received: 2. Expected: hashing.md5(bytes), "
          + "hashing.md5(string)."
      ),
      (
        ".matches", text("a"), .int(1),
        "Unsupported operation error. Received: string.matches(int). Expected: "
          + "string.matches(string)."
      ),
      (
        ".hasAll", EqualityTests.list(), EqualityTests.set(),
        "Unsupported operation error. Received: list.hasAll(set). Expected: list.hasAll(list)."
      ),
      (
        ".hasAny", EqualityTests.set(), .null,
        "Unsupported operation error. Received: set.hasAny(null). Expected: set.hasAny(set), "
          + "set.hasAny(list)."
      ),
      (
        ".join", EqualityTests.list(.int(1), EqualityTests.list()), text(","),
        "Unsupported operation error. Received: string(list). Expected: string(int), "
          + "string(float), string(null), string(string), string(bool), string(path)."
      ),
      (".join", EqualityTests.list(text("a"), .null, .float(2)), text("|"), "'a|null|2.0'"),
      (".matches", text("a"), text("["), "Invalid regular expression pattern. Pattern: [."),
      (".concat", EqualityTests.list(.int(1)), EqualityTests.list(.int(1)), "[1, 1]"),
      (".removeAll", EqualityTests.list(.int(1), .int(2)), EqualityTests.list(.float(1)), "[1, 2]"),
      (".intersection", EqualityTests.set(.float(1)), EqualityTests.set(.int(1)), "[1.0].toSet()"),
      (
        ".union", EqualityTests.set(.float(1)), EqualityTests.set(.int(1), .int(2)),
        "[1.0, 2].toSet()"
      ),
      (".hasOnly", EqualityTests.list(), EqualityTests.list(.int(1)), "true"),
      (".hasAny", EqualityTests.list(), EqualityTests.list(), "false"),
      (".hasAll", EqualityTests.list(), EqualityTests.list(), "true"),
      ("math.pow", .int(1), .float(.nan), "float('NaN')"),
      ("math.pow", .int(-1), .float(.infinity), "float('NaN')"),
      ("math.pow", .float(.nan), .int(0), "1.0"),
      ("duration.value", .int(1), text("us"), "Invalid regular expression pattern. Pattern: us."),
      (
        "duration.value", .int(9_223_372_036_855), text("ms"),
        FaultReason.durationRange.message.description
      ),
      (
        "latlng.value", .int(91), .float(.nan),
        "Latitude should be in [-90,90] range and longitude should be in [-180,180] range. "
          + "latitude: 91.0, longitude: NaN."
      ),
      ("debug", text("a"), .int(2), "'a'"),
    ] as [(String, Value, Value, String)]
  )
  func callsWithTwoOperands(name: String, left: Value, right: Value, outcome: String) {
    #expect(Self.call(name, left, right) == outcome)
  }

  @Test func callsWithMore() {
    #expect(
      Self.call("timestamp.date", .int(2020), .int(2), .int(30))
        == "Date is not valid. year: 2020, month: 2 day: 30."
    )
    #expect(
      Self.call("timestamp.date", .int(0), .int(2), .int(30))
        == "Timestamp should be between 0001-01-01T00.00.00Z and 9999-12-31T23.59.59Z. year: 0."
    )
    #expect(
      Self.call("duration.time", .int(87_660_000), .int(1), .int(-60), .int(0))
        == FaultReason.timestampRange.message.description
    )
    #expect(
      Self.call("duration.time", .int(1), .int(2), .int(3), .int(4))
        == "duration.time(0, 0, 3723, 4)"
    )
    #expect(Self.call("debug") == "Service call error. Function: [debug], Argument: [].")
    let map = EqualityTests.map(("a", EqualityTests.map(("b", .null))))
    let keys = EqualityTests.list(Self.text("a"), Self.text("b"))
    #expect(Self.call(".get", map, keys, .int(9)) == "null")
    #expect(Self.call(".get", map, EqualityTests.list(), .int(9)) == map.sourceText())
    #expect(
      Self.call(".get", map, EqualityTests.list(Self.text("x"), .int(1)), .int(9))
        == "Type error. Received: [int] Expected: [string]."
    )
  }

  @Test func replacesWithinLimits() {
    #expect(Self.call(".replace", Self.text("ab"), Self.text("(a)"), Self.text("$1$1")) == "'aab'")
    let long = Value.string(Text(String(repeating: "a", count: 10_000)))
    #expect(
      Self.call(".replace", long, Self.text("a"), long)
        == "The resulting string is larger than 16 MiB."
    )
  }

  @Test(arguments: [".hasAll", ".hasAny", ".hasOnly", ".removeAll"])
  func staysLinear(name: String) {
    let count = 20_000
    let lists: [(Int) -> Value] = [
      { .int(Int64($0)) }, { _ in .float(.nan) }, { _ in EqualityTests.list(.float(.nan)) },
      { Self.text("\($0)") }, { EqualityTests.map(("a", .int(Int64($0)))) }, { _ in .int(1) },
      // Each is the same as each to sets, to lists only as itself.
      { number in
        .list(
          ListValue(ContiguousArray((0..<17).map { number >> $0 & 1 == 0 ? .int(1) : .float(1) }))
        )
      },
    ]
    let clock = ContinuousClock()
    for make in lists {
      let left = Value.list(ListValue(ContiguousArray((0..<count).map(make))))
      let right = Value.list(ListValue(ContiguousArray((0..<count).reversed().map(make))))
      // Quadratic would be far longer.
      let time = clock.measure {
        _ = Self.outcome { () throws(FaultReason) -> Value in
          guard let id = Library.method(named: Text(String(name.dropFirst())))?[.list] else {
            return .null
          }
          return try Library.call(id, left, right)
        }
      }
      #expect(time < .seconds(20))
    }
  }
}
