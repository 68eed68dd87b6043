import Testing

@testable import RulesRuntime

/// No value, however odd, stops the process: every operation gives a value or a fault.
struct HostileValueTests {
  static let values: [Value] = {
    let ints: [Int64] = [
      0, 1, -1, .max, .min, 2_147_483_648, -2_147_483_649, 9_007_199_254_740_993,
    ]
    let floats: [Double] = [
      0, -0.0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.5,
    ]
    let texts: [Text] = [
      "", "a", "😀", "[", "%", "/{a=**}/%F0%9F", "1e400", "9999-12-31T23:59:59.999999999-9:9", "$1",
      TextTests.text([0xD83D]), TextTests.text([0xDE00, 0x61]),
    ]
    return ints.map { .int($0) } + floats.map { .float($0) } + texts.map { .string($0) } + [
      .null, .bool(true), .bytes(Octets([])), .bytes(Octets([0xFF, 0xC0])),
      EqualityTests.list(), EqualityTests.list(.null, .float(.nan), .int(.min)),
      EqualityTests.set(), EqualityTests.set(.float(.nan), EqualityTests.list()),
      EqualityTests.map(), EqualityTests.map(("", .null), ("a", .path(PathValue([])))),
      EqualityTests.difference, EqualityTests.unbound, EqualityTests.bound, EqualityTests.glob,
      EqualityTests.vector(), EqualityTests.vector(.nan), EqualityTests.latlng(90, -180),
      .timestamp(Timestamp(seconds: Timestamp.range.lowerBound, nanos: 0)),
      .timestamp(Timestamp(seconds: Timestamp.range.upperBound, nanos: 999_999_999)),
      .timestamp(Timestamp(seconds: .max, nanos: .max)),
      .timestamp(Timestamp(seconds: .min, nanos: .min)),
      .duration(Duration(seconds: Duration.range.lowerBound, nanos: -999_999_999)),
      .duration(Duration(seconds: .max, nanos: .max)),
      .duration(Duration(seconds: .min, nanos: .min)),
    ]
  }()

  /// Writes the outcome, too.
  static func survive(_ body: () throws(FaultReason) -> Value) {
    #expect(!LibraryTests.outcome(body).isEmpty)
  }

  @Test func operatorsSurvive() {
    for left in Self.values {
      Self.survive { () throws(FaultReason) -> Value in try Operators.apply(.minus, left) }
      for right in Self.values {
        for operation in BinaryOperator.allCases {
          Self.survive { () throws(FaultReason) -> Value in
            try Operators.apply(operation, left, right)
          }
        }
        Self.survive { () throws(FaultReason) -> Value in try Operators.index(left, right) }
        Self.survive { () throws(FaultReason) -> Value in
          .bool(try Operators.isContained(left, in: right))
        }
      }
    }
  }

  @Test func slicesSurvive() {
    let bounds = Self.values.filter { $0.type == .int } + [.int(2), .int(3)]
    for value in Self.values {
      for from in bounds {
        for to in bounds {
          Self.survive { () throws(FaultReason) -> Value in
            try Operators.slice(value, from: from, to: to)
          }
        }
      }
    }
  }

  @Test func builtinsSurvive() {
    for id in UInt16(0)..<UInt16(Library.all.count) {
      for first in Self.values {
        Self.survive { () throws(FaultReason) -> Value in try Library.call(id, first) }
        guard Library.signatures[Int(id)].count != 1 else { continue }
        for second in Self.values {
          Self.survive { () throws(FaultReason) -> Value in try Library.call(id, first, second) }
        }
      }
    }
  }

  @Test func builtinsOfManyOperandsSurvive() {
    for id in UInt16(0)..<UInt16(Library.all.count) {
      guard let count = Library.signatures[Int(id)].count, count >= 3 else { continue }
      var generator = SeededGenerator(seed: UInt64(id))
      let signature = Library.signatures[Int(id)]
      let candidates = (0..<count).map { place in
        Self.values.filter {
          signature.widened & Library.Signature.bit($0.type, place) != 0
        }
      }
      for _ in 0..<5000 {
        var operands: ContiguousArray<Value> = []
        for values in candidates {
          operands.append(values[Int.random(in: 0..<values.count, using: &generator)])
        }
        Self.survive { () throws(FaultReason) -> Value in try Library.call(id, operands) }
      }
    }
  }
}
