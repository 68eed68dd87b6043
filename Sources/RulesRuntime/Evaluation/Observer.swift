/// Watches an evaluation.
///
/// A generic parameter of the evaluator, so that an absent observer costs nothing.
public protocol EvaluationObserver {
  /// Whether it wants to hear of anything; what nobody hears of need not be made.
  static var watches: Bool { get }
  /// An expression is about to be evaluated.
  mutating func willEvaluate(_ expression: ExpressionID)
  /// An expression has a value.
  mutating func didEvaluate(_ expression: ExpressionID, _ value: Value)
  /// An expression has no value; the fault may come from one below it.
  mutating func didFail(_ expression: ExpressionID, _ fault: Fault)
  /// A document was looked up for the first time.
  mutating func didLookUp(_ lookup: LookupRecord)
}

extension EvaluationObserver {
  /// An observer watches.
  public static var watches: Bool { true }
}

/// Watches nothing.
public struct NoObserver: EvaluationObserver, Sendable {
  /// An observer that does nothing.
  @inlinable
  public init() {}
  /// Not even that something happened.
  @inlinable
  public static var watches: Bool { false }
  /// Does nothing.
  @inlinable
  public mutating func willEvaluate(_ expression: ExpressionID) {}
  /// Does nothing.
  @inlinable
  public mutating func didEvaluate(_ expression: ExpressionID, _ value: Value) {}
  /// Does nothing.
  @inlinable
  public mutating func didFail(_ expression: ExpressionID, _ fault: Fault) {}
  /// Does nothing.
  @inlinable
  public mutating func didLookUp(_ lookup: LookupRecord) {}
}

/// A document that rules asked for.
public struct LookupRecord: Sendable {
  /// Who asked.
  public let function: LookupFunction
  /// The document's segments below the database's documents.
  public let path: ContiguousArray<Text>
  /// Whether it is there.
  public let exists: Bool
}
