import RulesRuntime

/// Turns the operations of a step into requests as rules see them.
struct RequestBuilder {
  let service: Program.Service
  let database: Text
  let time: Timestamp
  let auth: Value

  /// The bucket of paths that name none.
  private static let bucket: Text = "default-bucket"

  /// Requests that are judged together, and what is stored when all are allowed.
  struct Commit {
    var requests: [Request]
    var after: DocumentStore
  }

  /// Builds the requests of a commit, or of one read.
  func commit(
    _ operations: [TestOperation], to store: DocumentStore
  ) throws(AppliedWrite.Impossible) -> Commit {
    service == .storage
      ? try objectCommit(operations, to: store) : try documentCommit(operations, to: store)
  }

  // MARK: Firestore

  /// Several writes to one document are one judgement, with the data as it is after the last of them.
  private func documentCommit(
    _ operations: [TestOperation], to store: DocumentStore
  ) throws(AppliedWrite.Impossible) -> Commit {
    var after = store
    var order: [ContiguousArray<Text>] = []
    var writes: [ContiguousArray<Text>: AppliedWrite] = [:]
    var reads: [Request] = []
    for operation in operations {
      guard operation.method.isWrite else {
        reads.append(read(operation, store))
        continue
      }
      var write = try AppliedWrite(
        operation, to: after.documents[operation.path], at: time)
      after.documents[operation.path] = write.fields
      if write.method != .delete {
        write.method = store.documents[operation.path] == nil ? .create : .update
      }
      if writes.updateValue(write, forKey: operation.path) == nil { order.append(operation.path) }
    }
    let own = Set(order)
    let requests = order.compactMap { path in
      writes[path].map { request(for: $0, at: path, own: own, store) }
    }
    return Commit(requests: reads + requests, after: after)
  }

  private func read(_ operation: TestOperation, _ store: DocumentStore) -> Request {
    guard operation.method == .list else {
      return Request(
        method: .get, path: documentPath(operation.path), auth: auth, time: time,
        resource: resource(operation.path, store.documents[operation.path]),
        ownDocuments: [operation.path])
    }
    let query = operation.query
    var path = documentPath(operation.path)
    if query.isCollectionGroup, let collection = operation.path.last {
      path = RoutePath(ContiguousArray(path.segments.dropLast()), tail: .group(collection))
    } else {
      path.tail = .document
    }
    return Request(
      method: .list, path: path, auth: auth, time: time,
      resource: .map(MapValue([("data", .map(.empty))])), query: query.value)
  }

  private func request(
    for write: AppliedWrite, at path: ContiguousArray<Text>, own: Set<ContiguousArray<Text>>,
    _ store: DocumentStore
  ) -> Request {
    Request(
      method: write.method, path: documentPath(path), auth: auth, time: time,
      resource: resource(path, store.documents[path]),
      requestResource: resource(path, write.fields), transforms: write.transforms,
      writeFields: write.writeFields, ownDocuments: own)
  }

  private func documentPath(_ path: ContiguousArray<Text>) -> RoutePath {
    RoutePath(FirestorePath.segments(database: database, documentPath: path))
  }

  private func resource(_ path: ContiguousArray<Text>, _ fields: MapValue?) -> Value {
    fields.map { FirestoreResource.value(fields: $0, documentPath: path, database: database) } ?? .null
  }

  // MARK: Storage

  private func objectCommit(
    _ operations: [TestOperation], to store: DocumentStore
  ) throws(AppliedWrite.Impossible) -> Commit {
    var commit = Commit(requests: [], after: store)
    for operation in operations {
      let existing = commit.after.objects[operation.path]
      var request = Request(
        method: .get, path: RoutePath(["b", Self.bucket, "o"] + operation.path), auth: auth,
        time: time, resource: object(operation.path, existing))
      switch operation.method {
      case .get: request.method = .get
      case .list:
        request.method = .list
        request.resource = .null
      case .create, .update, .delete, .set:
        let write = try AppliedWrite(operation, to: existing, at: time)
        request.method = write.method
        request.requestResource = object(operation.path, write.fields)
        commit.after.objects[operation.path] = write.fields
      }
      commit.requests.append(request)
    }
    return commit
  }

  /// The metadata of an object: what the test gives, and what every object has.
  private func object(_ path: ContiguousArray<Text>, _ metadata: MapValue?) -> Value {
    guard let metadata else { return .null }
    let name = ContiguousArray(path.map(\.utf8).joined(separator: [UInt8(ascii: "/")]))
    let always: ContiguousArray<(key: Text, value: Value)> = [
      ("name", .string(Text(wtf8: name))), ("bucket", .string(Self.bucket)), ("size", .int(0)),
      ("contentType", .string("application/octet-stream")),
    ]
    return .map(MapValue(always + zip(metadata.keys, metadata.values).map { ($0, $1) }))
  }
}
