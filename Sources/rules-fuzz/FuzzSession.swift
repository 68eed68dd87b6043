import RulesTestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One run: what was fed, how long it took, what was wrong.
struct FuzzSession {
  /// Inputs for which a property did not hold, or that took too much.
  private(set) var problemCount = 0
  /// The time after the last input.
  private(set) var now = monotonicSeconds()

  private let options: FuzzOptions
  private let last: CInt
  private var executionCount = 0
  private var slowest = 0.0
  private var peakBytes = 0

  /// An input that takes longer is reported.
  private static let slowSeconds = 1.0
  /// An input that takes longer ends the run, as it may never end.
  private static let deadSeconds: UInt32 = 60
  /// An input that takes more is reported.
  private static let memoryBytes = 1 << 30
  /// What the process may not exceed.
  private static let memoryLimit = 8 << 30

  init(_ options: FuzzOptions) {
    self.options = options
    // SAFETY: the path is a string that lives as long as the call.
    last = unsafe open(options.last, O_RDWR | O_CREAT | O_TRUNC, 0o644)
    var limit = rlimit(rlim_cur: rlim_t(Self.memoryLimit), rlim_max: rlim_t(Self.memoryLimit))
    #if canImport(Glibc)
      // SAFETY: the call reads the limit it is given.
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #else
      _ = unsafe setrlimit(RLIMIT_AS, &limit)
    #endif
  }

  /// Feeds an input.
  mutating func feed(_ input: ContiguousArray<UInt8>) {
    write(input, to: last)
    let peakBefore = peakBytes
    let start = processorSeconds()
    // A signal that nobody handles ends the process, and the input is in the file.
    alarm(Self.deadSeconds)
    let problem = options.target.check(input)
    alarm(0)
    // Other processes may be what takes the time, so only our own counts.
    let duration = processorSeconds() - start
    now = monotonicSeconds()
    executionCount += 1
    slowest = max(slowest, duration)
    if let problem { keep(input, problem) }
    if duration > Self.slowSeconds { keep(input, "it took \(duration) s") }
    peakBytes = max(peakBytes, peakMemory())
    if peakBytes > Self.memoryBytes, peakBytes > peakBefore + (64 << 20) {
      keep(input, "memory went from \(peakBefore >> 20) to \(peakBytes >> 20) MiB")
    }
  }

  /// Prints how far it is.
  func report(since start: Double) {
    let seconds = now - start
    print(
      """
      \(options.target.name): \(executionCount) executions in \(Int(seconds)) s, \
      \(Int(Double(executionCount) / max(seconds, 0.001))) a second; slowest \
      \(Int(slowest * 1000)) ms, peak \(peakBytes >> 20) MiB; \(problemCount) problems
      """
    )
    fflush(nil)
  }

  private mutating func keep(_ input: ContiguousArray<UInt8>, _ problem: String) {
    problemCount += 1
    let name = "\(options.last).\(problemCount)"
    print("\(name): \(problem)")
    fflush(nil)
    guard problemCount <= 50, options.input == nil else { return }
    let file = unsafe open(name, O_RDWR | O_CREAT | O_TRUNC, 0o644)
    write(input, to: file)
    close(file)
  }

  /// The most memory that the process has taken, in bytes.
  private func peakMemory() -> Int {
    var usage = rusage()
    // SAFETY: the call writes the figures it is given.
    #if canImport(Glibc)
      guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return 0 }
      return usage.ru_maxrss << 10
    #else
      guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
      return usage.ru_maxrss
    #endif
  }
}

/// Makes a file hold just these bytes.
private func write(_ bytes: ContiguousArray<UInt8>, to file: CInt) {
  guard file >= 0 else { return }
  _ = ftruncate(file, 0)
  // SAFETY: the call reads no more than the bytes.
  _ = unsafe bytes.withUnsafeBytes { buffer in
    unsafe pwrite(file, buffer.baseAddress, buffer.count, 0)
  }
}
