/// `hasAll`, `hasAny` and `hasOnly` of short lists, `size` and `get`: the methods that validate documents.
extension Evaluator {
  /// The longest list that is searched one by one.
  private static var scanLimit: Int { 16 }

  /// The truth of `hasAll`, `hasAny` or `hasOnly`, without a list of what is known already; nil for other methods.
  mutating func membership(
    _ id: ExpressionID,
    _ known: FrequentMethod,
    _ method: UInt32,
    _ operands: TableSlice
  ) -> Truth? {
    guard known == .hasAll || known == .hasAny || known == .hasOnly else { return nil }
    let receiverID = program.value.operands[operands.indices.lowerBound]
    let argumentID = program.value.operands[operands.indices.lowerBound + 1]
    if known == .hasOnly, let difference = difference(receiverID),
      let count = listCount(argumentID), count <= Self.scanLimit
    {
      return affectsOnly(id, method, operands, difference, argumentID)
    }
    guard let receiver = elements(receiverID) else {
      spendAfterFault([argumentID])
      return .failed
    }
    guard let receiverCount = count(of: receiver) else {
      guard case .value(let value) = receiver else { return .failed }
      return callMethod(id, method, of: value, operands).map { truth(of: $0.value) } ?? .failed
    }
    guard let argument = parts(argumentID) else { return .failed }
    guard let firstCount = count(of: argument.first),
      let secondCount = argument.second.map({ count(of: $0) }) ?? 0
    else { return ordinaryMembership(id, method, receiver, argument, operands) }
    let argumentCount = firstCount + secondCount
    if case .keys = receiver, known == .hasAll {
      return decided(id, Result { () throws(FaultReason) in try hasAll(receiver, argument) })
    }
    guard argumentCount <= Self.scanLimit, receiverCount <= Self.scanLimit else {
      return ordinaryMembership(id, method, receiver, argument, operands)
    }
    switch known {
    case .hasAll:
      return decided(id, Result { () throws(FaultReason) in try hasAll(receiver, argument) })
    case .hasAny:
      return decided(id, Result { () throws(FaultReason) in try !isNone(receiver, in: argument) })
    default:
      return decided(id, Result { () throws(FaultReason) in try isAll(receiver, in: argument) })
    }
  }

  /// An argument: a list, or two that are joined.
  private struct Parts {
    let first: Elements
    var second: Elements?
  }

  /// An argument, or the lists that it would be joined of; nil where it fails.
  private mutating func parts(_ id: ExpressionID) -> Parts? {
    guard case .method(let method, let operands) = program.value.expressions[Int(id.index)],
      operands.count == 2, program.value.methods[Int(method)].frequent == .concat
    else { return elements(id).map { Parts(first: $0) } }
    let firstID = program.value.operands[operands.indices.lowerBound]
    let secondID = program.value.operands[operands.indices.lowerBound + 1]
    guard let firstCount = listCount(firstID), let secondCount = listCount(secondID),
      firstCount + secondCount <= Self.scanLimit
    else { return evaluate(id).map { Parts(first: .value($0)) } }
    // INVARIANT: both are lists, so nothing but the budget can fail.
    guard charge(1, for: id), let first = elements(firstID), let second = elements(secondID) else {
      return nil
    }
    return Parts(first: first, second: second)
  }

  /// Count of elements of an expression that is known to be a list before it is evaluated.
  private func listCount(_ id: ExpressionID) -> Int? {
    switch program.value.expressions[Int(id.index)] {
    case .list(let literals): areLiterals(literals) ? Int(literals.count) : nil
    case .local(let slot): count(of: slots[slot])
    default: nil
    }
  }

  /// The way over the lists themselves: for long ones, and for operands that fail.
  @inline(never)
  private mutating func ordinaryMembership(
    _ id: ExpressionID,
    _ method: UInt32,
    _ receiver: Elements,
    _ argument: Parts,
    _ operands: TableSlice
  ) -> Truth {
    guard let receiver = list(of: receiver), let first = list(of: argument.first),
      let builtin = builtin(method, of: receiver, operands, id)
    else { return .failed }
    var whole = first.value
    if let second = argument.second.flatMap({ list(of: $0) }),
      case (.list(let left), .list(let right)) = (whole, second.value)
    {
      whole = .list(ListValue(left.elements + right.elements))
    }
    return decided(
      id,
      Result { () throws(FaultReason) in
        try Operators.condition(Library.call(builtin, receiver.value, whole))
      }
    )
  }

  // MARK: Searches

  private func isIn(
    _ element: Borrowed<Value>,
    _ list: Parts
  ) throws(FaultReason) -> Bool {
    if try contains(list.first, element) { return true }
    guard let second = list.second else { return false }
    return try contains(second, element)
  }

  private func isIn(_ text: Text, _ list: Parts) -> Bool {
    contains(list.first, text) || list.second.map { contains($0, text) } ?? false
  }

  /// Whether each element of the argument is in the receiver.
  private func hasAll(_ receiver: Elements, _ argument: Parts) throws(FaultReason) -> Bool {
    guard try isAll(argument.first, in: Parts(first: receiver)) else { return false }
    guard let second = argument.second else { return true }
    return try isAll(second, in: Parts(first: receiver))
  }

  /// Whether each element of one list is in the other.
  private func isAll(_ elements: Elements, in list: Parts) throws(FaultReason) -> Bool {
    switch elements {
    case .keys(let map):
      guard case .map(let map) = map.value else { return false }
      for index in 0..<map.count where !isIn(map.key(index).value, list) { return false }
    case .literals(let literals):
      for place in literals.indices {
        guard let element = constant(program.value.operands[place]), try isIn(element, list) else {
          return false
        }
      }
    case .value(let value):
      guard case .list(let elements) = value.value else { return false }
      for index in elements.elements.indices
      where try !isIn(elements.elements.borrowed(index), list) {
        return false
      }
    case .fault: return false
    }
    return true
  }

  /// Whether no element of one list is in the other.
  private func isNone(_ elements: Elements, in list: Parts) throws(FaultReason) -> Bool {
    switch elements {
    case .keys(let map):
      guard case .map(let map) = map.value else { return true }
      for index in 0..<map.count where isIn(map.key(index).value, list) { return false }
    case .literals(let literals):
      for place in literals.indices {
        if let element = constant(program.value.operands[place]), try isIn(element, list) {
          return false
        }
      }
    case .value(let value):
      guard case .list(let elements) = value.value else { return true }
      for index in elements.elements.indices
      where try isIn(elements.elements.borrowed(index), list) {
        return false
      }
    case .fault: return true
    }
    return true
  }

  // MARK: Differences

  /// `a.diff(b).affectedKeys()`.
  private struct Difference {
    let affected: ExpressionID
    let affectedMethod: UInt32
    let affectedOperands: TableSlice
    let id: ExpressionID
    let method: UInt32
    let operands: TableSlice
  }

  /// The difference whose affected keys an expression is.
  private func difference(_ affected: ExpressionID) -> Difference? {
    guard
      case .method(let affectedMethod, let affectedOperands) =
        program.value.expressions[Int(affected.index)],
      affectedOperands.count == 1,
      program.value.methods[Int(affectedMethod)].frequent == .affectedKeys
    else { return nil }
    let id = program.value.operands[affectedOperands.indices.lowerBound]
    guard case .method(let method, let operands) = program.value.expressions[Int(id.index)],
      operands.count == 2, program.value.methods[Int(method)].frequent == .diff
    else { return nil }
    return Difference(
      affected: affected,
      affectedMethod: affectedMethod,
      affectedOperands: affectedOperands,
      id: id,
      method: method,
      operands: operands
    )
  }

  /// `a.diff(b).affectedKeys().hasOnly(list)`.
  private mutating func affectsOnly(
    _ id: ExpressionID,
    _ method: UInt32,
    _ operands: TableSlice,
    _ difference: Difference,
    _ argumentID: ExpressionID
  ) -> Truth {
    guard charge(1, for: difference.affected), charge(1, for: difference.id),
      let (receiver, builtin, argument) = sides(difference)
    else {
      spendAfterFault([argumentID])
      return .failed
    }
    guard case (.map(let new), .map(let old)) = (receiver.value, argument.value) else {
      let made = made(difference.id) { () throws(FaultReason) in
        try Library.call(builtin, receiver.value, argument.value)
      }
      guard let made,
        let keys = callMethod(
          difference.affected,
          difference.affectedMethod,
          of: made,
          difference.affectedOperands
        )
      else {
        spendAfterFault([argumentID])
        return .failed
      }
      return callMethod(id, method, of: keys, operands).map { truth(of: $0.value) } ?? .failed
    }
    // INVARIANT: the argument is a list, so nothing but the budget can fail, and that comes before all else.
    guard let allowed = elements(argumentID) else { return .failed }
    return decided(
      difference.id,
      Result { () throws(FaultReason) in try affectsOnly(allowed, new, old) }
    )
  }

  /// Both sides of a difference, and the built-in for the first.
  private mutating func sides(
    _ difference: Difference
  ) -> (receiver: Borrowed<Value>, builtin: UInt16, argument: Borrowed<Value>)? {
    let first = difference.operands.indices.lowerBound
    guard let receiver = evaluate(program.value.operands[first]) else {
      spendAfterFault([program.value.operands[first + 1]])
      return nil
    }
    guard
      let builtin = builtin(difference.method, of: receiver, difference.operands, difference.id),
      let argument = evaluate(program.value.operands[first + 1])
    else { return nil }
    return (receiver, builtin, argument)
  }

  /// Whether all keys that were added, removed or changed are allowed; all are looked at, as any may be too large to
  /// be compared.
  private func affectsOnly(
    _ allowed: Elements,
    _ new: MapValue,
    _ old: MapValue
  ) throws(FaultReason) -> Bool {
    var isAllowed = true
    var common = 0
    for index in 0..<old.count {
      let key = old.key(index)
      if let value = new.borrowed(sameKey: index, of: old) {
        common += 1
        if try isUnchanged(value, old.value(index)) { continue }
      }
      if isAllowed { isAllowed = contains(allowed, key.value) }
    }
    guard isAllowed, common < new.count else { return isAllowed }
    for index in 0..<new.count where old.borrowed(sameKey: index, of: new) == nil {
      if !contains(allowed, new.key(index).value) { return false }
    }
    return true
  }

  private func isUnchanged(
    _ new: Borrowed<Value>,
    _ old: Borrowed<Value>
  ) throws(FaultReason) -> Bool {
    if let result = Comparison.equality(new, old) { return result }
    return try new.value.isSameSetElement(as: old.value)
  }

  // MARK: Other methods

  /// The value of `size` or `get`; nil for other methods, and for other counts of arguments.
  mutating func callFrequent(
    _ id: ExpressionID,
    _ known: FrequentMethod,
    _ method: UInt32,
    _ operands: TableSlice
  ) -> Borrowed<Value>?? {
    switch (known, operands.count) {
    case (.size, 1): size(id, method, operands)
    case (.get, 3): get(id, method, operands)
    default: nil
    }
  }

  private mutating func size(
    _ id: ExpressionID,
    _ method: UInt32,
    _ operands: TableSlice
  ) -> Borrowed<Value>? {
    let receiverID = program.value.operands[operands.indices.lowerBound]
    guard let receiver = elements(receiverID) else { return nil }
    if let count = count(of: receiver) { return temporaries.push(.int(Int64(count))) }
    guard case .value(let value) = receiver else { return nil }
    switch value.value {
    case .string(let text): return temporaries.push(.int(Int64(text.unitCount)))
    case .map(let map): return temporaries.push(.int(Int64(map.count)))
    default: return callMethod(id, method, of: value, operands)
    }
  }

  private mutating func get(
    _ id: ExpressionID,
    _ method: UInt32,
    _ operands: TableSlice
  ) -> Borrowed<Value>? {
    let places = operands.indices
    guard let receiver = evaluate(program.value.operands[places.lowerBound]) else {
      spendAfterFault(places.dropFirst().indices)
      return nil
    }
    guard case .map(let map) = receiver.value else {
      return callMethod(id, method, of: receiver, operands)
    }
    guard let key = evaluate(program.value.operands[places.lowerBound + 1]) else {
      spendAfterFault([program.value.operands[places.lowerBound + 2]])
      return nil
    }
    guard let otherwise = evaluate(program.value.operands[places.lowerBound + 2]),
      let builtin = builtin(method, of: receiver, operands, id)
    else { return nil }
    if case .string(let text) = key.value { return map.borrowed(text) ?? otherwise }
    return made(id) { () throws(FaultReason) in
      try Library.call(builtin, receiver.value, key.value, otherwise.value)
    }
  }
}
