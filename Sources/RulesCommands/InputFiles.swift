import RulesSource
import RulesWorkspace

/// The files that the operands of a command name.
struct InputFiles {
  /// The paths, each once, in the order of the operands and sorted within a folder.
  private(set) var paths: [String] = []
  /// What can't be read or searched.
  private(set) var problems: [FileError] = []

  /// Finds files.
  ///
  /// - Parameters:
  ///   - operands: files and folders; none is the current folder.
  ///   - suffixes: the ends of the names that are taken from folders.
  ///   - fileSystem: where they are looked for.
  init(_ operands: [String], withSuffixes suffixes: [String], in fileSystem: any FileSystem) {
    var seen: Set<ContiguousArray<UInt8>> = []
    for operand in operands.isEmpty ? ["."] : operands {
      var found: [String] = []
      for suffix in suffixes {
        do throws(FileError) {
          let files = try fileSystem.findFiles(withSuffix: suffix, under: operand)
          found += files.paths
          problems += files.problems
        } catch {
          problems.append(error)
          break
        }
      }
      found.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      paths += found.filter { seen.insert(ContiguousArray($0.utf8)).inserted }
    }
  }
}

extension InputFiles {
  /// Puts files before the others.
  mutating func prepend(_ first: [String]) {
    paths = first + paths.filter { path in !first.contains { $0.utf8.elementsEqual(path.utf8) } }
  }
}

extension FileSystem {
  /// A file as a source, under the path that it was asked for by.
  func source(_ path: String) throws(FileError) -> SourceFile {
    SourceFile(name: path, bytes: try read(path))
  }
}

extension CommandError {
  /// No operand names a file that the command could work on.
  static func noFiles(_ pattern: String, _ operands: [String]) -> CommandError {
    let places =
      operands.isEmpty ? "the current folder" : operands.map { "`\($0)`" }.joined(separator: ", ")
    return .unusable("no `\(pattern)` file in \(places)")
  }
}
