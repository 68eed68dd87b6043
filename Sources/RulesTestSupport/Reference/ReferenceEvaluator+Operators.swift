import RulesRuntime
import RulesSyntax

extension ReferenceEvaluator {
  mutating func unary(
    _ node: NodeID,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    let isNot = tree.mainText(of: node) == "!"
    let operand = isNot ? child(0, node) : withoutBrackets(child(0, node))
    // The least integer is written as a minus before a number that is none.
    if !isNot, tree.kind(of: operand) == .intLiteral, Int64(tree.mainText(of: operand)) == nil {
      try spend(1, at: start(operand))
      outcomes[tree.range(of: operand), default: ReferenceOutcomes()].count(.int(.min))
      return .int(.min)
    }
    let value = try evaluate(operand, environment)
    return try at(main(node)) { () throws(FaultReason) in
      try Operators.apply(isNot ? .not : .minus, value)
    }
  }

  mutating func binary(
    _ node: NodeID,
    _ start: UInt32,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    let left = child(0, node)
    let right = child(1, node)
    switch tree.mainText(of: node) {
    case "&&": return try logical(node, start, decisive: false, environment)
    case "||": return try logical(node, start, decisive: true, environment)
    case "in":
      let waitingCollection = try waiting(right, environment)
      let waitingElement = try waiting(left, environment)
      let collection = try waitingCollection.get()
      do throws(FaultReason) {
        try Operators.isContainer(collection)
      } catch {
        if case .nullValue = error { throw ReferenceError(error, at: main(node)) }
        throw ReferenceError(error, at: start)
      }
      let element = try waitingElement.get()
      return try at(main(node)) { () throws(FaultReason) in
        .bool(try Operators.isContained(element, in: collection))
      }
    case let symbol:
      let first = try waiting(left, environment)
      let second = try waiting(right, environment)
      let (leftValue, rightValue) = (try first.get(), try second.get())
      return try at(main(node)) { () throws(FaultReason) in
        guard let operation = BinaryOperator.allCases.first(where: { $0.symbol == symbol }) else {
          throw .other("No such operator.")
        }
        switch (operation, leftValue, rightValue) {
        case (.add, _, _), (.subtract, _, _), (.multiply, _, _), (.divide, _, _),
          (.remainder, _, _):
          return try Operators.apply(operation, leftValue, rightValue)
        case (_, .constraint, _), (_, _, .constraint):
          return try ConstraintValue.compare(operation, leftValue, rightValue)
        default:
          return try Operators.apply(operation, leftValue, rightValue)
        }
      }
    }
  }

  /// The value of an expression, or an error that may still be absorbed or hidden by another one.
  mutating func waiting(
    _ node: NodeID,
    _ environment: Environment
  ) throws(ReferenceError) -> Result<Value, ReferenceError> {
    do throws(ReferenceError) {
      return .success(try evaluate(node, environment))
    } catch {
      if error.isFinal { throw error }
      return .failure(error)
    }
  }

  /// `&&` and `||`: one side that decides is enough, whatever the other one is.
  private mutating func logical(
    _ node: NodeID,
    _ start: UInt32,
    decisive: Bool,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    let left = truth(try waiting(child(0, node), environment), at: main(node))
    if case .success(decisive) = left { return .bool(decisive) }
    try spend(1, at: start)
    let right = truth(try waiting(child(1, node), environment), at: start)
    if case .success(decisive) = right { return .bool(decisive) }
    _ = try left.get()
    return .bool(try right.get())
  }

  private func truth(
    _ value: Result<Value, ReferenceError>,
    at offset: UInt32
  ) -> Result<Bool, ReferenceError> {
    value.flatMap { value in
      guard case .bool(let isTrue) = value else {
        return .failure(
          ReferenceError(.unexpectedType(value.type, expected: .bool), at: offset)
        )
      }
      return .success(isTrue)
    }
  }

  mutating func conditional(
    _ node: NodeID,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    try spend(1, at: main(node))
    let condition = try evaluate(child(0, node), environment)
    let isTrue = try truth(.success(condition), at: main(node)).get()
    if !isTrue { try spend(2, at: main(node)) }
    return try evaluate(child(isTrue ? 1 : 2, node), environment)
  }

  mutating func map(_ node: NodeID, _ environment: Environment) throws(ReferenceError) -> Value {
    var keys: [Result<Text, ReferenceError>] = []
    for entry in tree.children(of: node) {
      let key = child(0, entry)
      let place = start(key)
      keys.append(
        try waiting(key, environment).flatMap { value in
          if case .string(let text) = value { return .success(text) }
          return .failure(
            ReferenceError(.unexpectedType(value.type, expected: .string), at: place)
          )
        }
      )
    }
    let operands = tree.children(of: node).map { child(1, $0) }
    var waitingValues: [Result<Value, ReferenceError>] = []
    for operand in operands { waitingValues.append(try waiting(operand, environment)) }
    var texts: [Text] = []
    for key in keys { texts.append(try key.get()) }
    var entries: ContiguousArray<(key: Text, value: Value)> = []
    for (text, value) in zip(texts, waitingValues) { entries.append((text, try value.get())) }
    return .map(MapValue(entries))
  }

  mutating func path(
    _ node: NodeID,
    _ start: UInt32,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    var segments: ContiguousArray<PathValue.Segment> = []
    var first: ReferenceError?
    for segment in tree.children(of: node) {
      let name = Text(wtf8: tree.mainBytes(of: segment))
      switch tree.kind(of: segment) {
      case .literalSegment:
        try spend(1, at: start)
        segments.append(.simple(Text(wtf8: tree.segmentText(of: segment))))
      case .captureSegment:
        try spend(1, at: start)
        segments.append(.capture(name: name, bound: nil))
      case .globSegment:
        try spend(1, at: start)
        segments.append(.glob(name: name, bound: nil))
      default:
        let expression = child(0, segment)
        let place = self.start(expression)
        let value = try waiting(expression, environment)
        do throws(ReferenceError) {
          let value = try value.get()
          do throws(FaultReason) {
            segments += try Operators.segment(of: value)
          } catch {
            throw ReferenceError(error, at: place)
          }
        } catch {
          first = first ?? error
        }
      }
    }
    if let first { throw first }
    return try at(start) { () throws(FaultReason) in .path(try PathValue(unique: segments)) }
  }
}
