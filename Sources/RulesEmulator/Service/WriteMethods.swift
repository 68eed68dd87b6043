import RulesJSON
import RulesRuntime

extension Emulator {
  /// `POST` to a collection: a new document.
  mutating func create(_ call: Call) throws(ServiceError) -> Outcome {
    let (parent, collection) = try collection(call.resource)
    let id: Text
    if let text = call.target["documentId"], !text.isEmpty {
      guard Text.isWellFormed(text) else { throw .invalid("The id is no UTF-8.") }
      id = Text(wtf8: text)
      try ResourceName.checkID(id, isCollection: false)
    } else {
      id = nextIdentifier()
    }
    let name = ResourceName(database: parent.database, path: parent.path + [collection, id])
    return try put(name, call, mask: nil, precondition: .exists(false))
  }

  /// `PATCH` of a document.
  mutating func patch(_ call: Call) throws(ServiceError) -> Outcome {
    let name = try ResourceName(parsing: call.resource)
    return try put(
      name,
      call,
      mask: try mask(call.target, "updateMask.fieldPaths"),
      precondition: try precondition(call.target)
    )
  }

  /// Writes one document, and gives it back.
  private mutating func put(
    _ name: ResourceName,
    _ call: Call,
    mask: FieldMask?,
    precondition: Write.Precondition?
  ) throws(ServiceError) -> Outcome {
    let document = try call.object(["name", "fields", "createTime", "updateTime"])
    let fields = try RESTReader(project: name.database.project).fields(document["fields"])
    let shown = try self.mask(call.target, "mask.fieldPaths")
    let write = Write(name, .update(fields, mask: mask, transforms: []), precondition)
    guard try commit([write], to: name.database, call) != nil,
      let stored = databases[name.database]?.documents[name.path]
    else { return .waits }
    let writer = RESTWriter(project: name.database.project)
    return .reply(HTTPResponse(writer.json(stored, name, mask: shown)))
  }

  /// `DELETE` of a document.
  mutating func delete(_ call: Call) throws(ServiceError) -> Outcome {
    let name = try ResourceName(parsing: call.resource)
    let write = Write(name, .delete, try precondition(call.target))
    guard try commit([write], to: name.database, call) != nil else { return .waits }
    return .reply(HTTPResponse([:]))
  }

  /// What the parameters of an address demand of the document before.
  private func precondition(_ target: HTTPTarget) throws(ServiceError) -> Write.Precondition? {
    if let text = target.text("currentDocument.exists") {
      switch text {
      case "true": return .exists(true)
      case "false": return .exists(false)
      default: throw .payload("`currentDocument.exists` is true or false.")
      }
    }
    guard let text = target["currentDocument.updateTime"] else { return nil }
    guard let time = Timestamp(rfc3339: Text(wtf8: text)) else {
      throw .payload("`currentDocument.updateTime` is a time.")
    }
    return .updateTime(time)
  }

  // MARK: Commits

  /// `:commit`.
  mutating func commit(_ call: Call) throws(ServiceError) -> Outcome {
    let name = try database(call)
    let body = try call.object(["writes", "transaction"])
    let writes = try writes(body["writes"], name)
    // An empty token stands for none.
    let token = body["transaction"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let transaction = try token.map { (token) throws(ServiceError) in try Transactions.id(token) }
    guard let result = try commit(writes, to: name, call, transaction: transaction) else {
      return .waits
    }
    guard !writes.isEmpty else { return .reply(HTTPResponse([:])) }
    let reply: JSONValue = [
      "writeResults": result.json(RESTWriter(project: name.project)),
      "commitTime": .string(result.time.rfc3339),
    ]
    return .reply(HTTPResponse(reply))
  }

  /// Reads writes, all of which must be to one database.
  private func writes(_ json: JSONValue?, _ name: DatabaseName) throws(ServiceError) -> [Write] {
    let reader = RESTReader(project: name.project)
    var writes: [Write] = []
    for element in json?.array ?? [] {
      let write = try Write(element, reader)
      guard write.name.database == name else {
        throw .invalid(
          "Document name \"\(write.name.text)\" is not of the database \"\(name.root)\"."
        )
      }
      writes.append(write)
    }
    return writes
  }

  /// `:batchWrite`: each write for itself.
  mutating func batchWrite(_ call: Call) throws(ServiceError) -> Outcome {
    let name = try database(call)
    let body = try call.object(["writes", "labels"])
    let writes = try writes(body["writes"], name)
    guard Set(writes.map(\.name.path)).count == writes.count else {
      throw .invalid("the same document cannot be written more than once in a single request")
    }
    for write in writes { try write.checkTransforms() }
    try call.requireOwner("Batch writes")
    // Nothing is done before all can be: a request that waits is asked again as a whole.
    let isHeld = writes.contains { write in
      databases[name]?.transactions.isHeld(write.name.path, except: nil) ?? false
    }
    if isHeld, !call.isLastTry { return .waits }
    var results: [JSONValue] = []
    var statuses: [JSONValue] = []
    for write in writes {
      do throws(ServiceError) {
        let result = try commit([write], to: name, call)
        let json = result?.json(RESTWriter(project: name.project)).array?.first
        results.append(json ?? .object([]))
        statuses.append(.object([]))
      } catch {
        results.append(.object([]))
        statuses.append(["code": .integer(error.code.rawValue), "message": .string(error.message)])
      }
    }
    return .reply(HTTPResponse(["writeResults": .array(results), "status": .array(statuses)]))
  }

  // MARK: Transactions

  /// `:beginTransaction`.
  mutating func beginTransaction(_ call: Call) throws(ServiceError) -> HTTPResponse {
    let name = try database(call)
    let body = try call.object(["options"])
    let id = try begin(body["options"], name, call)
    return HTTPResponse(["transaction": .string(Transactions.token(id))])
  }

  /// Begins a transaction with the options of a request.
  mutating func begin(
    _ options: JSONValue?,
    _ name: DatabaseName,
    _ call: Call
  ) throws(ServiceError) -> UInt64 {
    if let time = options?["readOnly"]?["readTime"]?.string {
      try checkReadTime(Text(wtf8: time), name)
    }
    if let token = options?["readWrite"]?["retryTransaction"]?.string, !token.isEmpty {
      let earlier = try Transactions.id(token)
      if databases[name]?.transactions.isReadOnly(earlier) ?? false {
        throw .invalid("Cannot retry a read-only transaction.")
      }
    }
    try open(name)
    guard var database = databases.removeValue(forKey: name) else { throw .invalid("No database.") }
    defer { databases[name] = database }
    return try database.transactions.begin(isReadOnly: options?["readOnly"] != nil, at: call.now)
  }

  /// `:rollback`.
  mutating func rollback(_ call: Call) throws(ServiceError) -> HTTPResponse {
    let name = try database(call)
    let body = try call.object(["transaction"])
    let id = try Transactions.id(body["transaction"]?.string ?? [])
    guard databases[name]?.transactions.isKnown(id) ?? false else {
      throw .invalid("Transaction is invalid or closed.")
    }
    databases[name]?.transactions.end(id)
    return HTTPResponse([:])
  }
}
