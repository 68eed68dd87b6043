import RulesRuntime

/// Turns the operations of a step into requests as rules see them.
struct RequestBuilder {
  let service: Program.Service
  let database: Text
  let time: Timestamp
  let auth: Value

  /// The bucket of paths that name none.
  static let bucket: Text = "default-bucket"

  /// Requests that are judged together, and what is stored when all are allowed.
  struct Commit {
    var requests: [Request]
    var changes = DocumentChanges()
  }

  /// Builds the requests of a commit, or of one read.
  func commit(
    _ operations: [TestOperation],
    to store: DocumentStore
  ) throws(AppliedWrite.Impossible) -> Commit {
    service == .storage
      ? try objectCommit(operations, to: store) : try documentCommit(operations, to: store)
  }

  // MARK: Firestore

  /// Several writes to one document are one judgement, with the data as it is after the last of them.
  private func documentCommit(
    _ operations: [TestOperation],
    to store: DocumentStore
  ) throws(AppliedWrite.Impossible) -> Commit {
    if operations.count == 1, operations[0].method.isWrite {
      return try singleWrite(operations[0], to: store)
    }
    var commit = Commit(requests: [])
    var order: [ContiguousArray<Text>] = []
    var writes: [ContiguousArray<Text>: AppliedWrite] = [:]
    var touched: [ContiguousArray<Text>: TouchedFields] = [:]
    for operation in operations {
      let path = operation.path
      guard operation.method.isWrite else {
        commit.requests += try reads(operation, store)
        continue
      }
      let existing = store.documents[path]
      var write = try AppliedWrite(
        operation,
        to: commit.changes.documents[path] ?? existing,
        at: time
      )
      commit.changes.documents.note(write.fields, at: path)
      write.setMethod(whereThereWas: existing)
      touched[path, default: TouchedFields()].add(operation)
      if writes.updateValue(write, forKey: path) == nil { order.append(path) }
    }
    for (path, touched) in touched { writes[path]?.note(touched) }
    let own = Set(order)
    commit.requests += order.compactMap { path in
      writes[path].map { request(for: $0, at: path, own: own, store.documents[path]) }
    }
    return commit
  }

  /// Most commits are one write, for which no tables are needed.
  private func singleWrite(
    _ operation: TestOperation,
    to store: DocumentStore
  ) throws(AppliedWrite.Impossible) -> Commit {
    let path = operation.path
    let existing = store.documents[path]
    var write = try AppliedWrite(operation, to: existing, at: time)
    write.setMethod(whereThereWas: existing)
    var commit = Commit(requests: [request(for: write, at: path, own: [path], existing)])
    commit.changes.documents.note(write.fields, at: path)
    return commit
  }

  /// A get, or a query as one request for each of its ways.
  private func reads(
    _ operation: TestOperation,
    _ store: DocumentStore
  ) throws(AppliedWrite.Impossible) -> [Request] {
    guard operation.method == .list else {
      let get = Request(
        method: .get,
        path: documentPath(operation.path),
        auth: auth,
        time: time,
        resource: resource(operation.path, store.documents[operation.path]),
        ownDocuments: [operation.path]
      )
      return [get]
    }
    let requests = operation.query.query(at: operation.path)
      .requests(database: database, auth: auth, time: time, documents: store)
    guard let requests else {
      throw AppliedWrite.Impossible(
        reason: "the query has more than \(Query.wayLimit) alternatives, the service takes 30"
      )
    }
    return requests
  }

  private func request(
    for write: AppliedWrite,
    at path: ContiguousArray<Text>,
    own: Set<ContiguousArray<Text>>,
    _ existing: MapValue?
  ) -> Request {
    Request(
      method: write.method,
      path: documentPath(path),
      auth: auth,
      time: time,
      resource: resource(path, existing),
      requestResource: resource(path, write.fields),
      transforms: write.transforms,
      writeFields: write.writeFields,
      ownDocuments: own
    )
  }

  private func documentPath(_ path: ContiguousArray<Text>) -> RoutePath {
    RoutePath(FirestorePath.segments(database: database, documentPath: path))
  }

  private func resource(_ path: ContiguousArray<Text>, _ fields: MapValue?) -> Value {
    fields.map { FirestoreResource.value(fields: $0, documentPath: path, database: database) }
      ?? .null
  }

  // MARK: Storage

  private func objectCommit(
    _ operations: [TestOperation],
    to store: DocumentStore
  ) throws(AppliedWrite.Impossible) -> Commit {
    var commit = Commit(requests: [])
    for operation in operations {
      let path = operation.path
      let existing = commit.changes.objects[path] ?? store.objects[path]
      var request = Request(
        method: .get,
        path: RoutePath(["b", Self.bucket, "o"] + path),
        auth: auth,
        time: time,
        resource: storedObject(path, existing)
      )
      switch operation.method {
      case .get: request.method = .get
      case .list:
        request.method = .list
        request.resource = .null
      case .create, .update, .delete, .set:
        let write = try AppliedWrite(operation, to: existing, at: time)
        // An upload over an object is judged as `create`, as the official Storage emulator does (C15).
        request.method = operation.method == .set ? .create : write.method
        request.requestResource = sentObject(path, write.fields)
        commit.changes.objects.note(write.fields, at: path)
      }
      commit.requests.append(request)
    }
    return commit
  }

  /// The members that the service gives to an object once it is stored, and that no request has.
  private static let storedMembers: Set<Text> = [
    "generation", "metageneration", "timeCreated", "updated", "etag",
  ]

  /// `request.resource`: what the test gives, and what every upload has.
  private func sentObject(_ path: ContiguousArray<Text>, _ metadata: MapValue?) -> Value {
    guard let metadata else { return .null }
    let given = zip(metadata.keys, metadata.values).filter { !Self.storedMembers.contains($0.0) }
    return .map(MapValue(namedMembers(path) + given.map { ($0, $1) }))
  }

  /// `resource`: what the test gives, and what every stored object has.
  private func storedObject(_ path: ContiguousArray<Text>, _ metadata: MapValue?) -> Value {
    guard let metadata else { return .null }
    let stored: ContiguousArray<(key: Text, value: Value)> = [
      ("generation", .int(1)), ("metageneration", .int(1)), ("timeCreated", .timestamp(time)),
      ("updated", .timestamp(time)), ("etag", .string("1")),
    ]
    return .map(
      MapValue(namedMembers(path) + stored + zip(metadata.keys, metadata.values).map { ($0, $1) })
    )
  }

  private func namedMembers(
    _ path: ContiguousArray<Text>
  ) -> ContiguousArray<(key: Text, value: Value)> {
    let name = ContiguousArray(path.map(\.utf8).joined(separator: [UInt8(ascii: "/")]))
    return [
      ("name", .string(Text(wtf8: name))), ("bucket", .string(Self.bucket)), ("size", .int(0)),
      ("contentType", .string("application/octet-stream")), ("metadata", .map(.empty)),
    ]
  }
}
