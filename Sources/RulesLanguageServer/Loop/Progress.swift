import RulesJSON
import Synchronization

/// Tells the client how far the work on a request has come.
///
/// A client that names a token is told in any case; another one that shows progress is asked to when the
/// work takes more than a moment.
final class Progress: Sendable {
  private let send: @Sendable (OutgoingMessage) -> Void
  private let title: String
  private let token: JSONValue
  /// Whether the client chose the token.
  private let isClients: Bool
  private let state: Mutex<State>

  private struct State {
    var percentage = 0
    /// Whether the client shows the work; nil where it never will.
    var isShown: Bool?
    let start = ContinuousClock.now
  }

  /// Work that takes less is over before anybody has read a word about it.
  private static let moment = Duration.milliseconds(300)

  /// Begins to tell of the work on a request.
  ///
  /// - Parameters:
  ///   - title: what is done.
  ///   - token: the token that the client names; `null` where it names none.
  ///   - own: the token that is used then; nil where the client shows no progress of itself.
  ///   - send: takes messages to the client.
  init(
    _ title: String,
    token: JSONValue,
    own: RequestID?,
    _ send: @escaping @Sendable (OutgoingMessage) -> Void
  ) {
    self.title = title
    self.send = send
    isClients = token.string != nil || token.number?.int64 != nil
    self.token = isClients ? token : own?.json ?? .null
    state = Mutex(State(isShown: isClients || own != nil ? false : nil))
    if isClients { show() }
  }

  /// So much of the work is done; only whole percents are told.
  func tell(_ done: Int, of total: Int) {
    guard total > 0 else { return }
    let reached = min(100, max(0, done * 100 / total))
    let (isNews, isDue) = state.withLock { state in
      guard let isShown = state.isShown, reached > state.percentage else { return (false, false) }
      state.percentage = reached
      return (true, !isShown && ContinuousClock.now - state.start > Self.moment)
    }
    if isDue { show() }
    guard isNews, state.withLock(\.isShown) == true else { return }
    report([
      "kind": "report", "message": .string("\(done)/\(total)"), "percentage": .integer(reached),
    ])
  }

  /// The work has ended.
  func end(_ message: String) {
    guard state.withLock(\.isShown) == true else { return }
    report(["kind": "end", "message": .string(message)])
  }

  private func show() {
    state.withLock { $0.isShown = true }
    if !isClients, let id = RequestID(token) {
      // The token names the request, too.
      send(
        .request(id: id, method: "window/workDoneProgress/create", parameters: ["token": token])
      )
    }
    report(["kind": "begin", "title": .string(title), "cancellable": true, "percentage": 0])
  }

  private func report(_ value: JSONValue) {
    send(.notification(method: "$/progress", parameters: ["token": token, "value": value]))
  }
}
