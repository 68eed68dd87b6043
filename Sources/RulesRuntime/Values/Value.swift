/// A value of the rules language.
public enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case float(Double)
  case string(Text)
  case bytes(Octets)
  case list(ListValue)
  case set(SetValue)
  case map(MapValue)
  case mapDiff(MapDiffValue)
  case timestamp(Timestamp)
  case duration(Duration)
  case latlng(LatLngValue)
  case path(PathValue)
  case vector(VectorValue)
  /// A field of a query's documents, whose value is not known.
  case constraint(ConstraintValue)

  /// What `is` and error texts call it.
  @inlinable
  public var type: ValueType {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .float: .float
    case .string: .string
    case .bytes: .bytes
    case .list: .list
    case .set: .set
    case .map: .map
    case .mapDiff: .mapDiff
    case .timestamp: .timestamp
    case .duration: .duration
    case .latlng: .latlng
    case .path: .path
    case .vector: .vector
    case .constraint: .constraint
    }
  }
}

/// A string of octets.
public struct Octets: Sendable, Hashable {
  /// The octets.
  public let bytes: ContiguousArray<UInt8>

  /// Wraps octets.
  public init(_ bytes: ContiguousArray<UInt8>) {
    self.bytes = bytes
  }
}

/// An ordered list.
public struct ListValue: Sendable {
  /// The elements.
  public let elements: ContiguousArray<Value>

  /// Wraps elements.
  public init(_ elements: ContiguousArray<Value>) {
    self.elements = elements
  }
}

/// A list of floats that is compared as a whole: a stored embedding, or `vector([1.0])`.
public struct VectorValue: Sendable {
  /// The elements.
  public let elements: ContiguousArray<Double>

  /// Wraps elements.
  public init(_ elements: ContiguousArray<Double>) {
    self.elements = elements
  }
}

/// A point on the globe.
public final class LatLngValue: Sendable {
  /// Degrees, -90 to 90.
  public let latitude: Double
  /// Degrees, -180 to 180.
  public let longitude: Double

  /// A point whose degrees are in range.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// An instant in UTC.
public struct Timestamp: Sendable, Hashable {
  /// Seconds since 1970-01-01T00:00:00Z, -62,135,596,800 to 253,402,300,799.
  public let seconds: Int64
  /// 0 to 999,999,999, counted forward also before 1970.
  public let nanos: Int32

  /// An instant whose parts are in range.
  @inlinable
  public init(seconds: Int64, nanos: Int32) {
    self.seconds = seconds
    self.nanos = nanos
  }
}

/// A length of time.
public struct Duration: Sendable, Hashable {
  /// -315,576,000,000 to 315,576,000,000.
  public let seconds: Int64
  /// -999,999,999 to 999,999,999, of the same sign as the seconds.
  public let nanos: Int32

  /// A length whose parts are in range and of one sign.
  @inlinable
  public init(seconds: Int64, nanos: Int32) {
    self.seconds = seconds
    self.nanos = nanos
  }
}
