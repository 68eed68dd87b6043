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

  /// The statements that were tried; one of them, as there mostly is, takes no memory of its own.
  public struct Attempts: RandomAccessCollection, Sendable {
    private var first: Attempt?
    private var others: ContiguousArray<Attempt>?

    /// No statement was tried.
    init() {}

    /// Adds the next one.
    mutating func append(_ attempt: Attempt) {
      guard first != nil else {
        first = attempt
        return
      }
      if others == nil { others = [] }
      others?.append(attempt)
    }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// Count of attempts.
    public var endIndex: Int { first == nil ? 0 : (others?.count ?? 0) + 1 }

    /// The attempt at an index.
    public subscript(_ index: Int) -> Attempt {
      if let others, index > 0 { return others[index - 1] }
      guard index == 0, let first else { preconditionFailure("no attempt has this index") }
      return first
    }
  }

  /// A reason to deny that lies in no statement.
  public enum Refusal: UInt8, Sendable, Hashable {
    /// Storage lists need rules of version 2.
    case listNeedsVersion2
  }

  /// Allow or deny.
  public let verdict: Verdict
  /// The statements that were tried, in order; the last one granted the request if it is allowed.
  public let attempts: Attempts
  /// Why no statement was tried at all, where that has a reason of its own.
  public let refusal: Refusal?
  /// How many expressions were evaluated.
  public let evaluatedExpressions: Int
  /// The lookups that were made, each function and document once.
  public let lookupCount: Int

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
