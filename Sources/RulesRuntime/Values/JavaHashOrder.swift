/// The order in which Java's hash map lists its keys: the official engine lists unknown variables and the fields of
/// a mask so.
///
/// Source: observation: `bind` with 2 to 16 keys.
package enum JavaHashOrder {
  /// The keys, given in the order in which they were added, in the map's order.
  package static func ordered(_ keys: ContiguousArray<Text>) -> ContiguousArray<Text> {
    ContiguousArray(order(keys.map(hash)).map { keys[$0] })
  }

  /// Paths of fields, given in the order in which they were added, in the map's order.
  ///
  /// Source: observation: queries that compare a field and another one within it, 444 pairs of paths.
  package static func ordered(_ paths: [[Text]]) -> [[Text]] {
    let hashes = paths.map { path in
      path.reduce(0) { hash, name in hash &+ 31 &* (31 &+ self.hash(name)) }
    }
    return order(hashes).map { paths[$0] }
  }

  /// The places of keys in the map's order, from their hashes.
  private static func order(_ hashes: [UInt32]) -> [Int] {
    var capacity = 16
    while hashes.count * 4 > capacity * 3 { capacity *= 2 }
    let mask = UInt32(truncatingIfNeeded: capacity - 1)
    var places: [(slot: UInt32, place: Int)] = []
    for (place, hash) in hashes.enumerated() { places.append(((hash ^ hash >> 16) & mask, place)) }
    places.sort { ($0.slot, $0.place) < ($1.slot, $1.place) }
    return places.map(\.place)
  }

  /// `String.hashCode`, as bits.
  private static func hash(_ text: Text) -> UInt32 {
    var hash: UInt32 = 0
    for unit in text.units { hash = hash &* 31 &+ UInt32(unit) }
    return hash
  }
}
