import RulesRuntime

/// Tests without their places, each once.
struct TestSet: Hashable {
  /// The terms with their negation in the lowest bit, sorted.
  private var tests: ContiguousArray<UInt32> = []

  /// No tests.
  init() {}

  /// One test.
  init(_ literal: Condition.Literal) {
    tests = [Self.key(literal)]
  }

  /// Tests in any order.
  init(_ literals: some Sequence<Condition.Literal>) {
    for literal in literals { tests.append(Self.key(literal)) }
    tests.sort()
    removeRepeats()
  }

  private static func key(_ literal: Condition.Literal) -> UInt32 {
    literal.term.index << 1 | (literal.isNegated ? 1 : 0)
  }

  private mutating func removeRepeats() {
    var count = 0
    for test in tests where count == 0 || tests[count - 1] != test {
      tests[count] = test
      count += 1
    }
    tests.removeLast(tests.count - count)
  }

  /// Whether there are none.
  var isEmpty: Bool { tests.isEmpty }

  /// Count of tests.
  var count: Int { tests.count }

  /// The terms that are tested.
  var terms: some Sequence<TermID> { tests.lazy.map { TermID(index: $0 >> 1) } }

  /// Whether another set has all of the tests.
  func isSubset(of other: TestSet) -> Bool {
    guard tests.count <= other.tests.count else { return false }
    var place = 0
    for test in tests {
      while place < other.tests.count, other.tests[place] < test { place += 1 }
      guard place < other.tests.count, other.tests[place] == test else { return false }
      place += 1
    }
    return true
  }

  /// The tests of both.
  func union(_ other: TestSet) -> TestSet {
    if other.isEmpty { return self }
    if isEmpty { return other }
    var result = TestSet()
    result.tests.reserveCapacity(tests.count + other.tests.count)
    var place = 0
    for test in tests {
      while place < other.tests.count, other.tests[place] < test {
        result.tests.append(other.tests[place])
        place += 1
      }
      if place < other.tests.count, other.tests[place] == test { place += 1 }
      result.tests.append(test)
    }
    result.tests.append(contentsOf: other.tests[place...])
    return result
  }
}

extension FactTables {
  /// The tests of a plain conjunction; nil for any other condition.
  func conjunction(_ id: ConditionID) -> TestSet? {
    switch conditions[id] {
    case .literal(let literal): return TestSet(literal)
    case .all:
      guard isConjunction(id) else { return nil }
      var literals: ContiguousArray<Condition.Literal> = []
      forEachLiteral(in: id) { literals.append($0) }
      return TestSet(literals)
    case .always, .never, .failure, .any, .unknown: return nil
    }
  }

  private func isConjunction(_ id: ConditionID) -> Bool {
    switch conditions[id] {
    case .literal: true
    case .all(let slice): slice.indices.allSatisfy { isConjunction(conditions.part(at: $0)) }
    case .always, .never, .failure, .any, .unknown: false
    }
  }
}
