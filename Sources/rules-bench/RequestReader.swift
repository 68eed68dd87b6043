import RulesJSON
import RulesRuntime
import RulesSource

/// Reads the requests of workloads: the neutral form that every engine gets.
///
/// Times are milliseconds; the fields that hold them are known by name.
struct RequestReader {
  private var shapes = MapShapes()

  private static let times: [Text] = [
    "createdAt", "addedAt", "at", "updatedAt", "editedAt", "dueAt", "expiresAt",
  ]

  /// The members of a request, in the order in which they are written.
  private enum Member: CaseIterable {
    case coll, method, doc, org, uid, token, now, resource, incoming, member
  }

  private static let memberNames = Member.allCases.map { (name: Text("\($0)"), member: $0) }
  private static let methods = Method.allCases.map { (name: Text($0.name), method: $0) }
  private static let authentication = MapShape(["uid", "token"])
  private static let organisationField: Text = "orgId"
  private static let database: Text = "(default)"
  private static let members: Text = "members"
  private static let organisations: Text = "orgs"

  /// Reads one request, and the document that the rules may look up for it.
  mutating func read(_ text: ContiguousArray<UInt8>) throws -> (Request, MemberDocument) {
    var reader = try JSONReader(text)
    guard try reader.next() == .beginObject else {
      throw BenchError(message: "a request is no object")
    }
    var (collection, document, organisation): (Text, Text, Text?) = ("", "", nil)
    var (uid, token): (Text?, MapValue) = (nil, .empty)
    var method = Method.get
    var now: Int64 = 0
    var (stored, incoming, member): (MapValue?, MapValue?, MapValue?) = (nil, nil, nil)
    var expected = 0
    while try reader.next() == .key {
      let key = Self.member(reader, &expected)
      let begin = try reader.next()
      switch key {
      case .coll: collection = self.text(begin, reader) ?? ""
      case .doc: document = self.text(begin, reader) ?? ""
      case .org: organisation = self.text(begin, reader)
      case .uid: uid = self.text(begin, reader)
      case .token: token = try map(begin, &reader) ?? .empty
      case .method: method = Self.method(begin, reader)
      case .now: now = begin == .number ? reader.int64 ?? 0 : 0
      case .resource: stored = try map(begin, &reader)
      case .incoming: incoming = try map(begin, &reader)
      case .member: member = try map(begin, &reader)
      case nil: try reader.skipValue(begunBy: begin)
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

  /// Which member the key names that was just read; mostly it is the one after the last.
  private static func member(_ reader: JSONReader, _ expected: inout Int) -> Member? {
    reader.withText { name in
      if expected < memberNames.count, memberNames[expected].name.hasBytes(name) {
        expected += 1
        return memberNames[expected - 1].member
      }
      guard let place = memberNames.firstIndex(where: { $0.name.hasBytes(name) }) else {
        return nil
      }
      expected = place + 1
      return memberNames[place].member
    }
  }

  private static func method(_ begin: JSONReader.Token, _ reader: JSONReader) -> Method {
    guard begin == .string else { return .get }
    return reader.withText { name in methods.first { $0.name.hasBytes(name) }?.method } ?? .get
  }

  private func text(_ begin: JSONReader.Token, _ reader: JSONReader) -> Text? {
    begin == .string ? reader.withText { Text(copying: $0) } : nil
  }

  /// Reads a map whose brace was just read; nil for another value, which is skipped.
  private mutating func map(
    _ begin: JSONReader.Token,
    _ reader: inout JSONReader
  ) throws -> MapValue? {
    guard begin == .beginObject else {
      try reader.skipValue(begunBy: begin)
      return nil
    }
    var map = MapShapes.Growing()
    while try reader.next() == .key {
      let isTime = reader.withText { key in
        shapes.add(key, to: &map)
        return Self.isTime(key)
      }
      map.values.append(try value(reader.next(), isTime: isTime, &reader))
    }
    return shapes.map(map)
  }

  /// Whether a field holds a time; all that do end alike.
  private static func isTime(_ key: Span<UInt8>) -> Bool {
    guard key.count > 1, key[key.count - 1] == UInt8(ascii: "t") else { return false }
    return times.contains { $0.hasBytes(key) }
  }

  private mutating func value(
    _ begin: JSONReader.Token,
    isTime: Bool,
    _ reader: inout JSONReader
  ) throws -> Value {
    switch begin {
    case .bool: return .bool(reader.isTrue)
    case .string: return .string(reader.withText { Text(copying: $0) })
    case .beginObject: return try map(begin, &reader).map { .map($0) } ?? .null
    case .beginArray:
      var elements: ContiguousArray<Value> = []
      while true {
        let next = try reader.next()
        if next == .endArray { return .list(ListValue(elements)) }
        elements.append(try value(next, isTime: false, &reader))
      }
    case .number:
      guard let int = reader.int64 else { return .float(reader.number.double ?? 0) }
      return isTime && int > 1_000_000_000_000 ? .timestamp(Self.time(int)) : .int(int)
    case .null, .key, .endObject, .endArray, .end: return .null
    }
  }
}
