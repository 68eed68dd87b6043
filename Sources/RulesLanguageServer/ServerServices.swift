package import RulesIDE
package import RulesSource
package import RulesWorkspace

/// What the server needs of the tool around it.
package struct ServerServices: Sendable {
  /// The version of the tool.
  package var version: String
  /// The kinds of diagnostic that there are, with their usual severities, by id.
  package var codes: [String: Severity]
  /// The path of the rules that a test file tests; nil where it can't be told.
  package var rulesPath: @Sendable (Analysis, Project?, any FileSystem) -> String?
  /// Puts in what a document is checked with beside other rules and tests: the time, and the files of
  /// documents that a test file names.
  package var complete: @Sendable (inout ProjectIndex, Analysis, any FileSystem) -> Void
  /// Runs tests.
  package var runTests: @Sendable (TestOrder) -> TestRun

  /// Services from their parts.
  package init(
    version: String,
    codes: [String: Severity],
    rulesPath: @escaping @Sendable (Analysis, Project?, any FileSystem) -> String?,
    complete: @escaping @Sendable (inout ProjectIndex, Analysis, any FileSystem) -> Void,
    runTests: @escaping @Sendable (TestOrder) -> TestRun
  ) {
    self.version = version
    self.codes = codes
    self.rulesPath = rulesPath
    self.complete = complete
    self.runTests = runTests
  }
}

/// Which tests are to be run.
package struct TestOrder: Sendable {
  /// The paths of the test files.
  package let paths: [String]
  /// The titles, outermost first, that those of a test must begin with; empty for all tests.
  package let titles: [String]
  /// What the project says of how tests are run.
  package let project: Project?
  /// The files as the client sees them.
  package let fileSystem: any FileSystem
  /// Whether the tests are not wanted any more.
  package let isCancelled: @Sendable () -> Bool
  /// Tells how many tests of how many are done.
  package let tellProgress: @Sendable (_ done: Int, _ total: Int) -> Void
}

/// What became of tests that were run.
package struct TestRun: Sendable {
  /// The outcomes, and what the tests have seen of their rules.
  package var outcomes = LastRun()
  /// What steps that failed say, by the path of the test file; those without failures are there, too.
  package var failures: [String: [Diagnostic]] = [:]
  /// Why files could not be run: a sentence for each, lower-case start, no final stop.
  package var problems: [String] = []
  /// Count of tests that passed.
  package var passedCount = 0
  /// Count of tests that failed.
  package var failedCount = 0
  /// Count of tests that were left out.
  package var skippedCount = 0

  /// A run of no test.
  package init() {}
}
