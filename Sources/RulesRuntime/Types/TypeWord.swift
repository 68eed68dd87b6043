/// A word after `is`.
public enum TypeWord: String, Sendable, Hashable, CaseIterable {
  case bool, bytes, constraint, duration, float, int, latlng, list, vector, set, number, map
  case string, timestamp, path
  case mapDiff = "map_diff"

  /// The type that satisfies the word alone; nil for `number`, which two do, and `set`, which none does.
  ///
  /// Source: observation: measured values, §1.1 (`[1].toSet() is set` is false).
  public var type: ValueType? {
    switch self {
    case .bool: .bool
    case .bytes: .bytes
    case .constraint: .constraint
    case .duration: .duration
    case .float: .float
    case .int: .int
    case .latlng: .latlng
    case .list: .list
    case .vector: .vector
    case .set, .number: nil
    case .map: .map
    case .string: .string
    case .timestamp: .timestamp
    case .path: .path
    case .mapDiff: .mapDiff
    }
  }

  /// Whether values of a type satisfy the word.
  public func holds(for type: ValueType) -> Bool {
    self == .number ? type == .int || type == .float : self.type == type
  }
}
