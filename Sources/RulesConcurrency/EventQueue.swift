import Synchronization

/// What one thread has for another, in order.
package final class EventQueue<Event: Sendable>: Sendable {
  private struct State {
    var events = Queue<(event: Event, weight: Int)>()
    /// What they weigh.
    var weight = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let news = ThreadSignal()
  private let room = ThreadSignal()
  private let weightLimit: Int

  /// An empty queue.
  ///
  /// - Parameter weightLimit: what the events may weigh before whoever puts in more has to wait.
  package init(weightLimit: Int = .max) {
    self.weightLimit = weightLimit
  }

  /// Puts an event in; waits while there is no room.
  package func push(_ event: Event, weight: Int = 0) {
    while true {
      let isIn = state.withLock { state in
        guard state.isClosed || state.weight < weightLimit || weight == 0 else { return false }
        state.events.append((event, weight))
        state.weight += weight
        return true
      }
      if isIn { break }
      room.wait()
    }
    news.raise()
  }

  /// Takes the first event; nil where there is none now.
  package func popIfAny() -> Event? {
    let event = state.withLock { state -> Event? in
      guard let (event, weight) = state.events.popFirst() else { return nil }
      state.weight -= weight
      return event
    }
    if event != nil { room.raise() }
    return event
  }

  /// Takes the first event; waits for one, and is nil where none will come.
  package func pop() -> Event? {
    while true {
      if let event = popIfAny() { return event }
      if state.withLock(\.isClosed) { return nil }
      news.wait()
    }
  }

  /// Ends the waiting; what is in the queue can still be taken.
  package func close() {
    state.withLock { $0.isClosed = true }
    news.raise()
    room.raise()
  }
}
