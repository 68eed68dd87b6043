import RulesJSON
import RulesRuntime

/// Writes values as plain JSON: what JSON has no kind for is a string or an object.
struct PlainValueWriter {
  /// How paths are written.
  let pathEncoding: HostedPathEncoding
  /// How much more may be written, about a byte each; a report repeats `request` at each use of it.
  private var remaining: Int

  /// The most that one result of a case takes.
  private static let limit = 8 << 20

  init(_ pathEncoding: HostedPathEncoding) {
    self.pathEncoding = pathEncoding
    remaining = Self.limit
  }

  /// The JSON of a value; nil where it would take too much.
  mutating func json(_ value: Value) -> JSONValue? {
    let json = write(value)
    return remaining >= 0 ? json : nil
  }

  /// INVARIANT: a value nests no deeper than JSON can be read, and the expressions that wrap it.
  private mutating func write(_ value: Value) -> JSONValue {
    guard charge(8) else { return .null }
    switch value {
    case .null: return .null
    case .bool(let isTrue): return .bool(isTrue)
    case .int(let integer): return .integer(integer)
    case .float(let float): return write(float)
    case .string(let text): return write(text.utf8)
    case .bytes(let octets): return write(ContiguousArray(Base64.encode(octets.bytes).utf8))
    case .timestamp(let time): return .string(time.rfc3339)
    case .duration(let duration): return .string(duration.protobufText)
    case .latlng(let point):
      return ["latitude": write(point.latitude), "longitude": write(point.longitude)]
    case .path(let path): return write(pathEncoding.text(of: path.texts))
    case .list(let list): return write(list.elements)
    case .set(let set): return write(set.elements)
    case .vector(let vector): return .array(vector.elements.map { write($0) })
    case .map(let map): return write(map)
    case .mapDiff(let diff): return write(diff)
    case .constraint: return .null
    }
  }

  private func write(_ float: Double) -> JSONValue {
    if float.isNaN { return "NaN" }
    if float.isInfinite { return float < 0 ? "-Infinity" : "Infinity" }
    return .float(float)
  }

  private mutating func write(_ text: ContiguousArray<UInt8>) -> JSONValue {
    charge(text.count) ? .string(text) : .null
  }

  private mutating func write(_ elements: ContiguousArray<Value>) -> JSONValue {
    var values: ContiguousArray<JSONValue> = []
    for element in elements where remaining >= 0 { values.append(write(element)) }
    return .array(values)
  }

  private mutating func write(_ map: MapValue) -> JSONValue {
    var members: ContiguousArray<JSONMember> = []
    for (key, value) in zip(map.keys, map.values) where charge(key.utf8.count) {
      members.append(JSONMember(key: key.utf8, value: write(value)))
    }
    return JSONValue(.object(JSONObject(members)))
  }

  private mutating func write(_ diff: MapDiffValue) -> JSONValue {
    var members: ContiguousArray<JSONMember> = []
    for entry in diff.entries where charge(entry.key.utf8.count) {
      members.append(JSONMember(key: entry.key.utf8, value: .string(entry.status.officialName)))
    }
    return JSONValue(.object(JSONObject(members)))
  }

  /// Takes from what remains; false where nothing does.
  private mutating func charge(_ cost: Int) -> Bool {
    if remaining >= 0 { remaining -= cost }
    return remaining >= 0
  }
}

extension KeyStatus {
  /// The name in official reports.
  fileprivate var officialName: String {
    switch self {
    case .added: "ADDED"
    case .removed: "REMOVED"
    case .changed: "CHANGED"
    case .unchanged: "UNCHANGED"
    }
  }
}
