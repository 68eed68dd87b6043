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
    /// What it holds.
    fileprivate var held: Set<Holding> = []
  }

  /// What a transaction can hold.
  enum Holding: Sendable, Hashable {
    /// A document that it has read.
    case document(ContiguousArray<Text>)
    /// What a query of it has looked at.
    case query(HeldQuery)
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
  /// The transactions that hold something, by what they hold.
  private var holders: [Holding: Set<UInt64>] = [:]
  private var holdingCount = 0
  /// Those that have ended, and whether they only read.
  private var closed: [UInt64: Bool] = [:]
  private var last: UInt64 = 1

  /// How long a transaction may stay open, in seconds.
  ///
  /// Source: the quotas of Cloud Firestore.
  static let secondLimit: Int64 = 270
  /// The most transactions that may be open at a time.
  static let countLimit = 10_000
  /// The most that all of them may hold together.
  static let holdingLimit = 1_000_000

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
  subscript(id: UInt64) -> Transaction? { open[id] }

  /// Keeps what the first read of a transaction sees for its further ones.
  mutating func keep(_ documents: DocumentTable, at time: Timestamp, for id: UInt64) {
    open[id]?.snapshot = (documents, time)
  }

  /// Lets a transaction hold what it has read; one that only reads holds nothing.
  mutating func hold(_ holding: Holding, for id: UInt64) throws(ServiceError) {
    guard let transaction = open[id], !transaction.isReadOnly, !transaction.held.contains(holding)
    else { return }
    guard holdingCount < Self.holdingLimit else {
      throw ServiceError(.resourceExhausted, "The open transactions have read too much.")
    }
    holdingCount += 1
    open[id]?.held.insert(holding)
    holders[holding, default: []].insert(id)
  }

  /// Ends a transaction.
  mutating func end(_ id: UInt64) {
    for holding in open[id]?.held ?? [] {
      holdingCount -= 1
      holders[holding]?.remove(id)
      if holders[holding]?.isEmpty ?? false { holders[holding] = nil }
    }
    let isReadOnly = open.removeValue(forKey: id)?.isReadOnly ?? isReadOnly(id)
    // Remembered for `rollback`, which may come twice; forgotten when there are many.
    if closed.count > Self.countLimit { closed = [:] }
    closed[id] = isReadOnly
  }

  /// Whether a transaction was open at some time.
  func isKnown(_ id: UInt64) -> Bool { open[id] != nil || closed[id] != nil }

  /// Whether a transaction only reads, or did so before it ended.
  func isReadOnly(_ id: UInt64) -> Bool { open[id]?.isReadOnly ?? closed[id] ?? false }

  /// Ends the transactions that are open for too long.
  mutating func removeExpired(at time: Timestamp) {
    for (id, transaction) in open where time.seconds - transaction.start.seconds > Self.secondLimit
    {
      end(id)
    }
  }

  /// Whether a document is held by a transaction other than a given one.
  ///
  /// Complexity: O(segments of the path), however much is held.
  func isHeld(_ path: ContiguousArray<Text>, except own: UInt64?) -> Bool {
    guard !holders.isEmpty, path.count >= 2 else { return false }
    if isHeld(.document(path), except: own) { return true }
    let collection = path[path.count - 2]
    for end in stride(from: path.count - 2, through: 0, by: -2) {
      let parent = ContiguousArray(path[..<end])
      for name in [collection, nil] {
        // A query that is no group looks only right below its parent.
        for isGroup in end == path.count - 2 ? [true, false] : [true] {
          let query = HeldQuery(parent: parent, collection: name, isGroup: isGroup)
          if isHeld(.query(query), except: own) { return true }
        }
      }
    }
    return false
  }

  private func isHeld(_ holding: Holding, except own: UInt64?) -> Bool {
    holders[holding]?.contains { $0 != own } ?? false
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
