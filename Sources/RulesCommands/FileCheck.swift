import RulesFormat
import RulesLint
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

/// Finds what is wrong with files, one after the other, and mends it where that is asked for.
struct FileCheck {
  /// What was found.
  var report: DiagnosticReport
  /// What checks say, and what is left out of it.
  var linting: FileLinting
  /// What mends; nil where files stay as they are.
  var fixing: FixApplier?
  /// Count of fixes that were applied.
  private(set) var fixCount = 0
  private var rules: RulesCache
  private let loader: TestFileLoader

  /// A check of which nothing is done yet.
  init(_ context: CommandContext, _ project: Project?, minimum: Severity) {
    report = DiagnosticReport(project?.settings)
    linting = FileLinting(context, project, minimum: minimum)
    rules = RulesCache(context.fileSystem)
    loader = TestFileLoader(context.fileSystem, project)
  }

  /// Writes what is wrong with one file.
  mutating func check(_ path: String, _ console: inout Console) {
    do throws(FileError) {
      if path.utf8.suffix(10).elementsEqual(".rulestest".utf8) {
        try checkTests(path, &console)
      } else {
        try checkRules(path, &console)
      }
    } catch {
      report.write(error, to: &console)
    }
  }

  private mutating func checkRules(_ path: String, _ console: inout Console) throws(FileError) {
    var model = try rules.model(at: path)
    var linting = linting
    mend(model.tree.source, &console) { source, isFirst in
      if !isFirst { model = SemanticModel.analyze(source) }
      var attempt = linting
      return (attempt.findings(of: model), model.tree)
    }
    let findings = linting.findings(of: model)
    self.linting = linting
    report.write(findings, of: model.tree.source, to: &console)
  }

  private mutating func checkTests(_ path: String, _ console: inout Console) throws(FileError) {
    var tree = parseTests(try rules.fileSystem.source(path))
    var missing: [Diagnostic] = []
    var model: SemanticModel?
    do throws(TestFileLoader.MissingRules) {
      model = try loader.rules(of: tree, &rules)
    } catch {
      missing = [error.diagnostic]
    }
    // Paths are read by the service of the rules.
    let service = model?.program?.service ?? .firestore
    var linting = linting
    let loader = loader
    mend(tree.source, &console) { source, isFirst in
      if !isFirst { tree = parseTests(source) }
      let known = loader.suite(tree, service: service).diagnostics
      var attempt = linting
      return (attempt.findings(of: tree, testing: model, beside: known), tree)
    }
    let known = missing + loader.suite(tree, service: service).diagnostics
    let findings = linting.findings(of: tree, testing: model, beside: known)
    self.linting = linting
    report.write(findings, of: tree.source, to: &console)
  }

  /// Applies fixes until there is none left to apply, and lays out what was mended.
  ///
  /// - Parameters:
  ///   - original: the file as it is.
  ///   - console: takes what is done, and the file.
  ///   - look: what is wrong with the file after some fixes, and its tree.
  private mutating func mend(
    _ original: SourceFile,
    _ console: inout Console,
    _ look: (_ source: SourceFile, _ isFirst: Bool) -> (found: [Diagnostic], tree: SyntaxTree)
  ) {
    guard let fixing, original.isText else { return }
    var source = original
    var (found, tree) = look(source, true)
    // A fix may uncover something else that can be mended, but not without end.
    for _ in 0..<10 {
      guard let result = fixing.apply(report.adjusted(found), to: source) else { break }
      let next = SourceFile(name: source.name, bytes: result.bytes)
      let (nextFound, nextTree) = look(next, false)
      if tree.isWellFormed, !nextTree.isWellFormed {
        _ = look(source, false)
        break
      }
      for (diagnostic, fix) in result.applied {
        let place = Place(diagnostic.range, of: source)
        console.writeLine("\(visible(place.text)): fixed: \(fix.title) [\(diagnostic.code.id)]")
      }
      fixCount += result.applied.count
      (source, found, tree) = (next, nextFound, nextTree)
    }
    guard source.bytes != original.bytes else { return }
    // A file that does not parse can't be laid out; what was mended of it stays.
    if let formatted = try? format(tree), formatted.isChanged {
      source = SourceFile(name: source.name, bytes: formatted.bytes)
      _ = look(source, false)
    }
    console.files.append(Console.File(path: source.name, bytes: source.bytes))
  }
}

extension SourceFile {
  /// Whether the content is well-formed UTF-8, so that parts of it can be replaced by text.
  fileprivate var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }
}

/// `2 files checked: 1 error, 3 warnings`.
func checkSummary(of report: DiagnosticReport, fileCount: Int) -> String {
  var parts: [String] = []
  if report.errorCount > 0 { parts.append(counted(report.errorCount, "error")) }
  if report.warningCount > 0 { parts.append(counted(report.warningCount, "warning")) }
  if report.remarkCount > 0 { parts.append(counted(report.remarkCount, "remark")) }
  if report.unreadableCount > 0 { parts.append("\(report.unreadableCount) unreadable") }
  let findings = parts.isEmpty ? "nothing found" : parts.joined(separator: ", ")
  return "\(counted(fileCount, "file")) checked: \(findings)"
}
