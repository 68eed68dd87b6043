/// What rules say to a request, and why.
public struct Decision: Sendable {
  /// Whether the request may go on.
  public enum Verdict: UInt8, Sendable, Hashable {
    case allow, deny
  }

  /// What became of an allow statement that was tried.
  public struct Attempt: Sendable {
    /// Which one.
    public let statement: StatementID
    /// How it ended.
    public let outcome: Outcome
  }

  /// How a condition ended.
  public enum Outcome: Sendable {
    /// It granted the request.
    case granted
    /// It is false.
    case refused
    /// It has no value.
    case failed(Fault)
    /// It depends on what the query does not say of its documents: no mistake of the rules, but the way in which
    /// a query that is too wide is refused.
    case undecided(Fault)
    /// Its value is no bool.
    case notBoolean(ValueType)
  }

  /// The statements that were tried, in order; a few that came to a bool, as they mostly are, take no memory of their
  /// own.
  public struct Attempts: RandomAccessCollection, Sendable {
    /// Statements that came to a bool: they refused, but for the last one, which may have granted.
    private var plain = SIMD4<UInt32>()
    private var plainCount: UInt8 = 0
    private var isLastGranted = false
    /// All attempts, where they are more or others than that.
    private var all: ContiguousArray<Attempt>?

    /// No statement was tried.
    init() {}

    /// Adds the next one.
    mutating func append(_ attempt: Attempt) {
      if all == nil {
        switch attempt.outcome {
        case .granted: if appendPlain(attempt.statement, isGranted: true) { return }
        case .refused: if appendPlain(attempt.statement, isGranted: false) { return }
        case .failed, .undecided, .notBoolean: break
        }
        all = ContiguousArray(self)
      }
      all?.append(attempt)
    }

    /// Adds the next one, which came to a bool.
    @inline(__always)
    mutating func append(_ statement: StatementID, isGranted: Bool) {
      if all == nil, appendPlain(statement, isGranted: isGranted) { return }
      append(Attempt(statement: statement, outcome: isGranted ? .granted : .refused))
    }

    @inline(__always)
    private mutating func appendPlain(_ statement: StatementID, isGranted: Bool) -> Bool {
      guard plainCount < 4, !isLastGranted else { return false }
      plain[Int(plainCount)] = statement.index
      plainCount &+= 1
      isLastGranted = isGranted
      return true
    }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// Count of attempts.
    public var endIndex: Int { all?.count ?? Int(plainCount) }

    /// The attempt at an index.
    public subscript(_ index: Int) -> Attempt {
      if let all { return all[index] }
      precondition(index >= 0 && index < Int(plainCount))
      let isGranted = isLastGranted && index == Int(plainCount) - 1
      return Attempt(
        statement: StatementID(index: plain[index]),
        outcome: isGranted ? .granted : .refused
      )
    }
  }

  /// A reason to deny that lies in no statement.
  public enum Refusal: UInt8, Sendable, Hashable {
    /// Storage lists need rules of version 2.
    case listNeedsVersion2
  }

  /// Allow or deny.
  public internal(set) var verdict: Verdict
  /// The statements that were tried, in order; the last one granted the request if it is allowed.
  public internal(set) var attempts: Attempts
  /// Why no statement was tried at all, where that has a reason of its own.
  public let refusal: Refusal?
  /// How many expressions were evaluated.
  public internal(set) var evaluatedExpressions: Int
  /// The lookups that were made, each function and document once.
  public internal(set) var lookupCount: Int

  /// A denial without attempts.
  @inline(__always)
  static var untried: Decision {
    Decision(
      verdict: .deny,
      attempts: Attempts(),
      refusal: nil,
      evaluatedExpressions: 0,
      lookupCount: 0
    )
  }

  /// Whether a denial came from a fault rather than from conditions that are false.
  public var isDeniedByFault: Bool {
    verdict == .deny
      && attempts.contains {
        switch $0.outcome {
        case .failed, .notBoolean: true
        case .granted, .refused, .undecided: false
        }
      }
  }
}
