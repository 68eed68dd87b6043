#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import RulesRuntime
import RulesWorkspace

/// Runs the tool as a process: on its arguments, environment, files and standard streams.
///
/// - Returns: the code to exit with.
package func runProcess() -> Int32 {
  // A reader that closes its end early, as `head` does, makes a write fail instead of killing us.
  _ = signal(SIGPIPE, SIG_IGN)
  let code = runOnLargeStack {
    var console = Console(supportsColor: terminalSupportsColor(), width: terminalWidth())
    var code = run(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: environment(),
      fileSystem: POSIXFileSystem(),
      now: currentTime(),
      console: &console
    )
    for file in console.files where !writeFile(file.path, file.content) {
      console.writeError("error: `\(visible(file.path))` can't be written\n")
      code = .unusable
    }
    _ = writeAll(console.output, to: STDOUT_FILENO)
    _ = writeAll(console.errors, to: STDERR_FILENO)
    return code
  }
  return code.rawValue
}

/// The variables that the tool reads; others are not looked at.
private let variableNames = ["NO_COLOR", "TERM", "COLUMNS"]

private func environment() -> [String: String] {
  var variables: [String: String] = [:]
  for name in variableNames { variables[name] = variable(name) }
  return variables
}

private func variable(_ name: String) -> String? {
  // SAFETY: no thread of ours changes the environment; the text is copied at once.
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// The time by the clock of the machine, in microseconds as the service has it.
///
/// What `serverTimestamp()` stores then is `request.time`.
private func currentTime() -> Timestamp {
  var time = timespec()
  guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else {
    return Timestamp(seconds: 0, nanos: 0)
  }
  return Timestamp(
    seconds: Int64(time.tv_sec),
    nanos: Int32(truncatingIfNeeded: time.tv_nsec / 1000 * 1000)
  )
}

private func terminalSupportsColor() -> Bool {
  // An empty NO_COLOR counts as not set (no-color.org).
  guard variable("NO_COLOR")?.isEmpty ?? true, variable("TERM") != "dumb" else { return false }
  return isatty(STDOUT_FILENO) == 1
}

private func terminalWidth() -> Int {
  let widest = 100
  var size = winsize()
  if unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 {
    return min(Int(size.ws_col), widest)
  }
  if let columns = variable("COLUMNS").flatMap(Int.init), columns >= 20 {
    return min(columns, widest)
  }
  return 80
}

/// Writes a file anew; whether that could be done.
private func writeFile(_ path: String, _ content: ContiguousArray<UInt8>) -> Bool {
  guard !path.utf8.contains(0) else { return false }
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
  guard descriptor >= 0 else { return false }
  let isWritten = writeAll(content, to: descriptor)
  return close(descriptor) == 0 && isWritten
}

/// Writes bytes to a file that is open; whether all could be written.
private func writeAll(_ bytes: ContiguousArray<UInt8>, to descriptor: CInt) -> Bool {
  var offset = 0
  while offset < bytes.count {
    // SAFETY: the call reads no more than the rest of the bytes.
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe write(
        descriptor,
        buffer.baseAddress.map { unsafe $0 + offset },
        buffer.count - offset
      )
    }
    if count < 0 {
      if errno == EINTR { continue }
      // Of a stream nobody reads on; there is nobody to tell.
      return false
    }
    offset += count
  }
  return true
}
