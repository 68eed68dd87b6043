import RulesJSON
import RulesRuntime
import RulesTesting

/// Writes values and documents as the REST interface has them.
struct RESTWriter: Sendable {
  /// The project that references belong to.
  let project: Text

  /// A document.
  ///
  /// - Parameters:
  ///   - document: what is stored.
  ///   - name: where it stands.
  ///   - mask: the fields that are shown; nil for all.
  /// - Returns: `{"name": …, "fields": {…}, "createTime": …, "updateTime": …}`.
  func json(
    _ document: StoredDocument,
    _ name: ResourceName,
    mask: FieldMask? = nil
  ) -> JSONValue {
    var members: ContiguousArray = [JSONMember(key: Key.name, value: .string(name.bytes))]
    let fields = mask.map { $0.applied(to: document.fields) } ?? document.fields
    if fields.count > 0 { members.append(JSONMember(key: Key.fields, value: self.fields(fields))) }
    members.append(JSONMember(key: Key.createTime, value: json(document.createTime)))
    members.append(JSONMember(key: Key.updateTime, value: json(document.updateTime)))
    return JSONValue(.object(JSONObject(members)))
  }

  /// The names that stand in every reply, as bytes, so that they are made once.
  private enum Key {
    static let name = ContiguousArray("name".utf8)
    static let fields = ContiguousArray("fields".utf8)
    static let createTime = ContiguousArray("createTime".utf8)
    static let updateTime = ContiguousArray("updateTime".utf8)
    static let boolean = ContiguousArray("booleanValue".utf8)
    static let integer = ContiguousArray("integerValue".utf8)
    static let string = ContiguousArray("stringValue".utf8)
    static let timestamp = ContiguousArray("timestampValue".utf8)
    static let map = ContiguousArray("mapValue".utf8)
  }

  private func json(_ time: Timestamp) -> JSONValue { .string(time.rfc3339Bytes) }

  /// An object of one member.
  private func object(_ key: ContiguousArray<UInt8>, _ value: JSONValue) -> JSONValue {
    JSONValue(.object(JSONObject([JSONMember(key: key, value: value)])))
  }

  /// The fields of a map.
  func fields(_ map: MapValue) -> JSONValue {
    var members: ContiguousArray<JSONMember> = []
    members.reserveCapacity(map.count)
    for (key, value) in zip(map.keys, map.values) {
      members.append(JSONMember(key: key.utf8, value: json(value)))
    }
    return JSONValue(.object(JSONObject(members)))
  }

  /// A value.
  ///
  /// Stored values nest no deeper than the JSON that they were read from.
  func json(_ value: Value) -> JSONValue {
    switch value {
    case .null: ["nullValue": .null]
    case .bool(let isTrue): object(Key.boolean, .bool(isTrue))
    case .int(let integer): object(Key.integer, .string(String(integer)))
    case .float(let float): ["doubleValue": number(float)]
    case .string(let text): object(Key.string, .string(text.utf8))
    case .bytes(let octets): ["bytesValue": .string(Base64.encode(octets.bytes))]
    case .timestamp(let time): object(Key.timestamp, json(time))
    case .list(let list): ["arrayValue": array(list.elements.map { json($0) })]
    case .map(let map):
      object(Key.map, map.count == 0 ? .object([]) : object(Key.fields, fields(map)))
    case .latlng(let point): ["geoPointValue": geoPoint(point)]
    case .path(let path): ["referenceValue": .string(reference(path))]
    case .vector(let vector): ["mapValue": ["fields": self.vector(vector)]]
    // No such values are stored: the language makes them, documents don't hold them.
    case .set, .mapDiff, .duration, .constraint: ["nullValue": .null]
    }
  }

  private func number(_ float: Double) -> JSONValue {
    if float.isNaN { return "NaN" }
    if float.isInfinite { return float < 0 ? "-Infinity" : "Infinity" }
    return .float(float)
  }

  private func array(_ elements: [JSONValue]) -> JSONValue {
    elements.isEmpty ? .object([]) : ["values": .array(elements)]
  }

  /// A point; degrees that are zero are left out, as protocol buffers do.
  private func geoPoint(_ point: LatLngValue) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if point.latitude != 0 { members.append(("latitude", .float(point.latitude))) }
    if point.longitude != 0 { members.append(("longitude", .float(point.longitude))) }
    return .object(members)
  }

  private func vector(_ vector: VectorValue) -> JSONValue {
    let elements = vector.elements.map { JSONValue.object([("doubleValue", number($0))]) }
    return [
      "__type__": ["stringValue": "__vector__"],
      "value": ["arrayValue": array(elements)],
    ]
  }

  /// `/databases/D/documents/…` with the project that it lies in.
  private func reference(_ path: PathValue) -> String {
    path.segments.reduce("projects/\(project)") { name, segment in
      if case .simple(let text) = segment { name + "/\(text)" } else { name }
    }
  }
}

/// The fields of documents that are asked for or written.
struct FieldMask: Sendable {
  /// A field's names, from the outermost map on.
  typealias Path = [Text]

  /// The fields.
  let paths: [Path]

  /// A mask of fields.
  init(_ paths: [Path]) {
    self.paths = paths
  }

  /// Reads field paths; names that are no words stand in backquotes.
  ///
  /// - Throws: what is wrong, in the words of the official emulator.
  init(parsing texts: some Sequence<ContiguousArray<UInt8>>) throws(ServiceError) {
    var paths: [Path] = []
    for text in texts { paths.append(try Self.path(text)) }
    self.paths = paths
  }

  /// The most bytes of a field path; what goes down it takes a step for each of its names.
  ///
  /// Source: the quotas of Cloud Firestore.
  private static let byteLimit = 1500

  /// Reads one field path.
  static func path(_ text: ContiguousArray<UInt8>) throws(ServiceError) -> Path {
    guard !text.isEmpty else { throw .invalid("Invalid empty property path string.") }
    guard text.count <= byteLimit else {
      throw .invalid("property path is longer than \(byteLimit) bytes.")
    }
    guard isWellFormed(text) else {
      throw .invalid(
        "Invalid property path \"\(Text(wtf8: text))\". Unquoted property paths must match regex "
          + "([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex "
          + #"(`(?:[^`\\]|(?:\\.))+`)"#
      )
    }
    let path: Path = RESTWrite.fieldPath(text)
    if path == StructuredQuery.name { return path }
    for name in path where ResourceName.isReservedField(name) {
      if name == "__name__" { throw .invalid("the name __key__ is reserved") }
      throw .invalid("Invalid reserved name in field path \(name)")
    }
    return path
  }

  /// Whether a text is one or more names, each a word or in backquotes.
  static func isWellFormed(_ text: ContiguousArray<UInt8>) -> Bool {
    var index = 0
    while true {
      guard let end = endOfName(text, index) else { return false }
      if end == text.count { return true }
      guard text[end] == UInt8(ascii: ".") else { return false }
      index = end + 1
    }
  }

  /// Where a name ends that begins at an index; nil where none does.
  private static func endOfName(_ text: ContiguousArray<UInt8>, _ start: Int) -> Int? {
    guard start < text.count else { return nil }
    var index = start
    guard text[start] == UInt8(ascii: "`") else {
      while index < text.count, isWord(text[index], isFirst: index == start) { index += 1 }
      return index > start ? index : nil
    }
    index += 1
    while index < text.count, text[index] != UInt8(ascii: "`") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < text.count && index > start + 1 ? index + 1 : nil
  }

  private static func isWord(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): !isFirst
    default: false
    }
  }

  /// The fields of a map that the mask names, maps around them kept.
  func applied(to fields: MapValue) -> MapValue {
    MaskNode(paths).applied(to: fields)
  }
}

/// The fields of a mask by name.
private struct MaskNode {
  /// Whether the whole value is meant.
  private var isWhole = false
  private var children: [Text: MaskNode] = [:]

  init(_ paths: [FieldMask.Path]) {
    for path in paths { add(path[...]) }
  }

  private init() {}

  private mutating func add(_ path: ArraySlice<Text>) {
    guard let name = path.first else {
      isWhole = true
      return
    }
    // Taken out of the table, so that it is not copied to be changed.
    var child = children.removeValue(forKey: name) ?? MaskNode()
    child.add(path.dropFirst())
    children[name] = child
  }

  func applied(to fields: MapValue) -> MapValue {
    var kept: ContiguousArray<(key: Text, value: Value)> = []
    for (key, value) in zip(fields.keys, fields.values) {
      guard let child = children[key] else { continue }
      if child.isWhole {
        kept.append((key, value))
      } else if case .map(let inner) = value {
        let masked = child.applied(to: inner)
        if masked.count > 0 { kept.append((key, .map(masked))) }
      }
    }
    return MapValue(kept)
  }
}
