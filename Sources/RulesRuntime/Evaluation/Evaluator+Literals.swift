extension Evaluator {
  /// Evaluates an operand whose value nobody needs, as another one failed before; false where the budget is spent.
  ///
  /// The official engine evaluates every operand whatever fails, so each is charged and its lookups are made;
  /// recorded for operators, literals, calls, unknown functions and wrong counts of arguments.
  mutating func spend(_ expression: ExpressionID) -> Bool {
    let mark = temporaries.count
    if evaluate(expression) == nil { return !isFinal }
    temporaries.drop(to: mark)
    return true
  }

  /// Evaluates a run of operands whose values nobody needs; false where the budget is spent.
  mutating func spend(_ places: Range<Int>) -> Bool {
    for place in places where !spend(program.value.operands[place]) { return false }
    return true
  }

  /// Evaluates what stands behind an operand that failed; its fault stays, but that a spent budget comes before it.
  @inline(never)
  mutating func spendAfterFault(_ operands: [ExpressionID]) {
    guard !isFinal else { return }
    let first = fault
    for operand in operands where !spend(operand) { return }
    fault = first
  }

  /// Evaluates a run of operands behind one that failed.
  @inline(never)
  mutating func spendAfterFault(_ places: Range<Int>) {
    guard !isFinal else { return }
    let first = fault
    if spend(places) { fault = first }
  }

  /// The values of a run of operands, left to right; the first error is the one reported.
  mutating func values(_ places: Range<Int>) -> ContiguousArray<Value>? {
    var values = ContiguousArray<Value>()
    values.reserveCapacity(places.count)
    for place in places {
      let mark = temporaries.count
      guard let value = evaluate(program.value.operands[place]) else {
        spendAfterFault(place + 1..<places.upperBound)
        return nil
      }
      values.append(value.value)
      temporaries.drop(to: mark)
    }
    return values
  }

  mutating func list(_ elements: TableSlice) -> Borrowed<Value>? {
    guard let values = values(elements.indices) else { return nil }
    return temporaries.push(.list(ListValue(values)))
  }

  /// A map: every key is evaluated and checked before any value.
  mutating func map(_ entries: TableSlice) -> Borrowed<Value>? {
    let places = entries.indices
    var keys = ContiguousArray<Text>()
    for place in stride(from: places.lowerBound, to: places.upperBound, by: 2) {
      if let key = key(program.value.operands[place]) {
        keys.append(key)
        continue
      }
      let others = stride(from: place + 2, to: places.upperBound, by: 2)
      let values = stride(from: places.lowerBound + 1, to: places.upperBound, by: 2)
      spendAfterFault((Array(others) + Array(values)).map { program.value.operands[$0] })
      return nil
    }
    var values = ContiguousArray<Value>()
    values.reserveCapacity(keys.count)
    for place in stride(from: places.lowerBound + 1, to: places.upperBound, by: 2) {
      let mark = temporaries.count
      guard let value = evaluate(program.value.operands[place]) else {
        let others = stride(from: place + 2, to: places.upperBound, by: 2)
        spendAfterFault(others.map { program.value.operands[$0] })
        return nil
      }
      values.append(value.value)
      temporaries.drop(to: mark)
    }
    return temporaries.push(.map(MapValue(keys: keys, values: values)))
  }

  private mutating func key(_ expression: ExpressionID) -> Text? {
    let mark = temporaries.count
    guard let value = evaluate(expression) else { return nil }
    defer { temporaries.drop(to: mark) }
    guard case .string(let text) = value.value else {
      fail(.unexpectedType(value.value.type, expected: .string), at: expression, .start)
      return nil
    }
    return text
  }

  /// A path: literal segments cost one each, interpolated ones what their expression costs.
  mutating func path(_ id: ExpressionID, _ parts: TableSlice) -> Borrowed<Value>? {
    var segments = ContiguousArray<PathValue.Segment>()
    segments.reserveCapacity(Int(parts.count))
    var waiting: Fault?
    for place in parts.indices {
      if append(program.value.pathParts[place], to: &segments, id) { continue }
      guard !isFinal else { return nil }
      if waiting == nil { waiting = fault }
    }
    if let waiting {
      fault = waiting
      return nil
    }
    return made(id, .start) { () throws(FaultReason) in .path(try PathValue(unique: segments)) }
  }

  private mutating func append(
    _ part: PathPart,
    to segments: inout ContiguousArray<PathValue.Segment>,
    _ id: ExpressionID
  ) -> Bool {
    switch part {
    case .literal(let text):
      guard charge(1, for: id) else { return false }
      segments.append(.simple(text))
    case .capture(let name):
      guard charge(1, for: id) else { return false }
      segments.append(.capture(name: name, bound: nil))
    case .glob(let name):
      guard charge(1, for: id) else { return false }
      segments.append(.glob(name: name, bound: nil))
    case .interpolation(let expression):
      let mark = temporaries.count
      guard let value = evaluate(expression) else { return false }
      defer { temporaries.drop(to: mark) }
      do throws(FaultReason) {
        try Operators.append(segment: value.value, to: &segments)
      } catch {
        fail(error, at: expression, .start)
        return false
      }
    }
    return true
  }
}
