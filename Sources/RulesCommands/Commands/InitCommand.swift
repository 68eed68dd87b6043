import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

extension Command {
  /// `rulescheck init [RULES…]`.
  package static let initialize = Command(
    name: "init",
    summary: "Write first tests for rules",
    operands: "[RULES…]",
    operandCount: 0...Int.max,
    options: [.initOutput, .force],
    discussion: """
      Writes a test file beside each rules file: firestore.rulestest beside firestore.rules. For \
      each allow statement it holds a request that the statement allows, with the users and \
      documents that it takes, and the nearest request that is denied: by somebody else, by \
      nobody, or with one field changed. Both are found by asking the rules, so the tests pass as \
      they are. They say what the rules do; whether they should is for you to read.

      Where no request is found that a statement allows, a comment says so in its place, and a \
      note is shown here.

      Without RULES the rules files of the nearest project are taken, as `rulescheck help check` \
      says, or those of the current folder. A file that is there already is only replaced with \
      --force.
      """
  ) { arguments, context, console throws(CommandError) in
    var session = try InitSession(arguments, context)
    return try session.run(&console)
  }
}

extension CommandOption {
  fileprivate static let initOutput = value(
    "output",
    letter: "o",
    "FILE",
    summary: "Where the tests are written, or - for the standard output"
  )
  fileprivate static let force = flag("force", summary: "Replace a test file that is there already")
}

/// One run of the command.
private struct InitSession {
  private let arguments: ParsedArguments
  private let context: CommandContext
  private var diagnostics: DiagnosticReport
  private let project: Project?
  private var isIncomplete = false

  init(_ arguments: ParsedArguments, _ context: CommandContext) throws(CommandError) {
    self.arguments = arguments
    self.context = context
    project = context.findProject()
    diagnostics = DiagnosticReport(project?.settings)
  }

  mutating func run(_ console: inout Console) throws(CommandError) -> ExitCode {
    if let path = arguments.operands.first(where: { $0.hasSuffix(".rulestest") }) {
      throw .misuse("`\(path)` holds tests, expected a rules file (*.rules) or a folder")
    }
    let files = InputFiles(
      arguments.operands,
      withSuffixes: [".rules"],
      of: project,
      in: context.fileSystem
    )
    if let project, arguments.operands.isEmpty {
      diagnostics.write(problemsOf: project, to: &console)
    }
    guard !files.paths.isEmpty || !files.problems.isEmpty || diagnostics.isIncomplete else {
      throw .noFiles("*.rules", arguments.operands)
    }
    if arguments.contains(.initOutput), files.paths.count > 1 {
      throw .misuse("`--output` is for one rules file, found \(files.paths.count)")
    }
    for path in files.paths { writeTests(for: path, &console) }
    for problem in files.problems { diagnostics.write(problem, to: &console) }
    return isIncomplete || diagnostics.isIncomplete ? .unusable : .clean
  }

  private mutating func writeTests(for path: String, _ console: inout Console) {
    let output = arguments.value(of: .initOutput) ?? Self.testPath(for: path)
    let isStandardOutput = output == "-"
    if !isStandardOutput, !arguments.contains(.force),
      (try? context.fileSystem.kind(of: output)) != nil
    {
      console.writeError(
        "error: `\(visible(output))` is there already; `--force` replaces it\n"
      )
      isIncomplete = true
      return
    }
    let model: SemanticModel
    do throws(FileError) {
      model = SemanticModel.analyze(try context.fileSystem.source(path))
    } catch {
      diagnostics.write(error, to: &console)
      return
    }
    guard let program = model.program else {
      let errors = model.diagnostics.filter { $0.severity == .error }
      diagnostics.write(errors, of: model.tree.source, to: &console)
      isIncomplete = true
      return
    }
    let tests = StarterTests(
      program,
      rules: RulesText(model.tree.source),
      rulesPath: isStandardOutput
        ? FilePath.name(of: path) : FilePath.relative(path, from: FilePath.parent(of: output)),
      now: context.now
    )
    if isStandardOutput {
      console.write(tests.text)
    } else {
      console.files.append(Console.File(path: output, text: tests.text))
    }
    writeNotes(tests, output, model.tree.source, isStandardOutput, &console)
  }

  private func writeNotes(
    _ tests: StarterTests,
    _ output: String,
    _ file: SourceFile,
    _ isStandardOutput: Bool,
    _ console: inout Console
  ) {
    var lines: [String] = []
    if !isStandardOutput {
      let found = tests.statementCount - tests.missing.count
      let all = found == tests.statementCount ? "all \(found)" : "\(found) of"
      let total =
        found == tests.statementCount
        ? "allow statements" : counted(tests.statementCount, "allow statement")
      lines.append("wrote \(visible(output)): a request that is allowed for \(all) \(total)")
    }
    for missing in tests.missing {
      let position = file.position(of: missing.range.lowerBound)
      lines.append(
        "note: \(visible(file.name)):\(position.line):\(position.column): \(missing.reason)"
      )
    }
    for line in lines {
      if isStandardOutput { console.writeError("\(line)\n") } else { console.writeLine(line) }
    }
  }

  /// The test file of a rules file: beside it, with its name.
  private static func testPath(for path: String) -> String {
    let stem = path.hasSuffix(".rules") ? String(path.dropLast(".rules".count)) : path
    return "\(stem).rulestest"
  }
}
