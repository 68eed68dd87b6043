import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

/// Finds what is wrong with files, one after the other.
struct FileCheck {
  /// What was found.
  var report: DiagnosticReport
  private var rules: RulesCache
  private let loader: TestFileLoader

  /// A check of which nothing is done yet.
  init(_ context: CommandContext, _ project: Project?) {
    report = DiagnosticReport(project?.settings)
    rules = RulesCache(context.fileSystem)
    loader = TestFileLoader(context.fileSystem, project)
  }

  /// Writes what is wrong with one file.
  mutating func check(_ path: String, _ console: inout Console) {
    do throws(FileError) {
      guard path.utf8.suffix(10).elementsEqual(".rulestest".utf8) else {
        let model = try rules.model(at: path)
        report.write(model.diagnostics, of: model.tree.source, to: &console)
        return
      }
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
}

/// `2 files checked: 1 error, 3 warnings`.
func checkSummary(of report: DiagnosticReport, fileCount: Int) -> String {
  var parts: [String] = []
  if report.errorCount > 0 { parts.append(counted(report.errorCount, "error")) }
  if report.warningCount > 0 { parts.append(counted(report.warningCount, "warning")) }
  if report.unreadableCount > 0 { parts.append("\(report.unreadableCount) unreadable") }
  let findings = parts.isEmpty ? "nothing found" : parts.joined(separator: ", ")
  return "\(counted(fileCount, "file")) checked: \(findings)"
}
