import Synchronization

/// The keys of a map, with what is needed to find them; maps that are made alike share one.
public final class MapShape: Sendable {
  /// The keys, in the order in which they were first added.
  let keys: ContiguousArray<Text>
  /// The hash of each key.
  let hashes: ContiguousArray<UInt32>
  /// Indices into the above sorted by (hash, key bytes); empty for a few keys, which are scanned.
  let order: ContiguousArray<UInt32>
  /// The hash of all keys in their order; zero until somebody has asked.
  private let hashOfKeys = Atomic(0)

  /// The most keys that are searched by scanning their hashes (measured: up to here faster than halving).
  private static let scanLimit = 16

  /// A shape of keys, none of which repeats.
  public convenience init(_ keys: ContiguousArray<Text>) {
    let hashes = ContiguousArray(keys.map { Name.hash($0.utf8) })
    self.init(keys, hashes, Self.order(of: keys, hashes))
    precondition(!hasRepeats)
  }

  /// A shape of keys; nil where one repeats.
  convenience init?(unique keys: ContiguousArray<Text>) {
    let hashes = ContiguousArray(keys.map { Name.hash($0.utf8) })
    self.init(keys, hashes, Self.order(of: keys, hashes))
    if hasRepeats { return nil }
  }

  private init(
    _ keys: ContiguousArray<Text>,
    _ hashes: ContiguousArray<UInt32>,
    _ order: ContiguousArray<UInt32>
  ) {
    self.keys = keys
    self.hashes = hashes
    self.order = order
  }

  private static func order(
    of keys: ContiguousArray<Text>,
    _ hashes: ContiguousArray<UInt32>
  ) -> ContiguousArray<UInt32> {
    guard keys.count > scanLimit else { return [] }
    var order = ContiguousArray(0..<UInt32(truncatingIfNeeded: keys.count))
    order.sort { left, right in
      let (leftHash, rightHash) = (hashes[Int(left)], hashes[Int(right)])
      if leftHash != rightHash { return leftHash < rightHash }
      return keys[Int(left)].utf8.lexicographicallyPrecedes(keys[Int(right)].utf8)
    }
    return order
  }

  private var hasRepeats: Bool {
    if order.isEmpty {
      return hashes.indices.contains { index in
        hashes[..<index].indices.contains { isSame($0, index) }
      }
    }
    return zip(order, order.dropFirst()).contains { isSame(Int($0), Int($1)) }
  }

  private func isSame(_ index: Int, _ other: Int) -> Bool {
    hashes[index] == hashes[other] && keys[index] == keys[other]
  }

  /// A hash of all keys in their order, which nobody can foresee; of most shapes nobody asks for it.
  var contentHash: Int {
    let known = hashOfKeys.load(ordering: .relaxed)
    if known != 0 { return known }
    var hasher = Hasher()
    for key in keys { hasher.combine(key) }
    let hash = hasher.finalize()
    hashOfKeys.store(hash, ordering: .relaxed)
    return hash
  }

  /// The place of a key, its hash being known.
  func index(of text: Text, hash: UInt32) -> Int? {
    // SAFETY: the buffer is read within the closure only.
    unsafe text.utf8.withUnsafeBytes { unsafe index(of: $0, hash: hash) }
  }

  /// The place of a key; nil where none has these bytes.
  @inline(__always)
  func index(of key: UnsafeRawBufferPointer, hash wanted: UInt32) -> Int? {
    guard order.isEmpty else { return unsafe sortedIndex(of: key, hash: wanted) }
    for index in 0..<hashes.count where hashes[index] == wanted {
      if unsafe hasKey(key, at: index) { return index }
    }
    return nil
  }

  /// Whether the key at an index has some bytes.
  @inline(__always)
  private func hasKey(_ key: UnsafeRawBufferPointer, at index: Int) -> Bool {
    // SAFETY: the buffer is read within the closure only.
    unsafe keys[index].utf8.withUnsafeBytes { unsafe ByteWords.areEqual($0, key) }
  }

  /// The place of one of many keys, found by halving.
  @inline(never)
  private func sortedIndex(of key: UnsafeRawBufferPointer, hash wanted: UInt32) -> Int? {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      let index = Int(order[middle])
      let hash = hashes[index]
      if hash == wanted, unsafe hasKey(key, at: index) { return index }
      let comesFirst = unsafe hash == wanted ? precedes(key, index) : hash < wanted
      if comesFirst { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Whether the key at an index comes before some bytes.
  private func precedes(_ key: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    // SAFETY: the buffer is read within the closure only.
    unsafe keys[index].utf8.withUnsafeBytes { unsafe $0.lexicographicallyPrecedes(key) }
  }
}
