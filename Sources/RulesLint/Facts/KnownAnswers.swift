import RulesRuntime
import RulesSource

/// What is known of the terms and conditions of a file by now, because some check has asked.
final class KnownAnswers {
  /// For each condition and kind of request what it comes to: 0 is not known, else the outcomes and one.
  private var outcomes: ContiguousArray<UInt8>
  /// The same for each term that is a test.
  private var testOutcomes: ContiguousArray<UInt8>
  /// For each term where it stands in the list of tests that was noted last.
  private var listPlaces: ContiguousArray<(list: UInt32, first: UInt32)>
  private var list: UInt32 = 0
  private var walker: TermWalker

  init(_ terms: Int, _ conditions: Int, _ walker: TermWalker) {
    outcomes = ContiguousArray(repeating: 0, count: conditions * Requester.columnCount)
    testOutcomes = ContiguousArray(repeating: 0, count: terms * Requester.columnCount)
    listPlaces = ContiguousArray(repeating: (0, 0), count: terms)
    self.walker = walker
  }

  /// A term and all that it is made of, each once.
  func parts(of id: TermID, _ terms: TermTable) -> ContiguousArray<TermID> {
    var list: ContiguousArray<TermID> = []
    walker.walk(from: id, terms, into: &list)
    return list
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

  // MARK: Answers

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
