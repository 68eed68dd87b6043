import RulesWorkspace

/// Files as the client sees them: the texts of open documents in place of what is on disk.
struct OverlayFileSystem: FileSystem {
  private let base: any FileSystem
  private let texts: [ContiguousArray<UInt8>: ContiguousArray<UInt8>]

  /// Covers files by documents.
  init(_ base: any FileSystem, _ documents: some Sequence<OpenDocument>) {
    self.base = base
    var texts: [ContiguousArray<UInt8>: ContiguousArray<UInt8>] = [:]
    for document in documents where FilePath.isAbsolute(document.name) {
      texts[Self.key(document.name)] = document.bytes
    }
    self.texts = texts
  }

  func kind(of path: String) throws(FileError) -> EntryKind {
    texts[Self.key(path)] == nil ? try base.kind(of: path) : .file
  }

  func entries(of path: String) throws(FileError) -> [DirectoryEntry] {
    var entries = try base.entries(of: path)
    let folder = Self.key(path)
    for key in texts.keys {
      let file = String(decoding: key, as: UTF8.self)
      guard Self.key(FilePath.parent(of: file)) == folder else { continue }
      let name = FilePath.name(of: file)
      guard !entries.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { continue }
      entries.append(DirectoryEntry(name: name, kind: .file))
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  func read(_ path: String, limit: Int) throws(FileError) -> ContiguousArray<UInt8> {
    guard let text = texts[Self.key(path)] else { return try base.read(path, limit: limit) }
    guard text.count <= limit else { throw FileError(path, .tooLarge(limit: limit)) }
    return text
  }

  private static func key(_ path: String) -> ContiguousArray<UInt8> {
    ContiguousArray(FilePath.normalized(path).utf8)
  }
}
