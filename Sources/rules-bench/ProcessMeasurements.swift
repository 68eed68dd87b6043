import RulesWorkspace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Measurement {
  /// Whole runs of the command: from its start to its end.
  static let wholeProcesses: [Measurement] = [
    testRun("w1", .milliseconds, bar: 9, stretch: 5),
    testRun("w2", .milliseconds, bar: 15, stretch: 8),
    testRun("w1", .megabytes, bar: 15, stretch: nil),
    testRun("w2", .megabytes, bar: 15, stretch: nil),
  ]

  private static func testRun(
    _ workload: String,
    _ unit: Unit,
    bar: Double,
    stretch: Double?
  ) -> Measurement {
    Measurement(
      name: "process/test/\(workload)/\(unit == .megabytes ? "memory" : "time")",
      summary: unit == .megabytes ? "peak memory of 2,000 steps" : "processor time of 2,000 steps",
      unit: unit,
      bar: bar,
      stretch: stretch
    ) { context in
      guard let program = context.program else {
        throw BenchError(message: "name the command with --program")
      }
      let folder = "\(context.folder)/tests/\(workload)"
      let command = [program, "test", "--rules", "\(folder)/firestore.rules", folder]
      return {
        let cost = try ProcessCost(of: command)
        guard cost.exitCode == 0 else {
          throw BenchError(message: "\(command) ended with \(cost.exitCode)")
        }
        return Sample(value: unit == .megabytes ? cost.megabytes : cost.milliseconds)
      }
    }
  }
}

/// What one run of a command took.
struct ProcessCost {
  let milliseconds: Double
  let megabytes: Double
  let exitCode: Int32

  /// Runs a command, its output thrown away.
  init(of command: [String]) throws {
    // SAFETY: what the calls point to outlives them; the copies of the arguments are freed when the process runs.
    var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var process: pid_t = 0
    let result = unsafe posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
    guard result == 0 else { throw BenchError(message: "can't start \(command[0])") }
    var status: Int32 = 0
    var usage = rusage()
    // SAFETY: the calls write the values that they are given, which outlive them.
    guard unsafe wait4(process, &status, 0, &usage) == process else {
      throw BenchError(message: "lost \(command[0])")
    }
    func milliseconds(_ time: timeval) -> Double {
      Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
    }
    self.milliseconds = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
    // A child begins with the peak of its parent on Linux only where it is forked, not spawned.
    megabytes = Double(usage.ru_maxrss) / 1024
    exitCode = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}
