import RulesSource
import RulesWorkspace

extension FileCheck {
  /// The rules and test files that the arguments name, or those of the project.
  ///
  /// What is wrong with the configuration of the project is written first.
  ///
  /// - Parameters:
  ///   - arguments: name files and folders.
  ///   - project: the project, if there is one.
  ///   - context: where they are looked for.
  ///   - console: takes what is wrong.
  /// - Returns: the files.
  /// - Throws: that there are none.
  mutating func files(
    _ arguments: ParsedArguments,
    of project: Project?,
    _ context: CommandContext,
    _ console: inout Console
  ) throws(CommandError) -> InputFiles {
    let files = InputFiles(
      arguments.operands,
      withSuffixes: [".rules", ".rulestest"],
      of: project,
      in: context.fileSystem
    )
    if let project { report.write(problemsOf: project, to: &console) }
    guard !files.paths.isEmpty || !files.problems.isEmpty || report.isIncomplete else {
      throw .noFiles("*.rules", arguments.operands)
    }
    return files
  }

  /// Writes what is wrong with each file.
  mutating func check(_ files: InputFiles, _ console: inout Console) {
    for path in files.paths { check(path, &console) }
    for problem in files.problems { report.write(problem, to: &console) }
  }

  /// What reports say of the files that were checked.
  func record(of command: String, _ files: InputFiles, warningLimit: Int?) -> RunRecord {
    var record = RunRecord(command: command)
    record.findings = report.findings
    record.fileCount = files.paths.count
    record.exitCode = report.exitCode(warningLimit: warningLimit)
    return record
  }
}
