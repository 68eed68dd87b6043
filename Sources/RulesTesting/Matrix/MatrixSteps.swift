import RulesRuntime
import RulesSource

/// The requests of a test file, as models of what to ask.
struct MatrixSteps {
  private var requests: [(step: TestStep, operation: TestOperation)] = []
  private let file: SourceFile

  /// A request that is asked by everybody, each with their own id where that of its author stands.
  struct Write {
    var operation: TestOperation
    var author: User?

    /// The request of a user; that of nobody is the author's.
    ///
    /// The collection stays what it is.
    func operation(for user: User?) -> TestOperation {
      guard let author, let user, author.uid != user.uid else { return operation }
      var replaced = operation.replacing(author.uid, by: user.uid)
      let id = operation.method == .list ? nil : replaced.path.last
      replaced.path = operation.path
      if let id { replaced.path[replaced.path.count - 1] = id }
      return replaced
    }

    /// What a user writes.
    func changes(for user: User?) -> [FieldChange] { operation(for: user).changes }
  }

  init(_ suite: TestSuite) {
    file = suite.source
    // Steps that are allowed are plausible, those of one write more so than parts of a batch.
    let steps = suite.cases.flatMap(\.steps)
    let allowed = steps.filter { $0.expectation == .allow }
    let ordered =
      allowed.filter { !$0.isBatch } + allowed.filter(\.isBatch)
      + steps.filter { $0.expectation != .allow && !$0.isBatch }
    requests = ordered.flatMap { step in step.operations.map { (step, $0) } }
  }

  /// The paths at which steps store new documents.
  var newPaths: [ContiguousArray<Text>] {
    requests.filter { request in
      request.operation.isNew && request.step.expectation == .allow && !request.step.isBatch
    }.map(\.operation.path)
  }

  /// An update of a document: one of it, or else an allowed one of a document beside it.
  func update(at path: ContiguousArray<Text>) -> (write: Write, source: String)? {
    let updates = requests.filter {
      $0.operation.method == .update && $0.step.expectation == .allow && !$0.step.isBatch
    }
    let found =
      updates.first { $0.operation.path == path }
      ?? updates.first { $0.operation.path.dropLast() == path.dropLast() }
    return found.map { model($0, "as in line") }
  }

  /// A new document of a collection.
  func creation(in collection: ContiguousArray<Text>) -> (write: Write, source: String)? {
    let found = requests.first {
      $0.operation.isNew && $0.operation.path.dropLast() == collection[...]
    }
    return found.map { request in
      var (write, source) = model(request, "as in line")
      write.operation.method = .create
      return (write, source)
    }
  }

  /// An allowed query of a collection that asks for less than all.
  func query(at collection: ContiguousArray<Text>) -> (write: Write, source: String)? {
    let found = requests.first { request in
      request.operation.method == .list && request.step.expectation == .allow
        && request.operation.path == collection && !request.operation.query.isPlain
    }
    return found.map { model($0, "as in line") }
  }

  private func model(
    _ request: (step: TestStep, operation: TestOperation),
    _ words: String
  ) -> (Write, String) {
    let line = file.position(of: request.step.range.lowerBound).line
    let write = Write(operation: request.operation, author: request.step.user)
    return (write, Self.source(of: request.step.user, "\(words) \(line)"))
  }

  /// Where a request comes from, and that each user asks it for themselves.
  static func source(of author: User?, _ text: String) -> String {
    author.map { "\(text), each user with their own id for that of \($0.name)" } ?? text
  }
}

extension TestOperation {
  fileprivate var isNew: Bool { method == .create || method == .set }
}

extension ListQuery {
  fileprivate var isPlain: Bool {
    filter == nil && orderings.isEmpty && limit == nil && offset == nil && !isCollectionGroup
  }
}
