import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

/// Rules files that have been read, each once.
struct RulesCache {
  /// Where they are read from.
  let fileSystem: any FileSystem
  private var models: [ContiguousArray<UInt8>: SemanticModel] = [:]

  /// A cache that is empty.
  init(_ fileSystem: any FileSystem) {
    self.fileSystem = fileSystem
  }

  /// The model of a file.
  mutating func model(at path: String) throws(FileError) -> SemanticModel {
    let key = ContiguousArray(FilePath.normalized(path).utf8)
    if let model = models[key] { return model }
    let model = SemanticModel.analyze(try fileSystem.source(path))
    models[key] = model
    return model
  }
}

/// Finds what belongs to a test file.
struct TestFileLoader {
  private let fileSystem: any FileSystem
  private let project: Project?

  /// A loader from a file system.
  init(_ fileSystem: any FileSystem, _ project: Project? = nil) {
    self.fileSystem = fileSystem
    self.project = project
  }

  /// Why the rules of a test file can't be found or read.
  struct MissingRules: Error {
    /// The same, about the test file.
    let diagnostic: Diagnostic
  }

  /// The rules that a test file is about: those that it names, else the only ones beside it, else the
  /// only ones of the project.
  func rules(
    of tree: SyntaxTree,
    _ cache: inout RulesCache
  ) throws(MissingRules) -> SemanticModel {
    let path = try rulesPath(of: tree)
    do throws(FileError) {
      return try cache.model(at: path)
    } catch {
      throw MissingRules(
        diagnostic: Diagnostic(
          .missingRules,
          at: TestFileReader.rulesPath(tree)?.range ?? SourceRange(at: 0),
          error.message
        )
      )
    }
  }

  /// The path of the rules that a test file is about, whether there is such a file or not.
  func rulesPath(of tree: SyntaxTree) throws(MissingRules) -> String {
    let folder = FilePath.parent(of: tree.source.name)
    if let named = TestFileReader.rulesPath(tree) { return FilePath.joined(folder, named.path) }
    return try onlyRules(in: folder)
  }

  private func onlyRules(in folder: String) throws(MissingRules) -> String {
    let entries = (try? fileSystem.entries(of: folder)) ?? []
    let names = entries.map(\.name).filter { $0.hasSuffix(".rules") }
    if let name = names.first, names.count == 1 { return FilePath.joined(folder, name) }
    if let rules = project?.rules, let only = rules.first, rules.count == 1, names.isEmpty {
      return only.path
    }
    let found = names.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    throw MissingRules(
      diagnostic: Diagnostic(
        .missingRules,
        at: SourceRange(at: 0),
        "the test file names no rules file",
        notes: [
          DiagnosticNote(
            names.isEmpty
              ? "there is none beside it" : "there are \(names.count) beside it: \(found)"
          ),
          DiagnosticNote("begin the file with `rules 'firestore.rules';`"),
        ]
      )
    )
  }

  /// The tests of a file, and what is wrong with them.
  ///
  /// - Parameters:
  ///   - tree: the file.
  ///   - service: what its rules are for.
  ///   - rulesPath: the path of its rules; those of one database alone are tested as that one.
  /// - Returns: the tests.
  func suite(
    _ tree: SyntaxTree,
    service: Program.Service,
    rulesPath: String? = nil
  ) -> TestSuite {
    let folder = FilePath.parent(of: tree.source.name)
    var suite = TestFileReader.read(tree, service: service) { path in
      do throws(FileError) {
        return .file(try fileSystem.source(FilePath.joined(folder, path)))
      } catch {
        return .failure(error.message)
      }
    }
    let rules = rulesPath.flatMap { path in
      project?.rules.first { $0.path.utf8.elementsEqual(path.utf8) }
    }
    if let rules, rules.service == .firestore, let database = rules.resources.first,
      rules.resources.count == 1, suite.database == "(default)"
    {
      suite.database = Text(database)
    }
    return suite
  }
}
