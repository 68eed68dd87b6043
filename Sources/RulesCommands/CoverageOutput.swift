import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

/// What `rulescheck test --coverage` does: counts what tests see of their rules, and reports it.
struct CoverageOutput {
  private let format: Format
  private let path: String?
  private let minimum: Minimum?
  private let isWanted: Bool
  private var records: [Record] = []

  /// The form of the report.
  private enum Format: String, CaseIterable {
    case summary, annotated, html, lcov, cobertura
    case emulator = "emulator-json"

    var detail: CoverageRecorder.Detail {
      switch self {
      case .summary, .annotated, .lcov, .cobertura: .counts
      case .html: .samples
      case .emulator: .emulator
      }
    }

    var isForMachines: Bool {
      switch self {
      case .summary, .annotated: false
      case .html, .lcov, .cobertura, .emulator: true
      }
    }
  }

  /// The least share that is enough.
  private struct Minimum {
    let permille: Int
    let text: String
    /// What asks for it.
    var source = "--min-coverage"
  }

  /// What was counted of one rules file.
  private struct Record {
    let model: SemanticModel
    let program: Program
    /// Counts of what happened, each once.
    var recorder: CoverageRecorder
    /// What the official emulator would report, where that is asked for.
    var emulator: CoverageRecorder?
  }

  /// Reads what is asked for.
  ///
  /// - Parameters:
  ///   - arguments: the options; they win.
  ///   - setting: the share that the settings of the project ask for, in tenths of a percent.
  /// - Throws: the options don't fit.
  init(_ arguments: ParsedArguments, minimum setting: Int?) throws(CommandError) {
    format = arguments.value(of: .coverageFormat).flatMap(Format.init) ?? .summary
    let output = arguments.value(of: .coverageOutput)
    path = output == "-" ? nil : output
    let given = try arguments.value(of: .minCoverage).map { text throws(CommandError) in
      try Self.minimum(text)
    }
    let isAsked =
      arguments.contains(.coverage) || arguments.value(of: .coverageFormat) != nil
      || output != nil || given != nil
    // The threshold of a project is for all of its tests, and for wherever coverage is asked for.
    let isWhole = arguments.operands.isEmpty && !arguments.narrowsTests
    isWanted = isAsked || setting != nil && isWhole
    minimum = given ?? (isWanted ? setting.map(Self.minimum(permille:)) : nil)
    if output != nil, format == .summary {
      throw .misuse(
        arguments.value(of: .coverageFormat) == nil
          ? "`--coverage-output` expects `--coverage-format`"
          : "`--coverage-output` can't be used with `--coverage-format summary`"
      )
    }
    let testFormat = arguments.value(of: .testFormat).flatMap(OutputFormat.init) ?? .human
    let standsAlone = testFormat != .human && arguments.value(of: .output) == nil
    if standsAlone, format != .summary, path == nil {
      throw .misuse("`--coverage-format` expects `--coverage-output FILE` beside `--format`")
    }
  }

  /// The share that the settings of a project ask for.
  private static func minimum(permille: Int) -> Minimum {
    let places = permille % 10 == 0 ? "" : ".\(permille % 10)"
    return Minimum(
      permille: permille,
      text: "\(permille / 10)\(places)",
      source: "`minCoverage` in \(Project.settingsName)"
    )
  }

  /// A percentage with at most one place.
  private static func minimum(_ text: String) throws(CommandError) -> Minimum {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let areDigits = parts.allSatisfy {
      !$0.isEmpty && $0.utf8.allSatisfy { (48..<58).contains($0) }
    }
    let places = parts.count == 2 ? parts[1] : "0"
    guard areDigits, parts.count <= 2, places.utf8.count == 1, let whole = Int(parts[0]),
      let tenths = Int(places), whole <= 100, whole * 10 + tenths <= 1000
    else {
      throw .misuse("`--min-coverage` expects a percentage, found `\(text)`")
    }
    return Minimum(permille: whole * 10 + tenths, text: text)
  }

  /// Runs the tests of a file once more, and counts; tests that were skipped see nothing.
  mutating func add(
    _ results: [CaseResult],
    of suite: TestSuite,
    _ model: SemanticModel,
    at now: Timestamp
  ) {
    guard let index = index(of: model) else { return }
    for result in results where !result.isSkipped {
      records[index].recorder.record(result.test, database: suite.database, now: now)
      records[index].emulator?.record(result.test, database: suite.database, now: now)
    }
  }

  /// Counts what cases of the hosted test API see of their rules; the emulator knows nothing of them.
  mutating func add(
    _ cases: [HostedTestCase],
    _ runner: HostedTestRunner,
    _ model: SemanticModel
  ) {
    guard let index = index(of: model) else { return }
    for test in cases { runner.record(test, in: &records[index].recorder) }
  }

  /// Where the counts of a rules file are kept; nil where nothing is to be counted.
  private mutating func index(of model: SemanticModel) -> Int? {
    guard isWanted, let program = model.program else { return nil }
    let source = model.tree.source
    // Rules that stand in a suite have the name of another suite's, perhaps.
    let index = records.firstIndex { record in
      let known = record.model.tree.source
      return known.name.utf8.elementsEqual(source.name.utf8) && known.bytes == source.bytes
    }
    if let index { return index }
    let detail = format.detail
    records.append(
      Record(
        model: model,
        program: program,
        recorder: CoverageRecorder(program, detail == .emulator ? .counts : detail),
        emulator: detail == .emulator ? CoverageRecorder(program, .emulator) : nil
      )
    )
    return records.indices.last
  }

  /// Writes the report, and says whether enough was seen.
  func write(at now: Timestamp, to console: inout Console) -> Bool {
    guard isWanted else { return true }
    let report = CoverageReport(
      records.map { CoverageReport.File($0.model.tree, $0.program, $0.recorder) }
    )
    if let text = text(of: report, at: now) {
      if let path {
        console.files.append(Console.File(path: path, text: text))
      } else {
        if format.isForMachines {
          // What a program reads stands alone; people find the rest on the other stream.
          console.errors = console.output + console.errors
          console.output = []
        }
        console.write(text)
      }
    }
    if records.isEmpty { console.writeError("note: no test was run, so there is no coverage\n") }
    if format == .summary || path != nil {
      for line in TerminalSummary.lines(report) { write(line, to: &console) }
    }
    guard let minimum, report.tally.all.permille < minimum.permille else { return true }
    console.writeError(
      "error: coverage is \(report.tally.all.percentText), below the \(minimum.text) % of \(minimum.source)\n"
    )
    return false
  }

  private func write(_ line: TerminalSummary.Line, to console: inout Console) {
    let text = visible(line.text)
    guard let share = line.share else {
      console.writeLine(text)
      return
    }
    let needed = minimum?.permille ?? 1000
    let color: Console.Color =
      share.permille >= needed ? .green : minimum == nil ? .yellow : .red
    console.writeLine(console.painted(text, color))
  }

  /// The report in its form; nil for the summary.
  private func text(of report: CoverageReport, at now: Timestamp) -> String? {
    switch format {
    case .summary: nil
    case .annotated: AnnotatedSource.text(report)
    case .html: HTML.text(report)
    case .lcov: LCOV.text(report)
    case .cobertura: Cobertura.text(report, at: now)
    case .emulator: emulatorText
    }
  }

  /// The official report, one document for each rules file.
  private var emulatorText: String {
    records.map { record in
      let recorder = record.emulator ?? record.recorder
      return EmulatorJSON(record.model.tree, record.program, recorder).json.jsonText(.indented)
        + "\n"
    }.joined()
  }

  /// The paragraphs of the command's help.
  static let discussion = """
    With --coverage the report says what the tests saw of the rules: whether each statement was \
    tried, each function called, each condition, however small, both true and false, and each other \
    expression evaluated to a value. --min-coverage takes the share of all of these that is enough; \
    below it the exit code is 1. `minCoverage` in rulescheck.json is for runs of all tests of a \
    project, and for every --coverage. Literals count nothing, so `allow read: if true` counts as a statement \
    that was tried or not. The emulator's form leaves suites (*.json) out. A form other than annotated that goes to \
    the standard output stands there alone; what else there is to say goes to the standard error.
    """

  /// The options that ask for it.
  static let options: [CommandOption] = [.coverage, .coverageFormat, .coverageOutput, .minCoverage]
}

extension CommandOption {
  fileprivate static let coverage = flag(
    "coverage",
    summary: "Show what the tests see of the rules, and what they don't"
  )
  fileprivate static let coverageFormat = choice(
    "coverage-format",
    of: ["summary", "annotated", "html", "lcov", "cobertura", "emulator-json"],
    valueName: "FORM",
    summary: "summary, annotated, html, lcov, cobertura, emulator-json"
  )
  fileprivate static let coverageOutput = value(
    "coverage-output",
    "FILE",
    summary: "Write the coverage report to a file, or - for the standard output"
  )
  fileprivate static let minCoverage = value(
    "min-coverage",
    "PERCENT",
    summary: "Fail when less than this of the rules was seen"
  )
}
