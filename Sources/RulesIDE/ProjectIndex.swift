package import RulesRuntime
package import RulesTesting

/// What the other files of a project tell about a document.
///
/// Whoever knows the files puts in what there is; every feature works with an empty one.
package struct ProjectIndex: Sendable {
  /// The rules that the document tests, for a test file.
  package var rules: Analysis?
  /// The test files that test the document, for a rules file; the siblings of a test file.
  package var tests: [Analysis] = []
  /// The files of documents that a test file names in `data from`, by the name as it is written there.
  package var fixtures: [String: NamedFile] = [:]
  /// The names that may stand after `rules`: rules files, relative to the test file.
  package var rulesFiles: [String] = []
  /// The names that may stand after `data from`, relative to the test file.
  package var fixtureFiles: [String] = []
  /// What the last run of the tests came to; nil where none was run.
  package var lastRun: LastRun?
  /// The ids of the checks that are turned off.
  package var disabledChecks: Set<String> = []
  /// The present time, for checks of what has passed.
  package var now = Timestamp(seconds: 0, nanos: 0)

  /// Nothing is known.
  package init() {}

  /// Whether the rules of a test file are about Cloud Storage.
  var isStorage: Bool { rules?.isStorageRules ?? false }
}

/// What a run of tests came to.
package struct LastRun: Sendable {
  /// The outcomes by document (the name of its source) and by the titles of groups and test.
  package var outcomes: [String: [[String]: TestOutcome]]
  /// What was seen of rules files, by the name of the source.
  package var coverage: [String: CoverageReport.File]

  /// A run.
  package init(
    outcomes: [String: [[String]: TestOutcome]] = [:],
    coverage: [String: CoverageReport.File] = [:]
  ) {
    self.outcomes = outcomes
    self.coverage = coverage
  }
}

/// What became of one test.
package struct TestOutcome: Sendable, Hashable {
  /// How it ended.
  package enum Status: Sendable, Hashable {
    case passed, failed, skipped
  }

  /// How it ended.
  package let status: Status
  /// Count of its steps.
  package let stepCount: Int
  /// Count of the steps that failed.
  package let failureCount: Int

  /// An outcome.
  package init(_ status: Status, stepCount: Int, failureCount: Int) {
    self.status = status
    self.stepCount = stepCount
    self.failureCount = failureCount
  }

  /// The outcome of a test that was run.
  package init(_ result: CaseResult) {
    let status: Status = result.isSkipped ? .skipped : result.passed ? .passed : .failed
    self.init(
      status,
      stepCount: result.steps.count,
      failureCount: result.steps.count { !$0.passed }
    )
  }
}
