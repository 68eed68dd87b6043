import RulesTesting
import RulesWorkspace

extension Command {
  /// `rulescheck test [PATH…]`.
  package static let test = Command(
    name: "test",
    summary: "Run test files against rules",
    operands: "[PATH…]",
    operandCount: 0...Int.max,
    options: [
      .filter, .list, .shuffle, .failFast, .verbose, .quiet, .denyErrors, .suiteRules,
      .testFormat, .output, .watch, .mutate, .minMutationScore,
    ] + CoverageOutput.options,
    discussion: """
      Runs test files (*.rulestest). A folder stands for all of them in it and below; without PATH \
      those of the nearest project are run, as `rulescheck help check` says, or of the current \
      folder. A test file names its rules file:

        rules 'firestore.rules';
        user alice;
        data { /books/dune { userId: 'alice' }; }
        test 'only the owner reads a book' {
          allow get /books/dune as alice;
          deny get /books/dune;
        }

      For a step that fails, each allow statement that was tried is shown with the values in its \
      condition; ◀ marks what decided. A denial that comes from an evaluation error, such as a \
      field that is not there, is noted even where it was expected, as a misspelt field in the \
      rules would pass such a step too.

      A *.json file is a suite of the hosted test API: the body of a call of `projects.test`, with \
      the rules in it, given with --rules, or in the only *.rules file beside it. A folder stands \
      for its *.suite.json files, too. A suite is judged as that API does, where `request` and \
      `resource` hold what a case gives and nothing else; --format api-json writes its response.

      \(MutationOutput.discussion)

      With --format the report has a form for machines; it takes the place of the text, or goes to \
      the file of --output.

      \(CoverageOutput.discussion)

      The exit code is 1 when a test fails, and 2 when a file can't be run.
      """
  ) { arguments, context, console throws(CommandError) in
    let destination = try ReportDestination(arguments, format: .testFormat)
    let project = context.findProject()
    let files = InputFiles(
      arguments.operands,
      withSuffixes: [".rulestest", ".suite.json"],
      of: project,
      in: context.fileSystem
    )
    var session = try TestSession(arguments, context, project)
    if let project { session.diagnostics.write(problemsOf: project, to: &console) }
    guard !files.paths.isEmpty || !files.problems.isEmpty || session.diagnostics.isIncomplete else {
      throw .noFiles("*.rulestest", arguments.operands)
    }
    if let path = files.paths.first(where: { $0.hasSuffix(".rules") }) {
      throw .misuse("`\(path)` holds rules, expected a test file (*.rulestest) or a folder")
    }
    try session.suites.check(files.paths)
    session.run(files.paths, &console)
    for problem in files.problems { session.diagnostics.write(problem, to: &console) }
    let code = session.finish(&console)
    if !arguments.contains(.list) {
      destination.write(session.record(endingWith: code), context, to: &console)
    }
    return code
  }
}

extension ParsedArguments {
  /// Whether some of the tests may be left out.
  var narrowsTests: Bool {
    contains(.filter) || contains(.failFast) || contains(.list)
  }
}

extension CommandOption {
  /// Which tests are run.
  static let filter = value(
    "filter",
    "TEXT",
    summary: "Run only tests whose title, or a group's, holds the text"
  )
  /// Tests are listed.
  static let list = flag("list", summary: "List the tests in place of running them")
  /// The run is repeated.
  static let watch = flag("watch", summary: "Run again whenever a file changes, until interrupted")
  /// The order of tests.
  static let shuffle = value(
    "shuffle",
    "SEED",
    summary: "Run each file's tests in an order drawn from a number or `random`"
  )
  /// The first failure ends the run.
  static let failFast = flag("fail-fast", summary: "Leave out what follows a test that fails")
  /// All is explained.
  static let verbose = flag(
    "verbose",
    letter: "v",
    summary: "Explain the steps that pass, too"
  )
  /// Little is shown.
  static let quiet = flag(
    "quiet",
    letter: "q",
    summary: "Show only tests that fail, and the summary"
  )
  /// What becomes of denials by errors.
  static let denyErrors = choice(
    "deny-errors",
    of: ["note", "fail"],
    summary: "Whether a denial by an evaluation error is noted or fails"
  )
}
