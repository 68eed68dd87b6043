import RulesRuntime
import RulesSource

/// A request and the world that it is asked in, made up, so that any part of it can be changed.
struct Situation: Sendable {
  let service: Program.Service
  let method: Method
  /// The segments of the document or object, below the database or bucket.
  var path: ContiguousArray<Text>
  /// Who asks; nil for nobody.
  var user: User?
  var time: Timestamp
  /// The fields (or metadata) of what stands at the path; nil for nothing.
  var stored: MapValue?
  /// What a write stores.
  var written = MapValue.empty
  /// The fields that an update takes away.
  var removed: [Text] = []
  /// Other documents of the database, in the order in which they came up.
  private(set) var others: [(path: ContiguousArray<Text>, fields: MapValue)] = []
  /// What a query asks for.
  var filters: [(path: [Text], comparison: ListQuery.Comparison, value: Value)] = []
  var limit: Int64?
  /// How much was changed to get here.
  var cost = 0

  init(
    _ service: Program.Service,
    _ method: Method,
    _ path: ContiguousArray<Text>,
    _ time: Timestamp
  ) {
    self.service = service
    self.method = method
    self.path = path
    self.time = time
    switch method {
    case .get, .update, .delete: stored = .empty
    case .list, .create: stored = nil
    }
  }

  /// What `request.resource` holds: the document as it is after the write.
  var sent: MapValue? {
    switch method {
    case .get, .list, .delete: return nil
    case .create: return written
    case .update:
      var fields = stored ?? .empty
      for (key, value) in zip(written.keys, written.values) {
        fields = fields.setting(key, to: value)
      }
      for key in removed { fields = fields.removing(key) }
      return fields
    }
  }

  /// The fields of another document; nil where there is none.
  func other(_ path: ContiguousArray<Text>) -> MapValue? {
    others.first { $0.path == path }?.fields
  }

  /// Stores another document, or takes it away.
  mutating func setOther(_ path: ContiguousArray<Text>, to fields: MapValue?) {
    let index = others.firstIndex { $0.path == path }
    switch (index, fields) {
    case (let index?, let fields?): others[index].fields = fields
    case (let index?, nil): others.remove(at: index)
    case (nil, let fields?): others.append((path, fields))
    case (nil, nil): return
    }
  }

  /// Makes the document after a write be this.
  mutating func setSent(_ fields: MapValue) {
    guard method == .update else {
      written = fields
      return
    }
    let before = stored ?? .empty
    written = MapValue(
      ContiguousArray(
        zip(fields.keys, fields.values).filter { key, value in
          before[key].map { !value.isSame(as: $0) } ?? true
        }.map { (key: $0, value: $1) }
      )
    )
    removed = before.keys.filter { !fields.contains($0) }
  }

  // MARK: Asking

  /// What is stored when the request is made.
  var store: DocumentStore {
    var store = DocumentStore()
    for other in others { store.documents[other.path] = other.fields }
    if let stored, service == .storage { store.objects[path] = stored }
    if let stored, service != .storage { store.documents[path] = stored }
    return store.settled()
  }

  /// The request, as a step of a test has it.
  var operation: TestOperation {
    var operation = TestOperation(
      method: OperationMethod(method),
      path: method == .list && service != .storage ? ContiguousArray(path.dropLast()) : path,
      range: SourceRange(at: 0)
    )
    for (key, value) in zip(written.keys, written.values) {
      operation.changes.append(
        FieldChange(path: [key], change: change(to: value), range: operation.range)
      )
    }
    for key in removed {
      operation.changes.append(FieldChange(path: [key], change: .delete, range: operation.range))
    }
    for filter in filters {
      let atom = ListQuery.Filter.field(filter.path, filter.comparison, filter.value)
      operation.query.filter = operation.query.filter.map { .and($0, atom) } ?? atom
    }
    operation.query.limit = limit.map { .int($0) }
    return operation
  }

  /// The time of the request is what the server writes down.
  private func change(to value: Value) -> FieldChange.Change {
    if service != .storage, case .timestamp(time) = value { return .serverTimestamp }
    return .value(value)
  }

  /// A text that is the same for situations that are.
  var key: String {
    var parts = [path.map(\.description).joined(separator: "/"), "\(time.seconds).\(time.nanos)"]
    if let user {
      let claims = Value.map(user.claims).sourceText()
      parts.append("\(user.uid.description) \(user.provider.rawValue) \(claims)")
    }
    parts.append(stored.map { Value.map($0).sourceText(limit: .max) } ?? "-")
    parts.append(Value.map(written).sourceText(limit: .max))
    parts += removed.map(\.description)
    for other in others {
      parts.append(other.path.map(\.description).joined(separator: "/"))
      parts.append(Value.map(other.fields).sourceText(limit: .max))
    }
    for filter in filters {
      parts.append(
        filter.path.map(\.description).joined(separator: ".") + filter.comparison.rawValue
      )
      parts.append(filter.value.sourceText(limit: .max))
    }
    parts.append("\(limit ?? -1)")
    return parts.joined(separator: "|")
  }
}

extension OperationMethod {
  init(_ method: Method) {
    switch method {
    case .get: self = .get
    case .list: self = .list
    case .create: self = .create
    case .update: self = .update
    case .delete: self = .delete
    }
  }
}

extension Value {
  /// Whether two values are equal as rules see it; what can't be compared is not.
  func isSame(as other: Value) -> Bool {
    (try? isEqual(to: other)) ?? false
  }
}

/// What rules say to a situation, with all that was evaluated.
struct Answer {
  let decision: Decision
  /// The conditions that were tried, with the statements that they belong to.
  let conditions: [(statement: StatementID, node: TraceNode)]

  /// The answer; nil for what the service would refuse whatever the rules say.
  init?(to situation: Situation, by program: Program) {
    let store = situation.store
    let builder = RequestBuilder(
      service: program.service,
      database: "(default)",
      time: situation.time,
      auth: situation.user?.auth(at: situation.time) ?? .null
    )
    guard let commit = try? builder.commit([situation.operation], to: store),
      let request = commit.requests.first, commit.requests.count == 1
    else { return nil }
    let (decision, observer) = program.decide(
      request,
      documents: CommitDocuments(before: store, changes: commit.changes),
      observer: TraceObserver()
    )
    self.decision = decision
    let tried = decision.attempts.map(\.statement).filter { statement in
      program.statements[Int(statement.index)].condition != nil
    }
    conditions = zip(tried, observer.roots).map { ($0, $1) }
  }

  var isAllowed: Bool { decision.verdict == .allow }

  /// Whether a statement is the one that allows the request.
  func isGranted(by statement: StatementID) -> Bool {
    isAllowed && decision.attempts.last?.statement == statement
  }
}
