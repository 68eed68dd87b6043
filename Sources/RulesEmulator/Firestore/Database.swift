import RulesRuntime

/// One database: its documents, and the transactions on them.
struct Database: Sendable {
  /// The documents as they are.
  var documents = DocumentTable()
  /// The transactions that are open.
  var transactions = Transactions()
  /// When documents were deleted that are not there now, as long as there are few enough to be remembered.
  private(set) var deletions: [ContiguousArray<Text>: Timestamp] = [:]
  /// When something was last written; each commit has a time of its own.
  private(set) var lastCommit = Timestamp(seconds: 0, nanos: 0)

  /// The most deletions that are remembered.
  private static let deletionLimit = 100_000

  /// Stores a document, or removes it.
  mutating func store(
    _ document: StoredDocument?,
    at path: ContiguousArray<Text>,
    _ time: Timestamp
  ) {
    if document == nil, documents[path] != nil {
      if deletions.count >= Self.deletionLimit { deletions = [:] }
      deletions[path] = time
    } else if document != nil, !deletions.isEmpty {
      deletions[path] = nil
    }
    documents[path] = document
  }

  /// The version of a document in microseconds: that of its deletion where it is not there.
  func version(of path: ContiguousArray<Text>) -> Int64 {
    (documents[path]?.updateTime ?? deletions[path])?.micros ?? 0
  }

  /// Removes what lies at a path and below it; everything for the empty path.
  mutating func clear(_ path: ContiguousArray<Text>, at time: Timestamp) {
    let before = documents
    documents.removeSubtree(path)
    for (collection, stored) in before.collections {
      for id in stored.keys where documents[collection + [id]] == nil {
        guard deletions.count < Self.deletionLimit else { break }
        deletions[collection + [id]] = time
      }
    }
    if path.isEmpty { transactions = Transactions() }
  }

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
