import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

/// One run of test files.
struct TestSession {
  /// What is wrong with files.
  var diagnostics: DiagnosticReport
  /// What became of tests.
  private(set) var report: TestReport
  private var rules: RulesCache
  private var shownRules: Set<ContiguousArray<UInt8>> = []
  private var hasOnly = false
  private var fileCount = 0
  private var leftOutCount = 0
  private var coverage: CoverageOutput
  private let loader: TestFileLoader
  private var linting: FileLinting
  private let now: Timestamp
  private let machine: Machine
  private let options: TestRunner.Options
  private let schedule: TestSchedule
  private let isListing: Bool
  private var mutation: MutationOutput
  /// What runs suites of the hosted test API.
  let suites: HostedSuites

  init(
    _ arguments: ParsedArguments,
    _ context: CommandContext,
    _ project: Project?
  ) throws(CommandError) {
    diagnostics = DiagnosticReport(project?.settings)
    let isVerbose = arguments.contains(.verbose)
    mutation = try MutationOutput(
      arguments,
      minimum: project?.settings.minimumMutationScore,
      isVerbose: isVerbose
    )
    report = TestReport(
      arguments.contains(.quiet) ? .quiet : isVerbose ? .verbose : .usual
    )
    coverage = try CoverageOutput(arguments, minimum: project?.settings.minimumCoverage)
    rules = RulesCache(context.fileSystem)
    loader = TestFileLoader(context.fileSystem, project)
    linting = FileLinting(context, project, minimum: .warning)
    linting.baseline = try BaselineFile(arguments, project, context).known
    now = context.now
    machine = context.machine
    schedule = try TestSchedule(arguments, context)
    isListing = arguments.contains(.list)
    var options = TestRunner.Options()
    options.filter = arguments.value(of: .filter)
    options.explainsPassingSteps = isVerbose
    options.failsOnDeniedByError =
      arguments.value(of: .denyErrors).map { $0 == "fail" }
      ?? project?.settings.failsOnDeniedByError ?? false
    self.options = options
    suites = HostedSuites(arguments, options, isFailFast: schedule.isFailFast)
  }

  /// Runs test files; what keeps one from being run is written, and counted, and the others are run.
  mutating func run(_ paths: [String], _ console: inout Console) {
    fileCount += paths.count
    let testPaths = paths.filter { !HostedSuites.isSuite($0) }
    let (prepared, suites) = read(testPaths, &console)
    let runnable = suites.compactMap { suite in suite.flatMap { $0.isBroken ? nil : $0 } }
    let outcomes = isListing ? [] : schedule.run(runnable, options: options, on: machine)
    var results = outcomes[...]
    var rest = zip(prepared, suites).makeIterator()
    for path in paths {
      if HostedSuites.isSuite(path) {
        runSuite(path, &console)
        continue
      }
      guard let (file, suite) = rest.next() else { break }
      diagnostics.write(file, to: &console)
      if let reason = file.reason { report.countBrokenFile(file.path, reason) }
      guard let suite else { continue }
      diagnostics.write(suite.suite.diagnostics, of: suite.suite.source, to: &console)
      if suite.isBroken {
        report.countBrokenFile(suite.suite.source.name, "the test file has errors")
      } else if isListing {
        list(suite, &console)
      } else if let result = results.popFirst() {
        write(result, of: suite, &console)
      }
    }
    machine.discard(suites)
    machine.discard(outcomes)
  }

  /// Reads test files; their trees end here, as running needs the room.
  private mutating func read(
    _ paths: [String],
    _ console: inout Console
  ) -> (files: [PreparedFile], suites: [RunnableSuite?]) {
    let files = rules.fileSystem
    let trees = parallelMap(paths.count, threadCount: machine.threadCount) { index in
      Result<SyntaxTree, FileError> { () throws(FileError) in
        parseTests(try files.source(paths[index]))
      }
    }
    var prepared = trees.map { prepare($0, &console) }
    let (ready, loader, now, options) = (prepared.map(\.ready), loader, now, options)
    let suites = parallelMap(ready.count, threadCount: machine.threadCount) { index in
      ready[index].map { RunnableSuite($0, loader, now: now, options: options) }
    }
    for index in prepared.indices { prepared[index].ready = nil }
    return (prepared, suites)
  }

  /// Runs or lists a suite of the hosted test API.
  private mutating func runSuite(_ path: String, _ console: inout Console) {
    if isListing {
      guard let file = try? rules.fileSystem.source(path) else { return }
      for test in HostedTestSuite.read(file).cases {
        console.writeLine("\(Place(test.range, of: file).text): \(visible(test.title))")
      }
    } else if !schedule.isFailFast || report.tests.failed == 0 {
      leftOutCount += suites.run(path, &rules, &report, &diagnostics, &coverage, &console)
    } else if let file = try? rules.fileSystem.source(path) {
      leftOutCount += suites.cases(of: HostedTestSuite.read(file)).count
    }
  }

  /// What a run of all files and the summary come to.
  func record(endingWith code: ExitCode) -> RunRecord {
    var record = RunRecord(command: "test")
    record.findings = diagnostics.findings
    record.suites = report.suites
    record.brokenFiles = report.brokenFiles
    record.mutation = mutation.records
    record.fileCount = fileCount
    record.exitCode = code
    return record
  }

  /// Finds the rules of a test file.
  private mutating func prepare(
    _ result: Result<SyntaxTree, FileError>,
    _ console: inout Console
  ) -> PreparedFile {
    let tree: SyntaxTree
    switch result {
    case .success(let found): tree = found
    case .failure(let error): return PreparedFile(path: error.path, unreadable: error)
    }
    var file = PreparedFile(path: tree.source.name)
    let model: SemanticModel
    do throws(TestFileLoader.MissingRules) {
      model = try loader.rules(of: tree, &rules)
    } catch {
      // What is broken is told before what is missing.
      let broken = tree.diagnostics.filter { $0.severity == .error }
      file.problems = [(broken.isEmpty ? [error.diagnostic] : broken, tree.source)]
      file.reason = "its rules can't be found"
      return file
    }
    let source = model.tree.source
    if shownRules.insert(ContiguousArray(source.name.utf8)).inserted {
      // Errors of rules are shown once, however many test files use them.
      file.problems = [(model.diagnostics.filter { $0.severity == .error }, source)]
    }
    guard let program = model.program?.preparedForManyDecisions() else {
      file.reason = "not run, as the official compiler refuses \(source.name)"
      file.isRefused = true
      return file
    }
    file.ready = PreparedFile.Ready(
      tree: tree,
      model: model,
      program: program,
      rules: RulesText(source)
    )
    return file
  }

  private func list(_ suite: RunnableSuite, _ console: inout Console) {
    for selected in suite.tests {
      let place = Place(selected.test.range, of: suite.suite.source)
      let note = selected.isSkipped ? " (skipped)" : ""
      console.writeLine("\(place.text): \(visible(selected.test.title))\(note)")
    }
  }

  private mutating func write(
    _ results: TestSchedule.Results,
    of suite: RunnableSuite,
    _ console: inout Console
  ) {
    leftOutCount += results.leftOutCount
    hasOnly = hasOnly || results.cases.contains { $0.test.modifier == .only }
    guard !results.cases.isEmpty || options.filter == nil && results.leftOutCount == 0 else {
      return
    }
    report.write(
      results.cases,
      durations: results.durations,
      of: suite.suite,
      rules: suite.rules,
      to: &console
    )
    coverage.add(results.cases, of: suite.suite, suite.model, at: now)
    mutation.add(suite.suite, suite.program, suite.rules)
  }

  /// Writes the summary, and says how the process is to end.
  mutating func finish(_ console: inout Console) -> ExitCode {
    let isIncomplete = report.brokenFileCount > 0 || diagnostics.isIncomplete
    if isListing { return isIncomplete ? .unusable : .clean }
    let testCount = report.tests.passed + report.tests.failed + report.tests.skipped
    if testCount == 0, !isIncomplete, !suites.writesResponses {
      let reason =
        options.filter.map { "no test's title holds `\($0)`" } ?? "there is no test to run"
      // Not thrown, so that a report for machines takes the place of the text nevertheless.
      console.writeError("error: \(visible(reason))\n")
      return .unusable
    }
    if !suites.writesResponses {
      report.writeSummary(hasOnly: hasOnly, to: &console)
      schedule.writeNotes(to: &console)
      if leftOutCount > 0 {
        console.writeLine("note: \(counted(leftOutCount, "test")) after the failure left out")
      }
    }
    let isCovered = coverage.write(at: now, to: &console)
    if isIncomplete { return .unusable }
    let isScoreEnough = mutation.write(at: now, options, to: &console)
    return report.tests.failed > 0 || !isCovered || !isScoreEnough ? .findings : .clean
  }
}

extension TestSession {
  /// Writes what is wrong with rules files.
  mutating func check(_ paths: [String], _ console: inout Console) {
    fileCount += paths.count
    for path in paths {
      do throws(FileError) {
        let model = try rules.model(at: path)
        shownRules.insert(ContiguousArray(model.tree.source.name.utf8))
        diagnostics.write(linting.findings(of: model), of: model.tree.source, to: &console)
      } catch {
        diagnostics.write(error, to: &console)
      }
    }
  }

  /// Writes the summary of a project, and says how the process is to end.
  func finishProject(warningLimit: Int?, _ console: inout Console) -> ExitCode {
    console.writeLine(checkSummary(of: diagnostics, fileCount: fileCount))
    report.writeSummary(hasOnly: hasOnly, to: &console)
    if report.brokenFileCount > 0 { return .unusable }
    let isCovered = coverage.write(at: now, to: &console)
    let code = diagnostics.exitCode(warningLimit: warningLimit)
    return code == .clean && (report.tests.failed > 0 || !isCovered) ? .findings : code
  }
}

/// A test file whose rules are known, or what keeps it from being run.
struct PreparedFile: Sendable {
  let path: String
  /// Why the file itself can't be read.
  var unreadable: FileError?
  /// What is wrong with it or its rules.
  var problems: [(diagnostics: [Diagnostic], file: SourceFile)] = []
  /// Why it can't be run though it can be read.
  var reason: String?
  /// Whether that is for the sake of its rules, so that it is said in a line of its own.
  var isRefused = false
  /// What is needed to run it.
  var ready: Ready?

  /// A tree with its rules.
  struct Ready: Sendable {
    let tree: SyntaxTree
    let model: SemanticModel
    let program: Program
    let rules: RulesText
  }

  init(path: String, unreadable: FileError? = nil) {
    self.path = path
    self.unreadable = unreadable
  }
}

extension DiagnosticReport {
  /// Writes what keeps a file from being run.
  fileprivate mutating func write(_ file: PreparedFile, to console: inout Console) {
    if let error = file.unreadable { write(error, to: &console) }
    for problem in file.problems { write(problem.diagnostics, of: problem.file, to: &console) }
    if file.isRefused, let reason = file.reason {
      console.writeLine("\(visible(file.path)): \(visible(reason))")
    }
  }
}
