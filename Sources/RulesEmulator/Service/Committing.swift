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
    try checkTransaction(transaction, writes, name)
    let paths = writes.map(\.name.path)
    if paths.contains(where: { isHeld($0, name, except: transaction) }) {
      guard call.isLastTry else { return nil }
      end(transaction, name)
      throw ServiceError(.aborted, "Transaction lock timeout.")
    }
    // A commit ends its transaction, whatever becomes of it.
    defer { end(transaction, name) }
    let before = documents(of: name)
    let plan = try CommitPlan(writes, before, at: call.requestTime)
    if !call.isOwner {
      try authorize(
        requests(for: writes, plan, before, name, call),
        unconditional: plan.unconditional,
        on: name,
        CommittedDocuments(before: before, changes: plan.changes)
      )
    }
    try plan.checkPreconditions(writes, before, name)
    return store(plan, writes, before, name, call)
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

  private func checkTransaction(
    _ transaction: UInt64?,
    _ writes: [Write],
    _ name: DatabaseName
  ) throws(ServiceError) {
    guard let transaction else { return }
    guard let open = databases[name]?.transactions[transaction] else {
      throw .invalid("Transaction is invalid or closed.")
    }
    if open.isReadOnly, !writes.isEmpty {
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
      return Request(
        method: judged.method,
        path: route(document),
        auth: call.auth,
        time: call.requestTime,
        resource: resource(document, before[path]?.fields),
        requestResource: resource(document, judged.write.fields),
        transforms: judged.write.transforms,
        writeFields: judged.write.writeFields,
        ownDocuments: own
      )
    }
  }

  private mutating func store(
    _ plan: CommitPlan,
    _ writes: [Write],
    _ before: DocumentTable,
    _ name: DatabaseName,
    _ call: Call
  ) -> CommitResult {
    let time = databases[name]?.commitTime(call.now) ?? call.now
    var stored: [JournalEntry.Change] = []
    for (path, fields) in plan.changes {
      let document = fields.map { fields in
        StoredDocument(
          fields: fields,
          createTime: before[path]?.createTime ?? time,
          updateTime: time
        )
      }
      databases[name]?.documents[path] = document
      if keepsJournal { stored.append(JournalEntry.Change(path: path, document: document)) }
    }
    if !stored.isEmpty { note(JournalEntry(name, .changes(stored), at: time)) }
    let after = databases[name]?.documents
    let results = zip(writes, plan.transformed).map { write, transformed in
      (updateTime: after?[write.name.path]?.updateTime, transformed: transformed)
    }
    return CommitResult(time: time, results: results)
  }
}

/// What the writes of a commit come to, before rules and preconditions are asked.
struct CommitPlan {
  /// The documents that are written, in the order in which they are first.
  private(set) var order: [ContiguousArray<Text>] = []
  /// What rules judge of each.
  private(set) var judged: [ContiguousArray<Text>: (method: Method, write: AppliedWrite)] = [:]
  /// The fields of each document after all writes; nil where it is removed.
  private(set) var changes: [ContiguousArray<Text>: MapValue?] = [:]
  /// What the service has computed for each write.
  private(set) var transformed: [[Value]] = []
  /// The documents that are only written whether they are there or not.
  private(set) var unconditional: Set<ContiguousArray<Text>> = []

  /// Applies the writes one after the other.
  init(
    _ writes: [Write],
    _ before: DocumentTable,
    at time: Timestamp
  ) throws(ServiceError) {
    for write in writes {
      let path = write.name.path
      let existing: MapValue? = changes[path] ?? before[path]?.fields
      guard let applied = try write.applied(to: existing, at: time) else {
        transformed.append([])
        continue
      }
      changes[path] = .some(applied.fields)
      transformed.append(write.transformResults(applied.fields ?? .empty))
      var method = write.method(isThere: before[path] != nil)
      // A document that a former write of the same commit has made is created, whatever else is said of it.
      if let earlier = judged[path], method == .update { method = earlier.method }
      if judged[path] == nil { order.append(path) }
      judged[path] = (method, applied)
    }
    let conditional = writes.filter { !$0.isUnconditional }.map(\.name.path)
    unconditional = Set(writes.map(\.name.path)).subtracting(conditional)
  }

  /// Checks what must hold before each write, the ones before it counted as done.
  func checkPreconditions(
    _ writes: [Write],
    _ before: DocumentTable,
    _ name: DatabaseName
  ) throws(ServiceError) {
    var isThere: [ContiguousArray<Text>: Bool] = [:]
    for write in writes {
      let path = write.name.path
      let exists = isThere[path] ?? (before[path] != nil)
      switch write.precondition {
      case .exists(true) where !exists: throw Self.missing(write.name)
      case .exists(false) where exists:
        let partition = "EntityRef{partitionRef=dev~\(name.project), path=/"
        let shown = path.map(\.description).joined(separator: "/")
        throw ServiceError(.alreadyExists, "entity already exists: \(partition)\(shown)}")
      case .updateTime(let time):
        guard let stored = before[path]?.updateTime else { throw Self.missing(write.name) }
        guard stored == time else {
          throw ServiceError(
            .failedPrecondition,
            "the stored version (\(stored.micros)) does not match the required base version "
              + "(\(time.micros))"
          )
        }
      case .exists, nil: break
      }
      switch write.operation {
      case .update: isThere[path] = true
      case .delete: isThere[path] = false
      case .verify: break
      }
    }
  }

  private static func missing(_ name: ResourceName) -> ServiceError {
    var message = "no entity to update: app: \"dev~\(name.database.project)\"\npath <\n"
    for pair in stride(from: 0, to: name.path.count - 1, by: 2) {
      message +=
        "  Element {\n    type: \"\(name.path[pair])\"\n    name: \"\(name.path[pair + 1])\"\n  }\n"
    }
    return ServiceError(.notFound, message + ">\n")
  }
}

extension Write {
  /// What the service has computed: null for lists.
  fileprivate func transformResults(_ fields: MapValue) -> [Value] {
    guard case .update(_, _, let transforms) = operation else { return [] }
    return transforms.map { transform in
      switch transform.change {
      case .arrayUnion, .arrayRemove: .null
      case .value, .delete, .serverTimestamp, .increment, .maximum, .minimum:
        fields.value(at: transform.path[...]) ?? .null
      }
    }
  }
}

extension Timestamp {
  /// Microseconds since 1970, as versions are counted; stops at the ends of 64 bits.
  var micros: Int64 {
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return overflow ? (seconds < 0 ? .min : .max) : whole &+ Int64(nanos / 1000)
  }
}
