#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Synchronization

/// The file that keeps what was written: `documents.log` in a folder of its own.
///
/// An entry is in the file before its write is answered, so that a service that is killed has lost nothing it has
/// acknowledged. An entry at the end that is cut off was not acknowledged; it is dropped.
package final class JournalFile: Sendable {
  private let state: Mutex<State>

  private struct State {
    let descriptor: CInt
    /// The count of bytes that are whole entries.
    var length: Int
  }

  /// What was found in the file.
  package struct Opened {
    /// The file, ready to take entries.
    package let file: JournalFile
    /// What is to be told to the user, one sentence each.
    package let remarks: [String]
  }

  private init(_ state: consuming State) {
    self.state = Mutex(state)
  }

  deinit {
    state.withLock { _ = close($0.descriptor) }
  }

  /// Opens the file of a folder, which is made where there is none, and does again what it holds.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - emulator: is given the documents.
  /// - Returns: the file, and what is to be told to the user.
  /// - Throws: why the folder can't be used.
  package static func open(
    in folder: String,
    restoring emulator: inout Emulator
  ) throws(SocketError) -> Opened {
    if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST {
      throw .last("`\(folder)` can't be made")
    }
    let path = folder + "/documents.log"
    var descriptor = try openFile(path, O_RDWR | O_CREAT)
    var isOpen = true
    defer { if !isOpen { _ = close(descriptor) } }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      isOpen = false
      throw SocketError(message: "`\(folder)` is used by another service")
    }
    var remarks: [String] = []
    let (length, entryCount, isCut) = try restore(descriptor, &emulator)
    if isCut {
      remarks.append("the end of `\(path)` was cut off; what is whole was restored")
      guard ftruncate(descriptor, off_t(length)) == 0 else { throw .last("`\(path)`") }
    }
    var kept = length
    let snapshot = emulator.snapshot
    if entryCount > 1000, entryCount > 2 * snapshot.count {
      // The old file stays whole until the new one is.
      let (fresh, count) = try rewrite(path, snapshot)
      _ = close(descriptor)
      descriptor = fresh
      kept = count
    }
    _ = lseek(descriptor, off_t(kept), SEEK_SET)
    return Opened(file: JournalFile(State(descriptor: descriptor, length: kept)), remarks: remarks)
  }

  /// Adds entries; false where they can't be kept, which leaves the file as it was.
  package func append(_ entries: [JournalEntry]) -> Bool {
    let bytes = entries.reduce(into: ContiguousArray<UInt8>()) { bytes, entry in
      bytes.append(contentsOf: JournalText.line(entry))
    }
    return state.withLock { state in
      guard Self.writeAll(bytes, to: state.descriptor) else {
        _ = ftruncate(state.descriptor, off_t(state.length))
        _ = lseek(state.descriptor, off_t(state.length), SEEK_SET)
        return false
      }
      state.length += bytes.count
      return true
    }
  }

  // MARK: Files

  private static func openFile(_ path: String, _ flags: CInt) throws(SocketError) -> CInt {
    let descriptor = systemOpen(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last("`\(path)` can't be opened") }
    return descriptor
  }

  /// Reads the entries of a file; gives the count of bytes that are whole ones.
  private static func restore(
    _ descriptor: CInt,
    _ emulator: inout Emulator
  ) throws(SocketError) -> (length: Int, entryCount: Int, isCut: Bool) {
    var chunk = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
    var rest: ContiguousArray<UInt8> = []
    var length = 0
    var entryCount = 0
    while true {
      guard case .count(let count) = receive(descriptor, into: &chunk) else {
        return (length, entryCount, !rest.isEmpty)
      }
      // Only what is new is searched for the end of a line.
      var searched = rest.count
      rest.append(contentsOf: chunk[..<count])
      var start = 0
      while let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        guard let entry = JournalText.entry(rest[start..<end]) else {
          return (length, entryCount, true)
        }
        emulator.replay(entry)
        entryCount += 1
        length += end + 1 - start
        start = end + 1
        searched = start
      }
      rest.removeSubrange(..<start)
    }
  }

  /// Writes a file anew, and puts it in the place of the old one.
  private static func rewrite(
    _ path: String,
    _ entries: [JournalEntry]
  ) throws(SocketError) -> (descriptor: CInt, length: Int) {
    let fresh = path + ".new"
    let descriptor = try openFile(fresh, O_RDWR | O_CREAT | O_TRUNC)
    var length = 0
    for entry in entries {
      let line = JournalText.line(entry)
      guard writeAll(line, to: descriptor) else {
        let error = SocketError.last("`\(fresh)`")
        _ = close(descriptor)
        throw error
      }
      length += line.count
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fsync(descriptor) == 0,
      unsafe rename(fresh, path) == 0
    else {
      let error = SocketError.last("`\(fresh)`")
      _ = close(descriptor)
      throw error
    }
    return (descriptor, length)
  }

  private static func writeAll(_ bytes: ContiguousArray<UInt8>, to descriptor: CInt) -> Bool {
    var offset = 0
    while offset < bytes.count {
      guard case .count(let count) = send(descriptor, bytes, from: offset), count > 0 else {
        return false
      }
      offset += count
    }
    return true
  }
}

private func systemOpen(_ path: String, _ flags: CInt) -> CInt {
  unsafe open(path, flags, 0o666)
}
