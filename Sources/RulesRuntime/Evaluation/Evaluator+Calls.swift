extension Evaluator {
  /// A built-in function: arguments left to right, then their count, then their types.
  mutating func callBuiltin(
    _ id: ExpressionID,
    _ builtin: UInt16,
    _ arguments: TableSlice
  ) throws(Fault) -> Value {
    let places = arguments.indices
    switch places.count {
    case 1:
      let first = try evaluate(program.operands[places.lowerBound])
      return try located(id) { () throws(FaultReason) in try Library.call(builtin, first) }
    case 2:
      let first = try evaluate(
        program.operands[places.lowerBound],
        orSpend: places.dropFirst().indices
      )
      let second = try evaluate(program.operands[places.lowerBound + 1])
      return try located(id) { () throws(FaultReason) in
        try Library.call(builtin, first, second)
      }
    default:
      let values = try values(places)
      return try located(id) { () throws(FaultReason) in try Library.call(builtin, values) }
    }
  }

  /// A method: a null receiver and an unknown method fail whatever the arguments are.
  mutating func callMethod(
    _ id: ExpressionID,
    _ method: UInt32,
    _ operands: TableSlice
  ) throws(Fault) -> Value {
    let (receiver, builtin) = try receiver(of: method, operands, id)
    let arguments = operands.indices.dropFirst().indices
    switch arguments.count {
    case 0:
      return try located(id) { () throws(FaultReason) in try Library.call(builtin, receiver) }
    case 1:
      let argument = try evaluate(program.operands[arguments.lowerBound])
      return try located(id) { () throws(FaultReason) in
        try Library.call(builtin, receiver, argument)
      }
    default:
      let values: ContiguousArray<Value> = [receiver] + (try values(arguments))
      return try located(id) { () throws(FaultReason) in try Library.call(builtin, values) }
    }
  }

  /// The receiver of a method, and the built-in that the method is for it.
  private mutating func receiver(
    of method: UInt32,
    _ operands: TableSlice,
    _ id: ExpressionID
  ) throws(Fault) -> (value: Value, builtin: UInt16) {
    let arguments = operands.indices.dropFirst().indices
    let value = try evaluate(program.operands[operands.indices.lowerBound], orSpend: arguments)
    if case .null = value {
      try spend(arguments)
      throw Fault(.nullValue, at: id)
    }
    let reference = program.methods[Int(method)]
    guard let builtin = reference.group?[value.type] else {
      try spend(arguments)
      throw Fault(.functionNotFound(reference.name), at: id, .start)
    }
    return (value, builtin)
  }

  /// `matches`, `replace` and `split` whose pattern was compiled with the program.
  ///
  /// A receiver or template that is no string takes the ordinary way, to the same errors.
  mutating func callPatternMethod(
    _ id: ExpressionID,
    _ method: PatternMethod,
    _ operands: TableSlice
  ) throws(Fault) -> Value {
    let (receiver, builtin) = try receiver(of: UInt32(method.method), operands, id)
    let first = operands.indices.lowerBound
    let pattern = try evaluate(program.operands[first + 1])
    let template = method.kind == .replace ? try evaluate(program.operands[first + 2]) : nil
    let compiled = program.patterns[Int(method.pattern)]
    return try located(id) { () throws(FaultReason) in
      switch (method.kind, receiver, template) {
      case (.matches, .string(let text), _): return .bool(Strings.matches(text, compiled))
      case (.split, .string(let text), _): return try Strings.split(text, compiled)
      case (.replace, .string(let text), .string(let template)):
        return try Strings.replace(text, compiled, template)
      case (_, _, let template?): return try Library.call(builtin, receiver, pattern, template)
      case (_, _, nil): return try Library.call(builtin, receiver, pattern)
      }
    }
  }

  /// A user's function: arguments and lets are evaluated at once, their errors wait until a name is read.
  mutating func call(_ function: FunctionID, _ arguments: TableSlice) throws(Fault) -> Value {
    let callerStart = frameStart
    let calleeStart = stack.count
    defer {
      stack.removeLast(stack.count - calleeStart)
      frameStart = callerStart
    }
    for place in arguments.indices {
      stack.append(try slot(program.operands[place]))
    }
    frameStart = calleeStart
    for value in program.functions[Int(function.index)].lets {
      try charge(1, for: value)
      stack.append(try slot(value))
    }
    return try evaluate(program.functions[Int(function.index)].result)
  }

  /// What a parameter or a let holds: a value, or an error that waits.
  ///
  /// A spent budget does not wait.
  private mutating func slot(_ expression: ExpressionID) throws(Fault) -> Slot {
    do throws(Fault) {
      return .value(try evaluate(expression))
    } catch {
      if error.isFinal { throw error }
      return .fault(error)
    }
  }

  func wrongCount(_ id: ExpressionID, _ function: FunctionID, _ received: UInt32) -> Fault {
    let callee = program.functions[Int(function.index)]
    let parameters = callee.parameters.map(\.description).joined(separator: ", ")
    let text =
      "Incorrect number of arguments. Received: \(received). Expected: \(callee.name.description)(\(parameters))."
    return Fault(.other(Text(text)), at: id)
  }

  /// Runs something that may fault, and locates the fault.
  private func located(
    _ id: ExpressionID,
    _ body: () throws(FaultReason) -> Value
  ) throws(Fault) -> Value {
    do throws(FaultReason) {
      return try body()
    } catch {
      throw Fault(error, at: id)
    }
  }
}
