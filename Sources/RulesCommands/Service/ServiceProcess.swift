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
/// - Returns: the host.
func serviceHost(
  now: @escaping @Sendable () -> Timestamp,
  write: @escaping @Sendable (String) -> Void,
  pass: @escaping @Sendable (Int32) -> Void
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
    pass: pass
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
