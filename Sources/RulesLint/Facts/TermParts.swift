import RulesRuntime
import RulesSource

/// The tests of conditions, and what they are made of, laid out so that checks can go through them again and again.
struct TermParts: Sendable {
  /// The tests of conditions, those of one condition side by side.
  private(set) var literals: ContiguousArray<Condition.Literal> = []
  /// For each condition where its tests stand.
  private var literalPlaces: ContiguousArray<Place>
  /// The terms that tests are made of, those of one test side by side.
  private(set) var terms: ContiguousArray<TermID> = []
  /// For each term where its parts stand.
  private var termPlaces: ContiguousArray<Place>

  /// Where something stands, if it was laid out.
  private struct Place {
    var start = UInt32.max
    var end = UInt32.max

    var range: Range<Int>? { start == .max ? nil : Int(start)..<Int(end) }
  }

  /// More is not laid out: few conditions hold so many tests, or tests that hold one another many times.
  private static let maximumCount = 1_000_000

  /// Lays out conditions.
  init(
    of roots: some Sequence<ConditionID>,
    _ conditions: ConditionTable,
    _ terms: TermTable,
    _ walker: inout TermWalker
  ) {
    literalPlaces = ContiguousArray(repeating: Place(), count: conditions.count)
    termPlaces = ContiguousArray(repeating: Place(), count: terms.count)
    for root in roots {
      guard literals.count < Self.maximumCount, self.terms.count < Self.maximumCount else { return }
      guard literalPlaces[Int(root.index)].range == nil else { continue }
      let start = literals.count
      appendTests(of: root, conditions)
      literalPlaces[Int(root.index)] = Self.place(start, literals.count)
      for place in start..<literals.count { layOut(literals[place].term, terms, &walker) }
    }
  }

  private static func place(_ start: Int, _ end: Int) -> Place {
    Place(start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end))
  }

  private mutating func appendTests(of id: ConditionID, _ conditions: ConditionTable) {
    switch conditions[id] {
    case .always, .never, .failure, .unknown: return
    case .literal(let literal): literals.append(literal)
    case .all(let slice), .any(let slice):
      for place in slice.indices { appendTests(of: conditions.part(at: place), conditions) }
    }
  }

  private mutating func layOut(_ id: TermID, _ terms: TermTable, _ walker: inout TermWalker) {
    guard termPlaces[Int(id.index)].range == nil, self.terms.count < Self.maximumCount else {
      return
    }
    let start = self.terms.count
    walker.walk(from: id, terms, into: &self.terms)
    termPlaces[Int(id.index)] = Self.place(start, self.terms.count)
  }

  /// Where the tests of a condition stand, in the order of the source; nil where they were not laid out.
  func literals(of id: ConditionID) -> Range<Int>? { literalPlaces[Int(id.index)].range }

  /// Where a term and all that it is made of stand, each once; nil where they were not laid out.
  func parts(of id: TermID) -> Range<Int>? { termPlaces[Int(id.index)].range }
}

/// Goes through what terms are made of.
struct TermWalker: Sendable {
  /// For each term in which walk it was met last.
  private var walks: ContiguousArray<UInt32>
  private var walk: UInt32 = 0
  private var pending: ContiguousArray<TermID> = []

  init(count: Int) {
    walks = ContiguousArray(repeating: 0, count: count)
  }

  /// Adds a term and all that it is made of to a list, each once.
  mutating func walk(
    from id: TermID,
    _ terms: TermTable,
    into list: inout ContiguousArray<TermID>
  ) {
    walk += 1
    pending.append(id)
    while let next = pending.popLast() {
      guard walks[Int(next.index)] != walk else { continue }
      walks[Int(next.index)] = walk
      list.append(next)
      pending.append(contentsOf: terms.operands(of: next))
    }
  }
}
