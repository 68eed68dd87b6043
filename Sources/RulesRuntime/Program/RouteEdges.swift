/// The steps of a trie over the texts of segments: one table for all nodes.
///
/// Hashes depend on a seed that each process draws anew, so that no rules can be written whose texts meet in one
/// place.
struct RouteEdges: Sendable {
  private struct Edge: Sendable {
    let node: UInt32
    let hash: UInt32
    let text: Text
    let next: UInt32
  }

  private var edges: ContiguousArray<Edge> = []
  /// Indices of edges, each one more than it is; 0 for an empty place.
  ///
  /// INVARIANT: a power of two, at most half of them full.
  private var places = ContiguousArray<UInt32>(repeating: 0, count: 8)
  private let seed = UInt64(truncatingIfNeeded: Hasher().finalize())

  /// The node that a text leads to from another; 0 for none.
  func next(from node: UInt32, over text: Text) -> UInt32 {
    let hash = hash(node, text)
    let mask = places.count &- 1
    var place = Int(hash) & mask
    while places[place] != 0 {
      let index = Int(places[place] &- 1)
      if edges[index].hash == hash, edges[index].node == node, edges[index].text == text {
        return edges[index].next
      }
      place = (place &+ 1) & mask
    }
    return 0
  }

  /// Adds a step that is not there.
  mutating func insert(_ next: UInt32, from node: UInt32, over text: Text) {
    let hash = hash(node, text)
    edges.append(Edge(node: node, hash: hash, text: text, next: next))
    if edges.count * 2 > places.count {
      places = ContiguousArray(repeating: 0, count: places.count * 2)
      for (index, edge) in edges.enumerated() { enter(index, edge.hash) }
    } else {
      enter(edges.count - 1, hash)
    }
  }

  private mutating func enter(_ index: Int, _ hash: UInt32) {
    let mask = places.count - 1
    var place = Int(hash) & mask
    while places[place] != 0 { place = (place + 1) & mask }
    places[place] = UInt32(truncatingIfNeeded: index + 1)
  }

  @inline(__always)
  private func hash(_ node: UInt32, _ text: Text) -> UInt32 {
    let mixed = ByteWords.mix(text.utf8, seed: seed &+ UInt64(node) &* 0xD6E8_FEB8_6659_FD93)
    return UInt32(truncatingIfNeeded: mixed ^ mixed &>> 32)
  }
}
