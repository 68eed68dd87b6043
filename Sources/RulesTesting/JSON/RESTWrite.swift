package import RulesJSON
package import RulesRuntime
import RulesSource

/// The parts of a write of the Firestore REST API: fields, mask and transforms.
package struct RESTWrite {
  /// The document's fields.
  package let fields: MapValue
  /// The fields that are touched; nil for all.
  package let mask: [[Text]]?
  /// What the service computes, in order.
  package let transforms: [FieldChange]

  /// Reads `data`, `mask` and `transforms`.
  ///
  /// - Throws: what is wrong, and where.
  package init(_ object: JSONObject) throws(RESTValue.ReadingError) {
    fields =
      try object["data"].map { (json) throws(RESTValue.ReadingError) in
        try RESTValue.readFields(json).get()
      } ?? .empty
    mask = object["mask"]?.array.map { $0.compactMap { $0.string.map { Self.fieldPath($0) } } }
    var transforms: [FieldChange] = []
    for transform in object["transforms"]?.array ?? [] {
      transforms.append(try Self.change(transform))
    }
    self.transforms = transforms
  }

  /// The changes to the stored document.
  ///
  /// - Parameter isMerge: whether fields outside of the mask stay; a mask that is left out names all fields.
  /// - Returns: the changes, in the order of the fields.
  package func changes(isMerge: Bool) -> [FieldChange] {
    let place = SourceRange(at: 0)
    let paths = isMerge ? mask ?? fields.keys.map { [$0] } : fields.keys.map { [$0] }
    let written = paths.map { path in
      FieldChange(
        path: path,
        change: fields.value(at: path).map { .value($0) } ?? .delete,
        range: place
      )
    }
    return written + transforms
  }

  /// The names of a field path; backquotes hold a name that is no word.
  package static func fieldPath(_ text: ContiguousArray<UInt8>) -> [Text] {
    var names: [Text] = []
    var name: ContiguousArray<UInt8> = []
    var isQuoted = false
    var isEscaped = false
    for byte in text {
      switch byte {
      case _ where isEscaped:
        name.append(byte)
        isEscaped = false
      case UInt8(ascii: "\\") where isQuoted: isEscaped = true
      case UInt8(ascii: "`"): isQuoted.toggle()
      case UInt8(ascii: ".") where !isQuoted:
        names.append(Text(wtf8: name))
        name = []
      default: name.append(byte)
      }
    }
    names.append(Text(wtf8: name))
    return names
  }

  private static func change(_ json: JSONValue) throws(RESTValue.ReadingError) -> FieldChange {
    guard let object = json.object, let path = object["fieldPath"]?.string else {
      throw RESTValue.ReadingError(
        message: "expected a transform with a fieldPath",
        range: json.range
      )
    }
    let place = SourceRange(at: 0)
    for member in object.members where member.name != "fieldPath" {
      let change = try change(member.name, member.value)
      return FieldChange(path: fieldPath(path), change: change, range: place)
    }
    throw RESTValue.ReadingError(message: "expected what the transform does", range: json.range)
  }

  private static func change(
    _ name: String,
    _ json: JSONValue
  ) throws(RESTValue.ReadingError) -> FieldChange.Change {
    switch name {
    case "setToServerValue": return .serverTimestamp
    case "increment": return .increment(try RESTValue.read(json).get())
    case "maximum": return .maximum(try RESTValue.read(json).get())
    case "minimum": return .minimum(try RESTValue.read(json).get())
    case "appendMissingElements": return .arrayUnion(try elements(json))
    case "removeAllFromArray": return .arrayRemove(try elements(json))
    default:
      throw RESTValue.ReadingError(message: "no transform is called `\(name)`", range: json.range)
    }
  }

  private static func elements(
    _ json: JSONValue
  ) throws(RESTValue.ReadingError) -> ContiguousArray<Value> {
    var elements: ContiguousArray<Value> = []
    for element in json.object?["values"]?.array ?? [] {
      elements.append(try RESTValue.read(element).get())
    }
    return elements
  }
}
