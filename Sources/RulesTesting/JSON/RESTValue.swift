package import RulesJSON
package import RulesRuntime
package import RulesSource

/// The values of the Firestore REST API: `{"stringValue": "x"}`.
package enum RESTValue {
  /// Reads a value.
  ///
  /// - Returns: the value, or what is wrong and where.
  package static func read(_ json: JSONValue) -> Result<Value, ReadingError> {
    do throws(ReadingError) {
      return .success(try value(json))
    } catch {
      return .failure(error)
    }
  }

  /// Reads the fields of a document: an object of values.
  package static func readFields(_ json: JSONValue) -> Result<MapValue, ReadingError> {
    do throws(ReadingError) {
      return .success(try fields(json))
    } catch {
      return .failure(error)
    }
  }

  /// What is wrong with a piece of JSON, and where it stands.
  package struct ReadingError: Error, Sendable {
    /// One sentence, lower-case start, no final stop.
    package let message: String
    /// The piece.
    package let range: SourceRange

    /// An error from its parts.
    package init(message: String, range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  private static func fields(_ json: JSONValue) throws(ReadingError) -> MapValue {
    guard let object = json.object else {
      throw ReadingError(message: "expected an object of fields", range: json.range)
    }
    var entries: ContiguousArray<(key: Text, value: Value)> = []
    for member in object.members {
      entries.append((Text(wtf8: member.key), try value(member.value)))
    }
    return MapValue(entries)
  }

  /// Whether an object looks like a value of the REST API: one member with one of its names.
  static func isValue(_ json: JSONValue) -> Bool {
    guard let object = json.object, object.members.count == 1, let member = object.members.first
    else {
      return false
    }
    return names.contains { $0.utf8.elementsEqual(member.key) }
  }

  private static let names = [
    "nullValue", "booleanValue", "integerValue", "doubleValue", "timestampValue", "stringValue",
    "bytesValue", "referenceValue", "geoPointValue", "arrayValue", "mapValue",
  ]

  private static func value(_ json: JSONValue) throws(ReadingError) -> Value {
    guard let object = json.object, object.members.count == 1, let member = object.members.first
    else {
      throw ReadingError(
        message: "expected a value such as {\"stringValue\": \"x\"}",
        range: json.range
      )
    }
    let content = member.value
    func invalid(_ expected: String) -> ReadingError {
      ReadingError(message: "expected \(expected) as `\(member.name)`", range: content.range)
    }
    switch member.name {
    case "nullValue": return .null
    case "booleanValue":
      guard let isTrue = content.bool else { throw invalid("true or false") }
      return .bool(isTrue)
    case "integerValue":
      guard let integer = content.number?.int64 ?? content.text.flatMap({ Int64($0) }) else {
        throw invalid("an integer of 64 bits")
      }
      return .int(integer)
    case "doubleValue":
      guard let double = double(content) else { throw invalid("a number, \"NaN\" or \"Infinity\"") }
      return .float(double)
    case "timestampValue":
      guard let text = content.string, let time = Timestamp(rfc3339: Text(wtf8: text)) else {
        throw invalid("a time such as \"2025-01-31T12:00:00Z\"")
      }
      return .timestamp(time)
    case "stringValue":
      guard let text = content.string else { throw invalid("a string") }
      return .string(Text(wtf8: text))
    case "bytesValue":
      guard let text = content.string, let bytes = Base64.decode(text) else {
        throw invalid("base64")
      }
      return .bytes(Octets(bytes))
    case "referenceValue":
      guard let text = content.string, let path = reference(Text(wtf8: text)) else {
        throw invalid("projects/P/databases/D/documents/…")
      }
      return .path(path)
    case "geoPointValue": return try geoPoint(content)
    case "arrayValue": return .list(ListValue(try elements(content)))
    case "mapValue": return try map(content)
    default:
      throw ReadingError(message: "no value is called `\(member.name)`", range: member.keyRange)
    }
  }

  private static func double(_ json: JSONValue) -> Double? {
    if let number = json.number { return number.double }
    switch json.text {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    default: return nil
    }
  }

  /// `projects/P/databases/D/documents/a/b` is the path `/databases/D/documents/a/b` for rules.
  private static func reference(_ text: Text) -> PathValue? {
    let segments = text.split(by: UInt8(ascii: "/"))
    guard segments.count >= 5, segments[0] == "projects", segments[2] == "databases" else {
      return nil
    }
    return PathValue(plain: segments.dropFirst(2))
  }

  private static func geoPoint(_ json: JSONValue) throws(ReadingError) -> Value {
    let latitude = json.object?["latitude"]?.number?.double ?? 0
    let longitude = json.object?["longitude"]?.number?.double ?? 0
    guard json.object != nil, abs(latitude) <= 90, abs(longitude) <= 180 else {
      throw ReadingError(message: "expected degrees as `geoPointValue`", range: json.range)
    }
    return .latlng(LatLngValue(latitude: latitude, longitude: longitude))
  }

  private static func elements(_ json: JSONValue) throws(ReadingError) -> ContiguousArray<Value> {
    guard let object = json.object else {
      throw ReadingError(message: "expected {\"values\": […]} as `arrayValue`", range: json.range)
    }
    var elements: ContiguousArray<Value> = []
    for element in object["values"]?.array ?? [] { elements.append(try value(element)) }
    return elements
  }

  /// A map; one that says it is a vector is one.
  private static func map(_ json: JSONValue) throws(ReadingError) -> Value {
    guard let object = json.object else {
      throw ReadingError(message: "expected {\"fields\": {…}} as `mapValue`", range: json.range)
    }
    let map = try object["fields"].map { (json) throws(ReadingError) in try fields(json) } ?? .empty
    guard case .string("__vector__") = map["__type__"], case .list(let list) = map["value"] else {
      return .map(map)
    }
    var floats: ContiguousArray<Double> = []
    for element in list.elements {
      switch element {
      case .float(let float): floats.append(float)
      case .int(let int): floats.append(Double(int))
      default: return .map(map)
      }
    }
    return .vector(VectorValue(floats))
  }
}
