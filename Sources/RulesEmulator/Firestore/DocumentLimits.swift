import RulesRuntime

/// What a document may hold at most.
///
/// Source: "Storage size calculations" and the quotas of Cloud Firestore; texts as the official emulator has them.
enum DocumentLimits {
  /// The most bytes of a document, its name and its fields together.
  static let byteCount = 1_048_576

  /// Checks a document that is to be stored.
  static func check(_ fields: MapValue, at path: ContiguousArray<Text>) throws(ServiceError) {
    try checkNames(fields)
    let size = nameSize(path) + mapSize(fields) + 32
    guard size <= byteCount else {
      throw .invalid("maximum entity size is \(byteCount) bytes")
    }
  }

  /// Checks the name of a field or of an aggregation.
  static func checkName(_ name: Text) throws(ServiceError) {
    if name.isEmpty { throw .invalid("The property.name is the empty string.") }
    if name.utf8.count > RESTReader.nameByteLimit {
      throw .invalid("The property.name is longer than \(RESTReader.nameByteLimit) bytes.")
    }
  }

  private static func checkNames(_ fields: MapValue) throws(ServiceError) {
    for (name, value) in zip(fields.keys, fields.values) {
      try checkName(name)
      if ResourceName.isReserved(name) { throw .invalid("field name \(name) is reserved") }
      try checkNames(in: value)
    }
  }

  /// Values nest no deeper than `RESTReader.depthLimit`.
  private static func checkNames(in value: Value) throws(ServiceError) {
    switch value {
    case .map(let map): try checkNames(map)
    case .list(let list): for element in list.elements { try checkNames(in: element) }
    default: break
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
