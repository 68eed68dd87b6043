import RulesJSON
import RulesRuntime
import RulesSource

/// Reads the requests of workloads: the neutral form that every engine gets.
///
/// Times are milliseconds; the fields that hold them are known by name.
struct RequestReader {
  private var shapes = MapShapes()

  private static let times: Set<Text> = [
    "createdAt", "addedAt", "at", "updatedAt", "editedAt", "dueAt", "expiresAt",
  ]

  private static let names: [Text] = [
    "coll", "doc", "org", "uid", "token", "method", "now", "resource", "incoming", "member",
  ]
  private static let methods: [Text: Method] = Dictionary(
    uniqueKeysWithValues: Method.allCases.map { (Text($0.name), $0) }
  )
  private static let authentication = MapShape(["uid", "token"])
  private static let organisationField: Text = "orgId"
  private static let database: Text = "(default)"
  private static let members: Text = "members"
  private static let organisations: Text = "orgs"

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
      switch Text(wtf8: entry.key) {
      case Self.names[0]: collection = self.text(entry.value) ?? ""
      case Self.names[1]: document = self.text(entry.value) ?? ""
      case Self.names[2]: organisation = self.text(entry.value)
      case Self.names[3]: uid = self.text(entry.value)
      case Self.names[4]: token = map(entry.value) ?? .empty
      case Self.names[5]: method = Self.methods[self.text(entry.value) ?? ""] ?? .get
      case Self.names[6]: now = entry.value.number?.int64 ?? 0
      case Self.names[7]: stored = map(entry.value)
      case Self.names[8]: incoming = map(entry.value)
      case Self.names[9]: member = map(entry.value)
      default: break
      }
    }
    let path: ContiguousArray<Text> =
      if collection == Self.members, let organisation {
        [Self.organisations, organisation, Self.members, document]
      } else {
        [collection, document]
      }
    func resource(_ fields: MapValue?) -> Value {
      fields.map {
        FirestoreResource.value(fields: $0, documentPath: path, database: Self.database)
      } ?? .null
    }
    let request = Request(
      method: method,
      path: RoutePath(FirestorePath.segments(database: Self.database, documentPath: path)),
      auth: uid.map {
        .map(MapValue(Self.authentication, [.string($0), .map(token)]))
      } ?? .null,
      time: Self.time(now),
      resource: resource(stored),
      requestResource: resource(incoming),
      ownDocuments: [path]
    )
    let owner = organisation ?? Self.organisation(stored) ?? Self.organisation(incoming)
    let membership: ContiguousArray<Text> =
      if let owner, let uid { [Self.organisations, owner, Self.members, uid] } else { [] }
    return (request, MemberDocument(path: membership, fields: uid == nil ? nil : member))
  }

  private static func organisation(_ fields: MapValue?) -> Text? {
    guard case .string(let text)? = fields?[organisationField] else { return nil }
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

  private mutating func map(_ value: JSONValue) -> MapValue? {
    guard let object = value.object else { return nil }
    var values = ContiguousArray<Value>()
    values.reserveCapacity(object.members.count)
    for member in object.members {
      values.append(self.value(member.value, of: member.key))
    }
    return shapes.map(ContiguousArray(object.members.map(\.key)), values)
  }

  private mutating func value(_ value: JSONValue, of key: ContiguousArray<UInt8>?) -> Value {
    switch value.content {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .string(let bytes): return .string(Text(wtf8: bytes))
    case .array(let elements):
      return .list(ListValue(ContiguousArray(elements.map { self.value($0, of: nil) })))
    case .object: return map(value).map { .map($0) } ?? .null
    case .number(let number):
      guard let int = number.int64 else { return .float(number.double ?? 0) }
      if int > 1_000_000_000_000, let key, Self.times.contains(Text(wtf8: key)) {
        return .timestamp(Self.time(int))
      }
      return .int(int)
    }
  }
}
