extension PathValue {
  /// The path with its captures bound: what `bind(map)` gives.
  ///
  /// Captures that stay unbound are dropped.
  ///
  /// Source: observation: measured values, §9 (also for the order of the checks).
  func bound(to map: MapValue) throws(FaultReason) -> PathValue {
    var result: ContiguousArray<Segment> = []
    result.reserveCapacity(segments.count)
    var names: Set<Text> = []
    for segment in segments {
      switch segment {
      case .simple:
        result.append(segment)
      case .capture(let name, let bound):
        names.insert(name)
        let value = map[name]
        if bound != nil, value != nil { throw Self.alreadyBound(name) }
        if let value {
          result.append(.capture(name: name, bound: try Self.captureText(value, name)))
        } else if bound != nil {
          result.append(segment)
        }
      case .glob(let name, let bound):
        names.insert(name)
        let value = map[name]
        if bound != nil, value != nil { throw Self.alreadyBound(name) }
        if let value {
          result.append(.glob(name: name, bound: try Self.globPath(value)))
        } else if bound != nil {
          result.append(segment)
        }
      }
    }
    if !map.keys.allSatisfy({ names.contains($0) }) {
      throw Self.unknownVariables(map.keys, known: names)
    }
    let path = PathValue(result)
    try ValueLimit.check(elements: Int(path.plainCount))
    return path
  }

  private static func captureText(_ value: Value, _ name: Text) throws(FaultReason) -> Text {
    let text = try Conversions.text(of: value)
    if text.isEmpty {
      throw .other(name.wrapped("Cannot bind empty value to path template variable ", "."))
    }
    return text
  }

  private static func globPath(_ value: Value) throws(FaultReason) -> PathValue {
    guard case .path(let path) = value else {
      throw .unexpectedType(value.type, expected: .path)
    }
    if let name = path.firstUnbound { throw .unboundVariable(name) }
    return path
  }

  private static func alreadyBound(_ name: Text) -> FaultReason {
    .other(name.wrapped("Variable ", " is already bound."))
  }

  private static func unknownVariables(
    _ keys: ContiguousArray<Text>,
    known: Set<Text>
  ) -> FaultReason {
    var builder = TextBuilder()
    builder.append("Variable(s) ")
    let unknown = JavaHashOrder.ordered(keys).filter { !known.contains($0) }
    for (index, name) in unknown.enumerated() {
      if index > 0 { builder.append(",") }
      builder.append(name)
    }
    builder.append(" do not exist in the path template.")
    return .other(builder.text)
  }
}
