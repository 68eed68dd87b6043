#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The number by which the system names an error.
struct SystemError: Error {
  let number: CInt

  /// The error of the call that failed last on this thread.
  static var last: SystemError { SystemError(number: errno) }

  /// What it means for a path.
  var reason: FileError.Reason {
    switch number {
    case ENOENT: .notFound
    case ENOTDIR: .notDirectory
    case EISDIR: .isDirectory
    case EACCES, EPERM: .notReadable
    case ELOOP: .linkLoop
    default: .system(text)
    }
  }

  private var text: String {
    // SAFETY: strerror gives a string that ends with NUL and is copied at once.
    guard let words = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: words)
  }
}

/// What the system knows about an entry.
struct EntryStatus {
  let kind: EntryKind
  let byteCount: Int
}

func entryStatus(of path: String, followsLinks: Bool) -> Result<EntryStatus, SystemError> {
  var status = stat()
  // SAFETY: the path ends with NUL for the length of the call, which fills the whole structure.
  let result = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
  guard result == 0 else { return .failure(.last) }
  let kind: EntryKind =
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .directory
    case S_IFLNK: .symbolicLink
    default: .other
    }
  return .success(EntryStatus(kind: kind, byteCount: Int(status.st_size)))
}

/// The names in a directory, in the system's order, `.` and `..` left out.
func directoryNames(of path: String) -> Result<[String], SystemError> {
  guard let directory = unsafe opendir(path) else { return .failure(.last) }
  defer { unsafe _ = closedir(directory) }
  var names: [String] = []
  while true {
    errno = 0
    // SAFETY: the entry stays valid until the next call on the directory.
    guard let entry = unsafe readdir(directory) else { break }
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return errno == 0 ? .success(names) : .failure(.last)
}

/// The content of a file; `nil` where it holds more than the limit.
func fileContent(
  of path: String,
  expecting expectedCount: Int,
  limit: Int
) -> Result<ContiguousArray<UInt8>?, SystemError> {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return .failure(.last) }
  defer { _ = close(descriptor) }
  var content: ContiguousArray<UInt8> = []
  content.reserveCapacity(min(expectedCount, limit))
  // One byte more than there should be, so that the end of the file is met at once.
  let chunkByteCount = min(max(expectedCount, 1 << 12), 1 << 16) + 1
  var chunk = ContiguousArray<UInt8>(repeating: 0, count: chunkByteCount)
  while true {
    // SAFETY: the call writes no more than the buffer's count of bytes.
    let count = unsafe chunk.withUnsafeMutableBytes { buffer in
      unsafe read(descriptor, buffer.baseAddress, buffer.count)
    }
    if count < 0 {
      if errno == EINTR { continue }
      return .failure(.last)
    }
    if count == 0 { return .success(content) }
    content.append(contentsOf: chunk[..<count])
    if content.count > limit { return .success(nil) }
  }
}
