import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

extension Command {
  /// `rulescheck matrix [PATH…]`.
  package static let matrix = Command(
    name: "matrix",
    summary: "Show which user may do what",
    operands: "[PATH…]",
    operandCount: 0...Int.max,
    options: [.matrixFormat, .snapshot, .updateSnapshot],
    discussion: """
      Asks the rules of test files (*.rulestest) for each of their users, and for nobody: to get, \
      update and delete the stored documents, to list their collections and create documents in \
      them; and the same at a sample path of each match pattern that covers none of them.

      What is written is taken from an allowed step of the test file where there is one, each user \
      with their own id in the place of its author's; otherwise one field is changed a little, or \
      a stored document is copied. A list asks for the whole collection, a query what an allowed \
      step asks. How each cell was asked is a part of the output.

      With --snapshot the answers are written to FILE if it is not there, and otherwise compared \
      with it: what a user gained or lost is shown, and the exit code is 1. --update writes the \
      file anew.
      """
  ) { arguments, context, console throws(CommandError) in
    var session = try MatrixSession(arguments, context)
    return try session.run(&console)
  }
}

extension CommandOption {
  fileprivate static let matrixFormat = choice(
    "format",
    of: ["text", "markdown", "json", "html"],
    summary: "How the matrix is written"
  )
  fileprivate static let snapshot = value(
    "snapshot",
    "FILE",
    summary: "Compare with the answers in a file, or write them to it"
  )
  fileprivate static let updateSnapshot = flag(
    "update",
    summary: "Write the snapshot anew instead of comparing"
  )
}

/// One run of the command.
private struct MatrixSession {
  private let arguments: ParsedArguments
  private let context: CommandContext
  private var cache: RulesCache
  private var diagnostics = DiagnosticReport()
  private var isIncomplete = false
  private let project: Project?

  init(_ arguments: ParsedArguments, _ context: CommandContext) throws(CommandError) {
    self.arguments = arguments
    self.context = context
    cache = RulesCache(context.fileSystem)
    project = context.findProject()
    if arguments.contains(.updateSnapshot), !arguments.contains(.snapshot) {
      throw .misuse("`--update` belongs to `--snapshot`")
    }
  }

  mutating func run(_ console: inout Console) throws(CommandError) -> ExitCode {
    let files = InputFiles(
      arguments.operands,
      withSuffixes: [".rulestest"],
      of: project,
      in: context.fileSystem
    )
    guard !files.paths.isEmpty || !files.problems.isEmpty else {
      throw .noFiles("*.rulestest", arguments.operands)
    }
    var matrices: [AccessMatrix] = []
    for path in files.paths {
      if let matrix = matrix(of: path, &console) { matrices.append(matrix) }
    }
    for problem in files.problems { diagnostics.write(problem, to: &console) }
    if isIncomplete || diagnostics.unreadableCount > 0 { return .unusable }
    if let file = arguments.value(of: .snapshot) { return try compare(matrices, file, &console) }
    write(matrices, to: &console)
    return .clean
  }

  /// The matrix of a test file; nil for one that can't be run, which has been told.
  private mutating func matrix(of path: String, _ console: inout Console) -> AccessMatrix? {
    let tree: SyntaxTree
    do throws(FileError) {
      tree = parseTests(try context.fileSystem.source(path))
    } catch {
      diagnostics.write(error, to: &console)
      return nil
    }
    let loader = TestFileLoader(context.fileSystem, project)
    let model: SemanticModel
    do throws(TestFileLoader.MissingRules) {
      model = try loader.rules(of: tree, &cache)
    } catch {
      diagnostics.write([error.diagnostic], of: tree.source, to: &console)
      isIncomplete = true
      return nil
    }
    guard let program = model.program else {
      let errors = model.diagnostics.filter { $0.severity == .error }
      diagnostics.write(errors, of: model.tree.source, to: &console)
      isIncomplete = true
      return nil
    }
    let suite = loader.suite(
      tree,
      service: program.service,
      rulesPath: model.tree.source.name
    )
    let errors = suite.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else {
      diagnostics.write(errors, of: tree.source, to: &console)
      isIncomplete = true
      return nil
    }
    return AccessMatrix(
      of: suite,
      program,
      rules: model.tree.source.name,
      now: context.now
    )
  }

  private func write(_ matrices: [AccessMatrix], to console: inout Console) {
    switch arguments.value(of: .matrixFormat) {
    case "json": console.writeLine(AccessMatrix.json(of: matrices).jsonText(.indented))
    case "markdown":
      console.write("# Access matrix\n\n\(matrices.map(\.markdown).joined(separator: "\n"))")
    case "html": console.write(AccessMatrix.page(of: matrices))
    default:
      for line in matrices.flatMap(\.lines) { console.writeLine(visible(line)) }
    }
  }

  private func compare(
    _ matrices: [AccessMatrix],
    _ file: String,
    _ console: inout Console
  ) throws(CommandError) -> ExitCode {
    let old = arguments.contains(.updateSnapshot) ? nil : try snapshot(at: file)
    guard let old else {
      let text = AccessMatrix.json(of: matrices).jsonText(.indented)
      console.files.append(Console.File(path: file, text: "\(text)\n"))
      console.writeLine("wrote \(visible(file))")
      return .clean
    }
    let changes = MatrixSnapshot(of: matrices).changes(since: old)
    for change in changes { console.writeLine(change.line(in: console)) }
    let gains = changes.count { $0.isGain }
    let losses = changes.count { $0.isLoss }
    console.writeLine(
      changes.isEmpty
        ? "the matrix is as in \(visible(file))"
        : "\(counted(changes.count, "cell")) changed: \(gains) gained, \(losses) lost"
    )
    if !changes.isEmpty { console.writeLine("note: --update writes \(visible(file)) anew") }
    return changes.isEmpty ? .clean : .findings
  }

  /// The snapshot in a file; nil where the file is not there.
  private func snapshot(at path: String) throws(CommandError) -> MatrixSnapshot? {
    let source: SourceFile
    do throws(FileError) {
      source = try context.fileSystem.source(path)
    } catch {
      if case .notFound = error.reason { return nil }
      throw .unreadable(error)
    }
    do throws(JSONSyntaxError) {
      if let snapshot = MatrixSnapshot(try JSONValue(parsing: source)) { return snapshot }
    } catch {
      throw .unusable("`\(path)` is no JSON: \(error.diagnostic.message)")
    }
    throw .unusable("`\(path)` is no snapshot of a matrix")
  }
}

extension MatrixSnapshot.Change {
  fileprivate func line(in console: Console) -> String {
    let word =
      isGain
      ? console.painted("gained", .red)
      : isLoss ? console.painted("lost", .yellow) : "changed"
    let before = before?.rawValue ?? "not asked"
    let after = after?.rawValue ?? "not asked"
    return visible("\(tests): ") + word
      + visible(": \(user): \(method.rawValue) \(path) (\(before) → \(after))")
  }
}
