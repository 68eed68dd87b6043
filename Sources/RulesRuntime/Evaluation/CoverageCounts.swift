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

  /// What is counted.
  enum Kind: UInt8 {
    case isTrue, isFalse, hasOtherValue, isError

    /// What a value counts as.
    init(_ value: borrowing Value) {
      switch value {
      case .bool(let isTrue): self = isTrue ? .isTrue : .isFalse
      default: self = .hasOtherValue
      }
    }
  }

  mutating func count(_ kind: Kind) {
    switch kind {
    case .isTrue: isTrue += 1
    case .isFalse: isFalse += 1
    case .hasOtherValue: hasOtherValue += 1
    case .isError: isError += 1
    }
  }

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
