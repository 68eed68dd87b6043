/// Finds the blocks whose pattern covers a path; the cost does not grow with the count of blocks that don't.
///
/// What stands before a glob is a trie from the root; what stands behind it is a trie of its own, read from
/// the path's end backwards.
public struct RouteTrie: Sendable {
  private struct Node: Sendable {
    /// The next node by the text of a segment.
    var literals: [Text: UInt32] = [:]
    /// The next node for any segment.
    var wildcard: UInt32?
    /// The blocks whose pattern (or, behind a glob, the rest of it) ends here.
    var blocks: ContiguousArray<Ending> = []
    /// The node that begins what stands behind a glob.
    var afterGlob: UInt32?
  }

  private struct Ending: Sendable {
    var block: BlockID
    /// The least count of segments that the glob takes.
    var globMinimum: UInt8
  }

  private var nodes: ContiguousArray<Node> = [Node()]

  /// A trie without blocks.
  public init() {}

  /// Adds a block under its whole pattern.
  public mutating func insert(_ block: BlockID, pattern: ContiguousArray<PatternSegment>) {
    let globIndex = pattern.firstIndex { if case .glob = $0 { true } else { false } }
    var node: UInt32 = 0
    for segment in pattern[..<(globIndex ?? pattern.count)] {
      node = step(from: node, over: segment)
    }
    guard let globIndex, case .glob(_, let minimum) = pattern[globIndex] else {
      nodes[Int(node)].blocks.append(Ending(block: block, globMinimum: 0))
      return
    }
    node = nodeAfterGlob(of: node)
    for segment in pattern[(globIndex + 1)...].reversed() {
      node = step(from: node, over: segment)
    }
    nodes[Int(node)].blocks.append(Ending(block: block, globMinimum: minimum))
  }

  private mutating func step(from node: UInt32, over segment: PatternSegment) -> UInt32 {
    switch segment {
    case .literal(let text):
      if let next = nodes[Int(node)].literals[text] { return next }
      let next = appendNode()
      nodes[Int(node)].literals[text] = next
      return next
    case .capture, .glob:
      if let next = nodes[Int(node)].wildcard { return next }
      let next = appendNode()
      nodes[Int(node)].wildcard = next
      return next
    }
  }

  private mutating func nodeAfterGlob(of node: UInt32) -> UInt32 {
    if let next = nodes[Int(node)].afterGlob { return next }
    let next = appendNode()
    nodes[Int(node)].afterGlob = next
    return next
  }

  private mutating func appendNode() -> UInt32 {
    nodes.append(Node())
    return UInt32(truncatingIfNeeded: nodes.count - 1)
  }

  /// The blocks whose pattern covers the path, in source order.
  public func blocks(covering path: RoutePath) -> ContiguousArray<BlockID> {
    var found: ContiguousArray<BlockID> = []
    let count = path.count
    // A trie has one way to each node, so none is met twice.
    var pending: ContiguousArray<(node: UInt32, depth: Int)> = [(0, 0)]
    while let (index, depth) = pending.popLast() {
      let node = nodes[Int(index)]
      if let afterGlob = node.afterGlob {
        collect(from: afterGlob, path: path, runStart: depth, into: &found)
      }
      guard depth < count else {
        found.append(contentsOf: node.blocks.map(\.block))
        continue
      }
      for next in successors(of: node, over: path[depth]) { pending.append((next, depth + 1)) }
    }
    found.sort()
    return found
  }

  /// Adds the blocks whose pattern's rest, read backwards from the path's end, leaves enough for the glob.
  private func collect(
    from start: UInt32,
    path: RoutePath,
    runStart: Int,
    into found: inout ContiguousArray<BlockID>
  ) {
    var pending: ContiguousArray<(node: UInt32, end: Int)> = [(start, path.count)]
    while let (index, end) = pending.popLast() {
      let node = nodes[Int(index)]
      for ending in node.blocks where end - runStart >= Int(ending.globMinimum) {
        found.append(ending.block)
      }
      guard end > runStart else { continue }
      for next in successors(of: node, over: path[end - 1]) { pending.append((next, end - 1)) }
    }
  }

  /// The nodes that one place of a path leads to.
  private func successors(of node: Node, over place: RoutePath.Place) -> [UInt32] {
    switch place {
    case .known(let text):
      return [node.literals[text], node.wildcard].compactMap { $0 }
    case .anyDocument:
      return node.wildcard.map { [$0] } ?? []
    case .anyRun:
      return []
    }
  }
}
