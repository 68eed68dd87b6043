import RulesSource
import RulesWorkspace

extension Command {
  /// `rulescheck check [PATH…]`.
  package static let check = Command(
    name: "check",
    summary: "Find what is wrong with rules and test files",
    operands: "[PATH…]",
    operandCount: 0...Int.max,
    options: [
      .strict, .maxWarnings, .compatible, .cost, .diagnosticFormat, .output, .watch,
    ],
    discussion: """
      Reads rules files (*.rules) and test files (*.rulestest). A folder stands for all of them in \
      it and below. Without PATH the rules are checked that the nearest firebase.json names, here or \
      above, with all test files of its folder; where there is none, the current folder. Each \
      finding is shown with its line; `rulescheck explain ID` says more about it.

      A rulescheck.json beside firebase.json sets severities, the folders of test files, whether \
      denials by errors fail, how many warnings there may be, and the file of the findings that are \
      known; the command line wins:

        { "severities": { "ID": "off" }, "tests": ["tests"], "denyErrors": "fail",
          "thresholds": { "warnings": 0 }, "baseline": "known.txt" }

      With --compatible the official compiler's issues are written instead, in its words and order, \
      as FILE:LINE:COLUMN SEVERITY TEXT. With --cost the most that each allow statement, and each \
      kind of request, may cost is written: how many expressions are evaluated and how many \
      documents are looked up, counted on the worst way through each condition.

      The exit code is 1 when there are errors or too many warnings, or requests that may cost more \
      than the service allows, and 2 when a file or the \
      configuration can't be used.
      """
  ) { arguments, context, console throws(CommandError) in
    let destination = try ReportDestination(arguments, format: .diagnosticFormat)
    let warningLimit = try warningLimit(arguments)
    let project = context.findProject()
    var check = FileCheck(context, project, minimum: .warning)
    check.linting.baseline = try BaselineFile(arguments, project, context).known
    let files = try check.files(arguments, of: project, context, &console)
    if arguments.contains(.compatible) {
      var check = CompatibleCheck()
      for path in files.rulesPaths { check.check(path, in: context.fileSystem, &console) }
      return check.exitCode
    }
    if arguments.contains(.cost) {
      var check = CostCheck()
      for path in files.rulesPaths { check.check(path, in: context.fileSystem, &console) }
      return check.exitCode
    }
    check.check(files, &console)
    console.writeLine(checkSummary(of: check.report, fileCount: files.paths.count))
    let limit = warningLimit ?? project?.settings.warningLimit
    let record = check.record(of: "check", files, warningLimit: limit)
    destination.write(record, context, to: &console)
    return record.exitCode
  }
}

extension CommandOption {
  /// What the official compiler says.
  fileprivate static let compatible = flag(
    "compatible",
    summary: "Write what the official compiler says of rules files"
  )

  /// What requests may cost.
  fileprivate static let cost = flag(
    "cost",
    summary: "Write what requests may cost at most"
  )

  /// Warnings count as errors.
  static let strict = flag(
    "strict",
    summary: "Let warnings count for the exit code too"
  )

  /// How many warnings there may be.
  static let maxWarnings = value(
    "max-warnings",
    "COUNT",
    summary: "How many warnings there may be before they count; --strict is 0"
  )
}

/// How many warnings the arguments allow; nil where they say nothing.
func warningLimit(_ arguments: ParsedArguments) throws(CommandError) -> Int? {
  if arguments.contains(.strict) { return 0 }
  guard let text = arguments.value(of: .maxWarnings) else { return nil }
  guard let limit = Int(text), limit >= 0 else {
    throw .misuse("`--max-warnings` takes a count, found `\(text)`")
  }
  return limit
}

extension InputFiles {
  /// The rules files among them.
  fileprivate var rulesPaths: [String] {
    paths.filter { !$0.utf8.suffix(10).elementsEqual(".rulestest".utf8) }
  }
}
