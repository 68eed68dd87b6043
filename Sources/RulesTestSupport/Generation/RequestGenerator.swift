package import RulesRuntime

/// Documents by path, before and after a request.
package struct GeneratedDocuments: DocumentSource, Sendable {
  /// What is stored before the request.
  package var before: [ContiguousArray<Text>: MapValue] = [:]
  /// What would be stored after it.
  package var after: [ContiguousArray<Text>: MapValue] = [:]

  /// The fields of a document.
  package func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
    switch state {
    case .before: before[path]
    case .after: after[path]
    }
  }
}

/// Random requests to paths that a program's patterns cover, and documents that they may look up.
package struct RequestGenerator: Sendable {
  private var values: ValueGenerator
  private let program: Program

  /// A generator for a program.
  package init(_ program: Program, seed: UInt64) {
    self.program = program
    values = ValueGenerator(seed: seed)
  }

  private static let ids = ["x", "y", "alice", "bob", "a b", "\u{E9}", "0"]

  /// A request, and the documents of its database.
  package mutating func request() -> (Request, GeneratedDocuments) {
    let method = values.random.pick(Method.allCases)
    let segments = segments()
    let documents = documents()
    let isStored = !values.random.oneIn(4)
    var request = Request(
      method: method,
      path: RoutePath(segments),
      auth: auth(),
      time: values.timestamp(),
      resource: isStored ? resource(segments) : .null
    )
    request.ownDocuments = [ContiguousArray(segments.dropFirst(3))]
    switch method {
    case .get: break
    case .list:
      if program.service == .storage {
        _ = request.path.segments.popLast()
        request.path.tail = .document
        request.resource = .null
      } else if let list = list(segments, documents, request) {
        request = list
      }
    case .create, .update: request.requestResource = resource(segments)
    case .delete: request.requestResource = .null
    }
    return (request, documents)
  }

  /// Segments that some block's pattern covers, mostly.
  private mutating func segments() -> ContiguousArray<Text> {
    guard !program.blocks.isEmpty, !values.random.oneIn(20) else { return ["databases"] }
    let block = program.blocks[values.random.below(program.blocks.count)]
    var segments: ContiguousArray<Text> = []
    for segment in block.pattern {
      switch segment {
      case .literal(let text): segments.append(text)
      case .capture:
        segments.append(segments == ["databases"] ? "(default)" : id())
      case .glob(_, let minimum):
        for _ in 0..<values.random.below(4) + Int(minimum) { segments.append(id()) }
      }
    }
    return segments
  }

  private mutating func id() -> Text { Text(values.random.pick(Self.ids)) }

  /// One of the requests that a query is judged by.
  private mutating func list(
    _ segments: ContiguousArray<Text>,
    _ documents: GeneratedDocuments,
    _ request: Request
  ) -> Request? {
    let below = segments.dropFirst(3)
    let query = Query(
      parent: ContiguousArray(below.dropLast(2)),
      collection: values.random.oneIn(10) ? nil : below.dropLast().last ?? "c",
      isGroup: values.random.oneIn(4),
      filter: values.random.oneIn(3) ? nil : filter(depth: 2),
      limit: values.random.oneIn(2) ? nil : Int64(values.random.below(100)),
      offset: 0
    )
    let ways = query.requests(
      database: "(default)",
      auth: request.auth,
      time: request.time,
      documents: documents
    )
    guard let ways, !ways.isEmpty else { return nil }
    return ways[values.random.below(ways.count)]
  }

  private mutating func filter(depth: Int) -> Query.Filter {
    let field = [Text(values.random.pick(ValueGenerator.fieldNames))]
    switch values.random.below(depth > 0 ? 8 : 5) {
    case 0:
      return .test(field, values.random.pick([.isNull, .isNaN, .isNotNull, .isNotNaN]))
    case 1...4:
      let comparison = values.random.pick([
        Query.FieldComparison.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
        .arrayContains, .in, .arrayContainsAny, .notIn,
      ])
      return .field(field, comparison, values.value(depth: 1))
    case 5: return .or([filter(depth: depth - 1), filter(depth: depth - 1)])
    default: return .and([filter(depth: depth - 1), filter(depth: depth - 1)])
    }
  }

  private mutating func auth() -> Value {
    guard !values.random.oneIn(3) else { return .null }
    return .map(
      MapValue([("uid", .string(id())), ("token", .map(values.fields(depth: 1)))])
    )
  }

  private mutating func resource(_ segments: ContiguousArray<Text>) -> Value {
    if program.service == .storage {
      return .map(
        MapValue([
          ("name", .string(segments.last ?? "")), ("size", .int(Int64(values.random.below(9)))),
          ("metadata", .map(values.fields())),
        ])
      )
    }
    return FirestoreResource.value(
      fields: values.fields(),
      documentPath: ContiguousArray(segments.dropFirst(3)),
      database: "(default)"
    )
  }

  private mutating func documents() -> GeneratedDocuments {
    var documents = GeneratedDocuments()
    for collection in ["c", "users"] {
      for id in Self.ids where !values.random.oneIn(3) {
        let path: ContiguousArray<Text> = [Text(collection), Text(id)]
        documents.before[path] = values.fields()
        documents.after[path] = values.random.oneIn(2) ? documents.before[path] : values.fields()
      }
    }
    return documents
  }
}
