/// An observer that somebody else keeps: telling it something copies nothing of what it has counted.
///
/// INVARIANT: whoever made it keeps the observer where it is, and leaves it alone, for the whole of a decision.
@safe
struct Watch<Observer: EvaluationObserver> {
  private let observer: UnsafeMutablePointer<Observer>

  /// Lends an observer to some work.
  @inline(__always)
  static func lending<Result>(
    _ observer: inout Observer,
    to work: (Watch<Observer>) -> Result
  ) -> Result {
    // SAFETY: the pointer is used within the closure only.
    unsafe withUnsafeMutablePointer(to: &observer) { unsafe work(Watch(observer: $0)) }
  }

  /// An expression is about to be evaluated.
  @inline(__always)
  func willEvaluate(_ expression: ExpressionID) {
    unsafe observer.pointee.willEvaluate(expression)
  }

  /// An expression has a value.
  @inline(__always)
  func didEvaluate(_ expression: ExpressionID, _ value: Value) {
    unsafe observer.pointee.didEvaluate(expression, value)
  }

  /// An expression has no value.
  @inline(__always)
  func didFail(_ expression: ExpressionID, _ fault: Fault) {
    unsafe observer.pointee.didFail(expression, fault)
  }

  /// A document was looked up for the first time.
  @inline(__always)
  func didLookUp(_ lookup: LookupRecord) {
    unsafe observer.pointee.didLookUp(lookup)
  }
}
