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

  /// The steps as the fast path reads them: nothing is counted, and most texts are told apart where the steps stand.
  ///
  /// INVARIANT: the edges that it was made of keep the texts.
  @safe
  struct Flat {
    private struct FlatEdge {
      let node, hash, next: UInt32
      let name: FlatName
    }

    private let edges: UnsafeMutableBufferPointer<FlatEdge>
    private let places: UnsafeMutableBufferPointer<UInt32>
    private let seed: UInt64

    init(_ table: RouteEdges) {
      unsafe edges = .allocate(capacity: table.edges.count)
      _ = unsafe edges.initialize(
        fromContentsOf: table.edges.map {
          FlatEdge(node: $0.node, hash: $0.hash, next: $0.next, name: FlatName($0.text))
        }
      )
      unsafe places = .allocate(capacity: table.places.count)
      _ = unsafe places.initialize(fromContentsOf: table.places)
      seed = table.seed
    }

    func free() {
      unsafe edges.deallocate()
      unsafe places.deallocate()
    }

    /// The node that a text leads to from another; 0 for none.
    @inline(__always)
    func next(from node: UInt32, over text: borrowing Text) -> UInt32 {
      let hash = RouteEdges.hash(node, text, seed)
      let mask = unsafe places.count &- 1
      var place = Int(hash) & mask
      while true {
        let index = unsafe places[place]
        guard index != 0 else { return 0 }
        let edge = unsafe edges.baseAddress.unsafelyUnwrapped + Int(index &- 1)
        if unsafe edge.pointee.hash == hash, unsafe edge.pointee.node == node,
          unsafe edge.pointee.name.hasText(text)
        {
          return unsafe edge.pointee.next
        }
        place = (place &+ 1) & mask
      }
    }
  }

  @inline(__always)
  private func hash(_ node: UInt32, _ text: Text) -> UInt32 { Self.hash(node, text, seed) }

  @inline(__always)
  private static func hash(_ node: UInt32, _ text: borrowing Text, _ seed: UInt64) -> UInt32 {
    let mixed = ByteWords.mix(text.utf8, seed: seed &+ UInt64(node) &* 0xD6E8_FEB8_6659_FD93)
    return UInt32(truncatingIfNeeded: mixed ^ mixed &>> 32)
  }
}
