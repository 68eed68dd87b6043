/// A fault that the fast path knows: those that rules come to all the time.
///
/// All others are the evaluator's to find.
struct FastFault {
  /// Why there is no value.
  enum Reason {
    /// A map has no member of a name, which is given by its index.
    case undefinedProperty(UInt32)
    /// A member of null was read.
    case nullValue
    /// A document that was to be read is not there: what was called, and its place among the lookups.
    case missingDocument(LookupFunction, lookup: UInt32)
  }

  let reason: Reason
  /// Whose value it is.
  let expression: UInt32
}

extension FastEvaluator {
  /// The fault that was found last, as the evaluator words it.
  ///
  /// Source: what `Evaluator` says; a property test compares them.
  var failure: Fault? {
    guard let fault else { return nil }
    let expression = ExpressionID(index: fault.expression)
    switch fault.reason {
    case .nullValue: return Fault(.nullValue, at: expression)
    case .undefinedProperty(let name):
      let text = unsafe code.pointee.nameText(name)
      return Fault(.undefinedProperty(text), at: expression, .start)
    case .missingDocument(let function, let lookup):
      guard let path = unsafe lookups?.pointee.path(ofLookup: Int(lookup)) else { return nil }
      return Fault(.serviceCall(function.name, argument: PathValue(plain: path)), at: expression)
    }
  }

  /// Notes a fault.
  @inline(__always)
  mutating func fail(_ reason: FastFault.Reason, at expression: UInt32) -> FlatValue {
    fault = FastFault(reason: reason, expression: expression)
    return .failed
  }
}
