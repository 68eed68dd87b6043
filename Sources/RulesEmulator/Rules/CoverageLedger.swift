import RulesRuntime
import RulesTesting
import Synchronization

/// Counts what rules came to, apart from deciding: a reply does not wait until its reads are counted.
///
/// Counting takes many times as long as a decision, as it follows both passes of the official emulator and tells all
/// values apart. Any thread may do it; whoever asks for what was counted first counts what still waits.
package final class CoverageLedger: Sendable {
  /// A read that was decided.
  struct Read {
    /// What was judged.
    let requests: [Request]
    /// What lookups have found.
    let documents: DocumentTable
  }

  /// The reads that are still to be counted, in the order in which they were decided.
  private let waiting = Mutex<[Read]>([])
  private let counter: Mutex<Counter>

  /// Who counts, and the reads that it has taken from those that wait.
  private struct Counter {
    var recorder: CoverageRecorder
    var taken: [Read] = []
    /// How many of them are counted.
    var count = 0
  }

  /// The most reads that wait; each may hold documents.
  private static let waitingLimit = 1000
  /// How many reads are counted before somebody else gets a turn.
  private static let batchSize = 32

  /// A ledger of rules that have come to nothing yet.
  init(_ program: Program) {
    counter = Mutex(Counter(recorder: CoverageRecorder(program, .emulator)))
  }

  /// Lets a read wait until it is counted.
  ///
  /// - Returns: whether it is the only one that waits, so that somebody has to be told.
  func append(_ read: Read) -> Bool {
    let count = waiting.withLock { waiting in
      waiting.append(read)
      return waiting.count
    }
    if count >= Self.waitingLimit { _ = countBatch() }
    return count == 1
  }

  /// Decides the requests of a commit, and counts what they came to.
  func decide(
    commit requests: [Request],
    unconditional: Set<ContiguousArray<Text>>,
    documents: CommittedDocuments
  ) -> [Decision] {
    withRecorder { recorder in
      recorder.decide(commit: requests, unconditional: unconditional, documents: documents)
    }
  }

  /// Uses what was counted, once nothing waits any more.
  func withRecorder<Result>(_ body: (inout CoverageRecorder) -> sending Result) -> sending Result {
    counter.withLock { counter in
      while count(in: &counter) {}
      return body(&counter.recorder)
    }
  }

  /// Counts what waits, so that nothing holds the documents that it was decided by.
  func settle() { withRecorder { _ in } }

  /// Counts some of the reads that wait; false where there are none.
  package func countBatch() -> Bool {
    counter.withLock { counter in count(in: &counter) }
  }

  private func count(in counter: inout Counter) -> Bool {
    if counter.taken.isEmpty { waiting.withLock { swap(&$0, &counter.taken) } }
    let end = min(counter.count + Self.batchSize, counter.taken.count)
    guard counter.count < end else { return false }
    for read in counter.taken[counter.count..<end] {
      counter.recorder.count(read: read.requests, documents: read.documents)
    }
    counter.count = end
    if end == counter.taken.count {
      counter.taken.removeAll(keepingCapacity: true)
      counter.count = 0
    }
    return true
  }
}
