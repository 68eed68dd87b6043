import RulesRuntime
import RulesSource
import RulesTesting

extension CommandOption {
  static let mutate = flag(
    "mutate",
    summary: "Run the tests against small changes of the rules, too"
  )
  static let minMutationScore = value(
    "min-mutation-score",
    "PERCENT",
    summary: "Fail where fewer of these changes are noticed; implies --mutate"
  )
}

/// Runs tests against mutants of their rules, and writes which no test notices.
struct MutationOutput {
  /// What the help of a command says about it.
  static let discussion = """
    With --mutate the tests are run against mutants of the rules, each with one small mistake: a \
    condition left away, `||` for `&&`, another bound. A mutant for which no test fails has \
    survived; it is shown with a step that would notice it, ready to be added. Mutants that judge \
    no generated request otherwise than the rules are set aside; --verbose lists them. Where mutants \
    are made, `minMutationScore` in rulescheck.json asks for a score as --min-mutation-score does.
    """

  private struct Subject {
    let program: Program
    let rules: RulesText
    var suites: [TestSuite] = []
  }

  private let isWanted: Bool
  /// The least score, in tenths of a percent.
  private let minimum: Int?
  private let isVerbose: Bool
  private var subjects: [Subject] = []
  /// What came of it, for the formats that are written at the end.
  private(set) var records: [MutationRecord] = []

  /// What the options ask for.
  ///
  /// - Parameters:
  ///   - arguments: the options; they win.
  ///   - setting: the least score that the settings of the project ask for, in tenths of a percent.
  ///   - isVerbose: whether mutants are listed that are set aside.
  /// - Throws: the least score is no percentage.
  init(
    _ arguments: ParsedArguments,
    minimum setting: Int?,
    isVerbose: Bool
  ) throws(CommandError) {
    let text = arguments.value(of: .minMutationScore)
    let percent = text.flatMap(Double.init)
    if let text {
      guard let percent, (0...100).contains(percent) else {
        throw .misuse("`--min-mutation-score` expects a number from 0 to 100, found `\(text)`")
      }
    }
    let given = percent.map { Int(($0 * 10).rounded(.up)) }
    isWanted = given != nil || arguments.contains(.mutate)
    minimum = given ?? setting
    self.isVerbose = isVerbose
  }

  /// Keeps a suite, to be run with the others that are about its rules.
  mutating func add(_ suite: TestSuite, _ program: Program, _ rules: RulesText) {
    guard isWanted else { return }
    let index = subjects.firstIndex { $0.rules.file.name.utf8.elementsEqual(rules.file.name.utf8) }
    if let index {
      subjects[index].suites.append(suite)
    } else {
      subjects.append(Subject(program: program, rules: rules, suites: [suite]))
    }
  }

  /// Runs the tests against all mutants, and writes what came of it.
  ///
  /// - Returns: whether the score is high enough; true where none is asked for.
  mutating func write(
    at now: Timestamp,
    _ options: TestRunner.Options,
    to console: inout Console
  ) -> Bool {
    var killed = 0
    var survived = 0
    var isComplete = true
    for subject in subjects {
      let run = MutationRun(
        subject.program,
        rules: subject.rules,
        suites: subject.suites,
        now: now,
        options: options
      )
      console.writeLine(console.bold("mutants of \(subject.rules.file.name)"))
      guard let report = run.report() else {
        console.writeLine("  none made, as a test fails already")
        isComplete = false
        continue
      }
      killed += report.killedCount
      survived += report.survivedCount
      write(report, subject.rules, &console)
      records.append(MutationRecord(report, of: subject.rules))
    }
    guard isWanted, let minimum else { return true }
    let score = MutationReport.score(killed: killed, survived: survived)
    guard isComplete else { return false }
    if score < minimum { for index in records.indices { records[index].isTooLow = true } }
    if score < minimum {
      console.writeLine(
        console.painted(
          "the mutation score is \(percent(score)), at least \(percent(minimum)) is asked for",
          .red
        )
      )
    }
    return score >= minimum
  }

  private func write(_ report: MutationReport, _ rules: RulesText, _ console: inout Console) {
    for mutant in report.mutants {
      switch mutant.fate {
      case .killed: continue
      case .equivalent:
        guard isVerbose else { continue }
        console.writeLine("  - \(place(of: mutant.mutation, rules)) (set aside)")
      case .survived(let request):
        console.writeLine(
          "  \(console.painted("✗", .red)) \(place(of: mutant.mutation, rules))"
        )
        let excerpt = DiagnosticRenderer().excerpt(of: mutant.mutation.range, in: rules.file)
        for line in excerpt.split(separator: "\n") { console.writeLine("      \(line)") }
        console.writeLine("      no test fails; this step would, \(request.whereabouts):")
        console.writeLine("        \(visible(request.step))")
      }
    }
    let counted = report.killedCount + report.survivedCount
    var line = "  \(report.killedCount) of \(counted) mutants killed"
    if report.survivedCount > 0 { line += ", \(report.survivedCount) survived" }
    line += ": mutation score \(percent(report.score))"
    console.writeLine(console.painted(line, report.survivedCount == 0 ? .green : .red))
    if report.equivalentCount > 0 {
      console.writeLine(
        "  \(report.equivalentCount) set aside, as no generated request tells them from the rules"
      )
    }
  }

  private func place(of mutation: Mutation, _ rules: RulesText) -> String {
    let position = rules.file.position(of: mutation.range.lowerBound)
    return "\(rules.file.name):\(position.line):\(position.column): \(visible(mutation.summary)) "
      + "[\(mutation.kind.rawValue)]"
  }

  private func percent(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10) %" }
}

extension MutationReport.Request {
  /// Where the step belongs: "in `title` before books.rulestest:4".
  fileprivate var whereabouts: String {
    guard let test, let line else { return "in \(suite)" }
    return "in `\(visible(test))` before \(suite):\(line)"
  }
}

extension MutationRecord {
  init(_ report: MutationReport, of rules: RulesText) {
    rulesPath = rules.file.name
    score = report.score
    mutants = report.mutants.map { mutant in
      var record = Mutant(
        kind: mutant.mutation.kind.rawValue,
        place: Place(mutant.mutation.range, of: rules.file),
        summary: mutant.mutation.summary,
        fate: .setAside
      )
      switch mutant.fate {
      case .killed: record.fate = .killed
      case .equivalent: break
      case .survived(let request):
        record.fate = .survived
        record.step = request.step
        record.whereabouts = request.whereabouts
      }
      return record
    }
  }
}
