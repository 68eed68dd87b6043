extension Evaluator {
  /// The values of a run of operands, left to right. All are evaluated; the first error is the one reported.
  mutating func values(_ slice: TableSlice) throws(Fault) -> ContiguousArray<Value> {
    var values = ContiguousArray<Value>()
    values.reserveCapacity(Int(slice.count))
    for place in slice.indices {
      values.append(try evaluate(program.operands[place]))
    }
    return values
  }

  /// A map: every key is evaluated and checked before any value.
  mutating func map(_ entries: TableSlice) throws(Fault) -> Value {
    var keys = ContiguousArray<Text>()
    for place in stride(from: entries.indices.lowerBound, to: entries.indices.upperBound, by: 2) {
      let key = program.operands[place]
      let value = try evaluate(key)
      guard case .string(let text) = value else {
        throw Fault(.unexpectedType(value.type, expected: .string), at: key, .start)
      }
      keys.append(text)
    }
    var pairs = ContiguousArray<(key: Text, value: Value)>()
    pairs.reserveCapacity(keys.count)
    for (index, key) in keys.enumerated() {
      let operand = program.operands[entries.indices.lowerBound + 2 * index + 1]
      pairs.append((key, try evaluate(operand)))
    }
    return .map(MapValue(pairs))
  }

  /// A path: literal segments cost one each, interpolated ones what their expression costs.
  mutating func path(_ id: ExpressionID, _ parts: TableSlice) throws(Fault) -> Value {
    var segments = ContiguousArray<PathValue.Segment>()
    segments.reserveCapacity(Int(parts.count))
    for place in parts.indices {
      switch program.pathParts[place] {
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
    return .path(PathValue(segments))
  }
}
