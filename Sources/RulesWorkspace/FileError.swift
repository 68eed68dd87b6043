/// Why a file or directory can't be read.
package struct FileError: Error, Sendable, Hashable {
  /// The path, as it was asked for.
  package let path: String

  /// What is in the way.
  package let reason: Reason

  /// What can be in the way.
  package enum Reason: Sendable, Hashable {
    /// Nothing stands at the path.
    case notFound
    /// A directory stands where a file is expected.
    case isDirectory
    /// Something else stands where a directory is expected.
    case notDirectory
    /// The user may not read it.
    case notReadable
    /// A file of more bytes than the limit.
    case tooLarge(limit: Int)
    /// Symbolic links that lead to each other.
    case linkLoop
    /// A directory that lies deeper than a search goes.
    case tooDeep(limit: Int)
    /// A search that met more entries than the limit.
    case tooManyEntries(limit: Int)
    /// Another error of the system, in its words.
    case system(String)
  }

  /// An error about a path.
  package init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// One sentence for the user, lower-case start, no final stop.
  package var message: String {
    switch reason {
    case .notFound: "`\(path)` does not exist"
    case .isDirectory: "`\(path)` is a directory, expected a file"
    case .notDirectory: "`\(path)` is not a directory"
    case .notReadable: "`\(path)` can't be read: permission denied"
    case .tooLarge(let limit): "`\(path)` is larger than \(limit) bytes"
    case .linkLoop: "`\(path)` is a symbolic link that leads back to itself"
    case .tooDeep(let limit):
      "`\(path)` lies more than \(limit) directories deep and is not searched"
    case .tooManyEntries(let limit):
      "`\(path)` holds more than \(limit) entries, the rest is not searched"
    case .system(let text): "`\(path)` can't be read: \(text)"
    }
  }
}
