import RulesJSON
import Synchronization

/// Tells the client how far the work on a request has come, if it wants to know.
final class Progress: Sendable {
  private let token: JSONValue?
  private let send: @Sendable (OutgoingMessage) -> Void
  private let percentage = Mutex(0)

  /// The progress of a request, from its token.
  init(_ token: JSONValue, _ send: @escaping @Sendable (OutgoingMessage) -> Void) {
    self.token = token.string == nil && token.number?.int64 == nil ? nil : token
    self.send = send
  }

  /// The work begins.
  func begin(_ title: String) {
    report(["kind": "begin", "title": .string(title), "cancellable": true, "percentage": 0])
  }

  /// So much of the work is done; only whole percents are told.
  func tell(_ done: Int, of total: Int) {
    guard token != nil, total > 0 else { return }
    let reached = min(100, max(0, done * 100 / total))
    let isNews = percentage.withLock { last in
      guard reached > last else { return false }
      last = reached
      return true
    }
    guard isNews else { return }
    report([
      "kind": "report", "message": .string("\(done)/\(total)"), "percentage": .integer(reached),
    ])
  }

  /// The work has ended.
  func end(_ message: String) {
    report(["kind": "end", "message": .string(message)])
  }

  private func report(_ value: JSONValue) {
    guard let token else { return }
    send(.notification(method: "$/progress", parameters: ["token": token, "value": value]))
  }
}
