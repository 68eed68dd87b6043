/// A fault, and the expression that raised it.
public struct Fault: Error, Sendable {
  /// Which token of the expression an error points at.
  public enum Place: UInt8, Sendable {
    /// The operator, the name.
    case main
    /// The first token, brackets around it included.
    case start
  }

  /// Why there is no value.
  public let reason: FaultReason
  /// Whose value it is.
  public let expression: ExpressionID
  /// Which of its tokens to point at.
  public let place: Place

  /// A fault at an expression.
  @inlinable
  public init(_ reason: FaultReason, at expression: ExpressionID, _ place: Place = .main) {
    self.reason = reason
    self.expression = expression
    self.place = place
  }

  /// Whether no operator absorbs it: the budget of expressions is spent.
  var isFinal: Bool {
    switch reason {
    case .expressionBudget: true
    default: false
    }
  }
}

extension Program {
  /// The byte offset that a fault points at.
  public func offset(of fault: Fault) -> UInt32 {
    let origin = origins[Int(fault.expression.index)]
    switch fault.place {
    case .main: return origin.main
    case .start: return origin.start
    }
  }
}
