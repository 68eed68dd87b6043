import RulesConcurrency
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
  private let waiting = Mutex(Queue<Read>())
  private let recorder: Mutex<CoverageRecorder>

  /// How many reads may wait before each further one has some of them counted; each may hold documents.
  private static let waitingLimit = 1000
  /// How many reads that wait are counted at most before one that does not have to.
  private static let overtakenLimit = 16
  /// How many reads are counted before somebody else gets a turn: few, so that nobody waits for long.
  private static let batchSize = 4

  /// A ledger of rules that have come to nothing yet.
  init(_ program: Program) {
    recorder = Mutex(CoverageRecorder(program, .emulator))
  }

  /// Lets a read wait until it is counted, unless that takes no longer than letting it wait.
  ///
  /// - Returns: whether it is the only one that waits, so that somebody has to be told.
  func append(_ read: Read) -> Bool {
    if countsAtOnce(read) { return false }
    let count = waiting.withLock { waiting in
      waiting.append(read)
      return waiting.count
    }
    if count >= Self.waitingLimit { _ = countBatch() }
    return count == 1
  }

  /// Counts a read that is the same as one before, unless others wait that are not: what a thread alone uses it need
  /// not share with another.
  ///
  /// - Returns: whether it is counted.
  private func countsAtOnce(_ read: Read) -> Bool {
    recorder.withLockIfAvailable { recorder in
      // Only who has the recorder takes reads out, so the first one stays that.
      for _ in 0..<Self.overtakenLimit {
        guard let first = waiting.withLock({ $0.first }) else {
          return recorder.count(repeatedRead: read.requests)
        }
        guard recorder.count(repeatedRead: first.requests) else { return false }
        waiting.withLock { _ = $0.popFirst() }
      }
      return false
    } ?? false
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
    recorder.withLock { recorder in
      while count(in: &recorder) {}
      return body(&recorder)
    }
  }

  /// Counts what waits, so that nothing holds the documents that it was decided by.
  func settle() { withRecorder { _ in } }

  /// Counts some of the reads that wait; false where there are none.
  package func countBatch() -> Bool {
    recorder.withLock { recorder in count(in: &recorder) }
  }

  /// Counts the first reads that wait.
  ///
  /// They are taken out under the lock of the recorder, so that the order is that of the decisions.
  private func count(in recorder: inout CoverageRecorder) -> Bool {
    for place in 0..<Self.batchSize {
      guard let read = waiting.withLock({ $0.popFirst() }) else { return place > 0 }
      recorder.count(read: read.requests, documents: read.documents)
    }
    return true
  }
}
