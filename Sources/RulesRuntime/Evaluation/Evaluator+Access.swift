extension Evaluator {
  /// `base[index]`.
  ///
  /// A base that has no index fails whatever the index is.
  mutating func element(
    _ id: ExpressionID,
    _ base: ExpressionID,
    _ index: ExpressionID
  ) throws(Fault) -> Value {
    let baseValue = try self.base(base, id, otherwise: [index]) { value throws(FaultReason) in
      try Operators.requireIndexable(value)
    }
    let indexValue = try evaluate(index)
    do throws(FaultReason) {
      return try Operators.index(baseValue, indexValue)
    } catch {
      throw indexFault(error, id)
    }
  }

  /// `base[lower:upper]`, nil for a bound that is left out.
  mutating func slice(
    _ id: ExpressionID,
    _ base: ExpressionID,
    _ lower: ExpressionID?,
    _ upper: ExpressionID?
  ) throws(Fault) -> Value {
    let bounds = [lower, upper].compactMap { $0 }
    let baseValue = try self.base(base, id, otherwise: bounds) { value throws(FaultReason) in
      try Operators.requireSliceable(value)
    }
    let lowerValue: Value?
    do throws(Fault) {
      lowerValue = if let lower { try evaluate(lower) } else { nil }
    } catch {
      if !error.isFinal, let upper { try spend(upper) }
      throw error
    }
    let upperValue: Value? = if let upper { try evaluate(upper) } else { nil }
    do throws(FaultReason) {
      return try Operators.slice(baseValue, from: lowerValue, to: upperValue)
    } catch {
      throw indexFault(error, id)
    }
  }

  /// The value of a base that can be accessed; where it can't, the operands behind it are evaluated for nothing.
  private mutating func base(
    _ base: ExpressionID,
    _ id: ExpressionID,
    otherwise operands: [ExpressionID],
    _ require: (Value) throws(FaultReason) -> Void
  ) throws(Fault) -> Value {
    let fault: Fault
    do throws(Fault) {
      let value = try evaluate(base)
      do throws(FaultReason) {
        try require(value)
        return value
      } catch {
        fault = indexFault(error, id)
      }
    } catch {
      guard !error.isFinal else { throw error }
      fault = error
    }
    for operand in operands { try spend(operand) }
    throw fault
  }

  /// A missing operation points at the whole expression, every other error at the base.
  private func indexFault(_ reason: FaultReason, _ id: ExpressionID) -> Fault {
    if case .functionNotFound = reason { return Fault(reason, at: id, .start) }
    return Fault(reason, at: id, .main)
  }

  /// `element in collection`: a collection that is none fails whatever the element is.
  mutating func contained(
    _ id: ExpressionID,
    _ element: ExpressionID,
    _ collection: ExpressionID
  ) throws(Fault) -> Value {
    let collectionValue: Value
    do throws(Fault) {
      collectionValue = try container(collection, id)
    } catch {
      if !error.isFinal { try spend(element) }
      throw error
    }
    let elementValue = try evaluate(element)
    do throws(FaultReason) {
      return .bool(try Operators.isContained(elementValue, in: collectionValue))
    } catch {
      throw Fault(error, at: id)
    }
  }

  private mutating func container(
    _ collection: ExpressionID,
    _ id: ExpressionID
  ) throws(Fault) -> Value {
    let value = try evaluate(collection)
    do throws(FaultReason) {
      try Operators.isContainer(value)
    } catch {
      if case .functionNotFound = error { throw Fault(error, at: id, .start) }
      throw Fault(error, at: id)
    }
    return value
  }
}
