package import RulesRuntime

/// Runs tests against a program.
package struct TestRunner: Sendable {
  private let program: Program
  private let rules: RulesText
  private let database: Text
  private let now: Timestamp
  private let options: Options

  /// How tests are run.
  package struct Options: Sendable {
    /// Whether a denial that an evaluation error causes fails a `deny`.
    package var failsOnDeniedByError = false
    /// Whether steps that pass are explained too.
    package var explainsPassingSteps = false
    /// Only tests whose title, with those of the groups around it, holds this text are run.
    package var filter: String?
    /// How many steps of a suite are explained; those beyond are only reported.
    package var explanationLimit = 1000

    /// The usual way.
    package init() {}
  }

  /// A runner.
  ///
  /// - Parameters:
  ///   - program: the rules.
  ///   - rules: their text, for `because` and for explanations.
  ///   - database: the database that requests go to.
  ///   - now: the time of the requests of tests that name none.
  ///   - options: how tests are run.
  package init(
    _ program: Program,
    rules: RulesText,
    database: Text,
    now: Timestamp,
    options: Options = Options()
  ) {
    self.program = program
    self.rules = rules
    self.database = database
    self.now = now.ofRequest
    self.options = options
  }

  /// Runs the tests of a suite that the filter leaves.
  package func run(_ suite: TestSuite) -> [CaseResult] {
    var explanations = options.explanationLimit
    return selection(of: suite).map { selected in
      selected.isSkipped
        ? CaseResult(test: selected.test, steps: [], isSkipped: true)
        : run(selected.test, &explanations)
    }
  }

  /// A test that the filter leaves.
  package struct SelectedCase: Sendable {
    /// The test.
    package let test: TestCase
    /// Whether it is left out: `skip`, or another test says `only`.
    package let isSkipped: Bool
  }

  /// The tests of a suite that the filter leaves, in source order.
  package func selection(of suite: TestSuite) -> [SelectedCase] {
    let cases = suite.cases.filter { test in
      options.filter.map { ContiguousArray(test.title.utf8).containsBytes(Array($0.utf8)) } ?? true
    }
    let hasOnly = cases.contains { $0.modifier == .only }
    return cases.map { test in
      SelectedCase(
        test: test,
        isSkipped: test.modifier == .skip || (hasOnly && test.modifier != .only)
      )
    }
  }

  /// Runs one test: an allowed write changes what its later steps see.
  ///
  /// - Parameters:
  ///   - test: the test, skipped or not.
  ///   - limit: how many of its steps are explained; nil for as many as of a suite.
  /// - Returns: what became of it.
  package func run(_ test: TestCase, explaining limit: Int? = nil) -> CaseResult {
    var explanations = limit ?? options.explanationLimit
    return run(test, &explanations)
  }

  private func run(_ test: TestCase, _ explanations: inout Int) -> CaseResult {
    var store = test.documents
    var shapes = TokenShapes()
    var results: [StepResult] = []
    results.reserveCapacity(test.steps.count)
    for step in test.steps {
      let changes = judge(
        step,
        at: step.time ?? test.time ?? now,
        store,
        &shapes,
        isExplained: explanations > 0,
        &results
      )
      if let last = results.indices.last, !results[last].explanation.isEmpty { explanations -= 1 }
      if let changes { store.apply(changes) }
    }
    return CaseResult(test: test, steps: results, isSkipped: false)
  }

  /// Adds the result of a step, and gives what it changes.
  private func judge(
    _ step: TestStep,
    at time: Timestamp,
    _ store: DocumentStore,
    _ shapes: inout TokenShapes,
    isExplained: Bool,
    _ results: inout [StepResult]
  ) -> DocumentChanges? {
    let builder = RequestBuilder(
      service: program.service,
      database: database,
      time: time,
      auth: step.user?.auth(at: time, &shapes) ?? .null
    )
    let commit: RequestBuilder.Commit
    do throws(AppliedWrite.Impossible) {
      commit = try builder.commit(step.operations, to: store)
    } catch {
      results.append(StepResult(step, [], failure: .impossible(error.reason)))
      return nil
    }
    let documents = CommitDocuments(before: store, changes: commit.changes)
    let decisions = program.decide(commit: commit.requests, documents: documents)
    var result = StepResult(step, decisions, failure: nil)
    var traces: [Trace] = []
    if step.because != nil, !result.isAllowed { traces = self.traces(commit.requests, documents) }
    result.failure = failure(of: result, traces)
    if isExplained, result.failure != nil || options.explainsPassingSteps {
      result.judgements = zip(commit.requests, decisions).map { request, decision in
        Judgement(request: request, decision: decision)
      }
      if traces.isEmpty { traces = self.traces(commit.requests, documents) }
      result.explanation = explained(traces, step).map { explanation(of: $0, step) }
    }
    if isExplained, case .isDenied = result.failure, step.expectation == .allow {
      result.advice = advice(for: step, at: time, store)
    }
    if result.isDeniedByError { result.errors = errors(of: decisions) }
    let isStored = result.isAllowed && step.changesData
    results.append(result)
    return isStored ? commit.changes : nil
  }

  /// A decision with every evaluation that it took.
  private struct Trace {
    let request: Request
    let decision: Decision
    let observer: TraceObserver
  }

  private func traces(_ requests: [Request], _ documents: CommitDocuments) -> [Trace] {
    requests.map { request in
      let (decision, observer) = program.decide(
        request,
        documents: documents,
        observer: TraceObserver()
      )
      return Trace(request: request, decision: decision, observer: observer)
    }
  }

  /// Of a query that is denied only the way that is, of everything else all.
  private func explained(_ traces: [Trace], _ step: TestStep) -> [Trace] {
    guard !step.isBatch, let last = traces.last, last.decision.verdict == .deny else {
      return traces
    }
    return [last]
  }

  /// What a refused query lacks.
  private func advice(
    for step: TestStep,
    at time: Timestamp,
    _ store: DocumentStore
  ) -> String? {
    guard let operation = step.operations.first, operation.method == .list,
      program.service == .firestore
    else { return nil }
    let context = QueryAdvice.Context(
      database: database,
      auth: step.user?.auth(at: time) ?? .null,
      time: time
    )
    return QueryAdvice(program, context)
      .missingClauses(of: operation.query.query(at: operation.path), documents: store)
  }

  private func explanation(of trace: Trace, _ step: TestStep) -> Explanation {
    Explanation(
      of: trace.decision,
      for: trace.request,
      trace: trace.observer,
      program: program,
      rules: rules,
      isPartOfBatch: step.isBatch
    )
  }

  private func failure(of result: StepResult, _ traces: [Trace]) -> StepResult.Failure? {
    let step = result.step
    switch (step.expectation, result.isAllowed) {
    case (.allow, true): return nil
    case (.allow, false): return .isDenied(byError: result.isDeniedByError)
    case (.deny, true), (.error, true): return .isAllowed
    case (.error, false) where !result.isDeniedByError: return .isDeniedWithoutError
    case (.deny, false) where options.failsOnDeniedByError && result.isDeniedByError:
      return .isDenied(byError: true)
    case (.deny, false), (.error, false):
      guard let because = step.because, !isDenied(traces, because: because) else { return nil }
      return .otherReason(expected: because)
    }
  }

  /// Whether a line that decides the denial holds a text.
  private func isDenied(_ traces: [Trace], because text: String) -> Bool {
    traces.filter { $0.decision.verdict == .deny }.contains { trace in
      trace.observer.roots.contains { root in
        let (leaves, calls) = root.decidingNodes(in: program)
        return (leaves + calls).contains { node in
          let expression = node.fault?.expression ?? node.expression
          return rules.line(of: program.origins[Int(expression.index)], holds: text)
            || rules.line(of: program.origins[Int(node.expression.index)], holds: text)
        }
      }
    }
  }

  private func errors(of decisions: [Decision]) -> [EvaluationError] {
    decisions.filter(\.isDeniedByFault).flatMap { decision in
      decision.attempts.compactMap { attempt in
        EvaluationError(attempt, program: program, rules: rules)
      }
    }
  }
}
