#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `write` of the system, which `ExportDisk` has a member of the name of.
private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

extension ExportDisk {
  /// Writes a file of this machine, and makes the folders that it lies in.
  package static func writeFile(
    _ path: String,
    _ content: ContiguousArray<UInt8>
  ) -> Result<Void, ExportProblem> {
    var folder = ""
    for segment in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      folder += segment + "/"
      guard !segment.isEmpty else { continue }
      if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST {
        return .failure(problem("`\(folder)` can't be made"))
      }
    }
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return .failure(problem("`\(path)` can't be written")) }
    var rest = content[...]
    while !rest.isEmpty {
      let count = put(rest, descriptor)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let problem = problem("`\(path)` can't be written")
        _ = close(descriptor)
        return .failure(problem)
      }
      rest = rest.dropFirst(count)
    }
    guard close(descriptor) == 0 else { return .failure(problem("`\(path)` can't be written")) }
    return .success(())
  }

  private static func put(
    _ bytes: ContiguousArray<UInt8>.SubSequence,
    _ descriptor: CInt
  ) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      // SAFETY: the buffer is not kept, and no more of it is read than there is.
      unsafe systemWrite(descriptor, bytes.baseAddress, bytes.count)
    }
  }

  private static func problem(_ what: String) -> ExportProblem {
    ExportProblem(SocketError.last(what).message)
  }
}
