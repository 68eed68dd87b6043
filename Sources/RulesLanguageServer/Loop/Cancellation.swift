import Synchronization

/// Whether a request was taken back; both the thread that reads and the one that works look at it.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Nothing was taken back.
  package init() {}

  /// Whether the request was taken back.
  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Takes the request back.
  package func cancel() { flag.store(true, ordering: .relaxed) }

  /// Ends work on a request that was taken back.
  package func check() throws(ResponseError) {
    if isCancelled { throw .cancelled }
  }
}

/// The requests that were received and not answered yet.
package final class RequestTable: Sendable {
  private let requests = Mutex<[RequestID: Cancellation]>([:])

  /// A table without requests.
  package init() {}

  /// Enters a request; nil where one of that name waits for its answer already.
  package func enter(_ id: RequestID) -> Cancellation? {
    requests.withLock { requests in
      guard requests[id] == nil else { return nil }
      let cancellation = Cancellation()
      requests[id] = cancellation
      return cancellation
    }
  }

  /// Takes a request back; one that is answered, or was never made, can't be.
  package func cancel(_ id: RequestID) {
    requests.withLock { $0[id] }?.cancel()
  }

  /// Takes all requests back but one.
  package func cancelAll(but id: RequestID) {
    let others = requests.withLock { requests in
      requests.filter { $0.key != id }.map(\.value)
    }
    for cancellation in others { cancellation.cancel() }
  }

  /// Leaves out a request that is answered.
  package func leave(_ id: RequestID) {
    _ = requests.withLock { $0.removeValue(forKey: id) }
  }
}
