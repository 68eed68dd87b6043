/// The methods of maps.
enum Maps {
  private static let source = "rules.Map; observation: measured values, §6"

  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .method(of: .map),
      "size",
      [Builtin.Overload([], .int)],
      summary: "Count of keys.",
      source: source,
      examples: [Builtin.Example("{'a': 1, 'b': 2}.size()", "2")],
      .of { (map: MapValue) in .int(Int64(map.count)) }
    ),
    Builtin(
      .method(of: .map),
      "keys",
      [Builtin.Overload([], .list)],
      summary: "The keys, sorted by code point.",
      source: source,
      examples: [Builtin.Example("{'b': 1, '10': 2, '9': 3}.keys()", "['10', '9', 'b']")],
      .of { (map: MapValue) in .list(ListValue(sortedKeys(map))) }
    ),
    Builtin(
      .method(of: .map),
      "values",
      [Builtin.Overload([], .list)],
      summary: "The values, in the order in which their keys were added.",
      source: source,
      examples: [Builtin.Example("{'c': 3, 'a': 1, 'b': 2}.values()", "[3, 1, 2]")],
      .of { (map: MapValue) in .list(ListValue(ContiguousArray(map.values))) }
    ),
    Builtin(
      .method(of: .map),
      "diff",
      [Builtin.Overload([.type(.map)], .mapDiff)],
      summary: "What became of each key from the argument to the map.",
      source: source,
      examples: [
        Builtin.Example("{'a': 1}.diff({'a': 1.0}).affectedKeys().size()", "0")
      ],
      .of(diff)
    ),
    Builtin(
      .method(of: .map),
      "get",
      [
        Builtin.Overload([.type(.string), .any], nil),
        Builtin.Overload([.type(.list), .any], nil),
      ],
      summary: "The value of a key, or of a list of keys into nested maps; otherwise the default.",
      source: source,
      examples: [
        Builtin.Example("{'a': 3, 'b': 2}.get('c', 7)", "7"),
        Builtin.Example("{'a': {'b': 1}, 'c': 2}.get(['a', 'b'], 7)", "1"),
      ],
      .of(get)
    ),
  ]

  static func sortedKeys(_ map: MapValue) -> ContiguousArray<Value> {
    ContiguousArray(
      map.keys.sorted { $0.isOrderedByCodePoints(before: $1) }.map { .string($0) }
    )
  }

  /// The value of a key, or a default.
  private static func get(
    _ map: MapValue,
    _ key: Value,
    _ otherwise: Value
  ) throws(FaultReason) -> Value {
    switch key {
    case .string(let key): return map[key] ?? otherwise
    case .list(let keys): return try get(map, keys.elements, otherwise)
    case .null, .bool, .int, .float, .bytes, .set, .map, .mapDiff, .timestamp, .duration, .latlng,
      .path, .vector, .constraint:
      return otherwise
    }
  }

  private static func get(
    _ map: MapValue,
    _ keys: ContiguousArray<Value>,
    _ otherwise: Value
  ) throws(FaultReason) -> Value {
    // Every key must be a string, also those that are never reached.
    for key in keys { _ = try Operators.key(key) }
    var value = Value.map(map)
    for key in keys {
      guard case .map(let map) = value, case .string(let text) = key, let next = map[text] else {
        return otherwise
      }
      value = next
    }
    return value
  }

  private static func diff(_ map: MapValue, _ before: MapValue) throws(FaultReason) -> Value {
    var entries: ContiguousArray<MapDiffValue.Entry> = []
    for (key, old) in zip(before.keys, before.values) {
      let status: KeyStatus
      if let new = map[key] {
        status = try new.isSameSetElement(as: old) ? .unchanged : .changed
      } else {
        status = .removed
      }
      entries.append(MapDiffValue.Entry(key: key, status: status))
    }
    for key in map.keys where !before.contains(key) {
      entries.append(MapDiffValue.Entry(key: key, status: .added))
    }
    return .mapDiff(MapDiffValue(entries))
  }
}
