extension Evaluator {
  /// `base[index]`.
  ///
  /// A base that has no index fails whatever the index is.
  mutating func element(
    _ id: ExpressionID,
    _ base: ExpressionID,
    _ index: ExpressionID
  ) -> Borrowed<Value>? {
    let baseValue = self.base(base, id, otherwise: [index]) { value throws(FaultReason) in
      try Operators.requireIndexable(value)
    }
    guard let baseValue, let indexValue = evaluate(index) else { return nil }
    if case (.map(let map), .string(let key)) = (baseValue.value, indexValue.value),
      let field = map.borrowed(key)
    {
      return field
    }
    do throws(FaultReason) {
      return temporaries.push(try Operators.index(baseValue.value, indexValue.value))
    } catch {
      failAccess(error, id)
      return nil
    }
  }

  /// `base[lower:upper]`, nil for a bound that is left out.
  mutating func slice(
    _ id: ExpressionID,
    _ base: ExpressionID,
    _ lower: ExpressionID?,
    _ upper: ExpressionID?
  ) -> Borrowed<Value>? {
    let bounds = [lower, upper].compactMap { $0 }
    let baseValue = self.base(base, id, otherwise: bounds) { value throws(FaultReason) in
      try Operators.requireSliceable(value)
    }
    guard let baseValue else { return nil }
    var lowerValue: Borrowed<Value>?
    if let lower {
      lowerValue = evaluate(lower)
      if lowerValue == nil {
        spendAfterFault([upper].compactMap { $0 })
        return nil
      }
    }
    var upperValue: Borrowed<Value>?
    if let upper {
      upperValue = evaluate(upper)
      if upperValue == nil { return nil }
    }
    do throws(FaultReason) {
      let value = try Operators.slice(
        baseValue.value,
        from: lowerValue?.value,
        to: upperValue?.value
      )
      return temporaries.push(value)
    } catch {
      failAccess(error, id)
      return nil
    }
  }

  /// The value of a base that can be accessed; where it can't, the operands behind it are evaluated for nothing.
  @inline(__always)
  private mutating func base(
    _ base: ExpressionID,
    _ id: ExpressionID,
    otherwise operands: @autoclosure () -> [ExpressionID],
    _ require: (Value) throws(FaultReason) -> Void
  ) -> Borrowed<Value>? {
    if let value = evaluate(base) {
      do throws(FaultReason) {
        try require(value.value)
        return value
      } catch {
        failAccess(error, id)
      }
    }
    spendAfterFault(operands())
    return nil
  }

  /// A missing operation points at the whole expression, every other error at the base.
  private mutating func failAccess(_ reason: FaultReason, _ id: ExpressionID) {
    if case .functionNotFound = reason {
      fail(reason, at: id, .start)
    } else {
      fail(reason, at: id, .main)
    }
  }

  /// `element in collection`: a collection that is none fails whatever the element is.
  mutating func contained(
    _ id: ExpressionID,
    _ element: ExpressionID,
    _ collection: ExpressionID
  ) -> Truth {
    guard let container = container(collection, id) else {
      spendAfterFault([element])
      return .failed
    }
    guard let elementValue = evaluate(element) else { return .failed }
    switch container {
    case .literals, .keys:
      return decided(id, Result { () throws(FaultReason) in try contains(container, elementValue) })
    case .value(let collection):
      if case .map(let map) = collection.value, case .string(let key) = elementValue.value {
        return Truth(map.contains(key))
      }
      return decided(
        id,
        Result { () throws(FaultReason) in
          try Operators.isContained(elementValue.value, in: collection.value)
        }
      )
    case .fault:
      return .failed
    }
  }

  private mutating func container(
    _ collection: ExpressionID,
    _ id: ExpressionID
  ) -> SlotStack.Slot? {
    guard let elements = elements(collection) else { return nil }
    guard case .value(let value) = elements else { return elements }
    do throws(FaultReason) {
      try Operators.isContainer(value.value)
      return elements
    } catch {
      if case .functionNotFound = error { fail(error, at: id, .start) } else { fail(error, at: id) }
      return nil
    }
  }
}
