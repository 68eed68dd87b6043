/// How far a search for files goes.
package struct DiscoveryLimits: Sendable, Hashable {
  /// Count of directories below each other that are entered.
  package var depth: Int

  /// Count of entries that are looked at in all.
  package var entryCount: Int

  /// Limits that no project of people reaches.
  package init(depth: Int = 64, entryCount: Int = 500_000) {
    self.depth = depth
    self.entryCount = entryCount
  }
}

/// What a search found.
package struct DiscoveredFiles: Sendable, Hashable {
  /// The paths, sorted by their bytes.
  package var paths: [String]

  /// What could not be searched, in the order in which it was met.
  package var problems: [FileError]
}

extension FileSystem {
  /// The test files, `*.rulestest`, in a directory and those below it.
  ///
  /// A path to a file gives that file, whatever its name. Symbolic links to directories are not
  /// entered, so that a loop of them ends; directories that are hidden or called `node_modules` are
  /// left out.
  ///
  /// - Throws: when the path itself can't be read.
  package func findTestFiles(
    under root: String,
    limits: DiscoveryLimits = DiscoveryLimits()
  ) throws(FileError) -> DiscoveredFiles {
    try findFiles(withSuffix: ".rulestest", under: root, limits: limits)
  }

  /// The files whose names end in a suffix, in a directory and those below it; as `findTestFiles`.
  ///
  /// - Throws: when the path itself can't be read.
  package func findFiles(
    withSuffix suffix: String,
    under root: String,
    limits: DiscoveryLimits = DiscoveryLimits()
  ) throws(FileError) -> DiscoveredFiles {
    guard try kind(of: root) == .directory else {
      return DiscoveredFiles(paths: [FilePath.normalized(root)], problems: [])
    }
    var search = FileSearch(fileSystem: self, suffix: suffix, limits: limits)
    search.visit(Folder(path: FilePath.normalized(root), depth: 0), try entries(of: root))
    search.run()
    search.found.paths.sort(by: precedes)
    return search.found
  }
}

/// Whether a name comes before another by its bytes.
func precedes(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}

private struct Folder {
  let path: String
  let depth: Int
}

/// A search in progress; the folders that are still to be entered are a stack of its own.
private struct FileSearch<Files: FileSystem> {
  let fileSystem: Files
  let suffix: String
  let limits: DiscoveryLimits
  var found = DiscoveredFiles(paths: [], problems: [])
  private var pending: [Folder] = []
  private var visitedCount = 0

  init(fileSystem: Files, suffix: String, limits: DiscoveryLimits) {
    self.fileSystem = fileSystem
    self.suffix = suffix
    self.limits = limits
  }

  mutating func run() {
    while let folder = pending.popLast() {
      guard folder.depth <= limits.depth else {
        found.problems.append(FileError(folder.path, .tooDeep(limit: limits.depth)))
        continue
      }
      do throws(FileError) {
        visit(folder, try fileSystem.entries(of: folder.path))
      } catch {
        found.problems.append(error)
      }
    }
  }

  mutating func visit(_ folder: Folder, _ entries: [DirectoryEntry]) {
    var folders: [Folder] = []
    for entry in entries {
      visitedCount += 1
      guard visitedCount <= limits.entryCount else {
        found.problems.append(
          FileError(folder.path, .tooManyEntries(limit: limits.entryCount))
        )
        pending = []
        return
      }
      let path = FilePath.joined(folder.path, entry.name)
      switch entry.kind {
      case .directory:
        if isSearched(entry.name) { folders.append(Folder(path: path, depth: folder.depth + 1)) }
      case .file:
        if isWanted(entry.name) { found.paths.append(path) }
      case .symbolicLink:
        if isWanted(entry.name), (try? fileSystem.kind(of: path)) == .file {
          found.paths.append(path)
        }
      case .other:
        continue
      }
    }
    pending += folders.reversed()
  }

  private func isSearched(_ name: String) -> Bool {
    name.utf8.first != UInt8(ascii: ".") && name != "node_modules"
  }

  private func isWanted(_ name: String) -> Bool {
    name.utf8.count > suffix.utf8.count
      && name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}
