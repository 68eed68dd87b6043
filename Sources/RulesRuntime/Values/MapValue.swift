/// A map from strings to values.
///
/// Keeps the order in which keys were first added.
public struct MapValue: Sendable {
  @usableFromInline
  let storage: Storage

  @usableFromInline
  final class Storage: Sendable {
    /// The keys, in the order in which they were first added.
    let keys: ContiguousArray<Text>
    /// The hash of each key.
    let hashes: ContiguousArray<UInt32>
    /// The value of each key.
    let values: ContiguousArray<Value>
    /// Indices into the above sorted by (hash, key bytes); empty for small maps, which are scanned.
    let order: ContiguousArray<UInt32>

    init(
      keys: ContiguousArray<Text>,
      hashes: ContiguousArray<UInt32>,
      values: ContiguousArray<Value>,
      order: ContiguousArray<UInt32>
    ) {
      self.keys = keys
      self.hashes = hashes
      self.values = values
      self.order = order
    }
  }

  /// The largest map that is searched by scanning its hashes (measured: up to here faster than halving).
  private static let scanLimit = 16

  /// The map without keys.
  public static let empty = MapValue([])

  /// A map from entries; of a repeated key the first place and the last value are kept.
  public init(_ entries: ContiguousArray<(key: Text, value: Value)>) {
    self.init(
      keys: ContiguousArray(entries.map(\.key)),
      values: ContiguousArray(entries.map(\.value))
    )
  }

  /// A map from keys and as many values; of a repeated key the first place and the last value are kept.
  public init(keys: ContiguousArray<Text>, values: ContiguousArray<Value>) {
    let hashes = ContiguousArray(keys.map { Name.hash($0.utf8) })
    let isScanned = keys.count <= Self.scanLimit
    let order = isScanned ? [] : Self.sortedOrder(keys, hashes)
    let hasRepeats =
      isScanned ? Self.hasRepeats(keys, hashes) : Self.hasRepeats(order, keys, hashes)
    if hasRepeats {
      let unique = Self.merged(keys, values)
      self.init(keys: unique.keys, values: unique.values)
    } else {
      self.init(Storage(keys: keys, hashes: hashes, values: values, order: order))
    }
  }

  /// A map with the keys of a shape, and as many values.
  public init(_ shape: MapShape, _ values: ContiguousArray<Value>) {
    precondition(values.count == shape.keys.count)
    self.init(Storage(keys: shape.keys, hashes: shape.hashes, values: values, order: []))
  }

  private init(_ storage: Storage) {
    self.storage = storage
  }

  private static func merged(
    _ keys: ContiguousArray<Text>,
    _ values: ContiguousArray<Value>
  ) -> (keys: ContiguousArray<Text>, values: ContiguousArray<Value>) {
    var places: [Text: Int] = [:]
    var uniqueKeys: ContiguousArray<Text> = []
    var uniqueValues: ContiguousArray<Value> = []
    for (key, value) in zip(keys, values) {
      if let index = places[key] {
        uniqueValues[index] = value
      } else {
        places[key] = uniqueKeys.count
        uniqueKeys.append(key)
        uniqueValues.append(value)
      }
    }
    return (uniqueKeys, uniqueValues)
  }

  private static func sortedOrder(
    _ keys: ContiguousArray<Text>,
    _ hashes: ContiguousArray<UInt32>
  ) -> ContiguousArray<UInt32> {
    var order = ContiguousArray(0..<UInt32(truncatingIfNeeded: keys.count))
    order.sort { left, right in
      let (leftHash, rightHash) = (hashes[Int(left)], hashes[Int(right)])
      if leftHash != rightHash { return leftHash < rightHash }
      return keys[Int(left)].utf8.lexicographicallyPrecedes(keys[Int(right)].utf8)
    }
    return order
  }

  private static func hasRepeats(
    _ keys: ContiguousArray<Text>,
    _ hashes: ContiguousArray<UInt32>
  ) -> Bool {
    for index in hashes.indices {
      for other in 0..<index where hashes[other] == hashes[index] && keys[other] == keys[index] {
        return true
      }
    }
    return false
  }

  private static func hasRepeats(
    _ order: ContiguousArray<UInt32>,
    _ keys: ContiguousArray<Text>,
    _ hashes: ContiguousArray<UInt32>
  ) -> Bool {
    zip(order, order.dropFirst()).contains { left, right in
      hashes[Int(left)] == hashes[Int(right)] && keys[Int(left)] == keys[Int(right)]
    }
  }

  /// Whether both are one map in memory, not merely equal.
  public func isIdentical(to other: MapValue) -> Bool {
    storage === other.storage
  }

  /// Count of keys.
  public var count: Int { storage.keys.count }

  /// The keys in order of first addition.
  public var keys: ContiguousArray<Text> { storage.keys }

  /// The values in the order of their keys.
  public var values: ContiguousArray<Value> { storage.values }

  /// The value of a key.
  ///
  /// Complexity: O(log count).
  public subscript(_ key: Text) -> Value? {
    guard let index = index(of: key, hash: Name.hash(key.utf8)) else { return nil }
    return storage.values[index]
  }

  /// The value of a key whose hash is known.
  public subscript(_ name: Name) -> Value? {
    guard let index = index(of: name) else { return nil }
    return storage.values[index]
  }

  /// Whether the key is there.
  public func contains(_ key: Text) -> Bool {
    index(of: key, hash: Name.hash(key.utf8)) != nil
  }

  /// The value of a key, where it stands.
  @inline(__always)
  func borrowed(_ name: Name) -> Borrowed<Value>? {
    guard let index = index(of: name.text, hash: name.hash) else { return nil }
    return storage.values.borrowed(index)
  }

  /// The value of a key, where it stands.
  func borrowed(_ key: Text) -> Borrowed<Value>? {
    guard let index = index(of: key, hash: Name.hash(key.utf8)) else { return nil }
    return storage.values.borrowed(index)
  }

  /// The value of the key that another map has at an index; most often it stands at the same one.
  @inline(__always)
  func borrowed(sameKey index: Int, of other: MapValue) -> Borrowed<Value>? {
    let hash = other.storage.hashes[index]
    if index < count, storage.hashes[index] == hash,
      storage.keys[index] == other.storage.keys[index]
    {
      return storage.values.borrowed(index)
    }
    guard let found = self.index(of: other.storage.keys[index], hash: hash) else { return nil }
    return storage.values.borrowed(found)
  }

  /// The key at an index, where it stands.
  @inline(__always)
  func key(_ index: Int) -> Borrowed<Text> { storage.keys.borrowed(index) }

  /// The value at an index, where it stands.
  @inline(__always)
  func value(_ index: Int) -> Borrowed<Value> { storage.values.borrowed(index) }

  /// The place of a key in `keys`.
  func index(of name: Name) -> Int? {
    index(of: name.text, hash: name.hash)
  }

  /// The place of a key in `keys`, its hash being known.
  func index(of text: Text, hash wanted: UInt32) -> Int? {
    guard storage.order.isEmpty else { return sortedIndex(of: text, hash: wanted) }
    for index in storage.hashes.indices
    where storage.hashes[index] == wanted && storage.keys[index] == text {
      return index
    }
    return nil
  }

  private func sortedIndex(of text: Text, hash wanted: UInt32) -> Int? {
    var low = 0
    var high = storage.order.count
    while low < high {
      let middle = (low + high) / 2
      let index = Int(storage.order[middle])
      let hash = storage.hashes[index]
      if hash == wanted {
        let key = storage.keys[index]
        if key == text { return index }
        if key.utf8.lexicographicallyPrecedes(text.utf8) {
          low = middle + 1
        } else {
          high = middle
        }
      } else if hash < wanted {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return nil
  }
}

/// The keys of maps that are made again and again, with their hashes.
public struct MapShape: Sendable {
  let keys: ContiguousArray<Text>
  let hashes: ContiguousArray<UInt32>

  /// A shape of a few keys, none of which repeats.
  public init(_ keys: ContiguousArray<Text>) {
    let map = MapValue(keys: keys, values: ContiguousArray(keys.map { _ in .null }))
    self.keys = map.storage.keys
    self.hashes = map.storage.hashes
    precondition(map.storage.order.isEmpty && map.count == keys.count)
  }
}
