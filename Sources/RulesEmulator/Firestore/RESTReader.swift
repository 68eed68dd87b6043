import RulesJSON
import RulesRuntime
import RulesTesting

/// Reads values as the REST interface has them, as leniently as the service: a number may stand in quotes.
///
/// Source: recorded from the official emulator; the limits are the quotas of Cloud Firestore.
struct RESTReader: Sendable {
  /// The project that references must belong to.
  let project: Text
  /// Whether lists may stand in lists, as in queries.
  var takesNestedLists = false
  /// The most maps and lists that lie in each other in what is read at all.
  var depthLimit = 48

  /// A reader for a project.
  init(project: Text) {
    self.project = project
  }

  /// Reads the fields of a document.
  func fields(_ json: JSONValue?) throws(ServiceError) -> MapValue {
    guard let json, !json.isNull else { return .empty }
    let members = json.object?.members ?? []
    for member in members {
      let name = Text(wtf8: member.key)
      if ResourceName.isReservedField(name) { throw .invalid("field name \(name) is reserved") }
    }
    for member in members { try checkNames(in: member.value, depth: 0) }
    return try fields(json, depth: 0)
  }

  /// Reads one value.
  func value(_ json: JSONValue) throws(ServiceError) -> Value {
    try checkNames(in: json, depth: 0)
    return try value(json, depth: 0)
  }

  /// Reads the elements of an `arrayValue`'s content.
  func elements(_ json: JSONValue?) throws(ServiceError) -> ContiguousArray<Value> {
    var elements: ContiguousArray<Value> = []
    for element in json?["values"]?.array ?? [] { elements.append(try value(element)) }
    return elements
  }

  /// Checks the names of all fields in a value, before anything else of it is looked at.
  private func checkNames(in json: JSONValue, depth: Int) throws(ServiceError) {
    try checkDepth(depth)
    if let list = json["arrayValue"] {
      for element in list["values"]?.array ?? [] { try checkNames(in: element, depth: depth + 1) }
      return
    }
    guard let fields = json["mapValue"]?["fields"]?.object else { return }
    guard fields["__type__"] == nil else {
      _ = try vector(fields)
      return
    }
    for member in fields.members {
      let name = Text(wtf8: member.key)
      if ResourceName.isReservedField(name) { throw .invalid("field name '\(name)' is reserved.") }
    }
    for member in fields.members { try checkNames(in: member.value, depth: depth + 1) }
  }

  private func fields(_ json: JSONValue, depth: Int) throws(ServiceError) -> MapValue {
    guard let object = json.object else { throw .payload("Expected an object of fields.") }
    var entries: ContiguousArray<(key: Text, value: Value)> = []
    entries.reserveCapacity(object.members.count)
    for member in object.members {
      entries.append((Text(wtf8: member.key), try value(member.value, depth: depth)))
    }
    return MapValue(entries)
  }

  private func value(_ json: JSONValue, depth: Int) throws(ServiceError) -> Value {
    guard let object = json.object else {
      throw .payload("Expected a value, as {\"nullValue\": null}.")
    }
    guard let member = object.members.first else {
      throw .invalid("Cannot convert firestore.v1.Value with type unset.")
    }
    guard object.members.count == 1 else { throw .payload("A value is of one type.") }
    let content = member.value
    switch member.name {
    case "nullValue":
      guard content.isNull || content.text == "NULL_VALUE" else { throw mismatch(member) }
      return .null
    case "booleanValue":
      guard let isTrue = content.bool ?? bool(content.text) else { throw mismatch(member) }
      return .bool(isTrue)
    case "integerValue":
      guard let integer = integer(content) else { throw mismatch(member) }
      return .int(integer)
    case "doubleValue":
      guard let double = double(content) else { throw mismatch(member) }
      // The service does not keep the sign of zero.
      return .float(double == 0 ? 0 : double)
    case "timestampValue":
      guard let text = content.string, let time = Timestamp(rfc3339: Text(wtf8: text)) else {
        throw mismatch(member)
      }
      return .timestamp(time)
    case "stringValue":
      guard let text = content.string ?? spelling(content) else { throw mismatch(member) }
      return .string(Text(wtf8: text))
    case "bytesValue":
      guard let text = content.string, let bytes = Base64.decode(text) else {
        throw mismatch(member)
      }
      return .bytes(Octets(bytes))
    case "referenceValue":
      guard let text = content.string else { throw mismatch(member) }
      return try reference(text)
    case "geoPointValue": return try geoPoint(content)
    case "arrayValue": return try array(content, depth: depth)
    case "mapValue": return try map(content, depth: depth)
    default: throw .payload("No value is called `\(member.name)`.")
    }
  }

  private func mismatch(_ member: JSONMember) -> ServiceError {
    .payload("\(member.value.kindName) is no `\(member.name)`.")
  }

  private func checkDepth(_ depth: Int) throws(ServiceError) {
    guard depth <= depthLimit else { throw tooDeep }
  }

  /// What is told of a value in which too many maps and lists lie in each other.
  var tooDeep: ServiceError {
    .payload("More than \(depthLimit) maps and lists lie in each other.")
  }

  // MARK: Scalars

  private func bool(_ text: String?) -> Bool? {
    switch text {
    case "true": true
    case "false": false
    default: nil
    }
  }

  private func integer(_ json: JSONValue) -> Int64? {
    if let number = json.number {
      return number.int64 ?? number.double.flatMap { Int64(exactly: $0) }
    }
    guard let text = json.text else { return nil }
    return Int64(text) ?? JSONValue.number(in: text)?.double.flatMap { Int64(exactly: $0) }
  }

  private func double(_ json: JSONValue) -> Double? {
    if let number = json.number { return Double(number.text) }
    switch json.text {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    case let text?: return JSONValue.number(in: text).flatMap { Double($0.text) }
    case nil: return nil
    }
  }

  /// A number or truth value as the text that it is written as.
  private func spelling(_ json: JSONValue) -> ContiguousArray<UInt8>? {
    switch json.content {
    case .number(let number): ContiguousArray(number.text.utf8)
    case .bool(let isTrue): ContiguousArray((isTrue ? "true" : "false").utf8)
    case .null, .string, .array, .object: nil
    }
  }

  private func reference(_ text: ContiguousArray<UInt8>) throws(ServiceError) -> Value {
    let name = try ResourceName(parsing: text, as: .reference)
    guard name.database.project == project else {
      throw ServiceError(
        .unimplemented,
        "rulescheck does not keep references to other projects: \(name.text)"
      )
    }
    let segments = FirestorePath.segments(
      database: name.database.database,
      documentPath: name.path
    )
    return .path(PathValue(plain: segments))
  }

  // MARK: Composite values

  private func geoPoint(_ json: JSONValue) throws(ServiceError) -> Value {
    guard json.object != nil else { throw .payload("Expected an object as `geoPointValue`.") }
    let latitude = json["latitude"].flatMap { double($0) } ?? 0
    let longitude = json["longitude"].flatMap { double($0) } ?? 0
    guard abs(latitude) <= 90 else {
      throw .invalid("Geo point latitude '\(latitude)' outside permitted range -90.0 to 90.0.")
    }
    guard abs(longitude) <= 180 else {
      throw .invalid("Geo point longitude '\(longitude)' outside permitted range -180.0 to 180.0.")
    }
    return .latlng(LatLngValue(latitude: latitude, longitude: longitude))
  }

  private func array(_ json: JSONValue, depth: Int) throws(ServiceError) -> Value {
    guard json.object != nil else { throw .payload("Expected {\"values\": […]} as `arrayValue`.") }
    try checkDepth(depth)
    var elements: ContiguousArray<Value> = []
    for element in json["values"]?.array ?? [] {
      let value = try value(element, depth: depth + 1)
      switch value {
      case .list where !takesNestedLists:
        throw .invalid("Cannot convert an array value in an array value.")
      case .vector where !takesNestedLists:
        throw .invalid("Cannot convert a vector value in an array value.")
      default: break
      }
      elements.append(value)
    }
    return .list(ListValue(elements))
  }

  private func map(_ json: JSONValue, depth: Int) throws(ServiceError) -> Value {
    guard json.object != nil else { throw .payload("Expected {\"fields\": {…}} as `mapValue`.") }
    try checkDepth(depth)
    guard let fields = json["fields"] else { return .map(.empty) }
    if let object = fields.object, let vector = try vector(object) { return .vector(vector) }
    return .map(try self.fields(fields, depth: depth + 1))
  }

  /// The field of a map that says what the map stands for.
  static let typeName: Text = "__type__"

  /// The vector that a map stands for; nil for a map that is one.
  private func vector(_ fields: JSONObject) throws(ServiceError) -> VectorValue? {
    guard let type = fields["__type__"] else { return nil }
    guard let type = type["stringValue"]?.text else {
      throw .invalid("Field __type__ is not a string.")
    }
    guard type == "__vector__" else { return nil }
    guard let value = fields["value"] else { throw .invalid("Vector map is missing key 'value'.") }
    guard fields.members.count == 2 else {
      throw .invalid("Vector Value map has extraneous entries.")
    }
    guard let list = value["arrayValue"] else {
      throw .invalid("Vector Value type must be an array.")
    }
    var floats: ContiguousArray<Double> = []
    for element in list["values"]?.array ?? [] {
      guard let content = element["doubleValue"] else {
        throw .invalid("Vector must only contain values of type 'double'")
      }
      guard let number = double(content) else { throw .payload("A double is a number.") }
      floats.append(number)
    }
    guard !floats.isEmpty else { throw .invalid("Cannot have a zero length vector.") }
    return VectorValue(floats)
  }
}

extension JSONValue {
  /// The number that a text spells, and nothing else.
  fileprivate static func number(in text: String) -> JSONNumber? {
    guard let value = try? JSONValue(parsing: ContiguousArray(text.utf8)) else { return nil }
    return value.number
  }
}
