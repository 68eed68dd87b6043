import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

extension Command {
  /// `rulescheck check [PATH…]`.
  package static let check = Command(
    name: "check",
    summary: "Find what is wrong with rules and test files",
    operands: "[PATH…]",
    operandCount: 0...Int.max,
    options: [.strict, .diagnosticFormat, .output],
    discussion: """
      Reads rules files (*.rules) and test files (*.rulestest). A folder stands for all of them in \
      it and below; without PATH the current folder is checked. Each finding is shown with its \
      line; `rulescheck explain ID` says more about it.

      The exit code is 1 when there are errors.
      """
  ) { arguments, context, console throws(CommandError) in
    let destination = try ReportDestination(arguments, format: .diagnosticFormat)
    let suffixes = [".rules", ".rulestest"]
    let files = InputFiles(arguments.operands, withSuffixes: suffixes, in: context.fileSystem)
    guard !files.paths.isEmpty || !files.problems.isEmpty else {
      throw .noFiles("*.rules", arguments.operands)
    }
    var report = DiagnosticReport()
    var rules = RulesCache(context.fileSystem)
    for path in files.paths { checkFile(path, &rules, &report, &console) }
    for problem in files.problems { report.write(problem, to: &console) }
    console.writeLine(checkSummary(of: report, fileCount: files.paths.count))
    let code = report.exitCode(isStrict: arguments.contains(.strict))
    var record = RunRecord(command: "check")
    record.findings = report.findings
    record.fileCount = files.paths.count
    record.exitCode = code
    destination.write(record, context, to: &console)
    return code
  }
}

extension CommandOption {
  /// Warnings count as errors.
  fileprivate static let strict = flag(
    "strict",
    summary: "Let warnings count for the exit code too"
  )
}

/// Writes what is wrong with one file.
private func checkFile(
  _ path: String,
  _ rules: inout RulesCache,
  _ report: inout DiagnosticReport,
  _ console: inout Console
) {
  do throws(FileError) {
    guard path.utf8.suffix(10).elementsEqual(".rulestest".utf8) else {
      let model = try rules.model(at: path)
      report.write(model.diagnostics, of: model.tree.source, to: &console)
      return
    }
    let loader = TestFileLoader(rules.fileSystem)
    let tree = parseTests(try rules.fileSystem.source(path))
    var missing: [Diagnostic] = []
    // Paths are read by the service of the rules.
    var service = Program.Service.firestore
    do throws(TestFileLoader.MissingRules) {
      service = try loader.rules(of: tree, &rules).program?.service ?? .firestore
    } catch {
      missing = [error.diagnostic]
    }
    let suite = loader.suite(tree, service: service)
    report.write(missing + suite.diagnostics, of: tree.source, to: &console)
  } catch {
    report.write(error, to: &console)
  }
}

/// `2 files checked: 1 error, 3 warnings`.
private func checkSummary(of report: DiagnosticReport, fileCount: Int) -> String {
  var parts: [String] = []
  if report.errorCount > 0 { parts.append(counted(report.errorCount, "error")) }
  if report.warningCount > 0 { parts.append(counted(report.warningCount, "warning")) }
  if report.unreadableCount > 0 { parts.append("\(report.unreadableCount) unreadable") }
  let findings = parts.isEmpty ? "nothing found" : parts.joined(separator: ", ")
  return "\(counted(fileCount, "file")) checked: \(findings)"
}
