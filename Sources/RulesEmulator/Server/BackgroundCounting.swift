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
