import RulesJSON
import RulesRuntime
import RulesSource
import RulesTesting

/// What rules have said last, for those who watch the requests.
struct EvaluationLog: Sendable {
  /// One request that rules have judged.
  struct Entry: Sendable {
    /// Counted from 1 since the start of the service.
    let number: Int
    let project: Text
    let request: Request
    let decision: Decision
    /// The rules that it was judged by.
    let rules: JudgedRules
  }

  /// What became of a request.
  enum Outcome: String, Sendable {
    case allow, deny, error
  }

  private var entries: [Entry] = []
  /// Count of all requests that were judged.
  private(set) var count = 0

  /// The most requests that are kept: each may hold a document.
  private static let limit = 100

  /// Keeps a request; the oldest ones are dropped together, so that most of the time nothing is moved.
  mutating func add(
    _ request: consuming Request,
    _ decision: consuming Decision,
    by rules: JudgedRules,
    _ project: Text
  ) {
    count += 1
    if entries.count >= 2 * Self.limit { entries.removeFirst(Self.limit) }
    entries.append(
      Entry(
        number: count,
        project: project,
        request: request,
        decision: decision,
        rules: rules
      )
    )
  }

  /// The requests after one, the oldest first; those that are not kept any more are left out.
  func entries(after number: Int) -> some Collection<Entry> {
    entries.suffix(min(Self.limit, count - number))
  }
}

extension EvaluationLog.Entry {
  /// The entry as the official emulator tells it to those who watch.
  ///
  /// Source: recorded from the official emulator, which tells of each of its passes; this tells of the last one.
  var json: JSONValue {
    let path = JSONValue.string(request.path.pattern)
    let time = JSONValue.string(request.time.rfc3339)
    return [
      "rulesReleaseKey": .string("projects/\(project)/releases/cloud.firestore"),
      "requestId": .string("\(number)"),
      "rules": .string(rules.source.bytes),
      "time": time,
      "rulesContext": [
        "path": path, "method": .string(request.method.name), "time": time,
        "request": TypedValue.json(request.value(for: .firestore)),
        "resource": request.resource.map(TypedValue.json) ?? ["undefined": [:]],
      ],
      "granularAllowOutcomes": .array(
        decision.attempts.map { attempt in
          let isGranted = if case .granted = attempt.outcome { true } else { false }
          return [
            "line": .integer(rules.line(of: attempt.statement)), "outcome": .bool(isGranted),
          ]
        }
      ),
      "outcome": .string(outcome.rawValue),
    ]
  }

  private var outcome: EvaluationLog.Outcome {
    if decision.verdict == .allow { return .allow }
    let isPlain = decision.attempts.allSatisfy { attempt in
      switch attempt.outcome {
      case .granted, .refused: true
      case .failed, .undecided, .notBoolean: false
      }
    }
    return isPlain ? .deny : .error
  }
}

extension RoutePath {
  /// The path with a star for what a query leaves open.
  fileprivate var pattern: String {
    var parts = segments.map(\.description)
    switch tail {
    case .none: break
    case .document: parts.append("*")
    case .group(let collection): parts += ["**", collection.description, "*"]
    case .anything: parts.append("**")
    case .anyCollection: parts += ["*", "*"]
    }
    return "/" + parts.joined(separator: "/")
  }
}

extension Emulator {
  /// The reply to somebody who wants to watch requests: those that were judged last, as one list.
  func watching(_ request: HTTPRequest) -> HTTPResponse {
    WebSocket.handshake(request) { .array(evaluations.entries(after: 0).map(\.json)) }
  }

  /// Count of the requests that rules have judged.
  package var evaluationCount: Int { evaluations.count }

  /// What is told to those who watch, of each request that was judged after one.
  package func messages(after number: Int) -> [ContiguousArray<UInt8>] {
    evaluations.entries(after: number).map { WebSocket.frame($0.json) }
  }
}
