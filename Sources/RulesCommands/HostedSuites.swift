import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

extension CommandOption {
  /// The rules of suites.
  static let suiteRules = value(
    "rules",
    "FILE",
    summary: "The rules of *.json suites, in place of those that they hold"
  )
}

/// Runs suites of the hosted test API (*.json).
struct HostedSuites {
  /// Whether the response of the API is written in place of a report for people.
  let writesResponses: Bool
  private let rulesPath: String?
  private let filter: String?
  private let failsOnDeniedByError: Bool
  private let explainsSuccesses: Bool
  private let isFailFast: Bool

  init(_ arguments: ParsedArguments, _ options: TestRunner.Options, isFailFast: Bool) {
    self.isFailFast = isFailFast
    writesResponses = arguments.value(of: .testFormat) == OutputFormat.apiJSON.rawValue
    rulesPath = arguments.value(of: .suiteRules)
    filter = options.filter
    failsOnDeniedByError = options.failsOnDeniedByError
    explainsSuccesses = options.explainsPassingSteps
  }

  /// Whether a file is a suite.
  static func isSuite(_ path: String) -> Bool { path.hasSuffix(".json") }

  /// Checks that the options fit the files.
  func check(_ paths: [String]) throws(CommandError) {
    guard writesResponses else { return }
    if let path = paths.first(where: { !Self.isSuite($0) }) {
      throw .misuse("`--format api-json` is for suites (*.json), found `\(path)`")
    }
    if filter != nil {
      throw .misuse("`--format api-json` reports every case, so it can't be used with `--filter`")
    }
  }

  /// The cases of a suite that the filter leaves.
  func cases(of suite: HostedTestSuite) -> [HostedTestCase] {
    suite.cases.filter { test in filter.map { test.title.contains($0) } ?? true }
  }

  /// Runs a suite; what keeps it from being run is written, and counted.
  ///
  /// - Returns: how many cases are left out, as one before them failed.
  func run(
    _ path: String,
    _ cache: inout RulesCache,
    _ report: inout TestReport,
    _ diagnostics: inout DiagnosticReport,
    _ coverage: inout CoverageOutput,
    _ console: inout Console
  ) -> Int {
    do throws(FileError) {
      let file = try cache.fileSystem.source(path)
      var messages = Console(supportsColor: console.supportsColor, width: console.width)
      messages.colorMode = console.colorMode
      let leftOutCount = run(
        file,
        &cache,
        &report,
        &diagnostics,
        &coverage,
        &console,
        &messages
      )
      // The standard output holds responses and nothing else.
      if writesResponses {
        console.errors += messages.output + messages.errors
      } else {
        console.output += messages.output
        console.errors += messages.errors
      }
      return leftOutCount
    } catch {
      diagnostics.write(error, to: &console)
      return 0
    }
  }

  private func run(
    _ file: SourceFile,
    _ cache: inout RulesCache,
    _ report: inout TestReport,
    _ diagnostics: inout DiagnosticReport,
    _ coverage: inout CoverageOutput,
    _ console: inout Console,
    _ messages: inout Console
  ) -> Int {
    let suite = HostedTestSuite.read(file)
    diagnostics.write(suite.diagnostics, of: file, to: &messages)
    if suite.isBroken { report.countBrokenFile(file.name, "the suite has errors") }
    // The API refuses a suite as a whole, so that results can be told apart by their place.
    guard !suite.isBroken || !writesResponses && !suite.cases.isEmpty else { return 0 }
    let model: SemanticModel
    do throws(MissingRules) {
      model = try rules(of: suite, file, &cache)
    } catch {
      diagnostics.write([error.diagnostic], of: file, to: &messages)
      if !suite.isBroken { report.countBrokenFile(file.name, "its rules can't be found") }
      return 0
    }
    var options = HostedTestRunner.Options()
    options.explainsSuccesses = explainsSuccesses
    let runner = HostedTestRunner(model, options: options)
    let cases = cases(of: suite)
    let results = runner.map { self.results(of: cases, $0) }
    if writesResponses {
      console.writeLine(HostedTestReport.response(results, model).jsonText(.indented))
    } else if runner == nil {
      writeRefusal(of: model, file, &diagnostics, &messages)
    }
    guard let results else {
      if !suite.isBroken {
        report.countBrokenFile(file.name, "the official compiler refuses its rules")
      }
      return 0
    }
    if let runner { coverage.add(results.map(\.test), runner, model) }
    if filter != nil, results.isEmpty { return 0 }
    report.write(
      results,
      of: file,
      rules: RulesText(model.tree.source),
      failsOnDeniedByError: failsOnDeniedByError,
      to: &messages,
      isCountedOnly: writesResponses
    )
    return cases.count - results.count
  }

  /// What became of the cases, up to the first that fails where that ends the run.
  private func results(
    of cases: [HostedTestCase],
    _ runner: HostedTestRunner
  ) -> [HostedTestResult] {
    var results: [HostedTestResult] = []
    for test in cases {
      let result = runner.run(test)
      results.append(result)
      // The API knows no such end, so its response has every case.
      guard isFailFast, !writesResponses else { continue }
      let isDeniedByError = failsOnDeniedByError && !result.errors.isEmpty
      if result.state == .failure || result.state == .success && isDeniedByError { break }
    }
    return results
  }

  private func writeRefusal(
    of model: SemanticModel,
    _ file: SourceFile,
    _ diagnostics: inout DiagnosticReport,
    _ messages: inout Console
  ) {
    let source = model.tree.source
    let errors = model.diagnostics.filter { $0.severity == .error }
    diagnostics.write(errors, of: source, to: &messages)
    messages.writeLine(
      "\(visible(file.name)): not run, as the official compiler refuses \(visible(source.name))"
    )
  }

  // MARK: Rules

  /// Why the rules of a suite can't be found or read.
  private struct MissingRules: Error {
    let diagnostic: Diagnostic

    init(_ message: String, notes: [DiagnosticNote] = []) {
      diagnostic = Diagnostic(.missingRules, at: SourceRange(at: 0), message, notes: notes)
    }
  }

  /// The rules that the user gives, else those that the suite holds, else the only ones beside it.
  private func rules(
    of suite: HostedTestSuite,
    _ file: SourceFile,
    _ cache: inout RulesCache
  ) throws(MissingRules) -> SemanticModel {
    if rulesPath == nil, let rules = suite.rules { return SemanticModel.analyze(rules) }
    let path =
      if let rulesPath { rulesPath } else { try onlyRules(beside: file, cache.fileSystem) }
    do throws(FileError) {
      guard writesResponses else { return try cache.model(at: path) }
      // The API knows a file by its name, without folders.
      let bytes = try cache.fileSystem.source(path).bytes
      return SemanticModel.analyze(SourceFile(name: FilePath.name(of: path), bytes: bytes))
    } catch {
      throw MissingRules(error.message)
    }
  }

  private func onlyRules(
    beside file: SourceFile,
    _ fileSystem: any FileSystem
  ) throws(MissingRules) -> String {
    let folder = FilePath.parent(of: file.name)
    let entries = (try? fileSystem.entries(of: folder)) ?? []
    let names = entries.map(\.name).filter { $0.hasSuffix(".rules") }
    if let name = names.first, names.count == 1 { return FilePath.joined(folder, name) }
    throw MissingRules(
      "the suite holds no rules as `source`",
      notes: [
        DiagnosticNote(
          names.isEmpty
            ? "no file of rules is beside it" : "there are \(names.count) files beside it"
        ),
        DiagnosticNote("give them with `--rules FILE`"),
      ]
    )
  }
}
