import RulesRuntime

/// The order of Firestore's values: by kind, then within the kind.
///
/// Source: "Supported data types" of the documentation of Cloud Firestore.
enum ValueOrder {
  /// What a comparison comes to.
  enum Result: Sendable {
    case before, same, after

    /// The result of the comparison the other way round.
    var reversed: Result {
      switch self {
      case .before: .after
      case .same: .same
      case .after: .before
      }
    }

    /// A comparison of what Swift orders.
    init<Element: Comparable>(_ left: Element, _ right: Element) {
      self = left < right ? .before : left == right ? .same : .after
    }
  }

  /// The place of a value's kind in the order; values of one place are compared with each other.
  static func rank(_ value: Value) -> Int {
    switch value {
    case .null: 0
    case .bool: 1
    case .int, .float: 2
    case .timestamp, .duration: 3
    case .string: 4
    case .bytes: 5
    case .path: 6
    case .latlng: 7
    case .list, .set: 8
    case .vector: 9
    case .map, .mapDiff, .constraint: 10
    }
  }

  /// Compares two values.
  static func compare(_ left: Value, _ right: Value) -> Result {
    switch (left, right) {
    case (.null, .null): .same
    case (.bool(let left), .bool(let right)): Result(left ? 1 : 0, right ? 1 : 0)
    case (.int(let left), .int(let right)): Result(left, right)
    case (.float(let left), .float(let right)): floats(left, right)
    case (.int(let left), .float(let right)): mixed(left, right)
    case (.float(let left), .int(let right)): mixed(right, left).reversed
    case (.timestamp(let left), .timestamp(let right)):
      left.seconds == right.seconds
        ? Result(left.nanos, right.nanos) : Result(left.seconds, right.seconds)
    case (.string(let left), .string(let right)): bytes(left.utf8, right.utf8)
    case (.bytes(let left), .bytes(let right)): bytes(left.bytes, right.bytes)
    case (.path(let left), .path(let right)): paths(texts(left), texts(right))
    case (.latlng(let left), .latlng(let right)):
      left.latitude == right.latitude
        ? Result(left.longitude, right.longitude) : Result(left.latitude, right.latitude)
    case (.list(let left), .list(let right)): lists(left.elements, right.elements)
    case (.vector(let left), .vector(let right)): vectors(left.elements, right.elements)
    case (.map(let left), .map(let right)): maps(left, right)
    default: Result(rank(left), rank(right))
    }
  }

  /// Whether two values are the same to a filter: a number is equal to its value of the other kind.
  static func areSame(_ left: Value, _ right: Value) -> Bool {
    if case .same = compare(left, right) { true } else { false }
  }

  /// Compares paths segment by segment.
  static func paths(_ left: ContiguousArray<Text>, _ right: ContiguousArray<Text>) -> Result {
    for (left, right) in zip(left, right) {
      if left == right { continue }
      return NumericID.precedes(left, right) ? .before : .after
    }
    return Result(left.count, right.count)
  }

  /// The plain segments of a path.
  static func texts(_ path: PathValue) -> ContiguousArray<Text> {
    ContiguousArray(
      path.segments.compactMap { segment in
        if case .simple(let text) = segment { text } else { nil }
      }
    )
  }

  private static func bytes(
    _ left: ContiguousArray<UInt8>,
    _ right: ContiguousArray<UInt8>
  ) -> Result {
    if left == right { return .same }
    return left.lexicographicallyPrecedes(right) ? .before : .after
  }

  /// NaN comes before every number and is the same as itself.
  private static func floats(_ left: Double, _ right: Double) -> Result {
    if left.isNaN || right.isNaN { return Result(left.isNaN ? 0 : 1, right.isNaN ? 0 : 1) }
    return Result(left, right)
  }

  /// Compares without rounding the integer to a float.
  private static func mixed(_ integer: Int64, _ float: Double) -> Result {
    if float.isNaN { return .after }
    if float >= 0x1p63 { return .before }
    if float < -0x1p63 { return .after }
    let whole = float.rounded(.down)
    let result = Result(integer, Int64(whole))
    if case .same = result { return whole < float ? .before : .same }
    return result
  }

  private static func lists(
    _ left: ContiguousArray<Value>,
    _ right: ContiguousArray<Value>
  ) -> Result {
    for (left, right) in zip(left, right) {
      let result = compare(left, right)
      if case .same = result { continue }
      return result
    }
    return Result(left.count, right.count)
  }

  /// Shorter vectors come first.
  private static func vectors(
    _ left: ContiguousArray<Double>,
    _ right: ContiguousArray<Double>
  ) -> Result {
    guard left.count == right.count else { return Result(left.count, right.count) }
    for (left, right) in zip(left, right) {
      let result = floats(left, right)
      if case .same = result { continue }
      return result
    }
    return .same
  }

  /// Maps are compared by their keys in order, each with its value.
  private static func maps(_ left: MapValue, _ right: MapValue) -> Result {
    for (left, right) in zip(entries(left), entries(right)) {
      let keys = bytes(left.key.utf8, right.key.utf8)
      guard case .same = keys else { return keys }
      let values = compare(left.value, right.value)
      guard case .same = values else { return values }
    }
    return Result(left.count, right.count)
  }

  private static func entries(_ map: MapValue) -> [(key: Text, value: Value)] {
    zip(map.keys, map.values).map { (key: $0, value: $1) }.sorted { $0.key.precedes($1.key) }
  }
}
