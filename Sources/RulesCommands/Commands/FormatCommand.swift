import RulesFormat
import RulesSource
import RulesSyntax
import RulesWorkspace

extension Command {
  /// `rulescheck format [PATH…]`.
  package static let format = Command(
    name: "format",
    summary: "Lay out rules and test files",
    operands: "[PATH…|-]",
    operandCount: 0...Int.max,
    options: [.checkLayout, .diff, .stdinName],
    discussion: """
      Writes rules files (*.rules) and test files (*.rulestest) anew in the one layout that there \
      is: lines of at most 100 columns, two spaces a level, operands and elements below each other \
      where they do not fit on a line. Comments stay where they are. A folder stands for all \
      files in it and below; without PATH the files of the project are meant. With - the standard \
      input is read, and the result goes to the standard output.

      Only white space changes, semicolons that may be left out are added, and commas before closing \
      brackets removed: the result is parsed and compared with the file before it is written. A \
      file with syntax errors is left as it is. So are the lines that a comment \
      `rulescheck:ignore` silences, except for their indentation and spaces.

      With --check nothing is written, and the files that would change are listed; with --diff the \
      changes are shown. The exit code is then 1 where there are some, and in any case 2 where a \
      file can't be used.
      """
  ) { arguments, context, console throws(CommandError) in
    var session = FormatSession(arguments, context)
    return try session.run(&console)
  }
}

extension CommandOption {
  fileprivate static let checkLayout = flag(
    "check",
    summary: "List the files that would change; write nothing"
  )
  fileprivate static let diff = flag(
    "diff",
    summary: "Show the changes as a unified diff; write nothing"
  )
  fileprivate static let stdinName = value(
    "stdin-name",
    "PATH",
    summary: "What the standard input is called; *.rulestest makes it a test file"
  )
}

/// One run of the command.
private struct FormatSession {
  private let arguments: ParsedArguments
  private let context: CommandContext
  private var changedCount = 0
  private var unchangedCount = 0
  private var refusedCount = 0

  init(_ arguments: ParsedArguments, _ context: CommandContext) {
    self.arguments = arguments
    self.context = context
  }

  /// Whether files stay as they are.
  private var isDry: Bool { arguments.contains(.checkLayout) || arguments.contains(.diff) }

  mutating func run(_ console: inout Console) throws(CommandError) -> ExitCode {
    if arguments.operands.contains(where: { $0.utf8.elementsEqual("-".utf8) }) {
      return try runOnInput(&console)
    }
    if arguments.contains(.stdinName) { throw .misuse("`--stdin-name` belongs to `-`") }
    let project = arguments.operands.isEmpty ? context.findProject() : nil
    let files = InputFiles(
      arguments.operands,
      withSuffixes: [".rules", ".rulestest"],
      of: project,
      in: context.fileSystem
    )
    guard !files.paths.isEmpty || !files.problems.isEmpty else {
      throw .noFiles("*.rules", arguments.operands)
    }
    for path in files.paths {
      do throws(FileError) {
        lay(try context.fileSystem.source(path), &console)
      } catch {
        refuse(error, &console)
      }
    }
    for problem in files.problems { refuse(problem, &console) }
    summarize(&console)
    return exitCode
  }

  private var exitCode: ExitCode {
    if refusedCount > 0 { return .unusable }
    return isDry && changedCount > 0 ? .findings : .clean
  }

  // MARK: Files

  /// Lays out a file, and writes it or tells what would change.
  private mutating func lay(_ file: SourceFile, _ console: inout Console) {
    guard let result = formatted(file, &console) else { return }
    guard result.isChanged else {
      unchangedCount += 1
      return
    }
    changedCount += 1
    if isDry {
      show(result, of: file, &console)
    } else {
      console.files.append(Console.File(path: file.name, bytes: result.bytes))
      console.writeLine("formatted \(visible(file.name))")
    }
  }

  /// Lays out the standard input.
  private mutating func runOnInput(_ console: inout Console) throws(CommandError) -> ExitCode {
    guard arguments.operands.count == 1 else {
      throw .misuse("`-` stands for the standard input, and takes no files beside it")
    }
    guard let bytes = context.machine.readStandardInput() else {
      throw .unusable("the standard input can't be read")
    }
    let name = arguments.value(of: .stdinName) ?? "<stdin>"
    let file = SourceFile(name: name, bytes: bytes)
    guard let result = formatted(file, &console) else { return exitCode }
    if result.isChanged { changedCount += 1 }
    if !isDry {
      console.output.append(contentsOf: result.bytes)
    } else if result.isChanged {
      show(result, of: file, &console)
    }
    return exitCode
  }

  /// The file in its new layout; nil where it is refused, which has been told.
  private mutating func formatted(
    _ file: SourceFile,
    _ console: inout Console
  ) -> FormattedSource? {
    let isTests = file.name.utf8.suffix(10).elementsEqual(".rulestest".utf8)
    do throws(FormatRefusal) {
      return try RulesFormat.format(isTests ? parseTests(file) : parseRules(file))
    } catch {
      refusedCount += 1
      let renderer = DiagnosticRenderer(isColored: console.isColored)
      for diagnostic in error.diagnostics.prefix(10) {
        console.writeError(renderer.render(diagnostic, in: file))
      }
      if error.diagnostics.count > 10 {
        console.writeError("\(visible(file.name)): and \(error.diagnostics.count - 10) more\n")
      }
      return nil
    }
  }

  private mutating func refuse(_ error: FileError, _ console: inout Console) {
    refusedCount += 1
    console.writeError("error: \(visible(error.message))\n")
  }

  // MARK: Output

  /// Tells what would change in a file.
  private func show(_ result: FormattedSource, of file: SourceFile, _ console: inout Console) {
    guard arguments.contains(.diff) else {
      console.writeLine(visible(file.name))
      return
    }
    console.write(console.bold("--- \(visible(file.name))") + "\n")
    console.write(console.bold("+++ \(visible(file.name))") + "\n")
    for line in result.unifiedDiff() { write(line, &console) }
  }

  private func write(_ line: DiffLine, _ console: inout Console) {
    // What is piped into a tool is exact; what a person sees can't drive the terminal.
    guard console.isColored else {
      console.output.append(contentsOf: line.bytes)
      return
    }
    let lines = String(decoding: line.bytes, as: UTF8.self).unicodeScalars
      .split(separator: "\n").map { visible(String($0)) }
    for text in lines {
      switch line.kind {
      case .hunk: console.writeLine(console.painted(text, .yellow))
      case .context: console.writeLine(text)
      case .removed: console.writeLine(console.painted(text, .red))
      case .added: console.writeLine(console.painted(text, .green))
      }
    }
  }

  /// Tells what was done; apart from the output that tools read.
  private func summarize(_ console: inout Console) {
    var parts: [String] = []
    if changedCount > 0 { parts.append("\(changedCount) \(isDry ? "to format" : "formatted")") }
    if unchangedCount > 0 { parts.append("\(unchangedCount) unchanged") }
    if refusedCount > 0 { parts.append("\(refusedCount) refused") }
    let count = changedCount + unchangedCount + refusedCount
    let line = "\(counted(count, "file")): \(parts.joined(separator: ", "))"
    if isDry { console.writeError("\(line)\n") } else { console.writeLine(line) }
  }
}
