import RulesRuntime
import RulesSource
import RulesTesting

extension SuiteRecord {
  /// What became of the tests of a file.
  ///
  /// - Parameters:
  ///   - results: the tests.
  ///   - durations: how long each took; empty where nobody measured.
  ///   - suite: the file.
  ///   - rules: its rules.
  init(_ results: [CaseResult], durations: [Swift.Duration], of suite: TestSuite, rules: RulesText)
  {
    path = suite.source.name
    rulesPath = rules.file.name
    tests = results.map { TestRecord($0, of: suite, rules: rules) }
    for (index, duration) in zip(tests.indices, durations) { tests[index].duration = duration }
  }
}

extension TestRecord {
  fileprivate init(_ result: CaseResult, of suite: TestSuite, rules: RulesText) {
    place = Place(result.test.range, of: suite.source)
    titles = result.test.titles
    outcome = result.isSkipped ? .skipped : result.passed ? .passed : .failed
    stepCount = result.test.steps.count
    let failed = result.passed ? [] : result.steps.filter { !$0.passed }
    failedSteps = failed.map { step in
      StepRecord(
        place: Place(step.step.range, of: suite.source),
        request: "\(step.step.expectation.rawValue) \(step.step.title)",
        outcome: step.outcome,
        isDeniedByError: step.isDeniedByError,
        advice: step.advice,
        explanation: step.explanation.flatMap { $0.lines(in: rules) }
      )
    }
    errorDenials = result.isSkipped ? [] : result.errorDenials(in: rules)
  }
}

extension CaseResult {
  /// Steps that pass because an evaluation fails, by the error: the rules may be wrong there.
  func errorDenials(in rules: RulesText) -> [ErrorDenial] {
    guard hasErrors else { return [] }
    var counts: [EvaluationError: Int] = [:]
    for step in steps where step.passed && step.step.expectation == .deny {
      for error in Set(step.errors) { counts[error, default: 0] += 1 }
    }
    let errors = counts.keys.sorted { left, right in
      (left.range.lowerBound, left.message) < (right.range.lowerBound, right.message)
    }
    return errors.map { error in
      ErrorDenial(
        place: Place(error.range, of: rules.file),
        message: error.message,
        stepCount: counts[error] ?? 0
      )
    }
  }
}

extension StepResult {
  /// What was expected and what came of it.
  var outcome: String {
    switch failure {
    case nil:
      isAllowed ? "allowed, as expected" : "denied, as expected"
    case .impossible(let reason):
      "this step says nothing about the rules: \(visible(reason))"
    case .isAllowed:
      switch step.expectation {
      case .error: "expected an evaluation error, but the rules allow it"
      case .allow, .deny: "expected deny, but the rules allow it"
      }
    case .isDenied(byError: true):
      switch step.expectation {
      case .allow: "expected allow, but the rules deny it: an evaluation fails"
      case .deny, .error: "denied, but by an evaluation error instead of a condition"
      }
    case .isDenied(byError: false): "expected allow, but the rules deny it"
    case .isDeniedWithoutError:
      "expected an evaluation error, but the rules deny it without one"
    case .otherReason(let text):
      "denied, but no line that decides it holds `\(visible(text))`"
    }
  }
}
