import RulesRuntime
import RulesTesting

/// The transactions of one database that are open, and the documents that they hold.
///
/// As in the service, a transaction that may write holds each document that it has read: others may read it, and
/// who writes it waits until the transaction ends, or is told that it took too long.
struct Transactions: Sendable {
  /// One transaction.
  struct Transaction: Sendable {
    /// Whether it only reads.
    let isReadOnly: Bool
    /// When it was begun.
    let start: Timestamp
    /// The documents as they were at its first read; nil where it only reads and has not yet, or may write.
    var snapshot: (documents: DocumentTable, time: Timestamp)?
    /// The documents that it holds.
    var held: Set<ContiguousArray<Text>> = []
    /// The collections whose documents it has asked for: a group by its id alone.
    var heldQueries: [HeldQuery] = []
  }

  /// Documents that are held since a query has looked at them, those not yet there too.
  struct HeldQuery: Sendable, Hashable {
    /// The document that the query lies below.
    let parent: ContiguousArray<Text>
    /// The collection; nil for all.
    let collection: Text?
    /// Whether collections at any depth are meant.
    let isGroup: Bool

    /// Whether a document would be looked at.
    func covers(_ path: ContiguousArray<Text>) -> Bool {
      guard path.count >= parent.count + 2, path.starts(with: parent) else { return false }
      if let collection, path[path.count - 2] != collection { return false }
      return isGroup || path.count == parent.count + 2
    }
  }

  private var open: [UInt64: Transaction] = [:]
  private var closed: Set<UInt64> = []
  private var last: UInt64 = 1

  /// How long a transaction may stay open, in seconds.
  ///
  /// Source: the quotas of Cloud Firestore.
  static let secondLimit: Int64 = 270
  /// The most transactions that may be open at a time.
  static let countLimit = 10_000

  /// Begins a transaction.
  mutating func begin(isReadOnly: Bool, at time: Timestamp) throws(ServiceError) -> UInt64 {
    removeExpired(at: time)
    guard open.count < Self.countLimit else {
      throw ServiceError(.resourceExhausted, "Too many transactions are open.")
    }
    last += 1
    open[last] = Transaction(isReadOnly: isReadOnly, start: time)
    return last
  }

  /// The transaction of an id, if it is open.
  subscript(id: UInt64) -> Transaction? {
    get { open[id] }
    set { open[id] = newValue }
  }

  /// Ends a transaction.
  mutating func end(_ id: UInt64) {
    open[id] = nil
    // Remembered for `rollback`, which may come twice; forgotten when there are many.
    if closed.count > Self.countLimit { closed = [] }
    closed.insert(id)
  }

  /// Whether a transaction was open at some time.
  func isKnown(_ id: UInt64) -> Bool { open[id] != nil || closed.contains(id) }

  /// Ends the transactions that are open for too long.
  mutating func removeExpired(at time: Timestamp) {
    for (id, transaction) in open where time.seconds - transaction.start.seconds > Self.secondLimit
    {
      end(id)
    }
  }

  /// Whether a document is held by a transaction other than a given one.
  func isHeld(_ path: ContiguousArray<Text>, except own: UInt64?) -> Bool {
    open.contains { id, transaction in
      id != own
        && (transaction.held.contains(path)
          || transaction.heldQueries.contains { $0.covers(path) })
    }
  }

  // MARK: Ids on the wire

  /// The bytes of an id, as the official emulator makes them.
  static func token(_ id: UInt64) -> String {
    var bytes: ContiguousArray<UInt8> = [0x11]
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: id >> shift))
    }
    return Base64.encode(bytes)
  }

  /// The id of a token.
  static func id(_ token: ContiguousArray<UInt8>) throws(ServiceError) -> UInt64 {
    guard let bytes = Base64.decode(token) else { throw .payload("The transaction is no base64.") }
    guard bytes.count == 9, bytes[0] == 0x11 else { throw .invalid("Invalid transaction.") }
    return bytes.dropFirst().reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
