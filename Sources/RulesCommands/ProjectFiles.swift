import RulesLint
import RulesSource
import RulesWorkspace

extension CommandContext {
  /// The project that the current folder belongs to.
  func findProject() -> Project? {
    Project.find(
      in: fileSystem,
      codes: Dictionary(DiagnosticCatalog.all.codes.map { ($0.id, $0.leastSeverity) }) { $1 }
    )
  }
}

extension InputFiles {
  /// The files that the operands name; without operands those of the project.
  ///
  /// - Parameters:
  ///   - operands: files and folders.
  ///   - suffixes: the ends of the names that are taken from folders.
  ///   - project: the project, if there is one.
  ///   - fileSystem: where files are looked for.
  init(
    _ operands: [String],
    withSuffixes suffixes: [String],
    of project: Project?,
    in fileSystem: any FileSystem
  ) {
    guard operands.isEmpty, let project else {
      self.init(operands, withSuffixes: suffixes, in: fileSystem)
      return
    }
    // The rules of a project are those that its configuration names, if it names some.
    let namesRules = suffixes.contains(".rules") && !project.rules.isEmpty
    let folders = project.settings.testFolders
    self.init(
      folders.isEmpty ? [project.folder] : folders,
      withSuffixes: namesRules ? suffixes.filter { $0 != ".rules" } : suffixes,
      in: fileSystem
    )
    if namesRules { prepend(project.rules.map(\.path)) }
  }
}

extension DiagnosticReport {
  /// Writes what is wrong with the configuration.
  mutating func write(problemsOf project: Project, to console: inout Console) {
    for problem in project.problems {
      write([problem.diagnostic], of: problem.file, to: &console)
      countBrokenConfiguration()
    }
    for error in project.unreadable { write(error, to: &console) }
  }
}

/// Checks the rules of a project, runs its tests, and writes one summary.
func runProject(
  _ project: Project,
  _ context: CommandContext,
  _ console: inout Console
) throws(CommandError) -> ExitCode {
  var session = try TestSession(ParsedArguments(), context, project)
  session.diagnostics.write(problemsOf: project, to: &console)
  session.check(project.rules.map(\.path), &console)
  let files = InputFiles(
    [],
    withSuffixes: [".rulestest", ".suite.json"],
    of: project,
    in: context.fileSystem
  )
  session.run(files.paths, &console)
  for problem in files.problems { session.diagnostics.write(problem, to: &console) }
  return session.finishProject(warningLimit: project.settings.warningLimit, &console)
}

extension DiagnosticCode {
  /// Its severity as settings see it: an error of the language stays one, the finding of a check need not.
  fileprivate var leastSeverity: Severity {
    Self.lintIDs.contains(id) ? min(severity, .warning) : severity
  }

  private static let lintIDs = Set(lintCodes.map(\.id))
}
