import RulesRuntime
import RulesSemantics
import RulesSource
import RulesTesting
import Synchronization

/// A test file that is read, and what runs it.
struct RunnableSuite: Sendable {
  let suite: TestSuite
  let runner: TestRunner
  let rules: RulesText
  let model: SemanticModel
  let program: Program
  /// The tests that the filter leaves.
  let tests: [TestRunner.SelectedCase]

  /// Whether something in it is wrong, so that it is not run.
  var isBroken: Bool { suite.diagnostics.contains { $0.severity == .error } }

  init(
    _ file: PreparedFile.Ready,
    _ loader: TestFileLoader,
    now: Timestamp,
    options: TestRunner.Options
  ) {
    suite = loader.suite(
      file.tree,
      service: file.program.service,
      rulesPath: file.rules.file.name
    )
    rules = file.rules
    model = file.model
    program = file.program
    runner = TestRunner(
      file.program,
      rules: file.rules,
      database: suite.database,
      now: now,
      options: options
    )
    tests = runner.selection(of: suite)
  }
}

/// In which order tests are run, and where that ends; whatever the threads do, the results are the same.
struct TestSchedule {
  private let seed: UInt64?
  /// Whether the first failure ends the run.
  let isFailFast: Bool

  /// What became of the tests of one file.
  struct Results: Sendable {
    var cases: [CaseResult] = []
    var durations: [Swift.Duration] = []
    /// Count of tests that are missing, as one before them failed.
    var leftOutCount = 0
  }

  init(_ arguments: ParsedArguments, _ context: CommandContext) throws(CommandError) {
    isFailFast = arguments.contains(.failFast)
    switch arguments.value(of: .shuffle) {
    case nil: seed = nil
    case "random"?:
      let time = context.now.seconds &* 1_000_003 ^ Int64(context.now.nanos)
      seed = UInt64(truncatingIfNeeded: time) % 1_000_000
    case let text?:
      guard let number = UInt64(text) else {
        throw .misuse("`--shuffle` takes a number or `random`, found `\(text)`")
      }
      seed = number
    }
  }

  /// Says what people need to know to run the tests once more in the same way.
  func writeNotes(to console: inout Console) {
    if let seed { console.writeLine("note: in the order of `--shuffle \(seed)`") }
  }

  /// One test of one file.
  private struct Item: Sendable {
    let suite: Int
    let selected: TestRunner.SelectedCase
  }

  /// A result, and how long it took to get there.
  private struct Outcome: Sendable {
    var result: CaseResult
    var duration: Swift.Duration
  }

  /// Runs the tests of all files over all threads.
  ///
  /// - Returns: the results of each file, in the order of the files.
  func run(
    _ suites: [RunnableSuite],
    options: TestRunner.Options,
    on machine: Machine
  ) -> [Results] {
    let items = items(of: suites)
    var outcomes = outcomes(of: items, suites, on: machine)
    let end = isFailFast ? outcomes.firstIndex { $0.map { !$0.result.passed } ?? false } : nil
    if let end { for index in outcomes.indices where index > end { outcomes[index] = nil } }
    explain(&outcomes, items, suites, options, on: machine)
    var results = suites.map { _ in Results() }
    for (item, outcome) in zip(items, outcomes) {
      if let outcome {
        results[item.suite].cases.append(outcome.result)
        results[item.suite].durations.append(outcome.duration)
      } else {
        results[item.suite].leftOutCount += 1
      }
    }
    return results
  }

  private func items(of suites: [RunnableSuite]) -> [Item] {
    var generator = SplitMix(seed ?? 0)
    return suites.indices.flatMap { index in
      let items = suites[index].tests.map { Item(suite: index, selected: $0) }
      return seed == nil ? items : items.shuffled(using: &generator)
    }
  }

  /// The outcomes without explanations; nil for what comes after a failure that ends the run.
  private func outcomes(
    of items: [Item],
    _ suites: [RunnableSuite],
    on machine: Machine
  ) -> [Outcome?] {
    let state = RunState()
    let isFailFast = isFailFast
    return parallelMap(items.count, threadCount: machine.threadCount) { index -> Outcome? in
      guard !isFailFast || index <= state.firstFailure.load(ordering: .relaxed) else { return nil }
      let item = items[index]
      let start = machine.elapsed()
      let result =
        item.selected.isSkipped
        ? CaseResult(test: item.selected.test, steps: [], isSkipped: true)
        : suites[item.suite].runner.run(item.selected.test, explaining: 0)
      if isFailFast, !result.passed { state.noteFailure(index) }
      let done = state.doneCount.wrappingAdd(1, ordering: .relaxed).newValue
      machine.showProgress(done, items.count)
      return Outcome(result: result, duration: machine.elapsed() - start)
    }
  }

  /// Runs once more, now with explanations, what is to be explained.
  ///
  /// How much that is depends on the results alone: of each file so many steps as the options say.
  private func explain(
    _ outcomes: inout [Outcome?],
    _ items: [Item],
    _ suites: [RunnableSuite],
    _ options: TestRunner.Options,
    on machine: Machine
  ) {
    var left = suites.map { _ in options.explanationLimit }
    var work: [(index: Int, limit: Int)] = []
    for (index, outcome) in outcomes.enumerated() {
      guard let result = outcome?.result, !result.isSkipped else { continue }
      let count = result.steps.count { !$0.passed || options.explainsPassingSteps }
      let limit = left[items[index].suite]
      guard count > 0, limit > 0 else { continue }
      left[items[index].suite] -= min(count, limit)
      work.append((index, limit))
    }
    let explained = parallelMap(work.count, threadCount: machine.threadCount) { [work] number in
      let item = items[work[number].index]
      return suites[item.suite].runner.run(item.selected.test, explaining: work[number].limit)
    }
    for (entry, result) in zip(work, explained) { outcomes[entry.index]?.result = result }
  }
}

/// What the threads of a run tell each other.
private final class RunState: Sendable {
  let firstFailure = Atomic(Int.max)
  let doneCount = Atomic(0)

  func noteFailure(_ index: Int) {
    _ = firstFailure.min(index, ordering: .relaxed)
  }
}

/// Numbers that follow from a seed.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
