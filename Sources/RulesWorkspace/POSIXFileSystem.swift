/// The files of the machine.
package struct POSIXFileSystem: FileSystem {
  /// The file system of the process, relative paths counting from its current directory.
  package init() {}

  /// What stands at a path, symbolic links followed.
  package func kind(of path: String) throws(FileError) -> EntryKind {
    try checkSpelling(of: path)
    switch entryStatus(of: path, followsLinks: true) {
    case .success(let status): return status.kind
    case .failure(let error): throw FileError(path, error.reason)
    }
  }

  /// What a directory holds, sorted by the bytes of the names; links are not followed.
  package func entries(of path: String) throws(FileError) -> [DirectoryEntry] {
    try checkSpelling(of: path)
    let names: [String]
    switch directoryNames(of: path) {
    case .success(let found): names = found
    case .failure(let error): throw FileError(path, error.reason)
    }
    let entries = names.compactMap { name -> DirectoryEntry? in
      // An entry that vanished since is left out.
      guard let status = try? entryStatus(of: "\(path)/\(name)", followsLinks: false).get()
      else { return nil }
      return DirectoryEntry(name: name, kind: status.kind)
    }
    return entries.sorted { precedes($0.name, $1.name) }
  }

  /// The content of a file; a pipe is read to its end.
  package func read(_ path: String, limit: Int) throws(FileError) -> ContiguousArray<UInt8> {
    try checkSpelling(of: path)
    switch entryStatus(of: path, followsLinks: true) {
    case .failure(let error):
      throw FileError(path, error.reason)
    case .success(let status):
      if status.kind == .directory { throw FileError(path, .isDirectory) }
      // Told before it is read; a file that grows meanwhile meets the check below.
      if status.byteCount > limit { throw FileError(path, .tooLarge(limit: limit)) }
      switch fileContent(of: path, expecting: status.byteCount, limit: limit) {
      case .success(let bytes?): return bytes
      case .success(nil): throw FileError(path, .tooLarge(limit: limit))
      case .failure(let error): throw FileError(path, error.reason)
      }
    }
  }

  /// A path with a NUL would be cut there by the system.
  private func checkSpelling(of path: String) throws(FileError) {
    guard path.utf8.contains(0) else { return }
    throw FileError(path, .notFound)
  }
}
