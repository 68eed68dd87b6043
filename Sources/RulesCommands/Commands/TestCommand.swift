import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

extension Command {
  /// `rulescheck test [PATH…]`.
  package static let test = Command(
    name: "test",
    summary: "Run test files against rules",
    operands: "[PATH…]",
    operandCount: 0...Int.max,
    options: [.filter, .verbose, .quiet, .denyErrors, .mutate, .minMutationScore],
    discussion: """
      Runs test files (*.rulestest). A folder stands for all of them in it and below; without PATH \
      those of the current folder are run. A test file names its rules file:

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

      \(MutationOutput.discussion)

      The exit code is 1 when a test fails, and 2 when a file can't be run.
      """
  ) { arguments, context, console throws(CommandError) in
    let files = InputFiles(
      arguments.operands,
      withSuffixes: [".rulestest"],
      in: context.fileSystem
    )
    guard !files.paths.isEmpty || !files.problems.isEmpty else {
      throw .noFiles("*.rulestest", arguments.operands)
    }
    if let path = files.paths.first(where: { $0.hasSuffix(".rules") }) {
      throw .misuse("`\(path)` holds rules, expected a test file (*.rulestest) or a folder")
    }
    var session = try TestSession(arguments, context)
    for path in files.paths { session.run(path, &console) }
    for problem in files.problems { session.diagnostics.write(problem, to: &console) }
    return try session.finish(arguments, &console)
  }
}

extension CommandOption {
  fileprivate static let filter = value(
    "filter",
    "TEXT",
    summary: "Run only tests whose title, or a group's, holds the text"
  )
  fileprivate static let verbose = flag(
    "verbose",
    letter: "v",
    summary: "Explain the steps that pass, too"
  )
  fileprivate static let quiet = flag(
    "quiet",
    letter: "q",
    summary: "Show only tests that fail, and the summary"
  )
  fileprivate static let denyErrors = choice(
    "deny-errors",
    of: ["note", "fail"],
    summary: "Whether a denial by an evaluation error is noted or fails"
  )
}

/// One run of the command.
private struct TestSession {
  var diagnostics = DiagnosticReport()
  private var report: TestReport
  private var rules: RulesCache
  private var shownRules: Set<ContiguousArray<UInt8>> = []
  private var hasOnly = false
  private var mutation: MutationOutput
  private let loader: TestFileLoader
  private let now: Timestamp
  private let options: TestRunner.Options

  init(_ arguments: ParsedArguments, _ context: CommandContext) throws(CommandError) {
    let isVerbose = arguments.contains(.verbose)
    mutation = try MutationOutput(arguments, isVerbose: isVerbose)
    report = TestReport(
      arguments.contains(.quiet) ? .quiet : isVerbose ? .verbose : .usual
    )
    rules = RulesCache(context.fileSystem)
    loader = TestFileLoader(context.fileSystem)
    now = context.now
    var options = TestRunner.Options()
    options.filter = arguments.value(of: .filter)
    options.explainsPassingSteps = isVerbose
    options.failsOnDeniedByError = arguments.value(of: .denyErrors) == "fail"
    self.options = options
  }

  /// Runs one test file; what keeps it from being run is written, and counted.
  mutating func run(_ path: String, _ console: inout Console) {
    let tree: SyntaxTree
    do throws(FileError) {
      tree = parseTests(try rules.fileSystem.source(path))
    } catch {
      diagnostics.write(error, to: &console)
      return
    }
    let model: SemanticModel
    do throws(TestFileLoader.MissingRules) {
      model = try loader.rules(of: tree, &rules)
    } catch {
      // What is broken is told before what is missing.
      let broken = tree.diagnostics.filter { $0.severity == .error }
      diagnostics.write(
        broken.isEmpty ? [error.diagnostic] : broken,
        of: tree.source,
        to: &console
      )
      report.countBrokenFile()
      return
    }
    showErrors(of: model, &console)
    guard let program = model.program else {
      console.writeLine(
        "\(path): not run, as the official compiler refuses \(model.tree.source.name)"
      )
      report.countBrokenFile()
      return
    }
    run(tree, program, RulesText(model.tree.source), &console)
  }

  private mutating func run(
    _ tree: SyntaxTree,
    _ program: Program,
    _ text: RulesText,
    _ console: inout Console
  ) {
    let suite = loader.suite(tree, service: program.service)
    diagnostics.write(suite.diagnostics, of: tree.source, to: &console)
    guard !suite.diagnostics.contains(where: { $0.severity == .error }) else {
      report.countBrokenFile()
      return
    }
    let runner = TestRunner(
      program,
      rules: text,
      database: suite.database,
      now: now,
      options: options
    )
    let results = runner.run(suite)
    hasOnly = hasOnly || results.contains { $0.test.modifier == .only }
    guard !results.isEmpty || options.filter == nil else { return }
    report.write(results, of: suite, rules: text, to: &console)
    mutation.add(suite, program, text)
  }

  /// Errors of rules are shown once, however many test files use them.
  private mutating func showErrors(of model: SemanticModel, _ console: inout Console) {
    let source = model.tree.source
    guard shownRules.insert(ContiguousArray(source.name.utf8)).inserted else { return }
    diagnostics.write(
      model.diagnostics.filter { $0.severity == .error },
      of: source,
      to: &console
    )
  }

  /// Writes the summary, and says how the process is to end.
  func finish(
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandError) -> ExitCode {
    let isIncomplete = report.brokenFileCount > 0 || diagnostics.unreadableCount > 0
    let testCount = report.tests.passed + report.tests.failed + report.tests.skipped
    if testCount == 0, !isIncomplete {
      guard let filter = options.filter else { throw .unusable("there is no test to run") }
      throw .unusable("no test's title holds `\(filter)`")
    }
    report.writeSummary(hasOnly: hasOnly, to: &console)
    let isScoreEnough = mutation.write(at: now, options, to: &console)
    if isIncomplete { return .unusable }
    return report.tests.failed > 0 || !isScoreEnough ? .findings : .clean
  }
}
