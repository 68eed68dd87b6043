import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

/// Explains one request, as `rulescheck explain get /books/dune --as alice` asks.
struct RequestExplaining {
  /// The words that a request begins with.
  static let words = OperationMethod.allCases.map(\.rawValue) + ["batch", "transaction"]

  /// Whether the operands are a request rather than the id of a diagnostic.
  static func isRequest(_ operands: [String]) -> Bool {
    guard let first = operands.first else { return false }
    let word = first.prefix { !$0.isWhitespace }
    return words.contains { $0.utf8.elementsEqual(word.utf8) }
  }

  private let arguments: ParsedArguments
  private let context: CommandContext
  private var cache: RulesCache
  private var diagnostics = DiagnosticReport()
  private let project: Project?

  init(_ arguments: ParsedArguments, _ context: CommandContext) {
    project = context.findProject()
    self.arguments = arguments
    self.context = context
    cache = RulesCache(context.fileSystem)
  }

  /// Explains the request that the operands are.
  mutating func run(_ console: inout Console) throws(CommandError) -> ExitCode {
    let tests = try testFile()
    let model = try rules(of: tests)
    guard let program = model.program else {
      diagnostics.write(
        model.diagnostics.filter { $0.severity == .error },
        of: model.tree.source,
        to: &console
      )
      return .unusable
    }
    let question = RequestQuestion(
      request: arguments.operands.joined(separator: " "),
      user: arguments.value(of: .requestUser),
      data: storedData()
    )
    let folder = tests.map { FilePath.parent(of: $0.name) } ?? "."
    let fileSystem = context.fileSystem
    let suite: TestSuite
    do throws(RequestQuestion.Problem) {
      suite = try question.read(after: tests, service: program.service) { path in
        fileSystem.namedFile(FilePath.joined(folder, path))
      }
    } catch {
      diagnostics.write(error.diagnostics, of: error.source, to: &console)
      return .unusable
    }
    let text = RulesText(model.tree.source)
    let explanation = RequestExplanation.explain(suite, program, rules: text, now: context.now)
    guard let explanation else { throw .unusable("there is no request to explain") }
    if arguments.contains(.json) {
      console.writeLine(explanation.json(in: text).jsonText(.indented))
    } else {
      for line in explanation.lines(in: text) { console.writeLine(visible(line)) }
    }
    return .clean
  }

  /// The documents of `--data`: entries in braces, or the path of a file.
  private func storedData() -> RequestQuestion.StoredData? {
    guard let value = arguments.value(of: .requestData) else { return nil }
    if value.drop(while: \.isWhitespace).first == "{" { return .entries(value) }
    switch context.fileSystem.namedFile(value) {
    case .file(let file): return .file(file)
    case .failure(let reason): return .unreadable(reason)
    }
  }

  /// The test file that is named, or the only one of the current folder; nil where there is none to take.
  private func testFile() throws(CommandError) -> SourceFile? {
    let named = arguments.value(of: .requestTests)
    guard let path = try onlyFile(of: named ?? ".", withSuffix: ".rulestest") else {
      if let named { throw .unusable("`\(named)` holds no test file, or several; name one") }
      return nil
    }
    do throws(FileError) {
      return try context.fileSystem.source(path)
    } catch {
      throw .unreadable(error)
    }
  }

  private mutating func rules(of tests: SourceFile?) throws(CommandError) -> SemanticModel {
    if let named = arguments.value(of: .requestRules) { return try model(at: named) }
    guard let tests else {
      if let only = project?.rules.first, project?.rules.count == 1 {
        return try model(at: only.path)
      }
      guard let path = try onlyFile(of: ".", withSuffix: ".rules") else {
        throw .misuse("there is not one rules file to ask, name it with `--rules` or `--tests`")
      }
      return try model(at: path)
    }
    do throws(TestFileLoader.MissingRules) {
      return try TestFileLoader(context.fileSystem, project).rules(of: parseTests(tests), &cache)
    } catch {
      throw .unusable("\(tests.name): \(error.diagnostic.message)")
    }
  }

  private mutating func model(at path: String) throws(CommandError) -> SemanticModel {
    do throws(FileError) {
      return try cache.model(at: path)
    } catch {
      throw .unreadable(error)
    }
  }

  /// The file itself, or the only one of a folder; nil where the folder holds none or several.
  private func onlyFile(
    of path: String,
    withSuffix suffix: String
  ) throws(CommandError) -> String? {
    let files = InputFiles([path], withSuffixes: [suffix], in: context.fileSystem)
    if files.paths.isEmpty, let problem = files.problems.first { throw .unreadable(problem) }
    return files.paths.count == 1 ? files.paths.first : nil
  }
}

extension FileSystem {
  /// A file, or why it can't be read.
  func namedFile(_ path: String) -> NamedFile {
    do throws(FileError) {
      return .file(try source(path))
    } catch {
      return .failure(error.message)
    }
  }
}

extension CommandOption {
  static let requestUser = value(
    "as",
    "USER",
    summary: "Who asks: a user of the test file, or { uid: 'x', token: {…} }"
  )
  static let requestData = value(
    "data",
    "FILE|{…}",
    summary: "What is stored besides: a file of documents, or { /books/dune {…}; }"
  )
  static let requestTests = value(
    "tests",
    "FILE",
    summary: "The test file whose users and documents are meant"
  )
  static let requestRules = value("rules", "FILE", summary: "The rules that are asked")
  static let json = flag("json", summary: "Write JSON")
}
