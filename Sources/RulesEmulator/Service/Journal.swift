import RulesRuntime

/// What one commit, or one clearing, has done to a database: what is kept on disk.
package struct JournalEntry: Sendable {
  /// The database.
  let database: DatabaseName
  /// What was done.
  let event: Event
  /// When.
  let time: Timestamp

  /// What can be done.
  enum Event: Sendable {
    /// Documents were written or removed.
    case changes([Change])
    /// What lies at a path and below it was removed.
    case cleared(ContiguousArray<Text>)
  }

  /// A document as it is after; nil where it was removed.
  struct Change: Sendable {
    let path: ContiguousArray<Text>
    let document: StoredDocument?
  }

  /// An entry from its parts.
  init(_ database: DatabaseName, _ event: Event, at time: Timestamp) {
    self.database = database
    self.event = event
    self.time = time
  }
}
