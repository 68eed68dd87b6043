#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import RulesConcurrency

/// A thread that counts what rules came to while the server answers.
struct BackgroundCounting: ~Copyable {
  private let ledgers = EventQueue<CoverageLedger>()

  /// Starts the thread; where there is none, what waits is counted when somebody asks, or when it is too much.
  ///
  /// - Parameter startThread: starts work on a thread whose stack holds any recursion of rules; false where it can't.
  init(_ startThread: (@escaping @Sendable () -> Void) -> Bool) {
    let ledgers = ledgers
    let isStarted = startThread {
      letOthersGoFirst()
      while let ledger = ledgers.pop() {
        while ledger.countBatch() {}
      }
    }
    if !isStarted { ledgers.close() }
  }

  deinit { ledgers.close() }

  /// Has the reads counted that wait in a ledger.
  func count(in ledger: CoverageLedger) { ledgers.push(ledger) }
}

/// Has this thread run when no other wants to: nobody waits for what it does.
private func letOthersGoFirst() {
  #if canImport(Darwin)
    _ = pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
  #elseif canImport(Glibc)
    // Linux has a priority for each thread, and takes zero for the one that asks.
    _ = setpriority(CInt(PRIO_PROCESS.rawValue), 0, 10)
  #else
    _ = setpriority(PRIO_PROCESS, 0, 10)
  #endif
}
