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
    let clock = Clock(context)
    return ServerServices(
      version: toolVersion,
      codes: Dictionary(codes) { $1 },
      rulesPath: { analysis, project, fileSystem in
        try? TestFileLoader(fileSystem, project).rulesPath(of: analysis.tree)
      },
      complete: { index, analysis, fileSystem in
        index.now = clock.now
        if analysis.language == .tests { addFixtures(analysis, fileSystem, &index) }
      },
      runTests: { EditorTestRun.run($0, now: clock.now) }
    )
  }

  /// The time, which goes on while the server runs.
  private struct Clock: Sendable {
    private let start: Timestamp
    private let elapsed: @Sendable () -> Swift.Duration
    private let offset: Swift.Duration

    init(_ context: CommandContext) {
      start = context.now
      elapsed = context.machine.elapsed
      offset = context.machine.elapsed()
    }

    var now: Timestamp {
      let passed = (elapsed() - offset).components.seconds
      return Timestamp(seconds: start.seconds + passed, nanos: start.nanos)
    }
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
