import RulesJSON
import RulesRuntime

extension Emulator {
  /// Answers a request for documents.
  mutating func firestore(_ call: Call) throws(ServiceError) -> Outcome {
    switch (call.method, call.verb) {
    case ("GET", nil):
      return try isCollection(call.resource) ? .reply(list(call)) : .reply(get(call))
    case ("POST", nil):
      guard isCollection(call.resource) || hasDocuments(call.resource) else {
        return .reply(.notFound)
      }
      return try create(call)
    case ("PATCH", nil): return try patch(call)
    case ("DELETE", nil): return try delete(call)
    case ("POST", "batchGet"): return .reply(try batchGet(call))
    case ("POST", "commit"): return try commit(call)
    case ("POST", "batchWrite"): return try batchWrite(call)
    case ("POST", "beginTransaction"): return .reply(try beginTransaction(call))
    case ("POST", "rollback"): return .reply(try rollback(call))
    case ("POST", "runQuery"): return .reply(try runQuery(call))
    case ("POST", "runAggregationQuery"): return .reply(try runAggregationQuery(call))
    case ("POST", "listCollectionIds"): return .reply(try listCollectionIDs(call))
    case ("POST", "partitionQuery"):
      throw ServiceError(
        .unimplemented,
        "Method google.firestore.v1.Firestore/PartitionQuery is unimplemented"
      )
    case ("POST", "executePipeline"):
      throw ServiceError(
        .unimplemented,
        "Method google.firestore.v1.Firestore/ExecutePipeline is unimplemented"
      )
    default: return .reply(.notFound)
    }
  }

  /// Count of segments of a name, which may be empty.
  private func segmentCount(_ name: ContiguousArray<UInt8>) -> Int {
    name.count { $0 == UInt8(ascii: "/") } + 1
  }

  /// Whether a name is one of a collection: an odd count of segments below the documents.
  private func isCollection(_ name: ContiguousArray<UInt8>) -> Bool {
    let count = segmentCount(name)
    return count > 5 && count.isMultiple(of: 2)
  }

  /// Whether a name leads to something below the documents of a database.
  private func hasDocuments(_ name: ContiguousArray<UInt8>) -> Bool { segmentCount(name) > 5 }

  /// The document that a collection lies in, and the collection's id.
  func collection(
    _ name: ContiguousArray<UInt8>
  ) throws(ServiceError) -> (parent: ResourceName, id: Text) {
    let slash = name.lastIndex(of: UInt8(ascii: "/")) ?? 0
    let parent = try ResourceName(parsing: ContiguousArray(name[..<slash]), as: .parent)
    let id = Text(wtf8: ContiguousArray(name[slash...].dropFirst()))
    guard !id.isEmpty else {
      throw .invalid(
        "Document name \"\(Text(wtf8: name))\" lacks a collection id at index \(slash + 1)."
      )
    }
    try ResourceName.checkID(id, isCollection: true)
    return (parent, id)
  }

  /// The database that a method without a document is for.
  func database(_ call: Call) throws(ServiceError) -> DatabaseName {
    let name = try ResourceName(parsing: call.resource, as: .parent)
    guard name.path.isEmpty else { throw .payload("This method is one of the whole database.") }
    return name.database
  }

  // MARK: Reading

  /// `GET` of a document.
  private mutating func get(_ call: Call) throws(ServiceError) -> HTTPResponse {
    guard hasDocuments(call.resource) else { return .notFound }
    let name = try ResourceName(parsing: call.resource)
    let mask = try mask(call.target, "mask.fieldPaths")
    let transaction = try transaction(call.target)
    if let text = call.target["readTime"] { try checkReadTime(Text(wtf8: text), name.database) }
    let (document, _) = try read(name, call, transaction)
    guard let document else {
      throw ServiceError(.notFound, "Document (\(name.text)) not found.")
    }
    if mask == nil { return HTTPResponse(json: documentTexts.text(of: document, name)) }
    return HTTPResponse(RESTWriter(project: name.database.project).json(document, name, mask: mask))
  }

  /// The transaction that a parameter names; nil where it is missing.
  func transaction(_ target: HTTPTarget) throws(ServiceError) -> UInt64? {
    guard let token = target.base64("transaction") else { return nil }
    return try Transactions.id(token)
  }

  /// The fields that a parameter names; nil where it is missing.
  func mask(_ target: HTTPTarget, _ parameter: String) throws(ServiceError) -> FieldMask? {
    let paths = target.all(parameter)
    return paths.isEmpty ? nil : try FieldMask(parsing: paths)
  }

  /// Reads a document in or outside of a transaction, if rules allow it.
  ///
  /// - Returns: what is stored, and the time at which it was.
  mutating func read(
    _ name: ResourceName,
    _ call: Call,
    _ transaction: UInt64?
  ) throws(ServiceError) -> (document: StoredDocument?, time: Timestamp) {
    let (documents, time) = try view(name.database, call, transaction)
    let document = documents[name.path]
    if !call.isOwner {
      var request = Request(
        method: .get,
        path: route(name),
        auth: call.auth,
        time: call.requestTime,
        resource: resource(name, document?.fields),
        ownDocuments: [name.path]
      )
      request.isInTransaction = isReadWrite(transaction, name.database)
      try authorize([request], on: name.database, documents)
    }
    if let transaction {
      try databases[name.database]?.transactions.hold(.document(name.path), for: transaction)
    }
    return (document, time)
  }

  /// The documents that a read sees, and the time that it is told.
  mutating func view(
    _ name: DatabaseName,
    _ call: Call,
    _ transaction: UInt64?
  ) throws(ServiceError) -> (documents: DocumentTable, time: Timestamp) {
    let now = Timestamp(seconds: call.now.seconds, nanos: call.now.nanos / 1000 * 1000)
    guard let transaction else { return (documents(of: name), now) }
    databases[name]?.transactions.removeExpired(at: call.now)
    guard let open = databases[name]?.transactions[transaction] else {
      throw .invalid("Transaction is invalid or closed.")
    }
    if let snapshot = open.snapshot { return snapshot }
    let documents = documents(of: name)
    if open.isReadOnly {
      databases[name]?.transactions.keep(documents, at: now, for: transaction)
    }
    return (documents, now)
  }

  /// Whether a transaction may write.
  func isReadWrite(_ transaction: UInt64?, _ name: DatabaseName) -> Bool {
    transaction.flatMap { databases[name]?.transactions[$0] }.map { !$0.isReadOnly } ?? false
  }

  /// Refuses to read what was: only what is can be read.
  func checkReadTime(_ text: Text, _ name: DatabaseName) throws(ServiceError) {
    guard let time = Timestamp(rfc3339: text) else { throw .payload("`readTime` is a time.") }
    let last = databases[name]?.lastCommit ?? Timestamp(seconds: 0, nanos: 0)
    guard !last.isAfter(time) else {
      throw ServiceError(.failedPrecondition, "The requested 'read_time' is too old.")
    }
  }

  /// The path that rules match.
  func route(_ name: ResourceName) -> RoutePath {
    RoutePath(
      FirestorePath.segments(database: name.database.database, documentPath: name.path)
    )
  }

  /// What `resource` is.
  func resource(_ name: ResourceName, _ fields: MapValue?) -> Value {
    fields.map {
      FirestoreResource.value(
        fields: $0,
        documentPath: name.path,
        database: name.database.database
      )
    } ?? .null
  }
}
