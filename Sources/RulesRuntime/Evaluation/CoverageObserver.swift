/// Counts what every expression came to, over any number of requests.
///
/// Values are kept only where they are asked for: telling them apart costs.
public struct CoverageObserver: EvaluationObserver, Sendable {
  /// How often each expression came to what; by index of the expression.
  public private(set) var counts: ContiguousArray<OutcomeCounts>
  /// How often each statement came to what; by index of the statement.
  public private(set) var statements: ContiguousArray<StatementCounts>
  /// The distinct outcomes of each expression, in order of first occurrence; empty where none are kept.
  public private(set) var occurrences: ContiguousArray<[Occurrence]> = []

  private let program: Program
  private let values: ValueKeeping
  /// One more than where each plain outcome stands in `occurrences`, by expression; zero where it does not.
  private var plainPlaces: ContiguousArray<Int> = []
  /// Where other outcomes stand in `occurrences`, by expression.
  private var places: ContiguousArray<[Key: Int]> = []
  /// One more than where the value stands that each expression came to last, as far as its key is a value: most often
  /// it comes to that again.
  private var lastPlaces: ContiguousArray<Int> = []
  /// When each expression last began to be evaluated; times are counts of evaluations.
  private var beginnings: ContiguousArray<Int> = []
  private var openBeginnings: ContiguousArray<Int> = []
  private var now = 0
  /// About as many bytes as the outcomes in `occurrences` take.
  private var byteCount = 0

  /// What most expressions come to; no key has to be made to tell it from others.
  private enum PlainOutcome: Int, CaseIterable {
    case isTrue, isFalse, null, undetermined, skipped

    init?(_ outcome: Outcome) {
      switch outcome {
      case .value(.bool(let isTrue)): self = isTrue ? .isTrue : .isFalse
      case .value(.null): self = .null
      case .skipped: self = .skipped
      case .fault(let fault):
        guard case .undetermined = fault.reason else { return nil }
        self = .undetermined
      case .value: return nil
      }
    }
  }

  /// By what outcomes are told apart.
  private enum Key: Hashable, Sendable {
    case value(ValueKey)
    case text(String)
  }

  /// The most bytes of values that are kept; past them no further value is, but those that are known are
  /// counted, so that a service that runs for long does not fill the memory: `request` is another value each time.
  private static let byteLimit = 16 << 20

  /// Which values are kept.
  public enum ValueKeeping: Sendable, Hashable {
    /// None.
    case none
    /// The first ones of each expression, told apart by the beginning of their text.
    case samples(limit: Int)
    /// All of them, and how often an operand was skipped.
    case all
  }

  /// One thing that an expression came to, and how often.
  public struct Occurrence: Sendable {
    /// What it came to.
    public let outcome: Outcome
    /// How often.
    public fileprivate(set) var count: Int
  }

  /// What an expression can come to.
  public enum Outcome: Sendable {
    case value(Value)
    case fault(Fault)
    /// What it is an operand of was decided without it.
    case skipped
  }

  /// Nothing is counted yet.
  public init(_ program: Program, keeping values: ValueKeeping = .none) {
    self.program = program
    self.values = values
    let expressionCount = program.expressions.count
    counts = ContiguousArray(repeating: OutcomeCounts(), count: expressionCount)
    statements = ContiguousArray(repeating: StatementCounts(), count: program.statements.count)
    guard values != .none else { return }
    occurrences = ContiguousArray(repeating: [], count: expressionCount)
    places = ContiguousArray(repeating: [:], count: expressionCount)
    plainPlaces = ContiguousArray(
      repeating: 0,
      count: expressionCount * PlainOutcome.allCases.count
    )
    lastPlaces = ContiguousArray(repeating: 0, count: expressionCount)
    beginnings = ContiguousArray(repeating: 0, count: expressionCount)
  }

  /// Remembers when an expression was begun, where skipped operands are kept.
  public mutating func willEvaluate(_ expression: ExpressionID) {
    guard values == .all else { return }
    now += 1
    beginnings[Int(expression.index)] = now
    openBeginnings.append(now)
  }

  /// Counts a value.
  public mutating func didEvaluate(_ expression: ExpressionID, _ value: Value) {
    let index = Int(expression.index)
    if case .bool(let isTrue) = value {
      if isTrue { counts[index].isTrue += 1 } else { counts[index].isFalse += 1 }
    } else {
      counts[index].hasOtherValue += 1
    }
    guard values != .none else { return }
    keep(.value(value), of: index)
    skipOperands(of: expression)
  }

  /// Counts an error.
  public mutating func didFail(_ expression: ExpressionID, _ fault: Fault) {
    let index = Int(expression.index)
    counts[index].isError += 1
    guard values != .none else { return }
    keep(.fault(fault), of: index)
    skipOperands(of: expression)
  }

  /// Lookups are not counted.
  public mutating func didLookUp(_ lookup: LookupRecord) {}

  /// Counts how the statements that were tried for a request ended.
  public mutating func count(_ decision: Decision) {
    for attempt in decision.attempts {
      statements[Int(attempt.statement.index)].count(attempt.outcome)
    }
  }

  /// Adds what another run of the same program counted.
  public mutating func merge(_ other: CoverageObserver) {
    for (index, added) in other.counts.enumerated() where index < counts.count {
      counts[index].add(added)
    }
    for (index, added) in other.statements.enumerated() where index < statements.count {
      statements[index].add(added)
    }
    for (index, added) in other.occurrences.enumerated() where index < occurrences.count {
      for occurrence in added { keep(occurrence.outcome, of: index, count: occurrence.count) }
    }
  }

  // MARK: Values

  private mutating func keep(_ outcome: Outcome, of index: Int, count: Int = 1) {
    if values == .all, let plain = PlainOutcome(outcome) {
      let slot = index * PlainOutcome.allCases.count + plain.rawValue
      if plainPlaces[slot] == 0 {
        occurrences[index].append(Occurrence(outcome: outcome, count: 0))
        plainPlaces[slot] = occurrences[index].count
      }
      occurrences[index][plainPlaces[slot] - 1].count += count
      return
    }
    if countAgain(outcome, of: index, count) { return }
    let key = key(of: outcome)
    if let place = places[index][key] {
      occurrences[index][place].count += count
      noteLast(place, key, of: index)
      return
    }
    if case .samples(let limit) = values, occurrences[index].count >= limit { return }
    guard byteCount < Self.byteLimit else { return }
    switch key {
    case .value(let value): byteCount += value.size
    case .text(let text): byteCount += text.utf8.count
    }
    places[index][key] = occurrences[index].count
    noteLast(occurrences[index].count, key, of: index)
    occurrences[index].append(Occurrence(outcome: outcome, count: count))
  }

  /// Counts a value that is the one which the expression came to last; false where it is not.
  private mutating func countAgain(_ outcome: Outcome, of index: Int, _ count: Int) -> Bool {
    let place = lastPlaces[index] - 1
    guard place >= 0, case .value(let value) = outcome,
      case .value(let last) = occurrences[index][place].outcome, ValueKey.isSame(last, value)
    else { return false }
    occurrences[index][place].count += count
    return true
  }

  /// Remembers what the expression came to; what has but a text may be too large to be compared.
  private mutating func noteLast(_ place: Int, _ key: Key, of index: Int) {
    if case .value = key { lastPlaces[index] = place + 1 } else { lastPlaces[index] = 0 }
  }

  private func key(of outcome: Outcome) -> Key {
    // Samples are told apart by the beginning of their text only, all values by what they are: most values have been
    // met before, and no text is made of them then.
    if values == .all, case .value(let value) = outcome, let key = ValueKey(value) {
      return .value(key)
    }
    return .text(text(of: outcome))
  }

  private func text(of outcome: Outcome) -> String {
    let limit =
      switch values {
      case .none, .samples: 120
      case .all: 1 << 20
      }
    switch outcome {
    case .skipped: return "-"
    case .value(let value): return "=\(value.type.name) \(value.sourceText(limit: limit))"
    case .fault(let fault):
      if case .undetermined = fault.reason { return "?" }
      return "!\(program.offset(of: fault)) \(fault.reason.message.description)"
    }
  }

  /// Counts the operands that what was just evaluated did without, and what they are made of.
  private mutating func skipOperands(of expression: ExpressionID) {
    guard values == .all, let beginning = openBeginnings.popLast() else { return }
    var pending = skippable(expression).filter { beginnings[Int($0.index)] < beginning }
    while let operand = pending.popLast() {
      keep(.skipped, of: Int(operand.index))
      pending.append(contentsOf: program.operands(of: operand))
    }
  }

  /// The operands that an expression can be decided without.
  private func skippable(_ expression: ExpressionID) -> [ExpressionID] {
    switch program.expressions[Int(expression.index)] {
    case .and(_, let right), .or(_, let right): [right]
    case .conditional(_, let then, let otherwise): [then, otherwise]
    default: []
    }
  }
}

/// How often an expression came to what.
public struct OutcomeCounts: Sendable, Hashable {
  /// True.
  public internal(set) var isTrue = 0
  /// False.
  public internal(set) var isFalse = 0
  /// Another value.
  public internal(set) var hasOtherValue = 0
  /// None, as its evaluation failed.
  public internal(set) var isError = 0

  /// How often it was evaluated at all.
  public var total: Int { isTrue + isFalse + hasOtherValue + isError }

  mutating func add(_ other: OutcomeCounts) {
    isTrue += other.isTrue
    isFalse += other.isFalse
    hasOtherValue += other.hasOtherValue
    isError += other.isError
  }
}

/// How often an allow statement came to what.
public struct StatementCounts: Sendable, Hashable {
  /// It granted the request.
  public private(set) var granted = 0
  /// Its condition was false.
  public private(set) var refused = 0
  /// Its condition had no value, or one that is no bool.
  public private(set) var failed = 0

  /// A statement that was never tried.
  public init() {}

  /// How often it was tried.
  public var tried: Int { granted + refused + failed }

  mutating func count(_ outcome: Decision.Outcome) {
    switch outcome {
    case .granted: granted += 1
    case .refused, .undecided: refused += 1
    case .failed, .notBoolean: failed += 1
    }
  }

  mutating func add(_ other: StatementCounts) {
    granted += other.granted
    refused += other.refused
    failed += other.failed
  }
}
