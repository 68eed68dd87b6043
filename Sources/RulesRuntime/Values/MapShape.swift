import Synchronization

/// The keys of a map, with what is needed to find them; maps that are made alike share one.
@safe
public final class MapShape: @unchecked Sendable {  // Nothing changes but an atomic.
  /// The keys, in the order in which they were first added.
  let keys: ContiguousArray<Text>
  /// The keys as they are searched: each is one step away, and no reference to it is counted.
  ///
  /// INVARIANT: as many as there are keys, which keep their texts.
  let names: UnsafeMutablePointer<FlatName>
  /// Count of keys.
  let count: Int
  /// The hash of each key; empty for a few keys, which are scanned.
  private let hashes: ContiguousArray<UInt32>
  /// Indices of keys sorted by (hash, bytes); empty for a few keys.
  private let order: ContiguousArray<UInt32>
  /// The hash of all keys in their order; zero until somebody has asked.
  private let hashOfKeys = Atomic(0)

  /// The most keys that are searched by scanning their hashes (measured: up to here faster than halving).
  private static let scanLimit = 16

  /// A shape of keys, none of which repeats.
  public convenience init(_ keys: ContiguousArray<Text>) {
    let hashes = Self.hashes(of: keys)
    self.init(keys, hashes, Self.order(of: keys, hashes))
    precondition(!hasRepeats)
  }

  /// A shape of keys; nil where one repeats.
  convenience init?(unique keys: ContiguousArray<Text>) {
    let hashes = Self.hashes(of: keys)
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
    count = keys.count
    unsafe names = .allocate(capacity: max(1, keys.count))
    // SAFETY: there is room for each, and the keys keep their texts for as long as this lives.
    for (index, key) in self.keys.enumerated() {
      unsafe (names + index).initialize(to: FlatName(key))
    }
  }

  deinit { unsafe names.deallocate() }

  /// The name that a key is.
  @inline(__always)
  func name(_ index: Int) -> FlatName {
    precondition(index >= 0 && index < count)
    // SAFETY: the index was checked.
    return unsafe names[index]
  }

  private static func hashes(of keys: ContiguousArray<Text>) -> ContiguousArray<UInt32> {
    keys.count > scanLimit ? ContiguousArray(keys.map { Name.hash($0.utf8) }) : []
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
      return keys.indices.contains { index in
        keys[..<index].indices.contains { isSame($0, index) }
      }
    }
    return zip(order, order.dropFirst()).contains { isSame(Int($0), Int($1)) }
  }

  private func isSame(_ index: Int, _ other: Int) -> Bool {
    name(index).isSame(as: name(other))
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

  /// The place of a key.
  func index(of text: Text) -> Int? { index(of: FlatName(text)) }

  /// The place of a key; nil where none is this name.
  @inline(__always)
  func index(of name: FlatName) -> Int? {
    if count > Self.scanLimit { return sortedIndex(of: name) }
    var index = 0
    while index < count {
      // SAFETY: the index is less than the count of names.
      if unsafe names[index].isSame(as: name) { return index }
      index &+= 1
    }
    return nil
  }

  /// The place of one of many keys, found by halving.
  @inline(never)
  private func sortedIndex(of name: FlatName) -> Int? {
    let wanted = unsafe ByteWords.hash(name.bytes)
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      let index = Int(order[middle])
      let other = self.name(index)
      if other.isSame(as: name) { return index }
      let hash = hashes[index]
      let comesFirst =
        unsafe hash == wanted
        ? other.bytes.lexicographicallyPrecedes(name.bytes) : hash < wanted
      if comesFirst { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
