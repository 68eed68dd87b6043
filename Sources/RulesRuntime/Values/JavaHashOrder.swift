/// The order in which Java's hash map lists its keys: the official engine lists unknown variables and the fields of
/// a mask so.
///
/// Source: observation: `bind` with 2 to 16 keys.
package enum JavaHashOrder {
  /// The keys, given in the order in which they were added, in the map's order.
  package static func ordered(_ keys: ContiguousArray<Text>) -> ContiguousArray<Text> {
    var capacity = 16
    while keys.count * 4 > capacity * 3 { capacity *= 2 }
    let mask = UInt32(truncatingIfNeeded: capacity - 1)
    var places = ContiguousArray<(slot: UInt32, place: Int)>()
    for (place, key) in keys.enumerated() {
      let hash = hash(key)
      places.append(((hash ^ hash >> 16) & mask, place))
    }
    places.sort { ($0.slot, $0.place) < ($1.slot, $1.place) }
    return ContiguousArray(places.map { keys[$0.place] })
  }

  /// `String.hashCode`, as bits.
  private static func hash(_ text: Text) -> UInt32 {
    var hash: UInt32 = 0
    for unit in text.units { hash = hash &* 31 &+ UInt32(unit) }
    return hash
  }
}
