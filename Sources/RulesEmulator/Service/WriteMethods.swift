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
    return try put(name, call, isNew: true)
  }

  /// `PATCH` of a document.
  mutating func patch(_ call: Call) throws(ServiceError) -> Outcome {
    let name = try ResourceName(parsing: call.resource)
    return try put(name, call)
  }

  /// Writes one document, and gives it back.
  private mutating func put(
    _ name: ResourceName,
    _ call: Call,
    isNew: Bool = false
  ) throws(ServiceError) -> Outcome {
    let document = try call.object(["name", "fields", "createTime", "updateTime"])
    let fields = try RESTReader(project: name.database.project).fields(document["fields"])
    let mask = isNew ? nil : try mask(call.target, "updateMask.fieldPaths")
    let precondition = isNew ? .exists(false) : try precondition(call.target)
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
    let elements = body["writes"]?.array ?? []
    // An empty token stands for none.
    let token = body["transaction"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    var transaction: UInt64?
    let writes = try writes(elements, name) { (emulator) throws(ServiceError) in
      try NamedWrite.checkVerified(elements)
      guard let token else { return }
      let id = try Transactions.id(token)
      try emulator.checkTransaction(id, writes: !elements.isEmpty, name, call)
      transaction = id
    }
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
  ///
  /// - Parameters:
  ///   - elements: the writes.
  ///   - name: the database.
  ///   - check: what is checked before what they say.
  /// - Returns: the writes.
  /// - Throws: what is wrong with them; first that they can't be read.
  private mutating func writes(
    _ elements: ContiguousArray<JSONValue>,
    _ name: DatabaseName,
    _ check: (inout Emulator) throws(ServiceError) -> Void
  ) throws(ServiceError) -> [Write] {
    let reader = RESTReader(project: name.project)
    do throws(ServiceError) {
      try check(&self)
      return try writes(elements, name, reader)
    } catch {
      if !error.isPayload { try WritePayload(reader).check(elements) }
      throw error
    }
  }

  private func writes(
    _ elements: ContiguousArray<JSONValue>,
    _ name: DatabaseName,
    _ reader: RESTReader
  ) throws(ServiceError) -> [Write] {
    var writes: [Write] = []
    for element in elements {
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
    let elements = body["writes"]?.array ?? []
    let writes = try writes(elements, name) { (_) throws(ServiceError) in
      try NamedWrite.checkDistinct(elements)
    }
    _ = try plan(writes, name, call)
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
