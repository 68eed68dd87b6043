import RulesRuntime

/// What a document may hold at most.
///
/// Source: "Storage size calculations" and the quotas of Cloud Firestore; texts as the official emulator has them.
enum DocumentLimits {
  /// The most bytes of a document, its name and its fields together.
  static let byteCount = 1_048_576

  /// The most maps and lists that lie in each other.
  static let depthLimit = 20
  /// The most that lie in each other in a field that the service computes: the official emulator checks nothing
  /// there, but what is kept on disk has to be read again.
  static let computedDepthLimit = 100
  /// The most bytes of the name of a field.
  private static let nameByteLimit = 1500
  /// The most bytes of a string or of bytes.
  private static let textByteLimit = 1_048_487

  /// Checks how large a document is that is to be stored.
  static func checkSize(_ fields: MapValue, at path: ContiguousArray<Text>) throws(ServiceError) {
    let size = nameSize(path) + mapSize(fields) + 32
    guard size <= byteCount else {
      throw .invalid("maximum entity size is \(byteCount) bytes")
    }
  }

  /// Checks a field of a document that is to be stored, whose name is not reserved.
  static func check(_ value: Value, _ name: Text) throws(ServiceError) {
    try checkName(name)
    guard isShort(value) else {
      throw .invalid("The value of property \"\(name)\" is longer than \(textByteLimit) bytes.")
    }
    guard isStorable(value, depth: 0) else { throw invalidEntity(name) }
  }

  /// Checks a field that the service has computed.
  static func checkComputed(_ value: Value, _ name: Text) throws(ServiceError) {
    guard isNested(value, atMost: computedDepthLimit) else { throw invalidEntity(name) }
  }

  private static func invalidEntity(_ name: Text) -> ServiceError {
    .invalid("Property \(name) contains an invalid nested entity.")
  }

  private static func isNested(_ value: Value, atMost limit: Int) -> Bool {
    switch value {
    case .map(let map): limit > 0 && map.values.allSatisfy { isNested($0, atMost: limit - 1) }
    case .list(let list):
      limit > 0 && list.elements.allSatisfy { isNested($0, atMost: limit - 1) }
    default: true
    }
  }

  /// Whether a field's text is no longer than it may be, or that of each element of its list.
  private static func isShort(_ value: Value) -> Bool {
    switch value {
    case .string(let text): text.utf8.count <= textByteLimit
    case .bytes(let octets): octets.bytes.count <= textByteLimit
    case .list(let list): list.elements.allSatisfy(isShort)
    default: true
    }
  }

  /// Whether a value that lies in some maps and lists can be stored.
  private static func isStorable(_ value: Value, depth: Int) -> Bool {
    switch value {
    case .map(let map):
      depth < depthLimit && map[RESTReader.typeName] == nil
        && zip(map.keys, map.values).allSatisfy { name, value in
          !name.isEmpty && name.utf8.count <= nameByteLimit && isShort(value)
            && isStorable(value, depth: depth + 1)
        }
    case .list(let list):
      depth < depthLimit && list.elements.allSatisfy { isStorable($0, depth: depth + 1) }
    default: true
    }
  }

  /// Checks the name of a field or of an aggregation.
  static func checkName(_ name: Text) throws(ServiceError) {
    if name.isEmpty { throw .invalid("The property.name is the empty string.") }
    if name.utf8.count > nameByteLimit {
      throw .invalid("The property.name is longer than \(nameByteLimit) bytes.")
    }
  }

  private static func nameSize(_ path: ContiguousArray<Text>) -> Int {
    path.reduce(16) { $0 + $1.utf8.count + 1 }
  }

  private static func mapSize(_ map: MapValue) -> Int {
    zip(map.keys, map.values).reduce(0) { $0 + $1.0.utf8.count + 1 + size($1.1) }
  }

  /// How many bytes a value takes.
  static func size(_ value: Value) -> Int {
    switch value {
    case .null, .bool: 1
    case .int, .float, .timestamp, .duration: 8
    case .string(let text): text.utf8.count + 1
    case .bytes(let octets): octets.bytes.count
    case .list(let list): list.elements.reduce(0) { $0 + size($1) }
    case .map(let map): mapSize(map)
    case .latlng: 16
    case .path(let path): nameSize(ValueOrder.texts(path))
    case .vector(let vector): vector.elements.count * 8
    case .set, .mapDiff, .constraint: 0
    }
  }
}
