import RulesJSON
import RulesRuntime
import RulesSource
import RulesTesting

/// One write of a commit.
struct Write: Sendable {
  /// Which document.
  let name: ResourceName
  /// What happens to it.
  let operation: Operation
  /// What must hold of the document before.
  let precondition: Precondition?

  /// What a write can do.
  enum Operation: Sendable {
    /// Stores fields: those of a mask, or all; then what the service computes.
    case update(MapValue, mask: FieldMask?, transforms: [FieldChange])
    /// Removes the document.
    case delete
    /// Changes nothing.
    case verify
  }

  /// What must hold before a write.
  enum Precondition: Sendable {
    /// The document is there, or is not.
    case exists(Bool)
    /// It was last changed at this time.
    case updateTime(Timestamp)
  }

  /// A write from its parts.
  init(_ name: ResourceName, _ operation: Operation, _ precondition: Precondition?) {
    self.name = name
    self.operation = operation
    self.precondition = precondition
  }

  /// Reads a `Write`.
  init(_ json: JSONValue, _ reader: RESTReader) throws(ServiceError) {
    guard let object = json.object else { throw .payload("Expected a write.") }
    let known = [
      "update", "delete", "verify", "transform", "updateMask", "updateTransforms",
      "currentDocument",
    ]
    for member in object.members where !known.contains(member.name) {
      throw .payload("A write has no `\(member.name)`.")
    }
    if let update = object["update"] {
      (name, operation) = try Self.update(update, object, reader)
    } else if let text = object["delete"]?.string {
      try Self.checkPlain(object, "delete")
      name = try ResourceName(parsing: text)
      operation = .delete
    } else if let text = object["verify"]?.string {
      try Self.checkPlain(object, "verify")
      name = try ResourceName(parsing: text)
      operation = .verify
    } else if let transform = object["transform"] {
      try Self.checkPlain(object, "transform")
      name = try ResourceName(parsing: transform["document"]?.string ?? [])
      let transforms = try TransformReader(reader).read(transform["fieldTransforms"])
      guard !transforms.isEmpty else {
        throw .invalid("The list of FieldTransform must not be empty.")
      }
      operation = .update(.empty, mask: FieldMask([]), transforms: transforms)
    } else {
      throw .invalid("empty write operation")
    }
    precondition = try Self.precondition(object["currentDocument"])
    if case .verify = operation, precondition == nil {
      throw .invalid("a verify must contain a precondition")
    }
  }

  /// Checks that a write has nothing that only an update may have.
  private static func checkPlain(_ object: JSONObject, _ word: String) throws(ServiceError) {
    if let mask = object["updateMask"], !mask.isNull {
      throw .invalid("a \(word) must not specify a document mask.")
    }
    if let transforms = object["updateTransforms"]?.array, !transforms.isEmpty {
      throw .invalid("a \(word) must not specify a update transform.")
    }
  }

  private static func update(
    _ update: JSONValue,
    _ object: JSONObject,
    _ reader: RESTReader
  ) throws(ServiceError) -> (ResourceName, Operation) {
    let name = try ResourceName(parsing: update["name"]?.string ?? [])
    let fields = try reader.fields(update["fields"])
    let mask = try FieldMask(json: object["updateMask"])
    let transforms = try TransformReader(reader).read(object["updateTransforms"])
    return (name, .update(fields, mask: mask, transforms: transforms))
  }

  /// Reads a `Precondition`; nil where there is none.
  static func precondition(_ json: JSONValue?) throws(ServiceError) -> Precondition? {
    guard let json, !json.isNull else { return nil }
    if let exists = json["exists"] {
      guard let isThere = exists.bool else { throw .payload("`exists` is true or false.") }
      return .exists(isThere)
    }
    guard let time = json["updateTime"] else { return nil }
    guard let text = time.string, let time = Timestamp(rfc3339: Text(wtf8: text)) else {
      throw .payload("`updateTime` is a time.")
    }
    guard time.seconds >= 0 else { throw .invalid("Only timestamps past epoch are supported.") }
    return .updateTime(time)
  }

  /// Whether the document is written whether it is there or not, all of it.
  var isUnconditional: Bool {
    if case .update(_, nil, _) = operation { precondition == nil } else { false }
  }

  /// How rules see the write.
  func method(isThere: Bool) -> Method {
    switch (operation, precondition) {
    case (.delete, _): .delete
    case (_, .exists(false)): .create
    case (_, .exists(true)), (_, .updateTime): .update
    default: isThere ? .update : .create
    }
  }

  /// What the write makes of a document.
  ///
  /// - Parameters:
  ///   - existing: the fields before; nil where there is no document.
  ///   - time: the time that the service writes where it is asked to.
  /// - Returns: nil for a write that changes nothing.
  /// - Throws: why the service refuses it whatever the rules say.
  func applied(to existing: MapValue?, at time: Timestamp) throws(ServiceError) -> AppliedWrite? {
    var operation = TestOperation(method: .delete, path: name.path, range: SourceRange(at: 0))
    var base = existing
    switch self.operation {
    case .verify: return nil
    case .delete: break
    case .update(let fields, let mask, let transforms):
      operation.method = mask == nil ? .set : .update
      let place = SourceRange(at: 0)
      let paths = mask?.paths.filter { $0 != StructuredQuery.name } ?? fields.keys.map { [$0] }
      let written = paths.map { path in
        FieldChange(
          path: path,
          change: fields.value(at: path).map { .value($0) } ?? .delete,
          range: place
        )
      }
      operation.changes = written + transforms
      if mask != nil { base = existing ?? .empty }
    }
    let applied: AppliedWrite
    do throws(AppliedWrite.Impossible) {
      applied = try AppliedWrite(operation, to: base, at: time)
    } catch {
      throw .invalid(error.reason)
    }
    return applied
  }
}

extension FieldMask {
  /// Reads a `DocumentMask`; nil where there is none.
  init?(json: JSONValue?) throws(ServiceError) {
    guard let json, !json.isNull else { return nil }
    guard json.object != nil else { throw .payload("Expected {\"fieldPaths\": […]}.") }
    try self.init(parsing: (json["fieldPaths"]?.array ?? []).map { $0.string ?? [] })
  }
}

/// Reads what the service is to compute.
struct TransformReader {
  private var reader: RESTReader

  /// Reads with a reader of values.
  init(_ reader: RESTReader) {
    self.reader = reader
    // What is added to a list may hold lists, unlike what is stored as it is.
    self.reader.takesNestedLists = true
  }

  /// Reads a list of `FieldTransform`.
  func read(_ json: JSONValue?) throws(ServiceError) -> [FieldChange] {
    var changes: [FieldChange] = []
    var nesting = Nesting()
    for element in json?.array ?? [] {
      let change = try change(element)
      // A write of more than may be is refused, so that no tree is made of any number of them.
      if changes.count <= AppliedWrite.transformLimit { try nesting.add(change.path) }
      changes.append(change)
    }
    return changes
  }

  /// The fields that are computed so far, none of which may lie in another: a tree of their names, as a path may
  /// have hundreds of them, and each of its beginnings be looked for.
  private struct Nesting {
    private struct Node {
      var children: [Text: Int] = [:]
      /// Whether a field ends here.
      var isField = false
    }

    private var nodes = [Node()]

    mutating func add(_ path: FieldMask.Path) throws(ServiceError) {
      var node = 0
      for (count, name) in path.enumerated() {
        if nodes[node].isField { throw Self.refused(FieldMask.Path(path.prefix(count))) }
        if let next = nodes[node].children[name] {
          node = next
        } else {
          nodes[node].children[name] = nodes.count
          node = nodes.count
          nodes.append(Node())
        }
      }
      guard nodes[node].children.isEmpty else { throw Self.refused(path) }
      nodes[node].isField = true
    }

    private static func refused(_ path: FieldMask.Path) -> ServiceError {
      let outer = StructuredQuery.text(path)
      return .invalid(
        "Cannot transform property \(outer) and its nested property at the same time."
      )
    }
  }

  private func change(_ json: JSONValue) throws(ServiceError) -> FieldChange {
    guard let object = json.object else { throw .payload("Expected a transform.") }
    let path = try FieldMask.path(object["fieldPath"]?.string ?? [])
    guard let member = object.members.first(where: { $0.name != "fieldPath" }) else {
      throw .invalid("Operation type must be specified for field transformation.")
    }
    let change = try change(member)
    return FieldChange(path: path, change: change, range: SourceRange(at: 0))
  }

  private func change(_ member: JSONMember) throws(ServiceError) -> FieldChange.Change {
    switch member.name {
    case "setToServerValue":
      guard member.value.text == "REQUEST_TIME" else {
        throw .payload("The only value of the service is REQUEST_TIME.")
      }
      return .serverTimestamp
    case "increment": return .increment(try number(member.value))
    case "maximum": return .maximum(try number(member.value))
    case "minimum": return .minimum(try number(member.value))
    case "appendMissingElements": return .arrayUnion(try reader.elements(member.value))
    case "removeAllFromArray": return .arrayRemove(try reader.elements(member.value))
    default: throw .payload("No transform is called `\(member.name)`.")
    }
  }

  private func number(_ json: JSONValue) throws(ServiceError) -> Value {
    let value = try reader.value(json)
    switch value {
    case .int, .float: return value
    default: throw .invalid("Input must be int64 or double.")
    }
  }
}
