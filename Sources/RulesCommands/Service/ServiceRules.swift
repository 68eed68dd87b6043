import RulesEmulator
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesWorkspace
import Synchronization

/// The rules files of a service: they are loaded again when they change.
final class ServiceRules: Sendable {
  private let fileSystem: any FileSystem
  private let write: @Sendable (String) -> Void
  private let files = Mutex<[File]>([])

  private struct File {
    let path: String
    let databases: [String]
    /// What was read last, good or bad.
    var bytes: ContiguousArray<UInt8>
    /// Whether the file could be read the last time.
    var isReadable = true
  }

  /// Rules files of a file system; remarks are written at once.
  init(_ fileSystem: any FileSystem, _ write: @escaping @Sendable (String) -> Void) {
    self.fileSystem = fileSystem
    self.write = write
  }

  /// The paths of the files.
  var paths: [String] { files.withLock { $0.map { visible($0.path) } } }

  /// Loads a file for databases; the empty name stands for those that have no file of their own.
  func load(
    _ path: String,
    databases: [String],
    into emulator: inout Emulator
  ) throws(CommandError) {
    let bytes: ContiguousArray<UInt8>
    do throws(FileError) {
      bytes = try fileSystem.read(path)
    } catch {
      throw .unusable(error.message)
    }
    guard apply(bytes, path, databases, &emulator) else {
      throw .unusable("the rules of `\(path)` can't be used")
    }
    files.withLock { $0.append(File(path: path, databases: databases, bytes: bytes)) }
  }

  /// Loads the files that have changed.
  func reload(_ emulator: inout Emulator) {
    let known = files.withLock(\.self)
    for (index, file) in known.enumerated() {
      do throws(FileError) {
        let bytes = try fileSystem.read(file.path)
        guard bytes != file.bytes || !file.isReadable else { continue }
        files.withLock {
          $0[index].bytes = bytes
          $0[index].isReadable = true
        }
        let isGood = apply(bytes, file.path, file.databases, &emulator)
        write(
          isGood
            ? "\(visible(file.path)) has changed and is in force\n"
            : "\(visible(file.path)) is broken; the last good rules stay in force\n"
        )
      } catch {
        guard file.isReadable else { continue }
        files.withLock { $0[index].isReadable = false }
        write("error: \(visible(error.message)); the last good rules stay in force\n")
      }
    }
  }

  /// Puts rules in force, and writes what is wrong with them; false for rules that can't be.
  private func apply(
    _ bytes: ContiguousArray<UInt8>,
    _ path: String,
    _ databases: [String],
    _ emulator: inout Emulator
  ) -> Bool {
    let source = SourceFile(name: path, bytes: bytes)
    let model = SemanticModel.analyze(source)
    guard let rules = ActiveRules(model) else {
      let renderer = DiagnosticRenderer()
      for diagnostic in model.diagnostics.prefix(20) {
        write(renderer.render(diagnostic, in: source))
      }
      return false
    }
    guard rules.service == .firestore else {
      write("error: \(visible(path)) holds rules of another service than cloud.firestore\n")
      return false
    }
    for database in databases { emulator.setRules(rules, forDatabase: database) }
    return true
  }
}
