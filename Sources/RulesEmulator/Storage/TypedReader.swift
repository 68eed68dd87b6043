import RulesJSON
import RulesRuntime
import RulesTesting

/// Reads values as the storage emulator sends them to its rules runtime: `{"string_value": "x"}`.
enum TypedReader {
  /// The most values that lie in each other.
  private static let depthLimit = 100

  /// Reads a value; nil for what is none.
  static func value(_ json: JSONValue, depth: Int = 0) -> Value? {
    guard depth < depthLimit, let object = json.object, let member = object.members.first,
      object.members.count == 1
    else { return nil }
    let content = member.value
    switch member.name {
    case "null_value": return .null
    case "bool_value": return content.bool.map { .bool($0) }
    case "int_value": return integer(content).map { .int($0) }
    case "float_value": return float(content).map { .float($0) }
    case "string_value": return content.string.map { .string(Text(wtf8: $0)) }
    case "bytes_value":
      return content.string.flatMap { Base64.decode($0) }.map { .bytes(Octets($0)) }
    case "timestamp_value":
      return content.string.flatMap { Timestamp(rfc3339: Text(wtf8: $0)) }.map { .timestamp($0) }
    case "duration_value": return duration(content)
    case "latlng_value": return point(content)
    case "path_value": return path(content)
    case "list_value": return elements(content, depth).map { .list(ListValue($0)) }
    case "set_value":
      guard let elements = elements(content, depth), let set = try? SetValue(elements) else {
        return nil
      }
      return .set(set)
    case "map_value": return map(content, depth).map { .map($0) }
    default: return nil
    }
  }

  private static func integer(_ json: JSONValue?) -> Int64? {
    guard let json else { return nil }
    return json.number?.int64 ?? json.number?.double.flatMap { Int64(exactly: $0) }
      ?? json.text.flatMap { Int64($0) }
  }

  private static func float(_ json: JSONValue) -> Double? {
    if let number = json.number { return Double(number.text) }
    switch json.text {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    default: return nil
    }
  }

  private static func duration(_ json: JSONValue) -> Value? {
    let seconds = integer(json["seconds"]) ?? 0
    let nanos = integer(json["nanos"]) ?? 0
    guard abs(seconds.clamped) <= 315_576_000_000, abs(nanos.clamped) < 1_000_000_000,
      seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0)
    else { return nil }
    return .duration(Duration(seconds: seconds, nanos: Int32(truncatingIfNeeded: nanos)))
  }

  private static func point(_ json: JSONValue) -> Value? {
    let latitude = json["latitude"].flatMap { float($0) } ?? 0
    let longitude = json["longitude"].flatMap { float($0) } ?? 0
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return .latlng(LatLngValue(latitude: latitude, longitude: longitude))
  }

  private static func path(_ json: JSONValue) -> Value? {
    var segments: ContiguousArray<Text> = []
    for segment in json["segments"]?.array ?? [] {
      guard let text = segment["simple"]?.string else { return nil }
      segments.append(Text(wtf8: text))
    }
    return .path(PathValue(plain: segments))
  }

  private static func elements(_ json: JSONValue, _ depth: Int) -> ContiguousArray<Value>? {
    var elements: ContiguousArray<Value> = []
    for element in json["values"]?.array ?? [] {
      guard let value = value(element, depth: depth + 1) else { return nil }
      elements.append(value)
    }
    return elements
  }

  private static func map(_ json: JSONValue, _ depth: Int) -> MapValue? {
    var entries: ContiguousArray<(key: Text, value: Value)> = []
    for member in json["fields"]?.object?.members ?? [] {
      guard let value = value(member.value, depth: depth + 1) else { return nil }
      entries.append((Text(wtf8: member.key), value))
    }
    return MapValue(entries)
  }
}

extension Int64 {
  /// The number, but no smaller than the negative of the largest, so that it has an absolute value.
  fileprivate var clamped: Int64 { Swift.max(self, -Int64.max) }
}
