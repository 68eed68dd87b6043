package import RulesJSON
package import RulesRuntime

/// Values as one-key JSON objects, as the official emulator's coverage report has them.
package enum TypedValue {
  /// The JSON of a value.
  ///
  /// Values nest no deeper than the expressions that made them.
  package static func json(_ value: Value) -> JSONValue {
    switch value {
    case .null: ["nullValue": .null]
    case .bool(let isTrue): ["boolValue": .bool(isTrue)]
    case .int(let integer): ["intValue": .string("\(integer)")]
    case .float(let float): ["floatValue": number(float)]
    case .string(let text): ["stringValue": string(text)]
    case .bytes(let octets): ["bytesValue": .string(Base64.encode(octets.bytes))]
    case .list(let list): ["listValue": values(list.elements.map { json($0) })]
    case .set(let set): ["setValue": values(set.elements.map { json($0) })]
    case .vector(let vector): ["vectorValue": values(vector.elements.map { json(.float($0)) })]
    case .map(let map): ["mapValue": fields(map)]
    case .mapDiff(let diff): ["mapDiffValue": statuses(diff)]
    case .timestamp(let time): ["timestampValue": .string(time.rfc3339)]
    case .duration(let duration): ["durationValue": .string(duration.protobufText)]
    case .latlng(let point):
      [
        "latlngValue": [
          "latitude": number(point.latitude), "longitude": number(point.longitude),
        ]
      ]
    case .path(let path): ["pathValue": segments(path)]
    case .constraint(let constraint): ["constraintValue": filters(constraint)]
    }
  }

  /// A string as the emulator reports it: half a surrogate pair is `?`.
  package static func string(_ text: Text) -> JSONValue {
    .string(text.replacingLoneSurrogates(by: [UInt8(ascii: "?")]))
  }

  private static func number(_ float: Double) -> JSONValue {
    if float.isNaN { return "NaN" }
    if float.isInfinite { return float < 0 ? "-Infinity" : "Infinity" }
    return .float(float)
  }

  private static func values(_ elements: [JSONValue]) -> JSONValue {
    elements.isEmpty ? .object([]) : ["values": .array(elements)]
  }

  private static func fields(_ map: MapValue) -> JSONValue {
    guard map.count > 0 else { return .object([]) }
    let members = zip(map.keys, map.values).map { (name($0), json($1)) }
    return ["fields": .object(members)]
  }

  private static func statuses(_ diff: MapDiffValue) -> JSONValue {
    guard !diff.entries.isEmpty else { return .object([]) }
    let members = diff.entries.map { entry in
      let status =
        switch entry.status {
        case .added: "ADDED"
        case .removed: "REMOVED"
        case .changed: "CHANGED"
        case .unchanged: "UNCHANGED"
        }
      return (name(entry.key), JSONValue.string(status))
    }
    return ["keyStatuses": .object(members)]
  }

  private static func filters(_ constraint: ConstraintValue) -> JSONValue {
    let filters = constraint.filters.map { filter -> JSONValue in
      let comparison =
        switch filter.comparison {
        case .equal: "EQ"
        case .notEqual: "NEQ"
        case .less: "LT"
        case .lessOrEqual: "LTE"
        case .greater: "GT"
        case .greaterOrEqual: "GTE"
        case .listContains: "LIST_CONTAINS"
        }
      return ["comparator": .string(comparison), "value": json(filter.operand)]
    }
    return ["simpleConstraints": .array(filters)]
  }

  private static func name(_ text: Text) -> String { text.description }

  private static func segments(_ path: PathValue) -> JSONValue {
    guard !path.segments.isEmpty else { return .object([]) }
    return ["segments": .array(path.segments.map { segment($0) })]
  }

  private static func segment(_ segment: PathValue.Segment) -> JSONValue {
    switch segment {
    case .simple(let text): return ["simple": string(text)]
    case .capture(let name, let bound):
      var members = [("variableName", string(name))]
      if let bound { members.append(("boundValue", string(bound))) }
      return ["capture": .object(members)]
    case .glob(let name, let bound):
      var members = [("variableName", string(name))]
      if let bound { members.append(("boundValue", segments(bound))) }
      return ["globCapture": .object(members)]
    }
  }
}
