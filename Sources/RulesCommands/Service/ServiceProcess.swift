#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import RulesEmulator
import RulesRuntime
import Synchronization

/// Whether the process was told to stop, by Ctrl-C or by whoever has started it.
private let wasToldToStop = Atomic(false)

/// What a service needs of this process.
///
/// - Parameters:
///   - now: the clock of the machine.
///   - write: writes to the standard error at once.
///   - pass: takes the exit code that the process ends with in place of its own.
///   - writeLine: writes a line to the standard output at once.
/// - Returns: the host.
func serviceHost(
  now: @escaping @Sendable () -> Timestamp,
  write: @escaping @Sendable (String) -> Void,
  pass: @escaping @Sendable (Int32) -> Void,
  writeLine: @escaping @Sendable (ContiguousArray<UInt8>) -> Void
) -> ServiceHost {
  let start = ContinuousClock.now
  return ServiceHost(
    now: now,
    milliseconds: {
      let (seconds, attoseconds) = (ContinuousClock.now - start).components
      return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    },
    isStopping: { wasToldToStop.load(ordering: .relaxed) },
    awaitStop: {
      _ = signal(SIGINT) { _ in wasToldToStop.store(true, ordering: .relaxed) }
      _ = signal(SIGTERM) { _ in wasToldToStop.store(true, ordering: .relaxed) }
    },
    write: write,
    seed: { UInt64.random(in: .min ... .max) },
    start: { startProgram($0, $1) },
    pass: pass,
    writeLine: writeLine,
    lines: { StandardLines().next }
  )
}

/// Starts a program that shares our streams.
///
/// - Returns: what asks for its exit code; 128 and the number of the signal for one that was killed.
private func startProgram(
  _ command: [String],
  _ variables: [(name: String, value: String)]
) -> Result<@Sendable () -> Int32?, SocketError> {
  for variable in variables {
    // SAFETY: no other thread of ours reads or changes the environment.
    guard unsafe setenv(variable.name, variable.value, 1) == 0 else {
      return .failure(.last("`\(variable.name)` can't be set"))
    }
  }
  var process: pid_t = 0
  // SAFETY: the strings live until they are freed below; the list ends with nil.
  var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
  defer { unsafe arguments.forEach { unsafe free($0) } }
  let result = unsafe posix_spawnp(
    &process,
    command[0],
    nil,
    nil,
    &arguments,
    environ
  )
  guard result == 0 else {
    errno = result
    return .failure(.last("`\(visible(command[0]))` can't be started"))
  }
  let identifier = process
  return .success {
    var status: Int32 = 0
    guard unsafe waitpid(identifier, &status, WNOHANG) == identifier else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// The lines of the standard input.
private final class StandardLines {
  private var buffer: ContiguousArray<UInt8> = []
  private var start = 0
  private var searched = 0
  private var chunk = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
  private var isAtEnd = false

  /// The most bytes of a line; what is longer ends the input.
  private static let limit = 64 << 20

  /// The next line without its break; nil at the end.
  func next() -> ContiguousArray<UInt8>? {
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = ContiguousArray(buffer[start..<end])
        start = end + 1
        searched = start
        return line
      }
      searched = buffer.count
      guard !isAtEnd, buffer.count - start <= Self.limit else { return nil }
      if start > 0 {
        buffer.removeSubrange(..<start)
        searched -= start
        start = 0
      }
      read()
    }
  }

  private func read() {
    // SAFETY: the call writes no more than the buffer's count of bytes.
    let count = unsafe chunk.withUnsafeMutableBytes { bytes in
      unsafe systemRead(STDIN_FILENO, bytes.baseAddress, bytes.count)
    }
    if count > 0 {
      buffer.append(contentsOf: chunk[..<count])
    } else if count == 0 || errno != EINTR {
      isAtEnd = true
    }
  }
}

private func systemRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  unsafe read(descriptor, buffer, count)
}
