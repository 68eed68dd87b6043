import RulesJSON
import RulesRuntime
import RulesTesting

/// What a commit has done.
struct CommitResult: Sendable {
  /// When.
  let time: Timestamp
  /// What each write gives back.
  let results: [(updateTime: Timestamp?, transformed: [Value])]

  /// The `writeResults`.
  func json(_ writer: RESTWriter) -> JSONValue {
    .array(
      results.map { result in
        var members: [(String, JSONValue)] = []
        if let time = result.updateTime { members.append(("updateTime", .string(time.rfc3339))) }
        if !result.transformed.isEmpty {
          members.append(("transformResults", .array(result.transformed.map { writer.json($0) })))
        }
        return .object(members)
      }
    )
  }
}

extension Emulator {
  /// Carries writes out: all of them, or none.
  ///
  /// Rules come first, as in the service: who may not write is not told whether a precondition holds.
  ///
  /// - Returns: what was done; nil where a transaction holds one of the documents, so that it has to wait.
  /// - Throws: the denial, a precondition that does not hold, or that it has waited too long.
  mutating func commit(
    _ writes: [Write],
    to name: DatabaseName,
    _ call: Call,
    transaction: UInt64? = nil
  ) throws(ServiceError) -> CommitResult? {
    try open(name)
    databases[name]?.transactions.removeExpired(at: call.now)
    try CommitPlan.checkSequence(writes)
    let plan = try plan(writes, name, call)
    let paths = writes.map(\.name.path)
    if paths.contains(where: { isHeld($0, name, except: transaction) }) {
      guard call.isLastTry else { return nil }
      end(transaction, name)
      throw ServiceError(.aborted, "Transaction lock timeout.")
    }
    // A commit ends its transaction, whatever becomes of it.
    defer { end(transaction, name) }
    try authorize(plan, writes, name, call)
    try plan.checkSizes()
    try plan.checkPreconditions(writes, databases[name] ?? Database(), name)
    return store(plan, writes, name, call)
  }

  /// What writes come to, if their documents can be stored.
  func plan(
    _ writes: [Write],
    _ name: DatabaseName,
    _ call: Call
  ) throws(ServiceError) -> CommitPlan {
    let plan = try CommitPlan(writes, documents(of: name), at: call.requestTime)
    try plan.checkFields(writes)
    return plan
  }

  /// Asks rules whether what writes come to is allowed.
  ///
  /// Nothing holds the documents any more afterwards, so that they can be changed where they are.
  private mutating func authorize(
    _ plan: CommitPlan,
    _ writes: [Write],
    _ name: DatabaseName,
    _ call: Call
  ) throws(ServiceError) {
    guard !call.isOwner else { return }
    let before = documents(of: name)
    try authorize(
      requests(for: writes, plan, before, name, call),
      unconditional: plan.unconditional,
      on: name,
      CommittedDocuments(before: before, changes: plan.changes)
    )
  }

  private func isHeld(
    _ path: ContiguousArray<Text>,
    _ name: DatabaseName,
    except transaction: UInt64?
  ) -> Bool {
    databases[name]?.transactions.isHeld(path, except: transaction) ?? false
  }

  private mutating func end(_ transaction: UInt64?, _ name: DatabaseName) {
    if let transaction { databases[name]?.transactions.end(transaction) }
  }

  /// Checks that a transaction is open, and may write where it is to.
  mutating func checkTransaction(
    _ transaction: UInt64,
    writes: Bool,
    _ name: DatabaseName,
    _ call: Call
  ) throws(ServiceError) {
    databases[name]?.transactions.removeExpired(at: call.now)
    guard let open = databases[name]?.transactions[transaction] else {
      throw .invalid("Transaction is invalid or closed.")
    }
    if open.isReadOnly, writes {
      throw .invalid("Cannot modify entities in a read-only transaction.")
    }
  }

  /// What rules judge: each document once, by all that is done to it.
  private func requests(
    for writes: [Write],
    _ plan: CommitPlan,
    _ before: DocumentTable,
    _ name: DatabaseName,
    _ call: Call
  ) -> [Request] {
    let own = Set(plan.order)
    return plan.order.compactMap { path -> Request? in
      guard let judged = plan.judged[path] else { return nil }
      let document = ResourceName(database: name, path: path)
      var request = Request(
        method: judged.method,
        path: route(document),
        auth: call.auth,
        time: call.requestTime,
        resource: resource(document, before[path]?.fields),
        requestResource: judged.write.map { resource(document, $0.fields) },
        transforms: judged.write?.transforms ?? .null,
        writeFields: judged.write?.writeFields ?? .null,
        ownDocuments: own
      )
      request.isInTransaction = true
      return request
    }
  }

  private mutating func store(
    _ plan: CommitPlan,
    _ writes: [Write],
    _ name: DatabaseName,
    _ call: Call
  ) -> CommitResult {
    settleCoverage()
    let time = databases[name]?.commitTime(call.now) ?? call.now
    var stored: [JournalEntry.Change] = []
    for (path, fields) in plan.changes {
      let existing = plan.recreated.contains(path) ? nil : databases[name]?.documents[path]
      // What is written as it was stays as it was, its time too.
      if let existing, let fields, StoredDocument.areSame(existing.fields, fields) { continue }
      let document = fields.map { fields in
        StoredDocument(fields: fields, createTime: existing?.createTime ?? time, updateTime: time)
      }
      databases[name]?.store(document, at: path, time)
      if keepsJournal { stored.append(JournalEntry.Change(path: path, document: document)) }
    }
    if !stored.isEmpty { note(JournalEntry(name, .changes(stored), at: time)) }
    let after = databases[name]?.documents
    let results = zip(writes, plan.transformed).map { write, transformed in
      // What is verified not to be there was so at the time of the commit.
      var missing: Timestamp?
      if case .verify = write.operation {
        missing = databases[name]?.deletions[write.name.path] ?? time
      }
      return (
        updateTime: after?[write.name.path]?.updateTime ?? missing, transformed: transformed
      )
    }
    return CommitResult(time: time, results: results)
  }
}
