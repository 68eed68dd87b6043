import RulesJSON

/// What a body of writes has to be to be read at all.
///
/// The official emulator turns a body into messages before it looks at what they say: a time that is none, or a value
/// of the wrong type, is told before anything else that is wrong with any of the writes.
struct WritePayload {
  private let reader: RESTReader

  /// Checks with a reader of values.
  init(_ reader: RESTReader) {
    self.reader = reader
  }

  /// Checks writes; throws only what is told before everything else.
  func check(_ writes: ContiguousArray<JSONValue>) throws(ServiceError) {
    for write in writes {
      if let condition = write["currentDocument"] {
        try rethrowPayload { () throws(ServiceError) in _ = try Write.precondition(condition) }
      }
      for member in write["update"]?["fields"]?.object?.members ?? [] {
        try check(member.value, depth: 0)
      }
      for list in [write["updateTransforms"], write["transform"]?["fieldTransforms"]] {
        for transform in list?.array ?? [] { try checkTransform(transform) }
      }
      try rethrowPayload { () throws(ServiceError) in _ = try Write(write, reader) }
    }
  }

  private func checkTransform(_ json: JSONValue) throws(ServiceError) {
    for name in ["appendMissingElements", "removeAllFromArray"] {
      for element in json[name]?["values"]?.array ?? [] { try check(element, depth: 0) }
    }
    try rethrowPayload { () throws(ServiceError) in _ = try TransformReader(reader).read([json]) }
  }

  private func check(_ value: JSONValue, depth: Int) throws(ServiceError) {
    guard depth <= reader.depthLimit else { throw reader.tooDeep }
    if value.object?.members.count == 1 {
      if let elements = value["arrayValue"]?["values"]?.array {
        for element in elements { try check(element, depth: depth + 1) }
        return
      }
      if let fields = value["mapValue"]?["fields"]?.object {
        for member in fields.members { try check(member.value, depth: depth + 1) }
        return
      }
    }
    try rethrowPayload { () throws(ServiceError) in _ = try reader.value(value) }
  }

  private func rethrowPayload(_ read: () throws(ServiceError) -> Void) throws(ServiceError) {
    do throws(ServiceError) {
      try read()
    } catch {
      if error.isPayload { throw error }
    }
  }
}
