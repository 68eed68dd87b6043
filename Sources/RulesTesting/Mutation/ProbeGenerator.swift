import RulesRuntime
import RulesSource

/// Makes requests from the users, documents and steps of test files.
///
/// Everybody asks for every document and repeats every step; of what is written, each field is left away,
/// changed and added to, one at a time.
struct ProbeGenerator {
  /// Those made so far.
  private(set) var probes: [Probe] = []

  private let program: Program
  private let limit: Int
  private var vocabulary: Vocabulary
  private var seen: Set<String> = []
  private var suite: TestSuite
  private var place: Probe.Place
  private var users: [User?] = []
  /// Writes of new documents: what was written, by whom.
  private var templates: [(operation: TestOperation, user: User?)] = []

  /// Makes the requests of some suites.
  ///
  /// - Parameters:
  ///   - suites: the suites, with the tests that are run.
  ///   - program: the rules.
  ///   - now: the time of requests, where a test names none.
  ///   - limit: how many are made at most.
  /// - Returns: the requests, the plainest first.
  static func probes(
    for suites: [TestSuite],
    _ program: Program,
    now: Timestamp,
    limit: Int
  ) -> [Probe] {
    var probes: [Probe] = []
    for (index, suite) in suites.enumerated() {
      var generator = ProbeGenerator(suite, index, program, now, limit / max(1, suites.count))
      generator.generate(now)
      probes += generator.probes
    }
    return probes
  }

  private init(
    _ suite: TestSuite,
    _ index: Int,
    _ program: Program,
    _ now: Timestamp,
    _ limit: Int
  ) {
    self.suite = suite
    self.program = program
    self.limit = limit
    place = Probe.Place(suite: index, test: nil, step: nil, store: suite.documents, time: now)
    let stranger = User(name: "stranger", uid: "stranger", claims: .empty, provider: .custom)
    users = suite.users.map { $0 } + [nil, stranger]
    vocabulary = Vocabulary(program, users: suite.users)
  }

  private mutating func generate(_ now: Timestamp) {
    let stored = program.service == .storage ? suite.documents.objects : suite.documents.documents
    let paths = stored.paths.sorted { $0.precedes($1) }
    for path in paths { askEverybody(path) }
    collectTemplates()
    for test in suite.cases { repeatSteps(of: test, now, isDetailed: false) }
    for path in paths { for user in users { writeOver(path, as: user) } }
    for test in suite.cases { repeatSteps(of: test, now, isDetailed: true) }
    for path in paths { askInDetail(path, stored[path] ?? .empty) }
    for (operation, user) in templates { writeNew(operation, by: user) }
  }

  // MARK: Asking

  /// Adds a request; whether it is there and allowed.
  @discardableResult
  private mutating func add(
    _ operations: [TestOperation],
    isBatch: Bool = false,
    as user: User?
  ) -> Bool {
    guard probes.count < limit,
      let probe = Probe(
        operations,
        isBatch: isBatch,
        as: user,
        at: place,
        in: program,
        database: suite.database
      )
    else { return false }
    probes.append(probe)
    return probe.isAllowed
  }

  /// Everybody reads, deletes and lists.
  private mutating func askEverybody(_ path: ContiguousArray<Text>) {
    let collection = ContiguousArray(path.dropLast())
    let isNew = seen.insert(collection.map(\.description).joined(separator: "/")).inserted
    for user in users {
      for method in [OperationMethod.get, .delete] { add([operation(method, path)], as: user) }
      if isNew { add([operation(.list, collection)], as: user) }
    }
  }

  /// Everybody changes each field of a document, asks for documents that have its values, and stores its like.
  private mutating func askInDetail(_ path: ContiguousArray<Text>, _ fields: MapValue) {
    let collection = ContiguousArray(path.dropLast())
    for user in users {
      var isAllowed = false
      for (key, value) in zip(fields.keys, fields.values) {
        var query = operation(.list, collection)
        query.query.filter = .field([key], .equal, value)
        for limit in [nil] + listLimits {
          query.query.limit = limit
          add([query], as: user)
        }
        isAllowed = add([update(path, [key], .value(value))], as: user) || isAllowed
      }
      isAllowed = add([update(path, ["extra"], .value(.string("x")))], as: user) || isAllowed
      for (key, value) in zip(fields.keys, fields.values) {
        add([update(path, [key], .delete)], as: user)
        for variant in observedValues(of: key, for: user) + vocabulary.variants(of: value) {
          add([update(path, [key], .value(variant))], as: user)
        }
      }
      guard isAllowed else { continue }
      addMissing(fields.keys) { generator, name, value in
        generator.add([generator.update(path, [name], .value(value))], as: user)
      }
    }
  }

  /// The values that steps write to a field, as the user would.
  private func observedValues(of key: Text, for user: User?) -> [Value] {
    templates.flatMap { template in
      form(of: template, for: user).changes.compactMap { change in
        guard change.path == [key], case .value(let value) = change.change else { return nil }
        return value
      }
    }
  }

  /// Stores what steps store as new documents in the place of one that is there.
  private mutating func writeOver(_ path: ContiguousArray<Text>, as user: User?) {
    for template in templates where template.operation.path.dropLast() == path.dropLast() {
      var operation = form(of: template, for: user)
      operation.path = path
      operation.method = .set
      add([operation], as: user)
    }
  }

  /// The write of a new document as another user would make it.
  private func form(
    of template: (operation: TestOperation, user: User?),
    for user: User?
  ) -> TestOperation {
    guard let author = template.user, let user, author.uid != user.uid else {
      return template.operation
    }
    return template.operation.replacing(author.uid, by: user.uid)
  }

  /// The limits of queries that are tried.
  private var listLimits: [Value?] {
    vocabulary.numbers.filter { $0 > 0 && $0 < 100_000 }.prefix(4)
      .flatMap { (number: Int64) -> [Value?] in [.int(number), .int(number + 1)] }
  }

  private mutating func addMissing(
    _ present: some Sequence<Text>,
    _ body: (inout ProbeGenerator, Text, Value) -> Void
  ) {
    let present = Set(present)
    body(&self, "extra", .string("x"))
    for name in vocabulary.names where !present.contains(name) {
      for value in vocabulary.additions { body(&self, name, value) }
    }
  }

  // MARK: New documents

  /// What the steps write, and what is stored, as new documents.
  private mutating func collectTemplates() {
    var kept: Set<String> = []
    let text = StepText(users: suite.users)
    for test in suite.cases {
      for step in test.steps {
        for operation in step.operations
        where operation.method == .create || operation.method == .set {
          let key = text.request([operation], isBatch: false, as: step.user) ?? ""
          guard kept.insert(key).inserted else { continue }
          var operation = operation
          if program.service != .storage { operation.method = .set }
          templates.append((operation, step.user))
        }
      }
    }
  }

  /// Everybody writes a new document, as it is and as one of their own; who may, changes each field.
  private mutating func writeNew(_ template: TestOperation, by author: User?) {
    for user in users {
      add([template], as: user)
      let form = form(of: (template, author), for: user)
      if add([form], as: user) {
        for changed in changes(of: form) { add([changed], as: user) }
      }
    }
  }

  /// The write with one field left away, changed, or added.
  private mutating func changes(of operation: TestOperation) -> [TestOperation] {
    var result: [TestOperation] = []
    for (index, change) in operation.changes.enumerated() {
      var changed = operation
      changed.changes.remove(at: index)
      result.append(changed)
      for variant in variants(of: change.change) {
        changed = operation
        changed.changes[index].change = variant
        result.append(changed)
      }
    }
    addMissing(operation.changes.compactMap(\.path.first)) { _, name, value in
      var changed = operation
      changed.changes.append(
        FieldChange(path: [name], change: .value(value), range: operation.range)
      )
      result.append(changed)
    }
    return result
  }

  private func variants(of change: FieldChange.Change) -> [FieldChange.Change] {
    switch change {
    case .value(let value): vocabulary.variants(of: value).map { .value($0) }
    case .serverTimestamp:
      [.value(.timestamp(Timestamp(seconds: 946_684_800, nanos: 0))), .value(.string("x"))]
    case .increment, .maximum, .minimum:
      vocabulary.numbers.map { .value(.int($0)) } + [.value(.string("x"))]
    case .arrayUnion, .arrayRemove, .delete: [.value(.string("x"))]
    }
  }

  // MARK: Steps

  /// Everybody asks what a step asks, where it asks it; in detail with each change of what it writes.
  private mutating func repeatSteps(of test: TestCase, _ now: Timestamp, isDetailed: Bool) {
    let outer = place
    defer { place = outer }
    place.test = test.title
    place.store = test.documents
    for step in test.steps {
      place.time = step.time ?? test.time ?? now
      place.step = step.range
      if isDetailed { repeatInDetail(step) } else { repeatForAll(step) }
      guard step.changesData,
        let probe = Probe(
          step.operations,
          isBatch: step.isBatch,
          as: step.user,
          at: place,
          in: program,
          database: suite.database
        ), probe.isAllowed
      else { continue }
      place.store.apply(probe.documents.changes)
    }
  }

  private mutating func repeatForAll(_ step: TestStep) {
    for user in users { add(step.operations, isBatch: step.isBatch, as: user) }
    guard let first = step.operations.first, step.operations.count == 1 else { return }
    guard first.method == .list else { return }
    var query = first
    for limit in [nil] + listLimits {
      query.query.limit = limit
      add([query], as: step.user)
    }
    query = first
    query.query.filter = nil
    add([query], as: step.user)
  }

  private mutating func repeatInDetail(_ step: TestStep) {
    guard add(step.operations, isBatch: step.isBatch, as: step.user) else { return }
    for (index, operation) in step.operations.enumerated() where operation.method.isWrite {
      for changed in changes(of: operation) {
        var operations = step.operations
        operations[index] = changed
        add(operations, isBatch: step.isBatch, as: step.user)
      }
    }
  }

  // MARK: Building

  private func operation(
    _ method: OperationMethod,
    _ path: ContiguousArray<Text>
  ) -> TestOperation {
    TestOperation(method: method, path: path, range: SourceRange(at: 0))
  }

  private func update(
    _ path: ContiguousArray<Text>,
    _ field: [Text],
    _ change: FieldChange.Change
  ) -> TestOperation {
    var operation = operation(.update, path)
    operation.changes = [FieldChange(path: field, change: change, range: SourceRange(at: 0))]
    return operation
  }
}
