package import RulesRuntime

/// What became of a step.
package struct StepResult: Sendable {
  /// The step.
  package let step: TestStep
  /// The decision about each of its operations; fewer where the service would refuse the write itself.
  package let judgements: [Judgement]
  /// Whether the step did what it expects.
  package let passed: Bool
  /// Why it failed; one sentence, lower-case start, no final stop.
  package let failure: String?

  /// Whether the request was denied because an evaluation failed.
  package var isDeniedByFault: Bool {
    judgements.contains { $0.decision.isDeniedByFault }
  }

  /// Whether the rules allow it all.
  package var isAllowed: Bool {
    judgements.allSatisfy { $0.decision.verdict == .allow }
  }
}

/// A request and what the rules say to it.
package struct Judgement: Sendable {
  /// The request.
  package let request: Request
  /// The documents that rules may look up.
  package let before: DocumentStore
  /// The same after the commit.
  package let after: DocumentStore
  /// Allow or deny, and why.
  package let decision: Decision

  /// Decides the request again and records each evaluation.
  package func trace(_ program: Program) -> (decision: Decision, trace: TraceObserver) {
    let (decision, observer) = program.decide(
      request, documents: CommitDocuments(before: before, after: after), observer: TraceObserver())
    return (decision, observer)
  }
}

/// What became of a test.
package struct CaseResult: Sendable {
  /// The test.
  package let test: TestCase
  /// Its steps, in order; empty for a skipped test.
  package let steps: [StepResult]
  /// Whether it was left out: `skip`, or another test says `only`.
  package let isSkipped: Bool

  /// Whether every step did what it expects.
  package var passed: Bool { steps.allSatisfy(\.passed) }
}

/// Runs tests against a program.
package struct TestRunner: Sendable {
  private let program: Program
  private let rules: RulesText
  private let database: Text
  private let now: Timestamp

  /// A runner.
  ///
  /// - Parameters:
  ///   - program: the rules.
  ///   - rules: their text, for `because`.
  ///   - database: the database that requests go to.
  ///   - now: the time of the requests of tests that name none.
  package init(_ program: Program, rules: RulesText, database: Text, now: Timestamp) {
    self.program = program
    self.rules = rules
    self.database = database
    self.now = now
  }

  /// Runs every test of a suite.
  package func run(_ suite: TestSuite) -> [CaseResult] {
    let hasOnly = suite.cases.contains { $0.modifier == .only }
    return suite.cases.map { test in
      let isSkipped = test.modifier == .skip || (hasOnly && test.modifier != .only)
      return isSkipped ? CaseResult(test: test, steps: [], isSkipped: true) : run(test)
    }
  }

  /// Runs one test: an allowed write changes what its later steps see.
  package func run(_ test: TestCase) -> CaseResult {
    var store = test.documents
    let steps = test.steps.map { step in
      run(step, at: step.time ?? test.time ?? now, &store)
    }
    return CaseResult(test: test, steps: steps, isSkipped: false)
  }

  private func run(_ step: TestStep, at time: Timestamp, _ store: inout DocumentStore) -> StepResult {
    let before = store
    let builder = RequestBuilder(
      service: program.service, database: database, time: time,
      auth: step.user?.auth(at: time) ?? .null)
    let commit: RequestBuilder.Commit
    do throws(AppliedWrite.Impossible) {
      commit = try builder.commit(step.operations, to: before)
    } catch {
      return StepResult(step: step, judgements: [], passed: false, failure: error.reason)
    }
    let documents = CommitDocuments(before: before, after: commit.after)
    let judgements = commit.requests.map { request in
      Judgement(
        request: request, before: before, after: commit.after,
        decision: program.decide(request, documents: documents))
    }
    let isAllowed = judgements.allSatisfy { $0.decision.verdict == .allow }
    if isAllowed { store = commit.after }
    let failure = failure(of: step, isAllowed: isAllowed, judgements)
    return StepResult(step: step, judgements: judgements, passed: failure == nil, failure: failure)
  }

  private func failure(
    of step: TestStep, isAllowed: Bool, _ judgements: [Judgement]
  ) -> String? {
    let isFault = judgements.contains { $0.decision.isDeniedByFault }
    switch (step.expectation, isAllowed) {
    case (.allow, true): return nil
    case (.allow, false):
      return isFault ? "expected allow, the rules deny it: an evaluation failed" : "expected allow, the rules deny it"
    case (.deny, true): return "expected deny, the rules allow it"
    case (.error, true): return "expected an evaluation error, the rules allow it"
    case (.error, false) where !isFault:
      return "expected an evaluation error, the rules deny it without one"
    case (.deny, false), (.error, false):
      guard let because = step.because, !isDenied(judgements, because: because) else { return nil }
      return "denied, but no line that decides it holds `\(because)`"
    }
  }

  /// Whether a line that decides the denial holds a text.
  private func isDenied(_ judgements: [Judgement], because text: String) -> Bool {
    judgements.filter { $0.decision.verdict == .deny }.contains { judgement in
      let (_, trace) = judgement.trace(program)
      return trace.roots.contains { root in
        root.decidingChain.contains { rules.line(of: program.origins[Int($0.expression.index)], holds: text) }
      }
    }
  }
}
