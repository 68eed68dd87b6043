/// Lists and sets of which only their elements are asked for: they are read where they come from, and never made.
extension Evaluator {
  /// What holds elements: a value of whatever type, or what a list would be made of.
  typealias Elements = SlotStack.Slot

  /// An expression's value, or what its elements are read from; nil where it fails.
  mutating func elements(_ id: ExpressionID) -> Elements? {
    if Observer.watches { return evaluate(id).map { .value($0) } }
    switch program.value.expressions[Int(id.index)] {
    case .list(let literals) where areLiterals(literals):
      return charge(literals, id) ? .literals(literals) : nil
    case .local(let slot):
      guard charge(1, for: id) else { return nil }
      guard case .fault(let index) = slots[slot] else { return slots[slot] }
      fault = waitingFaults[index]
      return nil
    case .method(let method, let operands)
    where operands.count == 1 && program.value.methods[Int(method)].frequent == .keys:
      guard charge(1, for: id),
        let receiver = evaluate(program.value.operands[operands.indices.lowerBound])
      else { return nil }
      if case .map = receiver.value { return .keys(receiver) }
      return callMethod(id, method, of: receiver, operands).map { .value($0) }
    default:
      return evaluate(id).map { .value($0) }
    }
  }

  /// The literal that an expression is.
  @inline(__always)
  func constant(_ id: ExpressionID) -> Borrowed<Value>? {
    guard case .constant(let index) = program.value.expressions[Int(id.index)] else { return nil }
    return program.value.constants.borrowed(Int(index))
  }

  func areLiterals(_ elements: TableSlice) -> Bool {
    for place in elements.indices where constant(program.value.operands[place]) == nil {
      return false
    }
    return true
  }

  /// Charges a list and its elements as if they were evaluated one by one.
  private mutating func charge(_ literals: TableSlice, _ id: ExpressionID) -> Bool {
    guard remainingExpressions <= Int(literals.count) else {
      remainingExpressions -= Int(literals.count) + 1
      return true
    }
    guard charge(1, for: id) else { return false }
    for place in literals.indices where !charge(1, for: program.value.operands[place]) {
      return false
    }
    return true
  }

  /// The list after all.
  mutating func list(of elements: Elements) -> Borrowed<Value>? {
    switch elements {
    case .value(let value):
      return value
    case .keys(let map):
      guard case .map(let map) = map.value else { return nil }
      return temporaries.push(.list(ListValue(Maps.sortedKeys(map))))
    case .literals(let literals):
      var values = ContiguousArray<Value>()
      values.reserveCapacity(Int(literals.count))
      for place in literals.indices {
        if let constant = constant(program.value.operands[place]) { values.append(constant.value) }
      }
      return temporaries.push(.list(ListValue(values)))
    case .fault:
      return nil
    }
  }

  /// Count of elements; nil for what is no list.
  func count(of elements: Elements) -> Int? {
    switch elements {
    case .literals(let literals): return Int(literals.count)
    case .keys(let map):
      guard case .map(let map) = map.value else { return nil }
      return map.count
    case .value(let value):
      guard case .list(let list) = value.value else { return nil }
      return list.elements.count
    case .fault: return nil
    }
  }

  /// Whether a list has an element.
  @inline(__always)
  func contains(
    _ elements: Elements,
    _ wanted: Borrowed<Value>
  ) throws(FaultReason) -> Bool {
    if case .string(let text) = wanted.value { return contains(elements, text) }
    switch elements {
    case .keys, .fault: return false
    case .literals(let literals):
      for place in literals.indices {
        guard let other = constant(program.value.operands[place]) else { continue }
        if try isSame(wanted, other) { return true }
      }
    case .value(let value):
      guard case .list(let list) = value.value else { return false }
      for index in list.elements.indices where try isSame(wanted, list.elements.borrowed(index)) {
        return true
      }
    }
    return false
  }

  @inline(__always)
  private func isSame(
    _ element: Borrowed<Value>,
    _ other: Borrowed<Value>
  ) throws(FaultReason) -> Bool {
    if let result = Comparison.equality(element, other) { return result }
    return try element.value.isSameListElement(as: other.value)
  }

  /// Whether a list has a string as an element.
  func contains(_ elements: Elements, _ text: Text) -> Bool {
    switch elements {
    case .keys(let map):
      guard case .map(let map) = map.value else { return false }
      return map.contains(text)
    case .literals(let literals):
      for place in literals.indices {
        if let other = constant(program.value.operands[place]),
          case .string(let found) = other.value,
          found == text
        {
          return true
        }
      }
    case .value(let value):
      guard case .list(let list) = value.value else { return false }
      for index in list.elements.indices {
        if case .string(let found) = list.elements.borrowed(index).value, found == text {
          return true
        }
      }
    case .fault: return false
    }
    return false
  }
}
