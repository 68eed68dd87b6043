extension Evaluator {
  /// Evaluates an operand whose value nobody needs, as another one failed before.
  ///
  /// The official engine evaluates every operand whatever fails, so each is charged and its lookups are made;
  /// recorded for operators, literals, calls, unknown functions and wrong counts of arguments.
  mutating func spend(_ expression: ExpressionID) throws(Fault) {
    do throws(Fault) {
      _ = try evaluate(expression)
    } catch {
      if error.isFinal { throw error }
    }
  }

  /// Evaluates a run of operands whose values nobody needs.
  mutating func spend(_ places: Range<Int>) throws(Fault) {
    for place in places { try spend(program.operands[place]) }
  }

  /// The value of an operand, after whose failure others are evaluated for nothing.
  mutating func evaluate(
    _ expression: ExpressionID,
    orSpend rest: Range<Int>
  ) throws(Fault) -> Value {
    do throws(Fault) {
      return try evaluate(expression)
    } catch {
      if !error.isFinal { try spend(rest) }
      throw error
    }
  }

  /// The values of a run of operands, left to right; the first error is the one reported.
  mutating func values(_ places: Range<Int>) throws(Fault) -> ContiguousArray<Value> {
    var values = ContiguousArray<Value>()
    values.reserveCapacity(places.count)
    for place in places {
      values.append(
        try evaluate(program.operands[place], orSpend: place + 1..<places.upperBound)
      )
    }
    return values
  }

  /// A map: every key is evaluated and checked before any value.
  mutating func map(_ entries: TableSlice) throws(Fault) -> Value {
    let places = entries.indices
    var keys = ContiguousArray<Text>()
    for place in stride(from: places.lowerBound, to: places.upperBound, by: 2) {
      do throws(Fault) {
        keys.append(try key(program.operands[place]))
      } catch {
        guard !error.isFinal else { throw error }
        for other in stride(from: place + 2, to: places.upperBound, by: 2) {
          try spend(program.operands[other])
        }
        try spendValues(of: places, from: places.lowerBound + 1)
        throw error
      }
    }
    var pairs = ContiguousArray<(key: Text, value: Value)>()
    pairs.reserveCapacity(keys.count)
    for (index, key) in keys.enumerated() {
      let place = places.lowerBound + 2 * index + 1
      do throws(Fault) {
        pairs.append((key, try evaluate(program.operands[place])))
      } catch {
        if !error.isFinal { try spendValues(of: places, from: place + 2) }
        throw error
      }
    }
    return .map(MapValue(pairs))
  }

  private mutating func key(_ expression: ExpressionID) throws(Fault) -> Text {
    let value = try evaluate(expression)
    guard case .string(let text) = value else {
      throw Fault(.unexpectedType(value.type, expected: .string), at: expression, .start)
    }
    return text
  }

  private mutating func spendValues(of places: Range<Int>, from first: Int) throws(Fault) {
    for place in stride(from: first, to: places.upperBound, by: 2) {
      try spend(program.operands[place])
    }
  }

  /// A path: literal segments cost one each, interpolated ones what their expression costs.
  mutating func path(_ id: ExpressionID, _ parts: TableSlice) throws(Fault) -> Value {
    var segments = ContiguousArray<PathValue.Segment>()
    segments.reserveCapacity(Int(parts.count))
    var waiting: Fault?
    for place in parts.indices {
      do throws(Fault) {
        try append(program.pathParts[place], to: &segments, id)
      } catch {
        guard !error.isFinal else { throw error }
        if waiting == nil { waiting = error }
      }
    }
    if let waiting { throw waiting }
    do throws(FaultReason) {
      return .path(try PathValue(unique: segments))
    } catch {
      throw Fault(error, at: id, .start)
    }
  }

  private mutating func append(
    _ part: PathPart,
    to segments: inout ContiguousArray<PathValue.Segment>,
    _ id: ExpressionID
  ) throws(Fault) {
    switch part {
    case .literal(let text):
      try charge(1, for: id)
      segments.append(.simple(text))
    case .capture(let name):
      try charge(1, for: id)
      segments.append(.capture(name: name, bound: nil))
    case .glob(let name):
      try charge(1, for: id)
      segments.append(.glob(name: name, bound: nil))
    case .interpolation(let expression):
      let value = try evaluate(expression)
      do throws(FaultReason) {
        try Operators.append(segment: value, to: &segments)
      } catch {
        throw Fault(error, at: expression, .start)
      }
    }
  }
}
