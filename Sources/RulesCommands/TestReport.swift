import RulesRuntime
import RulesSource
import RulesTesting

/// Writes what became of tests, and counts it.
struct TestReport {
  /// What is written.
  enum Detail {
    /// Failing tests only.
    case quiet
    /// A line for each test, and why steps fail.
    case usual
    /// Why steps pass, too.
    case verbose
  }

  /// Counts of tests.
  private(set) var tests = Outcomes()
  /// Counts of steps.
  private(set) var steps = Outcomes()

  /// What became of the tests, by test file.
  private(set) var suites: [SuiteRecord] = []
  /// The test files that can't be run.
  private(set) var brokenFiles: [RunRecord.BrokenFile] = []

  /// What is written.
  let detail: Detail

  /// What became of one test.
  enum SingleOutcome {
    case passed, failed, skipped
  }

  /// Counts of what passed, failed, and was left out.
  struct Outcomes {
    var passed = 0
    var failed = 0
    var skipped = 0

    /// `12 tests passed, 1 failed`.
    func text(_ noun: String) -> String {
      var parts = ["\(counted(passed, noun)) passed"]
      if failed > 0 { parts.append("\(failed) failed") }
      if skipped > 0 { parts.append("\(skipped) skipped") }
      return parts.joined(separator: ", ")
    }
  }

  /// A report of which nothing is written yet.
  init(_ detail: Detail) {
    self.detail = detail
  }

  /// Count of test files that can't be run.
  var brokenFileCount: Int { brokenFiles.count }

  /// Keeps what became of the tests of a file, for the formats that are written at the end.
  mutating func record(_ suite: SuiteRecord) {
    suites.append(suite)
  }

  /// Counts a test file that can't be run.
  mutating func countBrokenFile(_ path: String, _ reason: String) {
    brokenFiles.append(RunRecord.BrokenFile(path: path, reason: reason))
  }

  /// Counts a test of one step.
  mutating func count(_ outcome: SingleOutcome) {
    switch outcome {
    case .passed:
      tests.passed += 1
      steps.passed += 1
    case .failed:
      tests.failed += 1
      steps.failed += 1
    case .skipped:
      tests.skipped += 1
      steps.skipped += 1
    }
  }

  /// Writes what became of the tests of a file.
  mutating func write(
    _ results: [CaseResult],
    durations: [Swift.Duration] = [],
    of suite: TestSuite,
    rules: RulesText,
    to console: inout Console
  ) {
    let record = SuiteRecord(results, durations: durations, of: suite, rules: rules)
    suites.append(record)
    let isShown = detail != .quiet || results.contains { !$0.isSkipped && !$0.passed }
    if isShown { console.writeLine(console.bold(suite.source.name)) }
    if results.isEmpty, isShown { console.writeLine("  no test to run") }
    for (result, test) in zip(results, record.tests) {
      count(result)
      guard detail != .quiet || !(result.isSkipped || result.passed) else { continue }
      write(result, test.errorDenials, suite, rules, &console)
    }
  }

  /// Writes the last lines: how many tests and steps passed.
  func writeSummary(hasOnly: Bool, to console: inout Console) {
    if brokenFileCount > 0 {
      console.writeLine("\(counted(brokenFileCount, "test file")) could not be run")
    }
    guard tests.passed + tests.failed + tests.skipped > 0 else { return }
    let counts = "\(tests.text("test")) (\(steps.text("step")))"
    let isClean = tests.failed == 0 && brokenFileCount == 0
    console.writeLine(console.painted(counts, isClean ? .green : .red))
    if hasOnly { console.writeLine("note: a test says `only`, so others are skipped") }
  }

  private mutating func count(_ result: CaseResult) {
    if result.isSkipped {
      tests.skipped += 1
      steps.skipped += result.test.steps.count
      return
    }
    if result.passed { tests.passed += 1 } else { tests.failed += 1 }
    steps.failed += result.failedStepCount
    steps.passed += result.steps.count - result.failedStepCount
  }

  private func write(
    _ result: CaseResult,
    _ errorDenials: [ErrorDenial],
    _ suite: TestSuite,
    _ rules: RulesText,
    _ console: inout Console
  ) {
    let title = visible(result.test.title)
    if result.isSkipped {
      console.writeLine("  \(console.painted("-", .yellow)) \(title) (skipped)")
      return
    }
    let mark = result.passed ? console.painted("✓", .green) : console.painted("✗", .red)
    console.writeLine("  \(mark) \(title)\(result.steps.isEmpty ? " (no steps)" : "")")
    if detail != .quiet { writeErrors(errorDenials, &console) }
    guard !result.passed || detail == .verbose else { return }
    for step in result.steps where !step.passed || detail == .verbose {
      write(step, suite, rules, &console)
    }
  }

  /// Steps that pass because an evaluation fails: the rules may be wrong there.
  private func writeErrors(
    _ errorDenials: [ErrorDenial],
    _ console: inout Console
  ) {
    for denial in errorDenials {
      console.writeLine(
        "      note: \(counted(denial.stepCount, "step")) denied by an error, not by a condition: "
          + "\(denial.place.text): \(visible(denial.message))"
      )
    }
  }

  private func write(
    _ result: StepResult,
    _ suite: TestSuite,
    _ rules: RulesText,
    _ console: inout Console
  ) {
    let place = suite.source.position(of: result.step.range.lowerBound)
    let step = "\(result.step.expectation.rawValue) \(result.step.title)"
    console.writeLine("      \(suite.source.name):\(place.line):\(place.column): \(visible(step))")
    console.writeLine("      \(result.outcome)")
    if let advice = result.advice {
      console.writeLine("      the rules would allow it with `\(visible(advice))`")
    }
    for explanation in result.explanation {
      for line in explanation.lines(in: rules) {
        console.writeLine(console.fitted("        \(visible(line))"))
      }
    }
  }
}
