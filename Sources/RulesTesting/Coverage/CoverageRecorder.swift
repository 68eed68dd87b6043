package import RulesRuntime

/// Decides requests and counts what the rules' expressions came to.
package struct CoverageRecorder: Sendable {
  /// What was counted.
  package private(set) var observer: CoverageObserver
  private let program: Program
  private let detail: Detail
  private var repeated = RepeatedRequests()

  /// What is kept beside counts.
  package enum Detail: Sendable, Hashable {
    /// Nothing.
    case counts
    /// Some values of each expression.
    case samples
    /// What the official emulator's report has: all values, and its first pass without documents.
    case emulator
  }

  /// The most values of one expression that are kept as samples.
  private static let sampleLimit = 12

  /// A recorder that has counted nothing.
  ///
  /// - Parameters:
  ///   - program: whose requests it decides.
  ///   - detail: what is kept beside counts.
  ///   - byteLimit: the most bytes of values that are kept.
  package init(_ program: Program, _ detail: Detail, byteLimit: Int = 16 << 20) {
    self.program = program
    self.detail = detail
    let values: CoverageObserver.ValueKeeping =
      switch detail {
      case .counts: .none
      case .samples: .samples(limit: Self.sampleLimit)
      case .emulator: .all
      }
    observer = CoverageObserver(program, keeping: values, byteLimit: byteLimit)
  }

  /// Adds what another recorder of the same program counted.
  package mutating func merge(_ other: CoverageRecorder) {
    observer.merge(other.observer)
  }

  /// Decides the requests of one commit or query.
  ///
  /// - Parameters:
  ///   - requests: what is judged.
  ///   - unconditional: the documents that are written whether they are there or not; the emulator judges
  ///     such a write first as `create` and as `update`.
  ///   - documents: what lookups find.
  /// - Returns: a decision for each request up to the first that is denied.
  package mutating func decide(
    commit requests: [Request],
    unconditional: Set<ContiguousArray<Text>>,
    documents: some DocumentSource
  ) -> [Decision] {
    for request in requests { observer.noteTime(of: request) }
    guard detail == .emulator, program.service == .firestore else {
      let decisions = program.decide(
        commit: requests,
        documents: documents,
        watchedBy: &observer
      )
      for decision in decisions { observer.count(decision) }
      return decisions
    }
    var decision: Decision?
    for request in requests {
      let path = ContiguousArray(request.path.segments.dropFirst(3))
      let isUnconditional = !unconditional.isEmpty && unconditional.contains(path)
      let isAllowed: Bool
      (isAllowed, decision) = replay(request, isUnconditional: isUnconditional, documents)
      guard isAllowed else { break }
    }
    // What one request alone came to was seen already.
    if requests.count == 1, let decision { return [decision] }
    return program.decide(commit: requests, documents: documents)
  }

  /// Counts what the requests of one read come to.
  ///
  /// - Parameters:
  ///   - requests: what is judged.
  ///   - documents: what lookups find.
  package mutating func count(read requests: [Request], documents: some DocumentSource) {
    guard detail == .emulator, requests.count == 1 else {
      _ = decide(commit: requests, unconditional: [], documents: documents)
      return
    }
    if repeated.count(requests[0], in: &observer) { return }
    observer.beginTrace()
    _ = decide(commit: requests, unconditional: [], documents: documents)
    if let trace = observer.endTrace() { repeated.remember(trace, of: requests[0]) }
  }

  /// Counts what the request of one read comes to, where it is the same as one before.
  ///
  /// - Returns: whether it is.
  package mutating func count(repeatedRead requests: [Request]) -> Bool {
    requests.count == 1 && repeated.count(requests[0], in: &observer)
  }

  /// Counts what was seen of one request elsewhere, with this recorder's observer watching.
  mutating func count(_ decision: Decision, seenBy observer: CoverageObserver) {
    self.observer = observer
    self.observer.count(decision)
  }

  /// Runs a test once more: an allowed write changes what its later steps see.
  ///
  /// - Parameters:
  ///   - test: a test of the same program.
  ///   - database: the database that requests go to.
  ///   - now: the time of requests, unless the test names one.
  package mutating func record(_ test: TestCase, database: Text, now: Timestamp) {
    var store = test.documents
    for step in test.steps {
      let time = step.time ?? test.time ?? now.ofRequest
      let builder = RequestBuilder(
        service: program.service,
        database: database,
        time: time,
        auth: step.user?.auth(at: time) ?? .null
      )
      // What the service refuses by itself never comes to the rules.
      guard let commit = try? builder.commit(step.operations, to: store) else { continue }
      let decisions = decide(
        commit: commit.requests,
        unconditional: step.unconditionalPaths,
        documents: CommitDocuments(before: store, changes: commit.changes)
      )
      let isAllowed = decisions.allSatisfy { $0.verdict == .allow }
      if isAllowed, step.changesData { store.apply(commit.changes) }
    }
  }

  // MARK: The emulator's passes

  /// Judges a request as the emulator does: without documents, and once more with them unless that settles it.
  ///
  /// - Returns: whether it is allowed, and what was decided with documents where it came to that.
  private mutating func replay(
    _ request: Request,
    isUnconditional: Bool,
    _ documents: some DocumentSource
  ) -> (isAllowed: Bool, decision: Decision?) {
    let first = firstPass(of: request, isUnconditional: isUnconditional).map { variant in
      decide(variant, documents)
    }
    if first.allSatisfy({ $0.verdict == .allow }) { return (true, nil) }
    if first.allSatisfy(\.isPlainDenial) { return (false, nil) }
    let decision = decide(request, documents)
    return (decision.verdict == .allow, decision)
  }

  private mutating func decide(
    _ request: Request,
    _ documents: some DocumentSource
  ) -> Decision {
    let decision = program.decide(request, documents: documents, watchedBy: &observer)
    observer.count(decision)
    return decision
  }

  /// The request as it is judged before any document is read.
  private func firstPass(of request: Request, isUnconditional: Bool) -> [Request] {
    var unread = request
    unread.unknowns = [.resource, .lookups]
    switch request.method {
    case .get, .delete: break
    case .list:
      // A query that names no document is judged by its own constraints.
      if request.path.tail != .none { unread.unknowns = .lookups }
    case .create, .update:
      if case .null = request.writeFields {
        guard isUnconditional else { break }
        return [Method.create, .update].map { method in
          var variant = unread
          variant.method = method
          return variant
        }
      }
      unread.unknowns.insert(.requestResource)
    }
    return [unread]
  }
}

extension Decision {
  /// Whether every condition that was tried is false, and none failed.
  fileprivate var isPlainDenial: Bool {
    verdict == .deny
      && attempts.allSatisfy {
        if case .refused = $0.outcome { true } else { false }
      }
  }
}

extension TestStep {
  /// The documents that only `set` writes, whether they are there or not.
  fileprivate var unconditionalPaths: Set<ContiguousArray<Text>> {
    let others = operations.filter { $0.method != .set }.map(\.path)
    return Set(operations.map(\.path)).subtracting(others)
  }
}
