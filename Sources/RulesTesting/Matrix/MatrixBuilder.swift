import RulesRuntime
import RulesSource

/// Finds what there is to ask, and asks it.
struct MatrixBuilder {
  /// What was asked.
  private(set) var columns: [AccessMatrix.Column] = []

  private let suite: TestSuite
  private let program: Program
  private let now: Timestamp
  private let users: [User?]
  private let stored: LayeredTable
  private let steps: MatrixSteps

  /// The most documents of one test file that are asked for.
  private static let documentLimit = 200

  init(_ suite: TestSuite, _ program: Program, now: Timestamp) {
    self.suite = suite
    self.program = program
    self.now = now.ofRequest
    users = suite.users.map { $0 } + [nil]
    stored = program.service == .storage ? suite.documents.objects : suite.documents.documents
    steps = MatrixSteps(suite)
  }

  mutating func build() {
    let paths = stored.paths.sorted { $0.precedes($1) }.prefix(Self.documentLimit)
    var collections: [ContiguousArray<Text>] = []
    var covered: Set<BlockID> = []
    for path in paths {
      let collection = ContiguousArray(path.dropLast())
      if !collections.contains(collection) { collections.append(collection) }
      covered.formUnion(blocks(at: path))
      askDocument(path, stored[path] ?? .empty)
    }
    for path in steps.newPaths where !collections.contains(ContiguousArray(path.dropLast())) {
      collections.append(ContiguousArray(path.dropLast()))
      covered.formUnion(blocks(at: path))
    }
    for collection in collections { askCollection(collection) }
    for (index, block) in program.blocks.enumerated() {
      let id = BlockID(index: UInt32(truncatingIfNeeded: index))
      guard !covered.contains(id), !block.statements.isEmpty,
        let path = samplePath(of: block.pattern)
      else { continue }
      ask(.get, path, "a sample path of the match pattern; nothing stands there") { _ in
        Question(Self.operation(.get, path))
      }
      askCollection(ContiguousArray(path.dropLast()))
    }
  }

  /// A request of one user, and what is stored then.
  private struct Question {
    var operation: TestOperation
    /// A document that is taken away before, so that it can be created.
    var removed: ContiguousArray<Text>?

    init(_ operation: TestOperation, removed: ContiguousArray<Text>? = nil) {
      self.operation = operation
      self.removed = removed
    }
  }

  // MARK: Documents

  private mutating func askDocument(_ path: ContiguousArray<Text>, _ fields: MapValue) {
    ask(.get, path, nil) { _ in Question(Self.operation(.get, path)) }
    let (change, source) = steps.update(at: path) ?? (minimalChange(of: fields), nil)
    ask(.update, path, source) { user in
      var operation = Self.operation(.update, path)
      operation.changes = change.changes(for: user)
      return Question(operation)
    }
    ask(.delete, path, nil) { _ in Question(Self.operation(.delete, path)) }
  }

  /// A change of the first field that holds no user's id.
  private func minimalChange(of fields: MapValue) -> MatrixSteps.Write {
    let uids = Set(suite.users.map(\.uid))
    var changes: [FieldChange] = []
    for (key, value) in zip(fields.keys, fields.values) where changes.isEmpty {
      let changed: Value
      switch value {
      case .string(let text) where !uids.contains(text):
        changed = .string(Text(wtf8: text.utf8 + [UInt8(ascii: "!")]))
      case .int(let int): changed = .int(int &+ 1)
      case .float(let float): changed = .float(float + 1)
      case .bool(let bool): changed = .bool(!bool)
      default: continue
      }
      changes = [FieldChange(path: [key], change: .value(changed), range: SourceRange(at: 0))]
    }
    if changes.isEmpty, let key = fields.keys.first, let value = fields.values.first {
      changes = [FieldChange(path: [key], change: .value(value), range: SourceRange(at: 0))]
    }
    var operation = Self.operation(.update, [])
    operation.changes = changes
    return MatrixSteps.Write(operation: operation, author: nil)
  }

  // MARK: Collections

  private mutating func askCollection(_ collection: ContiguousArray<Text>) {
    ask(.list, collection, nil) { _ in Question(Self.operation(.list, collection)) }
    if let (write, source) = steps.query(at: collection) {
      ask(.query, collection, source) { user in Question(write.operation(for: user)) }
    }
    let (write, source) = newDocument(in: collection)
    ask(.create, collection, source) { user in
      let operation = write.operation(for: user)
      return Question(operation, removed: operation.path)
    }
  }

  /// A document as a step writes it, or else like the first that is stored.
  private func newDocument(
    in collection: ContiguousArray<Text>
  ) -> (write: MatrixSteps.Write, source: String?) {
    if let found = steps.creation(in: collection) { return (found.write, found.source) }
    let path = stored.paths.sorted { $0.precedes($1) }
      .first { $0.count == collection.count + 1 && $0.starts(with: collection) }
    let fields = path.flatMap { stored[$0] } ?? .empty
    var operation = Self.operation(.create, collection + ["new"])
    operation.changes = zip(fields.keys, fields.values).map { key, value in
      FieldChange(path: [key], change: .value(value), range: SourceRange(at: 0))
    }
    let author = suite.users.first { user in
      operation.changes.contains { change in
        if case .value(.string(user.uid)) = change.change { true } else { false }
      }
    }
    return (
      MatrixSteps.Write(operation: operation, author: author),
      path == nil
        ? "an empty document" : MatrixSteps.source(of: author, "a copy of one that is there")
    )
  }

  // MARK: Asking

  private mutating func ask(
    _ method: AccessMatrix.Method,
    _ path: ContiguousArray<Text>,
    _ source: String?,
    _ question: (User?) -> Question
  ) {
    let text = StepText(users: suite.users)
    let first = question(users.first ?? nil)
    let request = text.request([first.operation], isBatch: false, as: nil) ?? method.rawValue
    columns.append(
      AccessMatrix.Column(
        path: Value.path(PathValue(plain: path)).sourceText(limit: .max),
        method: method,
        question: request,
        source: source,
        cells: users.map { answer(to: question($0), as: $0) }
      )
    )
  }

  private func answer(to question: Question, as user: User?) -> AccessMatrix.Cell {
    var store = suite.documents
    if let path = question.removed {
      if program.service == .storage {
        store.objects[path] = nil
      } else {
        store.documents[path] = nil
      }
    }
    let builder = RequestBuilder(
      service: program.service,
      database: suite.database,
      time: now,
      auth: user?.auth(at: now) ?? .null
    )
    guard let commit = try? builder.commit([question.operation], to: store) else {
      return .impossible
    }
    let decisions = program.decide(
      commit: commit.requests,
      documents: CommitDocuments(before: store, changes: commit.changes)
    )
    if decisions.allSatisfy({ $0.verdict == .allow }) { return .allow }
    return decisions.contains(where: \.isDeniedByFault) ? .error : .deny
  }

  // MARK: Paths

  private func blocks(at path: ContiguousArray<Text>) -> ContiguousArray<BlockID> {
    let segments =
      program.service == .storage
      ? ["b", RequestBuilder.bucket, "o"] + path
      : FirestorePath.segments(database: suite.database, documentPath: path)
    return program.routes.blocks(covering: RoutePath(segments))
  }

  /// A path that a pattern covers, its wildcards by their names; nil where no document can stand there.
  private func samplePath(of pattern: ContiguousArray<PatternSegment>) -> ContiguousArray<Text>? {
    guard pattern.count > 3 else { return nil }
    var path: ContiguousArray<Text> = []
    for segment in pattern.dropFirst(3) {
      switch segment {
      case .literal(let text), .capture(let text): path.append(text)
      case .glob(let text, _):
        path.append(text)
        let rest = pattern.count - 3 - 1
        if program.service != .storage, !(rest + 1).isMultiple(of: 2) { path.append(text) }
      }
    }
    guard program.service == .storage || path.count.isMultiple(of: 2) else { return nil }
    return path
  }

  private static func operation(
    _ method: OperationMethod,
    _ path: ContiguousArray<Text>
  ) -> TestOperation {
    TestOperation(method: method, path: path, range: SourceRange(at: 0))
  }
}
