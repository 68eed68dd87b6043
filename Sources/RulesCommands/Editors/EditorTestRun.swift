import RulesIDE
import RulesLanguageServer
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

/// Runs tests for an editor: what came of them goes beside their lines.
struct EditorTestRun {
  private let order: TestOrder
  private let now: Timestamp
  private let loader: TestFileLoader
  private let options: TestRunner.Options
  private var rules: RulesCache
  private var run = TestRun()
  private var recorders: [(model: SemanticModel, program: Program, recorder: CoverageRecorder)] = []

  /// Runs tests.
  static func run(_ order: TestOrder, now: Timestamp) -> TestRun {
    var run = EditorTestRun(order, now: now)
    run.runAll()
    return run.run
  }

  private init(_ order: TestOrder, now: Timestamp) {
    self.order = order
    self.now = now
    loader = TestFileLoader(order.fileSystem, order.project)
    rules = RulesCache(order.fileSystem)
    var options = TestRunner.Options()
    options.failsOnDeniedByError = order.project?.settings.failsOnDeniedByError ?? false
    options.explanationLimit = 50
    self.options = options
  }

  /// A test file, and its tests that are to be run.
  private struct Work {
    let suite: RunnableSuite
    let tests: [TestRunner.SelectedCase]
  }

  private mutating func runAll() {
    let work = order.paths.compactMap { prepare($0) }
    let total = work.reduce(0) { $0 + $1.tests.count }
    var done = 0
    for work in work {
      var results: [CaseResult] = []
      for selected in work.tests {
        if order.isCancelled() { return }
        results.append(
          selected.isSkipped
            ? CaseResult(test: selected.test, steps: [], isSkipped: true)
            : work.suite.runner.run(selected.test)
        )
        done += 1
        order.tellProgress(done, total)
      }
      take(results, of: work.suite)
    }
    // A part of the tests says nothing about what all of them see.
    if order.titles.isEmpty {
      for (model, program, recorder) in recorders {
        let name = model.tree.source.name
        run.outcomes.coverage[name] = CoverageReport.File(model.tree, program, recorder)
      }
    }
  }

  /// Reads a test file; what keeps it from being run is told.
  private mutating func prepare(_ path: String) -> Work? {
    let tree: SyntaxTree
    let model: SemanticModel
    do throws(FileError) {
      tree = parseTests(try order.fileSystem.source(path))
    } catch {
      return refuse(path, error.message)
    }
    do throws(TestFileLoader.MissingRules) {
      model = try loader.rules(of: tree, &rules)
    } catch {
      return refuse(path, error.diagnostic.message)
    }
    guard let program = model.program else {
      return refuse(path, "the official compiler refuses \(model.tree.source.name)")
    }
    let ready = PreparedFile.Ready(
      tree: tree,
      model: model,
      program: program,
      rules: RulesText(model.tree.source)
    )
    let suite = RunnableSuite(ready, loader, now: now, options: options)
    guard !suite.isBroken else { return refuse(path, "the test file has errors") }
    return Work(suite: suite, tests: suite.tests.filter { isWanted($0.test) })
  }

  private mutating func refuse(_ path: String, _ reason: String) -> Work? {
    run.problems.append("`\(FilePath.name(of: path))` is not run: \(reason)")
    return nil
  }

  private func isWanted(_ test: TestCase) -> Bool {
    test.titles.count >= order.titles.count
      && zip(test.titles, order.titles).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  private mutating func take(_ results: [CaseResult], of suite: RunnableSuite) {
    let name = suite.suite.source.name
    var outcomes: [[String]: TestOutcome] = [:]
    for result in results {
      let outcome = TestOutcome(result)
      outcomes[result.test.titles] = outcome
      switch outcome.status {
      case .passed: run.passedCount += 1
      case .failed: run.failedCount += 1
      case .skipped: run.skippedCount += 1
      }
    }
    run.outcomes.outcomes[name] = outcomes
    run.failures[name] = results.flatMap(\.steps).compactMap { failure(of: $0, suite.rules) }
    if order.titles.isEmpty { record(results, of: suite) }
  }

  /// Counts what the tests of a file see of its rules.
  private mutating func record(_ results: [CaseResult], of suite: RunnableSuite) {
    let name = suite.model.tree.source.name
    var index = recorders.firstIndex { $0.model.tree.source.name.utf8.elementsEqual(name.utf8) }
    if index == nil {
      let recorder = CoverageRecorder(suite.program, .samples)
      recorders.append((suite.model, suite.program, recorder))
      index = recorders.indices.last
    }
    guard let index else { return }
    for result in results where !result.isSkipped {
      recorders[index].recorder.record(result.test, database: suite.suite.database, now: now)
    }
  }

  /// What a step says that failed: why, and the values that decided.
  private func failure(of result: StepResult, _ rules: RulesText) -> Diagnostic? {
    guard !result.passed else { return nil }
    var notes: [DiagnosticNote] = []
    for attempt in result.explanation.flatMap(\.attempts).prefix(5) {
      let line = rules.file.position(of: attempt.range.lowerBound).line
      let values = attempt.values.filter(\.isDeciding).prefix(3).map {
        "\($0.source) → \($0.value)"
      }
      let reason = values.isEmpty ? "" : ": \(values.joined(separator: ", "))"
      let name = FilePath.name(of: rules.file.name)
      notes.append(DiagnosticNote("\(name):\(line): \(attempt.title)\(reason)"))
    }
    if let advice = result.advice {
      notes.append(DiagnosticNote("the rules would allow it with `\(advice)`"))
    }
    return Diagnostic(.failedStep, at: result.step.range, result.outcome, notes: notes)
  }
}
