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
  let result = SharedCode()
  guard
    let thread = LargeStackThread({
      let code = body()
      result.code.withLock { $0 = code }
    })
  else { return body() }
  thread.join()
  return result.code.withLock(\.self)
}

/// Starts work on a thread of its own whose stack holds any recursion that our limits of depth allow.
///
/// - Parameter body: the work.
/// - Returns: whether there is such a thread.
func startOnLargeStack(_ body: @escaping @Sendable () -> Void) -> Bool {
  LargeStackThread(body) != nil
}

/// Maps the indices below a count on several threads with large stacks.
///
/// - Parameters:
///   - count: how many indices there are.
///   - threadCount: how many threads are used at most; one is the thread of the caller.
///   - transform: gives the element of an index; called once for each, in any order.
/// - Returns: the elements, in the order of their indices.
func parallelMap<Element: Sendable>(
  _ count: Int,
  threadCount: Int,
  _ transform: @escaping @Sendable (Int) -> Element
) -> [Element] {
  let workerCount = min(threadCount, count)
  guard workerCount > 1 else { return (0..<count).map(transform) }
  let queue = WorkQueue(count: count, transform)
  // A thread that the machine does not grant leaves its share to the others.
  let threads = (1..<workerCount).compactMap { _ in LargeStackThread { queue.work() } }
  queue.work()
  for thread in threads { thread.join() }
  return queue.elements()
}

/// Indices that are still to be mapped, and the elements of those that were.
private final class WorkQueue<Element: Sendable>: Sendable {
  private let count: Int
  private let transform: @Sendable (Int) -> Element
  private let next = Atomic(0)
  private let results = Mutex<[(index: Int, element: Element)]>([])

  init(count: Int, _ transform: @escaping @Sendable (Int) -> Element) {
    self.count = count
    self.transform = transform
  }

  func work() {
    var own: [(index: Int, element: Element)] = []
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { break }
      own.append((index, transform(index)))
    }
    results.withLock { $0 += own }
  }

  func elements() -> [Element] {
    results.withLock { $0.sorted { $0.index < $1.index }.map(\.element) }
  }
}

/// An exit code that threads share.
private final class SharedCode: Sendable {
  let code = Mutex(ExitCode.unusable)
}

/// A thread with a large stack.
private struct LargeStackThread {
  #if canImport(Darwin)
    private var thread: pthread_t?
  #else
    private var thread = pthread_t()
  #endif

  /// Starts work; nil where there can be no such thread.
  init?(_ body: @escaping @Sendable () -> Void) {
    let job = Job(body)
    for byteCount in stackByteCounts where start(job, stackByteCount: byteCount) { return }
    return nil
  }

  /// Waits for the end of the work.
  func join() {
    #if canImport(Darwin)
      if let thread = unsafe thread { unsafe _ = pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }

  private mutating func start(_ job: Job, stackByteCount: Int) -> Bool {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe _ = pthread_attr_destroy(&attributes) }
    guard unsafe pthread_attr_setstacksize(&attributes, stackByteCount) == 0 else { return false }
    // SAFETY: the thread gives back the reference that is kept for it here.
    let reference = unsafe Unmanaged.passRetained(job)
    let result = unsafe pthread_create(&thread, &attributes, runJob, reference.toOpaque())
    guard result == 0 else {
      unsafe reference.release()
      return false
    }
    return true
  }
}

/// Work for a thread.
private final class Job: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
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
  unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
}
