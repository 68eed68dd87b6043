#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import RulesLanguageServer
import RulesRuntime
import RulesWorkspace
import Synchronization

/// Runs the tool as a process: on its arguments, environment, files and standard streams.
///
/// - Returns: the code to exit with.
package func runProcess() -> Int32 {
  // A reader that closes its end early, as `head` does, makes a write fail instead of killing us.
  _ = signal(SIGPIPE, SIG_IGN)
  let arguments = Array(CommandLine.arguments.dropFirst())
  if arguments.prefix(while: { $0 != "--" }).contains("--\(CommandOption.watch.name)") {
    return watch(arguments)
  }
  let code = runOnLargeStack { runOnce(arguments, POSIXFileSystem(), isLast: true).code }.rawValue
  return passedExitCode.withLock(\.self) ?? code
}

/// The exit code of a command that was run, which wins over our own.
private let passedExitCode = Mutex<Int32?>(nil)

/// Runs the tool again and again: whenever a file that it has read, or could have read, is another one.
///
/// It ends when the process is interrupted, when nobody reads what it writes, or when the arguments are no
/// good.
private func watch(_ arguments: [String]) -> Int32 {
  while true {
    let files = WatchedFiles(POSIXFileSystem())
    let isRead = Mutex(true)
    let code = runOnLargeStack {
      let (code, isWritten) = runOnce(arguments, files, isLast: false)
      isRead.withLock { $0 = isWritten }
      return code
    }
    guard isRead.withLock(\.self), !files.isUnused else { return code.rawValue }
    let note = "-- waiting for a change; the exit code was \(code.rawValue)\n"
    guard writeAll(ContiguousArray(note.utf8), to: STDERR_FILENO) else { return code.rawValue }
    repeat { usleep(250_000) } while !files.haveChanged()
  }
}

/// Runs the tool, and says how it ended and whether all that it has to say could be written.
private func runOnce(
  _ arguments: [String],
  _ fileSystem: any FileSystem,
  isLast: Bool
) -> (code: ExitCode, isWritten: Bool) {
  var console = Console(supportsColor: terminalSupportsColor(), width: terminalWidth())
  console.lineLimit = terminalColumnCount()
  let code = run(
    arguments: arguments,
    environment: environment(),
    fileSystem: fileSystem,
    now: currentTime(),
    machine: machine(isLastRun: isLast),
    console: &console
  )
  let areFilesWritten = console.files.map { write($0, &console) }.allSatisfy(\.self)
  let isOutputWritten = writeAll(console.output, to: STDOUT_FILENO)
  let areErrorsWritten = writeAll(console.errors, to: STDERR_FILENO)
  return (areFilesWritten ? code : .unusable, isOutputWritten && areErrorsWritten)
}

/// The variables that the tool reads; others are not looked at.
private let variableNames = ["NO_COLOR", "TERM", "COLUMNS", "GCLOUD_PROJECT"]

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

/// The time by the clock of the machine.
private func currentTime() -> Timestamp {
  var time = timespec()
  guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else {
    return Timestamp(seconds: 0, nanos: 0)
  }
  return Timestamp(seconds: Int64(time.tv_sec), nanos: Int32(truncatingIfNeeded: time.tv_nsec))
}

private func terminalSupportsColor() -> Bool {
  // An empty NO_COLOR counts as not set (no-color.org).
  guard variable("NO_COLOR")?.isEmpty ?? true, variable("TERM") != "dumb" else { return false }
  return isatty(STDOUT_FILENO) == 1
}

/// Count of columns of the terminal that shows the output, if one does.
private func terminalColumnCount() -> Int? {
  var size = winsize()
  guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else {
    return nil
  }
  return Int(size.ws_col)
}

private func terminalWidth() -> Int {
  let widest = 100
  if let count = terminalColumnCount() { return min(count, widest) }
  if let columns = variable("COLUMNS").flatMap(Int.init), columns >= 20 {
    return min(columns, widest)
  }
  return 80
}

/// What a server needs to talk over the standard streams; nil where somebody types what it would read.
private func standardStreams() -> ServerHost? {
  guard isatty(STDIN_FILENO) == 0 else { return nil }
  return ServerHost(
    read: { readSome(from: STDIN_FILENO) },
    write: { writeAll($0, to: STDOUT_FILENO) },
    startThread: startOnLargeStack,
    isRunning: { process in
      // The number 0 asks whether there is the process; one that may not be asked is there.
      pid_t(exactly: process).map { kill($0, 0) == 0 || errno == EPERM } ?? true
    },
    sleep: { _ = usleep(1_000_000) }
  )
}

/// Waits for bytes; nil where none will come.
private func readSome(from descriptor: CInt) -> ContiguousArray<UInt8>? {
  let capacity = 64 << 10
  while true {
    var count = 0
    // SAFETY: the call writes no more than the capacity, and tells how much it has written.
    let bytes = unsafe ContiguousArray<UInt8>(unsafeUninitializedCapacity: capacity) {
      buffer,
      used in
      count = unsafe read(descriptor, buffer.baseAddress, capacity)
      used = max(0, count)
    }
    if count > 0 { return bytes }
    guard count < 0, errno == EINTR else { return nil }
  }
}

/// Writes bytes, and says whether all could be written.
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
      // Nobody reads on, or the disk is full.
      return false
    }
    offset += count
  }
  return true
}

/// Writes a file, and says whether it could be written.
private func write(_ file: Console.File, _ console: inout Console) -> Bool {
  let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  if descriptor >= 0 {
    let isWritten = writeAll(file.bytes, to: descriptor)
    if close(descriptor) == 0, isWritten { return true }
  }
  // SAFETY: strerror gives a string that ends with NUL and is copied at once.
  let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
  console.writeError("error: `\(visible(file.path))` can't be written: \(reason)\n")
  return false
}

/// Reads the standard input up to its end, or up to 64 MiB; nil where that fails.
private func readAllInput() -> ContiguousArray<UInt8>? {
  var bytes: ContiguousArray<UInt8> = []
  var chunk = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
  while bytes.count < 64 << 20 {
    // SAFETY: the call writes no more than the chunk holds.
    let count = unsafe chunk.withUnsafeMutableBytes { buffer in
      unsafe read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    }
    if count == 0 { return bytes }
    if count > 0 {
      bytes.append(contentsOf: chunk[..<count])
    } else if errno != EINTR {
      return nil
    }
  }
  return nil
}

/// What is kept to the end of the process.
private final class KeptValue: Sendable {
  private let value: any Sendable

  init(value: any Sendable) {
    self.value = value
  }
}

/// The machine as it is: its cores, its clock, and who watches.
private func machine(isLastRun: Bool) -> Machine {
  var machine = Machine()
  if isLastRun {
    machine.discard = { built in _ = unsafe Unmanaged.passRetained(KeptValue(value: built)) }
  }
  machine.threadCount = max(1, min(64, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  machine.serviceHost = serviceHost(
    now: { currentTime() },
    write: { _ = writeAll(ContiguousArray($0.utf8), to: STDERR_FILENO) },
    pass: { code in passedExitCode.withLock { $0 = code } },
    writeLine: { line in
      var line = line
      line.append(UInt8(ascii: "\n"))
      _ = writeAll(line, to: STDOUT_FILENO)
    }
  )
  let start = ContinuousClock.now
  machine.readStandardInput = readAllInput
  machine.elapsed = { ContinuousClock.now - start }
  machine.serverHost = standardStreams()
  if isatty(STDERR_FILENO) == 1, variable("TERM") != "dumb" {
    let progress = Progress(start)
    machine.showProgress = { progress.show($0, $1) }
  }
  return machine
}

/// A line about how far the work has come, which runs of more than a second show.
private final class Progress: Sendable {
  private let start: ContinuousClock.Instant
  /// When the line was written; nil when all is done, as a slow thread may tell of less after that.
  private let last: Mutex<ContinuousClock.Instant?>

  init(_ start: ContinuousClock.Instant) {
    self.start = start
    last = Mutex(start)
  }

  func show(_ done: Int, _ total: Int) {
    let now = ContinuousClock.now
    guard now - start > .seconds(1) else { return }
    last.withLock { last in
      guard let shown = last, done == total || now - shown > .milliseconds(100) else { return }
      last = done == total ? nil : now
      let line = done == total ? "\r\u{1B}[K" : "\r\u{1B}[K\(done) of \(total) tests"
      _ = writeAll(ContiguousArray(line.utf8), to: STDERR_FILENO)
    }
  }
}
