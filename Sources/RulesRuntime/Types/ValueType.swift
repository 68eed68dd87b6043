/// The type of a value.
public enum ValueType: UInt8, Sendable, Hashable, CaseIterable {
  case null, bool, int, float, string, bytes, duration, timestamp, latlng, list, set, map, path
  case constraint, mapDiff, vector

  /// The name that error texts use.
  public var name: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .int: "int"
    case .float: "float"
    case .string: "string"
    case .bytes: "bytes"
    case .duration: "duration"
    case .timestamp: "timestamp"
    case .latlng: "latlng"
    case .list: "list"
    case .set: "set"
    case .map: "map"
    case .path: "path"
    case .constraint: "constraint"
    case .mapDiff: "map_diff"
    case .vector: "vector"
    }
  }
}

/// A short list of types: those of the operands of one call.
public struct TypeList: Sendable, Hashable {
  /// Five bits a type, the first lowest.
  private var bits: UInt64 = 0
  /// Count of types; those past the twelfth are not kept.
  public private(set) var count: UInt8 = 0

  /// No types.
  public init() {}

  /// The types of values, in order.
  public init(_ types: ValueType...) {
    for type in types { append(type) }
  }

  /// Adds a type at the end.
  public mutating func append(_ type: ValueType) {
    guard count < 12 else { return }
    bits |= UInt64(type.rawValue) << (5 * UInt64(count))
    count += 1
  }

  /// The types, in order.
  public var types: [ValueType] {
    (0..<UInt64(count)).compactMap {
      ValueType(rawValue: UInt8(truncatingIfNeeded: bits >> (5 * $0) & 31))
    }
  }
}
