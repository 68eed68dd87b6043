import RulesSource

/// What a run of `check` or `test` found, as the formats for machines write it.
struct RunRecord: Sendable {
  /// The name of the command.
  var command: String
  /// What is wrong with files, in the order in which people see it.
  var findings: [Finding] = []
  /// What became of tests, by test file.
  var suites: [SuiteRecord] = []
  /// The test files that could not be run.
  var brokenFiles: [BrokenFile] = []
  /// What became of mutants, by rules file.
  var mutation: [MutationRecord] = []
  /// Count of files that were looked at.
  var fileCount = 0
  /// How the run ends.
  var exitCode = ExitCode.clean

  /// A test file that could not be run.
  struct BrokenFile: Sendable, Hashable {
    /// Its path.
    var path: String
    /// Why, as a sentence without a stop.
    var reason: String
  }

  /// A run of which nothing is known yet.
  init(command: String) {
    self.command = command
  }

  /// All tests, in order.
  var tests: [TestRecord] { suites.flatMap(\.tests) }

  /// What is wrong with files and tests: findings first, then failing steps and denials by errors, then mutants
  /// that survived.
  var allFindings: [Finding] {
    findings + suites.flatMap { suite in suite.tests.flatMap { $0.findings } }
      + mutation.flatMap(\.findings)
  }
}

/// Something that is said about a place.
struct Finding: Sendable {
  var code: DiagnosticCode
  var severity: Severity
  var place: Place
  var message: String
  var notes: [Note] = []
  var fixes: [Fix] = []

  /// A remark, with the place that it is about if that is another one.
  struct Note: Sendable {
    var message: String
    var place: Place?
  }

  /// A change that removes the cause.
  struct Fix: Sendable {
    var title: String
    var edits: [(place: Place, text: String)]
  }
}

/// A file, or a part of one.
struct Place: Sendable, Hashable {
  /// The path, as the user gave it or as it was found.
  var path: String
  /// Where it begins; nil for the whole file.
  var start: SourcePosition?
  /// Where it ends, its own column not included.
  var end: SourcePosition?

  /// A whole file.
  init(path: String) {
    self.path = path
  }

  /// A part of a file.
  init(_ range: SourceRange, of file: SourceFile) {
    path = file.name
    start = file.position(of: range.lowerBound)
    end = file.position(of: max(range.lowerBound, range.upperBound))
  }

  /// `firestore.rules:4:20`.
  var text: String {
    start.map { "\(path):\($0.line):\($0.column)" } ?? path
  }
}

/// What became of the tests of a file.
struct SuiteRecord: Sendable {
  /// The test file.
  var path: String
  /// Its rules file.
  var rulesPath: String
  /// Its tests, in the order of the report.
  var tests: [TestRecord]

  /// How long the tests took together.
  var duration: Swift.Duration { tests.reduce(.zero) { $0 + $1.duration } }
}

/// What became of a test.
struct TestRecord: Sendable {
  var place: Place
  /// The titles of the groups around it, then its own.
  var titles: [String]
  var outcome: Outcome
  /// Count of its steps that were run, or are left out with it.
  var stepCount: Int
  var failedSteps: [StepRecord] = []
  /// Denials that were expected, but came from an evaluation error.
  var errorDenials: [ErrorDenial] = []
  var duration = Swift.Duration.zero

  /// How a test can end.
  enum Outcome: String, Sendable, Hashable, CaseIterable {
    case passed, failed, skipped
  }

  /// The titles as people see them.
  var title: String { titles.joined(separator: " › ") }
}

/// A step that failed.
struct StepRecord: Sendable {
  var place: Place
  /// The request, on one line.
  var request: String
  /// What was expected and what came of it.
  var outcome: String
  /// Whether an evaluation error, and no condition, denied the request.
  var isDeniedByError: Bool
  /// What to add to a query that should be allowed.
  var advice: String?
  /// Why it came out so, one line each.
  var explanation: [String] = []
}

/// An evaluation error that denied requests which were to be denied.
struct ErrorDenial: Sendable {
  /// Where it is in the rules.
  var place: Place
  /// The error in the words of the official service.
  var message: String
  /// Count of steps that it denied.
  var stepCount: Int
}

extension TestRecord {
  /// Its failing steps and its denials by errors, as findings.
  var findings: [Finding] {
    failedSteps.map { step in
      Finding(
        code: .failedStep,
        severity: .error,
        place: step.place,
        message: "\(step.outcome): \(step.request)",
        notes: [Finding.Note(message: "in the test `\(title)`")]
          + (step.advice.map { [Finding.Note(message: "the rules would allow it with `\($0)`")] }
            ?? [])
          + step.explanation.map { Finding.Note(message: $0) }
      )
    }
      + errorDenials.map { denial in
        Finding(
          code: .deniedByError,
          severity: .info,
          place: denial.place,
          message: "an error, not a condition, denies \(counted(denial.stepCount, "step")) of the "
            + "test `\(title)`: \(denial.message)"
        )
      }
  }
}
