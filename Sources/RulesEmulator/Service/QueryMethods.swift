import RulesJSON
import RulesRuntime

extension Emulator {
  /// `:batchGet`.
  mutating func batchGet(_ call: Call) throws(ServiceError) -> HTTPResponse {
    let name = try database(call)
    let body = try call.object(["documents", "mask", "transaction", "newTransaction", "readTime"])
    var names: [ResourceName] = []
    var seen: Set<ContiguousArray<Text>> = []
    for element in body["documents"]?.array ?? [] {
      let document = try ResourceName(parsing: element.string ?? [])
      guard document.database == name else {
        throw .invalid(
          "Document name \"\(document.text)\" is not of the database \"\(name.root)\"."
        )
      }
      if seen.insert(document.path).inserted { names.append(document) }
    }
    let mask = try FieldMask(json: body["mask"])
    let (transaction, isNew) = try transaction(body, name, call)
    try checkReadTime(body, name)
    var replies = opening(transaction, isNew)
    let writer = RESTWriter(project: name.project)
    for document in names {
      let (stored, time) = try read(document, call, transaction)
      let found: (String, JSONValue) =
        stored.map { ("found", writer.json($0, document, mask: mask)) }
        ?? ("missing", .string(document.text))
      replies.append(.object([found, ("readTime", .string(time.rfc3339))]))
    }
    return HTTPResponse(.array(replies))
  }

  /// The transaction that a read belongs to, and whether it begins with it.
  private mutating func transaction(
    _ body: JSONObject,
    _ name: DatabaseName,
    _ call: Call
  ) throws(ServiceError) -> (id: UInt64?, isNew: Bool) {
    let consistencies = ["transaction", "newTransaction", "readTime"]
    guard consistencies.count(where: { body[$0] != nil }) <= 1 else {
      throw .payload("A read has one of \(consistencies.joined(separator: ", ")).")
    }
    if let token = body["transaction"]?.string {
      let transaction = try Transactions.id(token)
      try checkTransaction(transaction, writes: false, name, call)
      return (transaction, false)
    }
    guard let options = body["newTransaction"] else { return (nil, false) }
    return (try begin(options, name, call), true)
  }

  /// Refuses to read what was, where a body asks for it.
  private func checkReadTime(_ body: JSONObject, _ name: DatabaseName) throws(ServiceError) {
    if let time = body["readTime"]?.string { try checkReadTime(Text(wtf8: time), name) }
  }

  /// How a streamed reply begins: with the transaction, where the read has begun one.
  private func opening(_ transaction: UInt64?, _ isNew: Bool) -> [JSONValue] {
    guard let transaction, isNew else { return [] }
    return [["transaction": .string(Transactions.token(transaction))]]
  }

  // MARK: Queries

  /// `:runQuery`.
  mutating func runQuery(_ call: Call) throws(ServiceError) -> HTTPResponse {
    let parent = try ResourceName(parsing: call.resource, as: .parent)
    let name = parent.database
    let body = try call.object([
      "structuredQuery", "transaction", "newTransaction", "readTime", "explainOptions",
    ])
    guard let json = body["structuredQuery"] else {
      throw .invalid("only structured queries are supported")
    }
    try FilterReader.checkOperators(of: json)
    let (transaction, isNew) = try transaction(body, name, call)
    let reader = RESTReader(project: name.project)
    let query = try StructuredQuery(json, below: parent.path, reader)
    try query.checkShape()
    try checkReadTime(body, name)
    let (found, time) = try run(query, on: name, call, transaction)
    var replies = opening(transaction, isNew)
    let writer = RESTWriter(project: name.project)
    for (index, row) in found.enumerated() {
      let document = ResourceName(database: name, path: row.path)
      var members: [(String, JSONValue)] = [
        ("document", writer.json(row.document, document, mask: query.mask)),
        ("readTime", .string(time.rfc3339)),
      ]
      if index == found.count - 1 {
        members.append(("done", true))
      } else if query.offset > 0 {
        members.append(("skippedResults", .integer(query.offset)))
      }
      replies.append(.object(members))
    }
    if found.isEmpty { replies.append(["readTime": .string(time.rfc3339), "done": true]) }
    return HTTPResponse(.array(replies))
  }

  /// Carries a query out, if rules allow it.
  private mutating func run(
    _ query: StructuredQuery,
    on name: DatabaseName,
    _ call: Call,
    _ transaction: UInt64?
  ) throws(ServiceError) -> (found: [QueryRunner.Found], time: Timestamp) {
    let (documents, time) = try view(name, call, transaction)
    if !call.isOwner {
      if let excess = query.wayExcess { throw excess }
      guard
        var requests = query.query.requests(
          database: name.database,
          auth: call.auth,
          time: call.requestTime,
          documents: documents
        )
      else { throw .invalid("The query has more than \(Query.wayLimit) disjuncts.") }
      if isReadWrite(transaction, name) {
        for index in requests.indices { requests[index].isInTransaction = true }
      }
      try authorize(requests, on: name, documents)
    }
    if let refusal = query.refusal { throw refusal }
    if let transaction {
      let query = Transactions.HeldQuery(
        parent: query.query.parent,
        collection: query.query.collection,
        isGroup: query.query.isGroup
      )
      try databases[name]?.transactions.hold(.query(query), for: transaction)
    }
    let runner = QueryRunner(query: query, database: name.database)
    return (runner.run(on: documents), time)
  }

  /// `:runAggregationQuery`.
  mutating func runAggregationQuery(_ call: Call) throws(ServiceError) -> HTTPResponse {
    let parent = try ResourceName(parsing: call.resource, as: .parent)
    let name = parent.database
    let body = try call.object([
      "structuredAggregationQuery", "transaction", "newTransaction", "readTime", "explainOptions",
    ])
    let json = body["structuredAggregationQuery"]
    guard let inner = json?["structuredQuery"] else {
      throw .invalid("only structured queries are supported")
    }
    try FilterReader.checkOperators(of: inner)
    let (transaction, isNew) = try transaction(body, name, call)
    let aggregations = try Aggregation.read(json?["aggregations"])
    let reader = RESTReader(project: name.project)
    var query = try StructuredQuery(inner, below: parent.path, reader)
    try Aggregation.check(aggregations)
    try query.checkShape()
    try checkReadTime(body, name)
    query.addOrders(aggregations.compactMap(\.field))
    let (found, time) = try run(query, on: name, call, transaction)
    let runner = QueryRunner(query: query, database: name.database)
    let writer = RESTWriter(project: name.project)
    let results = aggregations.map { aggregation in
      JSONMember(
        key: aggregation.alias.utf8,
        value: writer.json(aggregation.value(over: found, runner.value))
      )
    }
    var replies = opening(transaction, isNew)
    let fields = JSONValue(.object(JSONObject(ContiguousArray(results))))
    replies.append([
      "result": ["aggregateFields": fields], "readTime": .string(time.rfc3339), "done": true,
    ])
    return HTTPResponse(.array(replies))
  }

  // MARK: Lists

  /// How many documents a page has unless the client says so.
  private static let pageSize = 30
  /// How many documents a page has at most.
  private static let pageLimit = 150

  /// `GET` of a collection.
  mutating func list(_ call: Call) throws(ServiceError) -> HTTPResponse {
    let (parent, collection) = try collection(call.resource)
    let name = parent.database
    let showsMissing = call.target.text("showMissing") == "true"
    if showsMissing {
      if call.target["orderBy"] != nil {
        throw .invalid("cannot specify an order when show_missing is true")
      }
    }
    let pageSize = try pageSize(call.target.text("pageSize"), "Page size must be nonnegative.")
    let asked = try mask(call.target, "mask.fieldPaths")
    if showsMissing { try call.requireOwner("Metadata operations") }
    var query = StructuredQuery(listing: collection, below: parent.path)
    if let order = call.target["orderBy"] { try query.readOrders(order) }
    let count = min(pageSize.flatMap { $0 == 0 ? nil : $0 } ?? Self.pageSize, Self.pageLimit)
    query.query.limit = Int64(count)
    // A list that shows what is missing shows all of the rest.
    let mask = showsMissing ? nil : asked
    let reader = RESTReader(project: name.project)
    let page = PageToken(project: name.project)
    if let token = call.target.base64("pageToken"), !token.isEmpty {
      query.start = StructuredQuery.Cursor(values: try page.values(token, reader), isBefore: false)
    }
    let transaction = try transaction(call.target)
    var found = try run(query, on: name, call, transaction).found.map(Listed.init)
    if showsMissing { found = withMissing(found, parent, collection, query) }
    let writer = RESTWriter(project: name.project)
    let shown = found.prefix(count).map { listed -> JSONValue in
      let document = ResourceName(database: name, path: listed.path)
      return listed.document.map { writer.json($0, document, mask: mask) }
        ?? missing(document)
    }
    var members: [(String, JSONValue)] = []
    if !shown.isEmpty { members.append(("documents", .array(shown))) }
    // As the official emulator does, a full page has a next one, which may be empty.
    if found.count >= count, let last = found.prefix(count).last {
      let runner = QueryRunner(query: query, database: name.database)
      let keys = last.keys(runner)
      members.append(("nextPageToken", .string(page.token(keys))))
    }
    return HTTPResponse(.object(members))
  }

  /// A document of a list that is not there, with the time at which it was deleted.
  private func missing(_ document: ResourceName) -> JSONValue {
    var members: [(String, JSONValue)] = [("name", .string(document.text))]
    if let time = databases[document.database]?.deletions[document.path] {
      members.append(("updateTime", .string(time.rfc3339)))
    }
    return .object(members)
  }

  private func pageSize(_ text: String?, _ message: String) throws(ServiceError) -> Int? {
    guard let text else { return nil }
    guard let size = Int(text) else { throw .payload("A page size is a number.") }
    guard size >= 0 else { throw .invalid(message) }
    return size
  }

  /// The documents of a list, and those that are not there but have something below them.
  private func withMissing(
    _ found: [Listed],
    _ parent: ResourceName,
    _ collection: Text,
    _ query: StructuredQuery
  ) -> [Listed] {
    let path = parent.path + [collection]
    let known = Set(found.compactMap(\.path.last))
    let documents = documents(of: parent.database)
    let missing = documents.parentIDs(in: path).filter { id in
      !known.contains(id) && documents[path + [id]] == nil && query.start.isBefore(path + [id])
    }
    return (found + missing.map { Listed(path: path + [$0], document: nil) })
      .sorted { NumericID.precedes($0.path.last ?? "", $1.path.last ?? "") }
  }

  /// `:listCollectionIds`.
  mutating func listCollectionIDs(_ call: Call) throws(ServiceError) -> HTTPResponse {
    try call.requireOwner("Metadata operations")
    let parent = try ResourceName(parsing: call.resource, as: .parent)
    let body = try call.object(["pageSize", "pageToken", "readTime"])
    let size = body["pageSize"]?.number?.text ?? body["pageSize"]?.text
    let pageSize = try pageSize(size, "page_size must be greater than or equal to zero.")
    var ids = documents(of: parent.database)
      .collectionIDs(below: parent.path)
    let page = PageToken(project: parent.database.project)
    if let token = body["pageToken"]?.string, !token.isEmpty {
      let reader = RESTReader(project: parent.database.project)
      guard case .string(let last)? = try page.values(token, reader).first else {
        throw .invalid("invalid page token")
      }
      ids.removeAll { !last.precedes($0) }
    }
    let count = pageSize.flatMap { $0 == 0 ? nil : $0 } ?? ids.count
    var members: [(String, JSONValue)] = []
    if !ids.isEmpty {
      members.append(("collectionIds", .array(ids.prefix(count).map { .string($0.utf8) })))
    }
    if ids.count >= count, pageSize ?? 0 > 0, let last = ids.prefix(count).last {
      members.append(("nextPageToken", .string(page.token([.string(last)]))))
    }
    return HTTPResponse(.object(members))
  }
}

/// A document of a list; nil in place of one that is not there.
private struct Listed {
  let path: ContiguousArray<Text>
  let document: StoredDocument?

  init(_ found: QueryRunner.Found) {
    path = found.path
    document = found.document
  }

  init(path: ContiguousArray<Text>, document: StoredDocument?) {
    self.path = path
    self.document = document
  }

  /// What it is ordered by.
  func keys(_ runner: QueryRunner) -> [Value] {
    let empty = StoredDocument(
      fields: .empty,
      createTime: Timestamp(seconds: 0, nanos: 0),
      updateTime: Timestamp(seconds: 0, nanos: 0)
    )
    return runner.keys(of: QueryRunner.Found(path: path, document: document ?? empty)) ?? []
  }
}

extension StructuredQuery.Cursor? {
  /// Whether a document comes after the cursor of a list that is ordered by names.
  fileprivate func isBefore(_ path: ContiguousArray<Text>) -> Bool {
    guard case .path(let last)? = self?.values.first, let id = ValueOrder.texts(last).last else {
      return true
    }
    return NumericID.precedes(id, path.last ?? "")
  }
}
