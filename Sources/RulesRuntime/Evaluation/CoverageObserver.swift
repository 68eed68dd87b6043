/// Counts what every expression came to, over any number of requests.
///
/// Values are kept only where they are asked for: telling them apart costs.
public struct CoverageObserver: EvaluationObserver, Sendable {
  /// How often each expression came to what; by index of the expression.
  public internal(set) var counts: ContiguousArray<OutcomeCounts>
  /// How often each statement came to what; by index of the statement.
  public internal(set) var statements: ContiguousArray<StatementCounts>
  /// The distinct outcomes of each expression, in order of first occurrence; empty where none are kept.
  public internal(set) var occurrences: ContiguousArray<[Occurrence]> = []
  /// What is counted from now on, as long as it can be repeated; nil where nobody wants to.
  var recording: CoverageTrace?
  /// Whether an expression may come to something else another time; empty where no values are kept.
  private(set) var isChangeable: ContiguousArray<Bool> = []

  let program: Program
  let values: ValueKeeping
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

    init?(_ value: borrowing Value) {
      switch value {
      case .bool(let isTrue): self = isTrue ? .isTrue : .isFalse
      case .null: self = .null
      default: return nil
      }
    }

    init?(_ outcome: borrowing Outcome) {
      switch outcome {
      case .value(let value): self.init(value)
      case .skipped: self = .skipped
      case .fault(let fault):
        guard case .undetermined = fault.reason else { return nil }
        self = .undetermined
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
  private let byteLimit: Int

  /// The latest time of a request of which values may have been kept.
  private var newestTime: Timestamp?

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
    public internal(set) var count: Int
  }

  /// What an expression can come to.
  public enum Outcome: Sendable {
    case value(Value)
    case fault(Fault)
    /// What it is an operand of was decided without it.
    case skipped

    /// Whether it is a value, the same in every part.
    fileprivate func isSame(as value: borrowing Value) -> Bool {
      switch self {
      case .value(let own): ValueKey.isSame(own, value)
      case .fault, .skipped: false
      }
    }
  }

  /// Nothing is counted yet.
  public init(_ program: Program, keeping values: ValueKeeping = .none) {
    self.init(program, keeping: values, byteLimit: 16 << 20)
  }

  /// Nothing is counted yet, and values of so many bytes are to be kept.
  package init(_ program: Program, keeping values: ValueKeeping, byteLimit: Int) {
    self.program = program
    self.byteLimit = byteLimit
    self.values = values
    let expressionCount = program.expressions.count
    counts = ContiguousArray(repeating: OutcomeCounts(), count: expressionCount)
    statements = ContiguousArray(repeating: StatementCounts(), count: program.statements.count)
    guard values != .none else { return }
    isChangeable = program.changeableExpressions
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
    let kind = OutcomeCounts.Kind(value)
    counts[index].count(kind)
    guard values != .none else { return }
    let place = keep(value, of: index)
    if recording != nil { record(index, kind, place) }
    skipOperands(of: expression)
  }

  /// Counts an error.
  public mutating func didFail(_ expression: ExpressionID, _ fault: Fault) {
    let index = Int(expression.index)
    counts[index].count(.isError)
    guard values != .none else { return }
    let place = keep(.fault(fault), of: index)
    if recording != nil { record(index, .isError, place) }
    skipOperands(of: expression)
  }

  /// Lookups are not counted.
  public mutating func didLookUp(_ lookup: LookupRecord) {}

  /// Counts how the statements that were tried for a request ended.
  public mutating func count(_ decision: Decision) {
    for attempt in decision.attempts {
      statements[Int(attempt.statement.index)].count(attempt.outcome)
      recording?.attempts.append((attempt.statement, attempt.outcome))
    }
  }

  /// Adds what another run of the same program counted.
  public mutating func merge(_ other: CoverageObserver) {
    if let time = other.newestTime { noteTime(time) }
    for (index, added) in other.counts.enumerated() where index < counts.count {
      counts[index].add(added)
    }
    for (index, added) in other.statements.enumerated() where index < statements.count {
      statements[index].add(added)
    }
    for (index, added) in other.occurrences.enumerated() where index < occurrences.count {
      for occurrence in added { _ = keep(occurrence.outcome, of: index, count: occurrence.count) }
    }
  }

  // MARK: Values

  /// Counts a value: most often it is plain, or the one before, and is not copied then.
  ///
  /// - Returns: where it stands in the occurrences of the expression; nil where it is not kept.
  mutating func keep(_ value: borrowing Value, of index: Int) -> Int? {
    if values == .all, let plain = PlainOutcome(value) {
      return countAgain(plain, of: index, 1) ?? add(.value(copy value), plain, of: index, 1)
    }
    return countAgain(value, of: index) ?? keep(.value(copy value), of: index)
  }

  private mutating func keep(_ outcome: Outcome, of index: Int, count: Int = 1) -> Int? {
    if values == .all, let plain = PlainOutcome(outcome) {
      return countAgain(plain, of: index, count) ?? add(outcome, plain, of: index, count)
    }
    let key = key(of: outcome)
    if let place = places[index][key] {
      occurrences[index][place].count += count
      noteLast(place, key, of: index)
      return place
    }
    let place = occurrences[index].count
    if case .samples(let limit) = values, place >= limit { return nil }
    guard byteCount < byteLimit else { return nil }
    switch key {
    case .value(let value): byteCount += value.size
    case .text(let text): byteCount += text.utf8.count
    }
    places[index][key] = place
    noteLast(place, key, of: index)
    occurrences[index].append(Occurrence(outcome: outcome, count: count))
    return place
  }

  /// Notes a request that is about to be evaluated.
  package mutating func noteTime(of request: borrowing Request) { noteTime(request.time) }

  private mutating func noteTime(_ time: Timestamp) {
    if newestTime.map({ $0 < time }) ?? true { newestTime = time }
  }

  /// Whether `request` may be among the values that are kept, or is still to be: no value with a time of its own is,
  /// once there is no room.
  func mayKeep(_ request: borrowing Request) -> Bool {
    byteCount < byteLimit || !(newestTime.map { $0 < request.time } ?? false)
  }

  /// Counts a plain outcome; nil where it is a new one.
  private mutating func countAgain(_ plain: PlainOutcome, of index: Int, _ count: Int) -> Int? {
    let place = plainPlaces[index * PlainOutcome.allCases.count + plain.rawValue] - 1
    guard place >= 0 else { return nil }
    occurrences[index][place].count += count
    return place
  }

  private mutating func add(
    _ outcome: Outcome,
    _ plain: PlainOutcome,
    of index: Int,
    _ count: Int
  ) -> Int {
    occurrences[index].append(Occurrence(outcome: outcome, count: count))
    plainPlaces[index * PlainOutcome.allCases.count + plain.rawValue] = occurrences[index].count
    return occurrences[index].count - 1
  }

  /// Counts a value that is the one which the expression came to last; nil where it is not.
  private mutating func countAgain(_ value: borrowing Value, of index: Int) -> Int? {
    let place = lastPlaces[index] - 1
    guard place >= 0, occurrences[index][place].outcome.isSame(as: value) else { return nil }
    occurrences[index][place].count += 1
    return place
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
      let place = keep(.skipped, of: Int(operand.index))
      if recording != nil { record(Int(operand.index), nil, place) }
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
