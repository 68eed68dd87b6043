import RulesLint
import RulesSource
import RulesWorkspace

extension Command {
  /// `rulescheck lint [PATH…]`.
  package static let lint = Command(
    name: "lint",
    summary: "Find dangers in rules and test files, and mend what can be mended",
    operands: "[PATH…]",
    operandCount: 0...Int.max,
    options: [
      .fix, .unsafe, .baseline, .updateBaseline, .strict, .maxWarnings, .diagnosticFormat, .output,
      .watch,
    ],
    discussion: """
      Looks at what rules allow and to whom, follows functions, and reports what is dangerous, can \
      never do what it says, costs too much or does nothing; and all that `rulescheck check` \
      reports, which leaves out remarks that are only worth knowing. PATH and the project's files \
      are those of `rulescheck check`.

      A comment beside a line, or on the line above it, silences a finding; above a match block or a \
      function it silences those within. It has to say why, and may say until when:

        // rulescheck:ignore open-read -- the catalogue is public
        // rulescheck:ignore open-write -- closed beta until 2027-01-31

      A comment that silences nothing is itself reported. A rulescheck.json sets severities: \
      { "severities": { "open-read": "off" } }.

      --fix applies the fixes that can't change which requests are allowed, --fix --unsafe the \
      others too; look at what they did. A file that was mended is laid out as by `rulescheck \
      format`. With --baseline FILE the findings in FILE are left out, \
      wherever in their blocks they have moved to; --update-baseline writes what is found now. A \
      rulescheck.json may name the file, for `rulescheck check` and the tests too: \
      { "baseline": "known.txt" }.

      The exit code is 1 when there are errors or too many warnings, and 2 when a file, the \
      baseline or the configuration can't be used.
      """
  ) { arguments, context, console throws(CommandError) in
    let destination = try ReportDestination(arguments, format: .diagnosticFormat)
    let warningLimit = try warningLimit(arguments)
    let project = context.findProject()
    var check = FileCheck(context, project, minimum: .hint)
    check.fixing = try fixing(arguments)
    let baseline = try BaselineFile(arguments, project, context)
    check.linting.baseline = baseline.known
    check.linting.isRecording = baseline.isUpdated
    let files = try check.files(arguments, of: project, context, &console)
    check.check(files, &console)
    if check.fixCount > 0 {
      console.writeLine("\(counted(check.fixCount, "fix", "fixes")) applied")
    }
    console.writeLine(checkSummary(of: check.report, fileCount: files.paths.count))
    let limit = warningLimit ?? project?.settings.warningLimit
    var record = check.record(of: "lint", files, warningLimit: limit)
    if baseline.isUpdated, record.exitCode == .findings { record.exitCode = .clean }
    baseline.finish(check.linting, to: &console)
    destination.write(record, context, to: &console)
    return record.exitCode
  }
}

extension CommandOption {
  /// Mend what can be mended.
  fileprivate static let fix = flag(
    "fix",
    summary: "Apply the fixes that change no verdict"
  )

  /// Mend the rest.
  fileprivate static let unsafe = flag(
    "unsafe",
    summary: "With --fix, apply those too that may change verdicts"
  )
}

private func fixing(_ arguments: ParsedArguments) throws(CommandError) -> FixApplier? {
  let allowsUnsafe = arguments.contains(.unsafe)
  guard arguments.contains(.fix) else {
    if allowsUnsafe { throw .misuse("`--unsafe` is used with `--fix`") }
    return nil
  }
  return FixApplier(allowsUnsafe: allowsUnsafe)
}
