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

  /// A fault from its parts.
  init(reason: Reason, expression: UInt32) {
    self.reason = reason
    self.expression = expression
  }

  /// The fault as two words, the first of which is not zero.
  var words: (UInt, Int) {
    let reason: UInt =
      switch reason {
      case .nullValue: 1
      case .undefinedProperty(let name): 2 | UInt(name) << 32
      case .missingDocument(let function, let lookup):
        3 | UInt(function.rawValue) << 8 | UInt(lookup) << 32
      }
    return (reason, Int(expression))
  }

  /// The fault that two words are; nil for those of none.
  init?(words first: UInt, _ second: Int) {
    let number = UInt32(truncatingIfNeeded: first >> 32)
    switch first & 0xFF {
    case 1: reason = .nullValue
    case 2: reason = .undefinedProperty(number)
    case 3:
      guard let function = LookupFunction(rawValue: UInt8(truncatingIfNeeded: first >> 8)) else {
        return nil
      }
      reason = .missingDocument(function, lookup: number)
    default: return nil
    }
    expression = UInt32(truncatingIfNeeded: second)
  }
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
