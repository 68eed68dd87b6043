/// Watches an evaluation.
///
/// A generic parameter of the evaluator, so that an absent observer costs nothing.
public protocol EvaluationObserver {
  /// An expression is about to be evaluated.
  mutating func willEvaluate(_ expression: ExpressionID)
  /// An expression has a value.
  mutating func didEvaluate(_ expression: ExpressionID, _ value: Value)
  /// An expression has no value; the fault may come from one below it.
  mutating func didFail(_ expression: ExpressionID, _ fault: Fault)
  /// A document was looked up for the first time.
  mutating func didLookUp(_ lookup: LookupRecord)
}

/// Watches nothing.
public struct NoObserver: EvaluationObserver, Sendable {
  /// An observer that does nothing.
  @inlinable
  public init() {}
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
