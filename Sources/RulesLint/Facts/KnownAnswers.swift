import RulesRuntime
import RulesSource

/// What is known of the terms and conditions of a file by now, because some check has asked.
final class KnownAnswers {
  /// The terms that terms are made of, those of one term side by side.
  private(set) var parts: ContiguousArray<TermID> = []
  /// For each term where its parts stand.
  private var partPlaces: ContiguousArray<Place>
  /// The tests of conditions, those of one condition side by side.
  private(set) var literals: ContiguousArray<Condition.Literal> = []
  /// For each condition where its tests stand.
  private var literalPlaces: ContiguousArray<Place>
  /// For each term what member it is.
  private var accesses: ContiguousArray<Access>
  /// For each condition and kind of request what it comes to: 0 is not known, else the outcomes and one.
  private var outcomes: ContiguousArray<UInt8>
  /// The same for each term that is a test.
  private var testOutcomes: ContiguousArray<UInt8>

  /// For each term in which walk it was met last.
  private var walks: ContiguousArray<UInt32>
  private var walk: UInt32 = 0
  private var pending: ContiguousArray<TermID> = []
  /// For each term where it stands in the list of tests that was noted last.
  private var listPlaces: ContiguousArray<(list: UInt32, first: UInt32)>
  private var list: UInt32 = 0

  /// Where something stands, if that is known.
  private struct Place {
    var start = UInt32.max
    var end = UInt32.max
  }

  /// What member a term is.
  private enum Access {
    case unknown
    case none
    case member(FieldAccess)
  }

  /// More is not kept: terms that hold one another many times are few.
  private static let maximumParts = 1_000_000
  private static let maximumLiterals = 500_000

  init(_ terms: Int, _ conditions: Int) {
    partPlaces = ContiguousArray(repeating: Place(), count: terms)
    literalPlaces = ContiguousArray(repeating: Place(), count: conditions)
    accesses = ContiguousArray(repeating: .unknown, count: terms)
    outcomes = ContiguousArray(repeating: 0, count: conditions * Requester.columnCount)
    testOutcomes = ContiguousArray(repeating: 0, count: terms * Requester.columnCount)
    walks = ContiguousArray(repeating: 0, count: terms)
    listPlaces = ContiguousArray(repeating: (0, 0), count: terms)
  }

  // MARK: Places

  /// Notes where in a list of tests each term stands first.
  func notePlaces(of literals: ContiguousArray<Condition.Literal>) {
    list += 1
    for (place, literal) in literals.enumerated() {
      let term = Int(literal.term.index)
      guard listPlaces[term].list != list else { continue }
      listPlaces[term] = (list, UInt32(truncatingIfNeeded: place))
    }
  }

  /// Where a term stands first in the list of tests that was noted last.
  func firstPlace(of id: TermID) -> Int? {
    let place = listPlaces[Int(id.index)]
    return place.list == list ? Int(place.first) : nil
  }

  // MARK: Parts

  /// Where a term and all that it is made of stand among the parts, each once; nil where too much is kept already.
  func places(of id: TermID, _ terms: TermTable) -> Range<Int>? {
    let known = partPlaces[Int(id.index)]
    if known.start != .max { return Int(known.start)..<Int(known.end) }
    guard parts.count < Self.maximumParts else { return nil }
    let start = parts.count
    walk(from: id, terms) { parts.append($0) }
    partPlaces[Int(id.index)] = Place(
      start: UInt32(truncatingIfNeeded: start),
      end: UInt32(truncatingIfNeeded: parts.count)
    )
    return start..<parts.count
  }

  /// A term and all that it is made of, each once.
  func list(of id: TermID, _ terms: TermTable) -> ContiguousArray<TermID> {
    var list: ContiguousArray<TermID> = []
    walk(from: id, terms) { list.append($0) }
    return list
  }

  private func walk(
    from id: TermID,
    _ terms: TermTable,
    _ body: (TermID) -> Void
  ) {
    walk += 1
    pending.append(id)
    while let next = pending.popLast() {
      guard walks[Int(next.index)] != walk else { continue }
      walks[Int(next.index)] = walk
      body(next)
      pending.append(contentsOf: terms.operands(of: next))
    }
  }

  // MARK: Tests

  /// Where the tests of a condition stand, in the order of the source; nil where too many are kept already.
  func places(ofTestsIn id: ConditionID, _ conditions: ConditionTable) -> Range<Int>? {
    let known = literalPlaces[Int(id.index)]
    if known.start != .max { return Int(known.start)..<Int(known.end) }
    guard literals.count < Self.maximumLiterals else { return nil }
    let start = literals.count
    appendTests(of: id, conditions)
    literalPlaces[Int(id.index)] = Place(
      start: UInt32(truncatingIfNeeded: start),
      end: UInt32(truncatingIfNeeded: literals.count)
    )
    return start..<literals.count
  }

  private func appendTests(of id: ConditionID, _ conditions: ConditionTable) {
    switch conditions[id] {
    case .always, .never, .failure, .unknown: return
    case .literal(let literal): literals.append(literal)
    case .all(let slice), .any(let slice):
      for part in conditions[slice] { appendTests(of: part, conditions) }
    }
  }

  // MARK: Answers

  /// What member a term is, where that was asked before.
  func access(_ id: TermID) -> FieldAccess?? {
    switch accesses[Int(id.index)] {
    case .unknown: nil
    case .none: .some(nil)
    case .member(let access): access
    }
  }

  func keep(_ access: FieldAccess?, for id: TermID) {
    accesses[Int(id.index)] = access.map(Access.member) ?? .none
  }

  /// What a condition comes to, where that was asked before.
  func outcomes(of id: ConditionID, _ column: Int) -> Outcomes? {
    let kept = outcomes[Int(id.index) * Requester.columnCount + column]
    return kept == 0 ? nil : Outcomes(rawValue: kept - 1)
  }

  func keep(_ answer: Outcomes, for id: ConditionID, _ column: Int) {
    outcomes[Int(id.index) * Requester.columnCount + column] = answer.rawValue + 1
  }

  /// What a test comes to, where that was asked before.
  func outcomes(ofTest id: TermID, _ column: Int) -> Outcomes? {
    let kept = testOutcomes[Int(id.index) * Requester.columnCount + column]
    return kept == 0 ? nil : Outcomes(rawValue: kept - 1)
  }

  func keep(_ answer: Outcomes, forTest id: TermID, _ column: Int) {
    testOutcomes[Int(id.index) * Requester.columnCount + column] = answer.rawValue + 1
  }
}

extension Requester {
  /// How many kinds of request there are: what it does, and whether somebody is signed in.
  static let columnCount = Method.all.count * 2

  /// The number of the kind; nil where the time matters.
  var column: Int? {
    time == nil ? Int(method.rawValue) * 2 + (isSignedIn ? 1 : 0) : nil
  }
}
