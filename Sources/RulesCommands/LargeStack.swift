#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Synchronization

/// Sizes of stack to ask for, the best first.
///
/// They are address space, of which only what is touched becomes memory; a machine that grants none
/// of them runs the work on the stack there is.
private let stackByteCounts = [256 << 20, 64 << 20, 16 << 20]

/// Does work on a thread whose stack holds any recursion that our limits of depth allow.
///
/// - Parameter body: the work.
/// - Returns: what the work gives.
func runOnLargeStack(_ body: @escaping @Sendable () -> ExitCode) -> ExitCode {
  let job = Job(body)
  for byteCount in stackByteCounts {
    if start(job, stackByteCount: byteCount) { return job.result.withLock(\.self) }
  }
  return body()
}

/// Work, and what it gives.
private final class Job: Sendable {
  let body: @Sendable () -> ExitCode
  let result = Mutex(ExitCode.unusable)

  init(_ body: @escaping @Sendable () -> ExitCode) {
    self.body = body
  }
}

/// Runs a job on a thread of its own and waits for it; gives whether there could be such a thread.
private func start(_ job: Job, stackByteCount: Int) -> Bool {
  var attributes = pthread_attr_t()
  guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
  defer { unsafe _ = pthread_attr_destroy(&attributes) }
  guard unsafe pthread_attr_setstacksize(&attributes, stackByteCount) == 0 else { return false }
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  // SAFETY: the thread gives back the reference that is kept for it here.
  let reference = unsafe Unmanaged.passRetained(job)
  let result = unsafe pthread_create(&thread, &attributes, runJob, reference.toOpaque())
  guard result == 0 else {
    unsafe reference.release()
    return false
  }
  #if canImport(Darwin)
    if let thread = unsafe thread { unsafe _ = pthread_join(thread, nil) }
  #else
    pthread_join(thread, nil)
  #endif
  return true
}

#if canImport(Darwin)
  private func runJob(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    runReferencedJob(argument)
    return nil
  }
#else
  private func runJob(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument { unsafe runReferencedJob(argument) }
    return nil
  }
#endif

private func runReferencedJob(_ argument: UnsafeMutableRawPointer) {
  let job = unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue()
  let code = job.body()
  job.result.withLock { $0 = code }
}
