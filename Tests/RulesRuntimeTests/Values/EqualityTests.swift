import Testing

@testable import RulesRuntime

/// The three equalities, and that hashes agree with them.
struct EqualityTests {
  /// Two values and whether they are the same as operands, as elements of a list, inside containers, and
  /// as elements of a set.
  struct Row: Sendable {
    let left: Value
    let right: Value
    let operand: Bool
    let listElement: Bool
    let nested: Bool
    let setElement: Bool

    init(_ left: Value, _ right: Value, _ answers: String) {
      self.left = left
      self.right = right
      let answers = answers.map { $0 == "=" }
      (operand, listElement, nested, setElement) = (answers[0], answers[1], answers[2], answers[3])
    }

    func answer(_ sameness: Sameness) -> Bool {
      switch sameness {
      case .operand: operand
      case .listElement: listElement
      case .nested: nested
      case .setElement: setElement
      }
    }
  }

  static func list(_ elements: Value...) -> Value { .list(ListValue(ContiguousArray(elements))) }
  static func set(_ elements: Value...) -> Value {
    .set(SetValue(unique: ContiguousArray(elements)))
  }
  static func map(_ entries: (Text, Value)...) -> Value {
    .map(MapValue(ContiguousArray(entries.map { (key: $0.0, value: $0.1) })))
  }
  static func vector(_ elements: Double...) -> Value {
    .vector(VectorValue(ContiguousArray(elements)))
  }
  static let difference = Value.mapDiff(
    MapDiffValue([MapDiffValue.Entry(key: "a", status: .added)])
  )
  static let unbound = Value.path(PathValue([.capture(name: "b", bound: nil)]))
  static let bound = Value.path(PathValue([.simple("a"), .capture(name: "b", bound: "x")]))
  static let plain = Value.path(PathValue(plain: ["a", "x"]))
  static let glob = Value.path(
    PathValue([.glob(name: "g", bound: PathValue(plain: ["a", "x"]))])
  )

  static let rows: [Row] = [
    Row(.int(1), .int(1), "===="),
    Row(.int(1), .float(1), "=..="),
    Row(.int(9_007_199_254_740_993), .float(9_007_199_254_740_992), "=..."),
    Row(.int(.max), .float(9_223_372_036_854_775_808), "=..."),
    Row(.float(0), .float(-0.0), "==.="),
    Row(.float(.nan), .float(.nan), "...="),
    Row(.int(0), .float(-0.0), "=..="),
    Row(list(.int(1)), list(.int(1)), "===="),
    Row(list(.int(1)), list(.float(1)), "...="),
    Row(list(.float(0)), list(.float(-0.0)), "...="),
    Row(list(.float(.nan)), list(.float(.nan)), "...="),
    Row(list(list(.int(1))), list(list(.float(1))), "...="),
    Row(list(.int(1), .int(2)), list(.int(2), .int(1)), "...."),
    Row(map(("a", .int(1)), ("b", .int(2))), map(("b", .int(2)), ("a", .int(1))), "===="),
    Row(map(("a", .int(1))), map(("a", .float(1))), "...="),
    Row(map(("a", .int(1))), map(("b", .int(1))), "...."),
    Row(set(.int(1), .int(2)), set(.float(2), .float(1)), "===="),
    Row(list(set(.int(1))), list(set(.float(1))), "===="),
    Row(set(.int(1)), set(.int(2)), "...."),
    Row(set(.float(.nan)), set(.float(.nan)), "===="),
    Row(difference, difference, "..=="),
    Row(unbound, unbound, "..=="),
    Row(bound, plain, "==.="),
    Row(bound, bound, "===="),
    Row(glob, plain, "==.="),
    Row(unbound, plain, "...."),
    Row(latlng(0, 0), latlng(0, 0), "===="),
    Row(latlng(0, 0), latlng(-0.0, 0), "...."),
    Row(vector(1, 2), vector(1, 2), "===="),
    Row(vector(0), vector(-0.0), "...="),
    Row(vector(.nan), vector(.nan), "..=="),
    Row(vector(1), list(.float(1)), "...="),
    Row(vector(1), list(.int(1)), "...="),
    Row(.string("é"), .string("e\u{301}"), "...."),
    Row(.string("1"), .int(1), "...."),
    Row(.bytes(Octets([97])), .string("a"), "...."),
    Row(.null, .null, "===="),
    Row(.null, .bool(false), "...."),
    Row(
      .timestamp(Timestamp(seconds: 1, nanos: 2)),
      .timestamp(Timestamp(seconds: 1, nanos: 2)),
      "===="
    ),
    Row(
      .duration(Duration(seconds: 1, nanos: 2)),
      .timestamp(Timestamp(seconds: 1, nanos: 2)),
      "...."
    ),
  ]

  static func latlng(_ latitude: Double, _ longitude: Double) -> Value {
    .latlng(LatLngValue(latitude: latitude, longitude: longitude))
  }

  static let relations: [Sameness] = [.operand, .listElement, .nested, .setElement]

  @Test(arguments: relations)
  func compares(sameness: Sameness) throws {
    for row in Self.rows {
      let expected = row.answer(sameness)
      #expect(try Comparison.holds(row.left, row.right, sameness) == expected, "\(row)")
      #expect(try Comparison.holds(row.right, row.left, sameness) == expected, "\(row)")
    }
  }

  @Test(arguments: [Sameness.listElement, .nested, .setElement])
  func hashesSameValuesAlike(sameness: Sameness) {
    for row in Self.rows where row.answer(sameness) {
      var left = ElementHash(sameness)
      left.combine(row.left)
      var right = ElementHash(sameness)
      right.combine(row.right)
      #expect(left.isFindable && right.isFindable, "\(row)")
      #expect(left.value == right.value, "\(row)")
    }
  }

  @Test func findsByIndexWhatItFindsByScanning() throws {
    let values = Self.rows.flatMap { [$0.left, $0.right] }
    for sameness in [Sameness.listElement, .setElement] {
      let index = try ElementIndex(sameness, ContiguousArray(values))
      for value in values {
        var isFound = false
        for other in values where try Comparison.holds(value, other, sameness) { isFound = true }
        #expect(try index.contains(value) == isFound)
      }
    }
  }

  @Test func survivesDeepNesting() throws {
    func nested(_ wrap: (Value) throws -> Value) rethrows -> Value {
      var value = Value.int(1)
      for _ in 0..<5000 { value = try wrap(value) }
      return value
    }
    let wraps: [(Value) throws -> Value] = [
      { Self.list($0) }, { Self.map(("a", $0)) }, { Self.set($0) },
    ]
    for wrap in wraps {
      let left = try nested(wrap)
      let right = try nested(wrap)
      #expect(try left.isEqual(to: right))
      #expect(try SetValue([left, right]).elements.count == 1)
      #expect(left.sourceText(limit: 50).utf8.count <= 60)
    }
  }

  @Test func endsOnValuesThatShareParts() throws {
    func doubled() -> Value {
      var value = Self.list(.int(1))
      for _ in 0..<60 { value = Self.list(value, value) }
      return value
    }
    let (left, right) = (doubled(), doubled())
    #expect(throws: FaultReason.self) { try left.isEqual(to: right) }
    #expect(left.sourceText(limit: 100).utf8.count < 200)
    #expect(ProtobufText.text(elements: ListValue([left])).utf8.count < 4 << 20)
  }
}
