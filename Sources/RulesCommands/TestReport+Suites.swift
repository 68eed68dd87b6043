import RulesRuntime
import RulesSource
import RulesTesting

extension TestReport {
  /// Writes what became of the cases of a suite; each counts as a test of one step.
  mutating func write(
    _ results: [HostedTestResult],
    of suite: SourceFile,
    rules: RulesText,
    failsOnDeniedByError: Bool,
    to console: inout Console,
    isCountedOnly: Bool
  ) {
    let outcomes = results.map { $0.outcome(failsOnDeniedByError: failsOnDeniedByError) }
    for outcome in outcomes { count(outcome) }
    record(
      SuiteRecord(
        path: suite.name,
        rulesPath: rules.file.name,
        tests: zip(results, outcomes).map { result, outcome in
          TestRecord(result, outcome, suite, rules)
        }
      )
    )
    guard !isCountedOnly else { return }
    let isShown = detail != .quiet || outcomes.contains(.failed)
    if isShown { console.writeLine(console.bold(visible(suite.name))) }
    if results.isEmpty, isShown { console.writeLine("  no test to run") }
    for (result, outcome) in zip(results, outcomes) where detail != .quiet || outcome == .failed {
      write(result, outcome, suite, rules, &console)
    }
  }

  private func write(
    _ result: HostedTestResult,
    _ outcome: SingleOutcome,
    _ suite: SourceFile,
    _ rules: RulesText,
    _ console: inout Console
  ) {
    let title = visible(result.test.title)
    switch outcome {
    case .passed: console.writeLine("  \(console.painted("✓", .green)) \(title)")
    case .failed: console.writeLine("  \(console.painted("✗", .red)) \(title)")
    case .skipped:
      let verdict = result.decision.verdict == .allow ? "allowed" : "denied"
      console.writeLine(
        "  \(console.painted("-", .yellow)) \(title) (\(verdict), nothing is expected)"
      )
    }
    if outcome == .passed, detail != .quiet {
      for error in result.errors {
        console.writeLine("      note: denied by an error: \(text(error, rules))")
      }
    }
    guard outcome == .failed || detail == .verbose else { return }
    let place = suite.position(of: result.test.range.lowerBound)
    console.writeLine(
      "      \(visible(suite.name)):\(place.line):\(place.column): \(result.sentence)"
    )
    guard let explanation = result.explanation else {
      for error in result.errors { console.writeLine("        \(text(error, rules))") }
      return
    }
    for line in explanation.lines(in: rules) {
      console.writeLine(console.fitted("        \(visible(line))"))
    }
  }

  /// An error after its place.
  ///
  ///     firestore.rules:4:20: Null value error.
  private func text(_ error: HostedTestError, _ rules: RulesText) -> String {
    let place = rules.file.position(of: error.range.lowerBound)
    return "\(visible(rules.file.name)):\(place.line):\(place.column): \(visible(error.message))"
  }
}

extension HostedTestResult {
  fileprivate func outcome(failsOnDeniedByError: Bool) -> TestReport.SingleOutcome {
    switch state {
    case .unspecified: .skipped
    case .failure: .failed
    case .success: failsOnDeniedByError && !errors.isEmpty ? .failed : .passed
    }
  }

  /// What was expected and what came of it.
  fileprivate var sentence: String {
    switch (state, decision.verdict) {
    case (.success, .allow): "allowed, as expected"
    case (.success, .deny):
      errors.isEmpty
        ? "denied, as expected" : "denied, but by an evaluation error instead of a condition"
    case (.failure, .allow): "expected deny, but the rules allow it"
    case (.failure, .deny):
      errors.isEmpty
        ? "expected allow, but the rules deny it"
        : "expected allow, but the rules deny it: an evaluation fails"
    case (.unspecified, .allow): "allowed"
    case (.unspecified, .deny): "denied"
    }
  }
}

extension TestRecord {
  /// What became of a case, which has one step.
  fileprivate init(
    _ result: HostedTestResult,
    _ outcome: TestReport.SingleOutcome,
    _ suite: SourceFile,
    _ rules: RulesText
  ) {
    place = Place(result.test.range, of: suite)
    titles = [result.test.title]
    stepCount = 1
    switch outcome {
    case .passed:
      self.outcome = .passed
      errorDenials = result.errors.map { error in
        ErrorDenial(place: Place(error.range, of: rules.file), message: error.message, stepCount: 1)
      }
    case .failed:
      self.outcome = .failed
      failedSteps = [
        StepRecord(
          place: place,
          request: result.test.title,
          outcome: result.sentence,
          isDeniedByError: !result.errors.isEmpty,
          explanation: result.explanation?.lines(in: rules) ?? []
        )
      ]
    case .skipped: self.outcome = .skipped
    }
  }
}
