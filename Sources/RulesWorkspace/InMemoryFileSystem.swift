/// Files that are held in memory; the current directory is the root.
package struct InMemoryFileSystem: FileSystem {
  private enum Node: Sendable {
    case file(ContiguousArray<UInt8>)
    case unreadableFile
    case directory
    case symbolicLink(String)
  }

  /// What stands at each absolute path.
  ///
  /// Keyed by bytes, since equality of `String` is canonical equivalence.
  private var nodes: [ContiguousArray<UInt8>: Node] = [:]

  /// Count of links that are followed before they are taken for a loop, as on Linux.
  private let linkLimit = 40

  /// A file system that holds an empty root.
  package init() {
    nodes[Self.key("/")] = .directory
  }

  /// A file system from the texts of its files, by path.
  package init(_ files: KeyValuePairs<String, String>) {
    self.init()
    for (path, text) in files { addFile(path, ContiguousArray(text.utf8)) }
  }

  /// Adds a file, and the directories above it.
  package mutating func addFile(_ path: String, _ bytes: ContiguousArray<UInt8>) {
    add(path, .file(bytes))
  }

  /// Adds a file that may not be read, and the directories above it.
  package mutating func addUnreadableFile(_ path: String) {
    add(path, .unreadableFile)
  }

  /// Adds a directory, and those above it.
  package mutating func addDirectory(_ path: String) {
    add(path, .directory)
  }

  /// Adds a symbolic link; a relative target counts from the link's directory.
  package mutating func addSymbolicLink(_ path: String, to target: String) {
    add(path, .symbolicLink(target))
  }

  /// What stands at a path, symbolic links followed.
  package func kind(of path: String) throws(FileError) -> EntryKind {
    kind(of: try resolve(path).node)
  }

  /// What a directory holds, sorted by the bytes of the names; links are not followed.
  ///
  /// Complexity: O(all files).
  package func entries(of path: String) throws(FileError) -> [DirectoryEntry] {
    let (directory, node) = try resolve(path)
    guard case .directory = node else { throw FileError(path, .notDirectory) }
    let prefix = directory == "/" ? "/" : "\(directory)/"
    let entries = nodes.compactMap { key, node -> DirectoryEntry? in
      let name = key.dropFirst(prefix.utf8.count)
      guard key.starts(with: prefix.utf8), !name.isEmpty, !name.contains(UInt8(ascii: "/"))
      else { return nil }
      return DirectoryEntry(name: String(decoding: name, as: UTF8.self), kind: kind(of: node))
    }
    return entries.sorted { precedes($0.name, $1.name) }
  }

  /// The content of a file.
  package func read(_ path: String, limit: Int) throws(FileError) -> ContiguousArray<UInt8> {
    switch try resolve(path).node {
    case .file(let bytes):
      guard bytes.count <= limit else { throw FileError(path, .tooLarge(limit: limit)) }
      return bytes
    case .unreadableFile:
      throw FileError(path, .notReadable)
    case .directory:
      throw FileError(path, .isDirectory)
    case .symbolicLink:
      throw FileError(path, .linkLoop)
    }
  }

  private mutating func add(_ path: String, _ node: Node) {
    let path = FilePath.joined("/", path)
    nodes[Self.key(path)] = node
    var parent = FilePath.parent(of: path)
    while nodes[Self.key(parent)] == nil {
      nodes[Self.key(parent)] = .directory
      parent = FilePath.parent(of: parent)
    }
  }

  /// Follows the links of a path, those of its directories too.
  private func resolve(_ path: String) throws(FileError) -> (path: String, node: Node) {
    var remaining = parts(of: path)
    var resolved = "/"
    var node = Node.directory
    var linkCount = 0
    while let part = remaining.popLast() {
      guard case .directory = node else { throw FileError(path, .notDirectory) }
      let next = FilePath.joined(resolved, part)
      guard let found = nodes[Self.key(next)] else { throw FileError(path, .notFound) }
      guard case .symbolicLink(let target) = found else {
        (resolved, node) = (next, found)
        continue
      }
      linkCount += 1
      guard linkCount <= linkLimit else { throw FileError(path, .linkLoop) }
      remaining += parts(of: target)
      if FilePath.isAbsolute(target) { resolved = "/" }
    }
    return (resolved, node)
  }

  /// The parts of a path, the last one first.
  private func parts(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(Substring($0)) }
  }

  private func kind(of node: Node) -> EntryKind {
    switch node {
    case .file, .unreadableFile: .file
    case .directory: .directory
    case .symbolicLink: .symbolicLink
    }
  }

  private static func key(_ path: String) -> ContiguousArray<UInt8> {
    ContiguousArray(path.utf8)
  }
}
