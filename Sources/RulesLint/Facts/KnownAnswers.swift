import RulesRuntime
import RulesSource

/// What is known of the terms and conditions of a file by now, because some check has asked.
///
/// Answers are asked for so often that a check of each access for overlaps takes a measured twentieth of all lint.
final class KnownAnswers {
  /// For each condition and kind of request what it comes to: 0 is not known, else the outcomes and one.
  @exclusivity(unchecked)
  private var outcomes: ContiguousArray<UInt8>
  /// The same for each term that is a test.
  @exclusivity(unchecked)
  private var testOutcomes: ContiguousArray<UInt8>
  /// The places of terms in the list of tests that was noted last.
  private var places: TermPlaces
  private var walker: TermWalker

  init(_ terms: Int, _ conditions: Int, _ walker: TermWalker) {
    // SAFETY: as below.
    unsafe outcomes = ContiguousArray(repeating: 0, count: conditions * Requester.columnCount)
    unsafe testOutcomes = ContiguousArray(repeating: 0, count: terms * Requester.columnCount)
    places = TermPlaces(count: terms)
    self.walker = walker
  }

  /// A term and all that it is made of, each once.
  func parts(of id: TermID, _ terms: TermTable) -> ContiguousArray<TermID> {
    var list: ContiguousArray<TermID> = []
    walker.walk(from: id, terms, into: &list)
    return list
  }

  // MARK: Places

  /// Lends places, none of which is noted.
  ///
  /// They must be given back, as a next list is told from those before by their number.
  func takePlaces() -> TermPlaces {
    var taken = TermPlaces(count: 0)
    swap(&taken, &places)
    taken.beginList()
    return taken
  }

  /// Takes back what was lent.
  func givePlaces(_ lent: consuming TermPlaces) { places = lent }

  // MARK: Answers

  // SAFETY: each access reads or writes one element and calls nothing, so that no two overlap.

  /// What a condition comes to, where that was asked before.
  func outcomes(of id: ConditionID, _ column: Int) -> Outcomes? {
    let kept = unsafe outcomes[Int(id.index) * Requester.columnCount + column]
    return kept == 0 ? nil : Outcomes(rawValue: kept - 1)
  }

  func keep(_ answer: Outcomes, for id: ConditionID, _ column: Int) {
    unsafe outcomes[Int(id.index) * Requester.columnCount + column] = answer.rawValue + 1
  }

  /// What a test comes to, where that was asked before.
  func outcomes(ofTest id: TermID, _ column: Int) -> Outcomes? {
    let kept = unsafe testOutcomes[Int(id.index) * Requester.columnCount + column]
    return kept == 0 ? nil : Outcomes(rawValue: kept - 1)
  }

  func keep(_ answer: Outcomes, forTest id: TermID, _ column: Int) {
    unsafe testOutcomes[Int(id.index) * Requester.columnCount + column] = answer.rawValue + 1
  }
}

/// Where terms stand in a list of tests: as tests, as what is equal to something, and as what has bounds.
struct TermPlaces {
  private var entries: ContiguousArray<Entry>
  private var list: UInt32 = 0

  private struct Entry {
    var list: UInt32 = 0
    /// Each is a place plus one, zero where there is none.
    var places = SIMD3<UInt32>(repeating: 0)
  }

  /// What a term is in the list.
  enum Role: Int {
    case test, value, bounded
  }

  init(count: Int) {
    entries = ContiguousArray(repeating: Entry(), count: count)
  }

  /// Begins a list without a term.
  mutating func beginList() { list += 1 }

  /// The place of a term in the list.
  subscript(_ id: TermID, _ role: Role) -> Int? {
    get {
      let entry = entries[Int(id.index)]
      guard entry.list == list, entry.places[role.rawValue] > 0 else { return nil }
      return Int(entry.places[role.rawValue]) - 1
    }
    set {
      let index = Int(id.index)
      if entries[index].list != list { entries[index] = Entry(list: list) }
      entries[index].places[role.rawValue] =
        newValue.map { UInt32(truncatingIfNeeded: $0 + 1) } ?? 0
    }
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
