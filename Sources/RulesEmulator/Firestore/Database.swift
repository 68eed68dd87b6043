import RulesRuntime

/// One database: its documents, and the transactions on them.
struct Database: Sendable {
  /// The documents as they are.
  var documents = DocumentTable()
  /// The transactions that are open.
  var transactions = Transactions()
  /// When something was last written; each commit has a time of its own.
  private(set) var lastCommit = Timestamp(seconds: 0, nanos: 0)

  /// The time of a commit: now, but after every commit before it.
  mutating func commitTime(_ now: Timestamp) -> Timestamp {
    let micros = Timestamp(seconds: now.seconds, nanos: now.nanos / 1000 * 1000)
    if micros.isAfter(lastCommit) {
      lastCommit = micros
    } else if lastCommit.nanos < 999_999_000 {
      lastCommit = Timestamp(seconds: lastCommit.seconds, nanos: lastCommit.nanos + 1000)
    } else {
      lastCommit = Timestamp(seconds: lastCommit.seconds + 1, nanos: 0)
    }
    return lastCommit
  }

  /// Notes the time of a commit that was made before the service was started.
  mutating func noteCommit(_ time: Timestamp) {
    if time.isAfter(lastCommit) { lastCommit = time }
  }
}

extension Timestamp {
  /// Whether it is later than another time.
  func isAfter(_ other: Timestamp) -> Bool {
    seconds != other.seconds ? seconds > other.seconds : nanos > other.nanos
  }
}
