import RulesRegex

extension Evaluator {
  /// A built-in function: arguments left to right, then their count, then their types.
  mutating func callBuiltin(
    _ id: ExpressionID,
    _ builtin: UInt16,
    _ arguments: TableSlice
  ) -> Borrowed<Value>? {
    let places = arguments.indices
    switch places.count {
    case 1:
      guard let first = evaluate(program.value.operands[places.lowerBound]) else { return nil }
      return made(id) { () throws(FaultReason) in try Library.call(builtin, first.value) }
    case 2:
      guard let first = evaluate(program.value.operands[places.lowerBound]) else {
        spendAfterFault(places.dropFirst().indices)
        return nil
      }
      guard let second = evaluate(program.value.operands[places.lowerBound + 1]) else { return nil }
      return made(id) { () throws(FaultReason) in
        try Library.call(builtin, first.value, second.value)
      }
    default:
      guard let values = values(places) else { return nil }
      return made(id) { () throws(FaultReason) in try Library.call(builtin, values) }
    }
  }

  /// A method: a null receiver and an unknown method fail whatever the arguments are.
  mutating func callMethod(
    _ id: ExpressionID,
    _ method: UInt32,
    _ operands: TableSlice
  ) -> Borrowed<Value>? {
    if !Observer.watches, let frequent = program.value.methods[Int(method)].frequent,
      let result = callFrequent(id, frequent, method, operands)
    {
      return result
    }
    guard let receiver = evaluate(program.value.operands[operands.indices.lowerBound]) else {
      spendAfterFault(operands.indices.dropFirst().indices)
      return nil
    }
    return callMethod(id, method, of: receiver, operands)
  }

  /// A method of a receiver that was evaluated.
  mutating func callMethod(
    _ id: ExpressionID,
    _ method: UInt32,
    of receiver: Borrowed<Value>,
    _ operands: TableSlice
  ) -> Borrowed<Value>? {
    guard let builtin = builtin(method, of: receiver, operands, id) else { return nil }
    let arguments = operands.indices.dropFirst().indices
    switch arguments.count {
    case 0:
      return made(id) { () throws(FaultReason) in try Library.call(builtin, receiver.value) }
    case 1:
      guard let argument = evaluate(program.value.operands[arguments.lowerBound]) else {
        return nil
      }
      return made(id) { () throws(FaultReason) in
        try Library.call(builtin, receiver.value, argument.value)
      }
    default:
      guard let values = values(arguments) else { return nil }
      return made(id) { () throws(FaultReason) in
        try Library.call(builtin, [receiver.value] + values)
      }
    }
  }

  /// The built-in that a method is for a receiver; nil where that fails.
  mutating func builtin(
    _ method: UInt32,
    of receiver: Borrowed<Value>,
    _ operands: TableSlice,
    _ id: ExpressionID
  ) -> UInt16? {
    if case .null = receiver.value {
      if spend(operands.indices.dropFirst().indices) { fail(.nullValue, at: id) }
      return nil
    }
    if let builtin = program.value.methods[Int(method)].group?[receiver.value.type] {
      return builtin
    }
    if spend(operands.indices.dropFirst().indices) {
      fail(.functionNotFound(program.value.methods[Int(method)].name), at: id, .start)
    }
    return nil
  }

  /// `matches`, `replace` and `split` whose pattern was compiled with the program.
  ///
  /// A receiver or template that is no string takes the ordinary way, to the same errors.
  mutating func callPatternMethod(
    _ id: ExpressionID,
    _ method: PatternMethod,
    _ operands: TableSlice
  ) -> Borrowed<Value>? {
    let first = operands.indices.lowerBound
    guard let receiver = evaluate(program.value.operands[first]) else {
      spendAfterFault(operands.indices.dropFirst().indices)
      return nil
    }
    guard let builtin = builtin(UInt32(method.method), of: receiver, operands, id),
      let pattern = evaluate(program.value.operands[first + 1])
    else { return nil }
    var template: Borrowed<Value>?
    if method.kind == .replace {
      template = evaluate(program.value.operands[first + 2])
      if template == nil { return nil }
    }
    let compiled = program.value.patterns.borrowed(Int(method.pattern))
    if method.kind == .matches, case .string(let text) = receiver.value {
      return shared.bool(compiled.value.matches(text.utf8))
    }
    return made(id) { () throws(FaultReason) in
      switch (method.kind, receiver.value, template?.value) {
      case (.split, .string(let text), _): return try Strings.split(text, compiled.value)
      case (.replace, .string(let text), .string(let template)):
        return try Strings.replace(text, compiled.value, template)
      case (_, _, let template?):
        return try Library.call(builtin, receiver.value, pattern.value, template)
      case (_, _, nil): return try Library.call(builtin, receiver.value, pattern.value)
      }
    }
  }

  // MARK: The user's functions

  /// What is restored when a function ends.
  struct Frame {
    fileprivate let callerStart: Int
    fileprivate let slotCount: Int
    fileprivate let faultCount: Int
  }

  /// Begins a user's function: arguments and lets are evaluated at once, their errors wait until a name is read.
  ///
  /// The temporaries that they need are dropped when the call is settled.
  mutating func enter(_ function: FunctionID, _ arguments: TableSlice) -> Frame? {
    let frame = Frame(
      callerStart: slots.frameStart,
      slotCount: slots.count,
      faultCount: waitingFaults.count
    )
    for place in arguments.indices {
      guard push(program.value.operands[place]) else {
        leave(frame)
        return nil
      }
    }
    slots.frameStart = frame.slotCount
    let lets = program.value.functions[Int(function.index)].lets.count
    for index in 0..<lets {
      let value = program.value.functions[Int(function.index)].lets[index]
      guard charge(1, for: value), push(value) else {
        leave(frame)
        return nil
      }
    }
    return frame
  }

  /// Ends a user's function.
  @inline(__always)
  mutating func leave(_ frame: Frame) {
    slots.drop(to: frame.slotCount)
    slots.frameStart = frame.callerStart
    if waitingFaults.count > frame.faultCount {
      waitingFaults.removeLast(waitingFaults.count - frame.faultCount)
    }
  }

  /// Adds a slot: a value, or an error that waits; false where the budget is spent, which does not wait.
  private mutating func push(_ expression: ExpressionID) -> Bool {
    if let elements = elements(expression) {
      slots.push(elements)
      return true
    }
    guard !isFinal, let fault else { return false }
    waitingFaults.append(fault)
    slots.push(.fault(waitingFaults.count - 1))
    return true
  }

  func wrongCount(_ function: FunctionID, _ received: UInt32) -> FaultReason {
    let callee = program.value.functions[Int(function.index)]
    let parameters = callee.parameters.map(\.description).joined(separator: ", ")
    let text =
      "Incorrect number of arguments. Received: \(received). Expected: \(callee.name.description)(\(parameters))."
    return .other(Text(text))
  }
}
