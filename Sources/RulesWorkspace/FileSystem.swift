/// Where files are read from: the disk, or memory in tests and editors.
///
/// A path that does not begin with `/` is relative to the current directory. Names that are not
/// UTF-8 can't be spelled, so such files are not found.
package protocol FileSystem: Sendable {
  /// What stands at a path, symbolic links followed.
  func kind(of path: String) throws(FileError) -> EntryKind

  /// What a directory holds, sorted by the bytes of the names; links are not followed.
  func entries(of path: String) throws(FileError) -> [DirectoryEntry]

  /// The content of a file that holds no more bytes than a limit.
  func read(_ path: String, limit: Int) throws(FileError) -> ContiguousArray<UInt8>
}

extension FileSystem {
  /// The content of a file of at most 64 MiB, far above the 256 KiB that rules may have.
  package func read(_ path: String) throws(FileError) -> ContiguousArray<UInt8> {
    try read(path, limit: 64 << 20)
  }
}

/// What can stand at a path.
package enum EntryKind: Sendable, Hashable {
  /// A regular file.
  case file
  /// A directory.
  case directory
  /// A symbolic link.
  case symbolicLink
  /// A device, a socket, or a pipe.
  case other
}

/// One entry of a directory.
package struct DirectoryEntry: Sendable, Hashable {
  /// The name, without the directory's path.
  package let name: String

  /// What it is; a link is a link, whatever it leads to.
  package let kind: EntryKind

  /// An entry from its name and kind.
  package init(name: String, kind: EntryKind) {
    self.name = name
    self.kind = kind
  }
}
