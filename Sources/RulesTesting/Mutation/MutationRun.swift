package import RulesRuntime
import RulesSource

/// Runs tests against mutants of the rules: whether they would notice a mistake.
package struct MutationRun: Sendable {
  private let program: Program
  private let rules: RulesText
  private let suites: [TestSuite]
  private let now: Timestamp
  private let options: TestRunner.Options

  /// How many requests are generated at most to tell a mutant apart.
  private static let probeLimit = 10_000

  /// How many more are tried when one is found, as a shorter one may follow.
  private static let searchLength = 300

  /// A run.
  ///
  /// - Parameters:
  ///   - program: the rules.
  ///   - rules: their text.
  ///   - suites: the test files that are about them.
  ///   - now: the time of the requests of tests that name none.
  ///   - options: how tests are run.
  package init(
    _ program: Program,
    rules: RulesText,
    suites: [TestSuite],
    now: Timestamp,
    options: TestRunner.Options
  ) {
    self.program = program
    self.rules = rules
    self.now = now.ofRequest
    var options = options
    options.explainsPassingSteps = false
    options.explanationLimit = 0
    self.options = options
    self.suites = suites
  }

  /// Makes each mutant, and runs the tests against it until one fails.
  ///
  /// - Returns: the fates of the mutants; nil where a test fails for the rules as they are.
  package func report() -> MutationReport? {
    guard let suites = runningSuites() else { return nil }
    var probes: [Probe]?
    let mutants = Mutation.all(of: program, rules: rules).map { mutation in
      let mutant = mutation.applied(to: program)
      if isNoticed(mutant, by: suites) {
        return MutationReport.Mutant(mutation: mutation, fate: .killed)
      }
      let candidates =
        probes
        ?? ProbeGenerator.probes(for: suites, program, now: now, limit: Self.probeLimit)
      probes = candidates
      let request = distinguishingRequest(
        of: mutant,
        among: candidates.filter { $0.meets(mutation) }
      )
      return MutationReport.Mutant(
        mutation: mutation,
        fate: request.map { .survived($0) } ?? .equivalent
      )
    }
    return MutationReport(mutants: mutants)
  }

  /// The suites with the tests that are run; nil where one of them fails.
  private func runningSuites() -> [TestSuite]? {
    var running: [TestSuite] = []
    for suite in suites {
      let results = runner(program, suite).run(suite)
      guard results.allSatisfy(\.passed) else { return nil }
      var suite = suite
      suite.cases = results.filter { !$0.isSkipped }.map(\.test)
      running.append(suite)
    }
    return running
  }

  private func runner(_ program: Program, _ suite: TestSuite) -> TestRunner {
    TestRunner(program, rules: rules, database: suite.database, now: now, options: options)
  }

  private func isNoticed(_ mutant: Program, by suites: [TestSuite]) -> Bool {
    suites.contains { suite in
      let runner = runner(mutant, suite)
      return suite.cases.contains { !runner.run($0).passed }
    }
  }

  /// The shortest of the first few requests that tell a mutant apart.
  private func distinguishingRequest(
    of mutant: Program,
    among probes: [Probe]
  ) -> MutationReport.Request? {
    guard let first = probes.firstIndex(where: { $0.distinguishes(mutant) }) else { return nil }
    return probes[first...].prefix(Self.searchLength).filter { $0.distinguishes(mutant) }
      .compactMap { request(of: $0) }
      .min { $0.cost < $1.cost }
  }

  private func request(of probe: Probe) -> MutationReport.Request? {
    let suite = suites[probe.place.suite]
    let text = StepText(users: suite.users)
      .request(probe.operations, isBatch: probe.isBatch, as: probe.user)
    guard let text else { return nil }
    let stop = probe.isBatch ? "" : ";"
    return MutationReport.Request(
      step: "\(probe.isAllowed ? "allow" : "deny") \(text)\(stop)",
      suite: suite.source.name,
      test: probe.place.test,
      line: probe.place.step.map { suite.source.position(of: $0.lowerBound).line }
    )
  }
}

extension MutationReport.Request {
  /// How hard it is to read: one that needs no other test, then a short one, is best.
  fileprivate var cost: Int { step.utf8.count + (test == nil ? 0 : 200) }
}

/// What became of the mutants of a rules file.
package struct MutationReport: Sendable {
  /// The mutants, in the order of the source.
  package let mutants: [Mutant]

  /// A changed program.
  package struct Mutant: Sendable {
    /// The change.
    package let mutation: Mutation
    /// What became of it.
    package let fate: Fate
  }

  /// What became of a mutant.
  package enum Fate: Sendable {
    /// A test failed.
    case killed
    /// All tests pass, though this request is judged otherwise.
    case survived(Request)
    /// All tests pass, and no generated request is judged otherwise.
    case equivalent
  }

  /// A request that tells a mutant from the rules.
  package struct Request: Sendable {
    /// The step of a test file that the mutant fails.
    package let step: String
    /// The test file whose users and documents it speaks of.
    package let suite: String
    /// The title of the test that it belongs to; nil where it can stand in any.
    package let test: String?
    /// The line of the step of that test before which it belongs.
    package let line: Int?
  }

  /// Count of mutants that a test noticed.
  package var killedCount: Int {
    mutants.count { if case .killed = $0.fate { true } else { false } }
  }

  /// Count of mutants that no test noticed, though they judge otherwise.
  package var survivedCount: Int { mutants.count { $0.survivingRequest != nil } }

  /// Count of mutants that judge no generated request otherwise.
  package var equivalentCount: Int { mutants.count - killedCount - survivedCount }

  /// Tenths of a percent of the mutants that count which were killed, rounded down.
  package var score: Int {
    Self.score(killed: killedCount, survived: survivedCount)
  }

  /// Tenths of a percent, rounded down; all of none.
  package static func score(killed: Int, survived: Int) -> Int {
    killed + survived == 0 ? 1000 : killed * 1000 / (killed + survived)
  }
}

extension MutationReport.Mutant {
  /// The request that tells a survivor apart; nil for other mutants.
  package var survivingRequest: MutationReport.Request? {
    if case .survived(let request) = fate { request } else { nil }
  }
}
