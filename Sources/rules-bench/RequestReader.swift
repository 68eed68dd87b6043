import RulesJSON
import RulesRuntime
import RulesSource

/// Reads the requests of workloads: the neutral form that every engine gets.
///
/// Times are milliseconds; the fields that hold them are known by name.
struct RequestReader {
  private static let times: Set<Text> = [
    "createdAt", "addedAt", "at", "updatedAt", "editedAt", "dueAt", "expiresAt",
  ]

  /// Reads one request, and the document that the rules may look up for it.
  mutating func read(_ text: ContiguousArray<UInt8>) throws -> (Request, MemberDocument) {
    guard let object = try JSONValue(parsing: text).object else {
      throw BenchError(message: "a request is no object")
    }
    var (collection, document, organisation): (Text, Text, Text?) = ("", "", nil)
    var (uid, token): (Text?, MapValue) = (nil, .empty)
    var method = Method.get
    var now: Int64 = 0
    var (stored, incoming, member): (MapValue?, MapValue?, MapValue?) = (nil, nil, nil)
    for entry in object.members {
      switch entry.name {
      case "coll": collection = self.text(entry.value) ?? ""
      case "doc": document = self.text(entry.value) ?? ""
      case "org": organisation = self.text(entry.value)
      case "uid": uid = self.text(entry.value)
      case "token": token = map(entry.value) ?? .empty
      case "method":
        method = Method.allCases.first { $0.name == entry.value.text } ?? .get
      case "now": now = entry.value.number?.int64 ?? 0
      case "resource": stored = map(entry.value)
      case "incoming": incoming = map(entry.value)
      case "member": member = map(entry.value)
      default: break
      }
    }
    let path: ContiguousArray<Text> =
      if collection == "members", let organisation {
        ["orgs", organisation, "members", document]
      } else {
        [collection, document]
      }
    func resource(_ fields: MapValue?) -> Value {
      fields.map {
        FirestoreResource.value(fields: $0, documentPath: path, database: "(default)")
      } ?? .null
    }
    let request = Request(
      method: method,
      path: RoutePath(FirestorePath.segments(database: "(default)", documentPath: path)),
      auth: uid.map {
        .map(MapValue([("uid", .string($0)), ("token", .map(token))]))
      } ?? .null,
      time: Self.time(now),
      resource: resource(stored),
      requestResource: resource(incoming),
      ownDocuments: [path]
    )
    let owner = organisation ?? Self.organisation(stored) ?? Self.organisation(incoming)
    let membership: ContiguousArray<Text> =
      if let owner, let uid { ["orgs", owner, "members", uid] } else { [] }
    return (request, MemberDocument(path: membership, fields: uid == nil ? nil : member))
  }

  private static func organisation(_ fields: MapValue?) -> Text? {
    guard case .string(let text)? = fields?["orgId"] else { return nil }
    return text
  }

  private static func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(
      seconds: milliseconds / 1000,
      nanos: Int32(truncatingIfNeeded: milliseconds % 1000) * 1_000_000
    )
  }

  private func text(_ value: JSONValue) -> Text? {
    value.string.map { Text(wtf8: $0) }
  }

  private func map(_ value: JSONValue) -> MapValue? {
    guard let object = value.object else { return nil }
    return MapValue(
      ContiguousArray(
        object.members.map { member in
          let key = Text(wtf8: member.key)
          return (key: key, value: self.value(member.value, of: key))
        }
      )
    )
  }

  private func value(_ value: JSONValue, of key: Text?) -> Value {
    switch value.content {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .string(let bytes): return .string(Text(wtf8: bytes))
    case .array(let elements):
      return .list(ListValue(ContiguousArray(elements.map { self.value($0, of: nil) })))
    case .object: return map(value).map { .map($0) } ?? .null
    case .number(let number):
      guard let int = number.int64 else { return .float(number.double ?? 0) }
      if int > 1_000_000_000_000, let key, Self.times.contains(key) {
        return .timestamp(Self.time(int))
      }
      return .int(int)
    }
  }
}
