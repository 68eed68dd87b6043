import RulesIDE
package import RulesLanguageServer
import RulesRuntime
import RulesSource
import RulesSyntax
import RulesTesting
import RulesWorkspace

/// What the tool does for the language server.
package enum EditorServices {
  /// The services of a process.
  package static func make(_ context: CommandContext) -> ServerServices {
    let codes = DiagnosticCatalog.all.codes.map { ($0.id, $0.severity) }
    let now = context.now
    return ServerServices(
      version: toolVersion,
      codes: Dictionary(codes) { $1 },
      rulesPath: { analysis, project, fileSystem in
        try? TestFileLoader(fileSystem, project).rulesPath(of: analysis.tree)
      },
      addFixtures: addFixtures,
      runTests: { EditorTestRun.run($0, now: now) }
    )
  }

  /// Reads the files of documents that a test file names.
  private static func addFixtures(
    _ analysis: Analysis,
    _ fileSystem: any FileSystem,
    _ index: inout ProjectIndex
  ) {
    let folder = FilePath.parent(of: analysis.source.name)
    for link in analysis.documentLinks() where !link.path.hasSuffix(".rules") {
      do throws(FileError) {
        index.fixtures[link.path] = .file(try fileSystem.source(FilePath.joined(folder, link.path)))
      } catch {
        index.fixtures[link.path] = .failure(error.message)
      }
    }
  }
}
