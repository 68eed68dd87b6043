import RulesRuntime
import RulesSource

/// A generated request, made ready, and what the rules say to it.
struct Probe {
  /// What is asked.
  let operations: [TestOperation]
  let isBatch: Bool
  let user: User?
  /// Where it is asked.
  let place: Place
  /// What is judged.
  let requests: [Request]
  let documents: CommitDocuments
  /// What the rules say, as they are.
  let isAllowed: Bool
  /// What is evaluated for it; the rest of the rules can be changed without effect on it.
  private let evaluated: EvaluatedExpressions

  /// Where a request is asked: in a test of its own, or in one that is there, before one of its steps.
  struct Place {
    var suite: Int
    var test: String?
    var step: SourceRange?
    var store: DocumentStore
    var time: Timestamp
  }

  /// A probe; nil for what the service would refuse whatever the rules say.
  init?(
    _ operations: [TestOperation],
    isBatch: Bool,
    as user: User?,
    at place: Place,
    in program: Program,
    database: Text
  ) {
    let builder = RequestBuilder(
      service: program.service,
      database: database,
      time: place.time,
      auth: user?.auth(at: place.time) ?? .null
    )
    guard let commit = try? builder.commit(operations, to: place.store) else { return nil }
    self.operations = operations
    self.isBatch = isBatch
    self.user = user
    self.place = place
    requests = commit.requests
    documents = CommitDocuments(before: place.store, changes: commit.changes)
    var isAllowed = true
    var evaluated = EvaluatedExpressions(program)
    for request in requests {
      let (decision, observer) = program.decide(
        request,
        documents: documents,
        observer: evaluated
      )
      evaluated = observer
      isAllowed = isAllowed && decision.verdict == .allow
      for attempt in decision.attempts { evaluated.statements.insert(attempt.statement) }
    }
    self.evaluated = evaluated
    // The requests of a commit share its lookups, so they are judged together.
    self.isAllowed =
      requests.count == 1 ? isAllowed : Self.isAllowed(by: program, requests, documents)
  }

  /// Whether a change of the rules is about something that the request meets.
  func meets(_ mutation: Mutation) -> Bool {
    switch mutation.change {
    case .expression(let id, _), .constant(let id, _), .operand(_, let id, _):
      evaluated.contains(id)
    case .methods(_, let methods) where !methods.isEmpty:
      requests.contains { methods.contains(MethodSet($0.method)) }
    case .methods(let id, _), .unconditional(let id):
      evaluated.statements.contains(id)
    }
  }

  /// Whether other rules say something else.
  func distinguishes(_ program: Program) -> Bool {
    Self.isAllowed(by: program, requests, documents) != isAllowed
  }

  private static func isAllowed(
    by program: Program,
    _ requests: [Request],
    _ documents: CommitDocuments
  ) -> Bool {
    program.decide(commit: requests, documents: documents).allSatisfy { $0.verdict == .allow }
  }
}

/// Records which expressions are evaluated.
private struct EvaluatedExpressions: EvaluationObserver {
  private var bits: ContiguousArray<UInt64>
  /// The statements that were tried.
  var statements: Set<StatementID> = []

  init(_ program: Program) {
    bits = ContiguousArray(repeating: 0, count: program.expressions.count / 64 + 1)
  }

  func contains(_ id: ExpressionID) -> Bool {
    bits[Int(id.index / 64)] & (1 << UInt64(id.index % 64)) != 0
  }

  mutating func willEvaluate(_ expression: ExpressionID) {
    bits[Int(expression.index / 64)] |= 1 << UInt64(expression.index % 64)
  }

  mutating func didEvaluate(_ expression: ExpressionID, _ value: Value) {}
  mutating func didFail(_ expression: ExpressionID, _ fault: Fault) {}
  mutating func didLookUp(_ lookup: LookupRecord) {}
}
