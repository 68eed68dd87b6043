/// Finds the blocks whose pattern covers a path; the cost does not grow with the count of blocks that don't.
///
/// What stands before a glob is a trie from the root; what stands behind it is a trie of its own, read from
/// the path's end backwards.
public struct RouteTrie: Sendable {
  private struct Node: Sendable {
    /// The only text that leads on, where there is but one, and where to: most nodes need no table.
    var literal: Text = ""
    var afterLiteral: UInt32 = 0
    /// How many texts lead on.
    var literalCount: UInt32 = 0
    /// The next node for any segment; 0 for none, as the root follows nothing.
    var wildcard: UInt32 = 0
    /// The node that begins what stands behind a glob; 0 for none.
    var afterGlob: UInt32 = 0
    /// The blocks whose pattern (or, behind a glob, the rest of it) ends here.
    var blocks: ContiguousArray<Ending> = []
  }

  private struct Ending: Sendable {
    var block: BlockID
    /// The least count of segments that the glob takes.
    var globMinimum: UInt8
  }

  private var nodes: ContiguousArray<Node> = [Node()]
  private var literals = RouteEdges()

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
      let known = successor(of: node, over: text)
      if known != 0 { return known }
      let next = appendNode()
      literals.insert(next, from: node, over: text)
      nodes[Int(node)].literal = text
      nodes[Int(node)].afterLiteral = next
      nodes[Int(node)].literalCount += 1
      return next
    case .capture, .glob:
      if nodes[Int(node)].wildcard != 0 { return nodes[Int(node)].wildcard }
      let next = appendNode()
      nodes[Int(node)].wildcard = next
      return next
    }
  }

  private mutating func nodeAfterGlob(of node: UInt32) -> UInt32 {
    if nodes[Int(node)].afterGlob != 0 { return nodes[Int(node)].afterGlob }
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
    ContiguousArray(blockList(covering: path))
  }

  /// A node as the fast path reads it.
  struct FlatNode {
    /// The only text that leads on, where there is but one.
    let literal: FlatName
    let afterLiteral: UInt32
    let literalCount: UInt32
    let wildcard: UInt32
    /// Whether patterns that end here hold a glob.
    let hasGlob: Bool
    /// The blocks whose pattern ends here, in source order.
    let blocks: Range<UInt32>
  }

  /// The nodes as the fast path reads them, whose texts this keeps; and their blocks.
  var flatNodes: (nodes: ContiguousArray<FlatNode>, blocks: ContiguousArray<BlockID>) {
    var blocks: ContiguousArray<BlockID> = []
    let flat = nodes.map { node in
      let first = UInt32(truncatingIfNeeded: blocks.count)
      blocks.append(contentsOf: node.blocks.map(\.block))
      return FlatNode(
        literal: FlatName(node.literal),
        afterLiteral: node.afterLiteral,
        literalCount: node.literalCount,
        wildcard: node.wildcard,
        hasGlob: node.afterGlob != 0,
        blocks: first..<UInt32(truncatingIfNeeded: blocks.count)
      )
    }
    return (ContiguousArray(flat), blocks)
  }

  /// The steps where several texts lead on, as the fast path reads them; this keeps their texts.
  var flatEdges: RouteEdges.Flat { RouteEdges.Flat(literals) }

  /// The blocks whose pattern covers the path, in source order.
  func blockList(covering path: RoutePath) -> BlockList {
    var found = BlockList()
    let count = path.count
    var (node, depth): (UInt32, Int) = (0, 0)
    // Ways that branch off; a trie has one way to each node, so none is met twice.
    var pending: ContiguousArray<(node: UInt32, depth: Int)> = []
    while true {
      let afterGlob = nodes[Int(node)].afterGlob
      if afterGlob != 0 { collect(from: afterGlob, path: path, runStart: depth, into: &found) }
      var next: UInt32 = 0
      if depth < count {
        next = successor(of: node, over: path, depth)
        let wildcard = path.isRun(at: depth) ? 0 : nodes[Int(node)].wildcard
        if next == 0 {
          next = wildcard
        } else if wildcard != 0 {
          pending.append((wildcard, depth + 1))
        }
      } else {
        for index in nodes[Int(node)].blocks.indices {
          found.append(nodes[Int(node)].blocks[index].block)
        }
      }
      if next != 0 {
        (node, depth) = (next, depth + 1)
      } else if let other = pending.popLast() {
        (node, depth) = other
      } else {
        break
      }
    }
    found.sort()
    return found
  }

  /// Adds the blocks whose pattern's rest, read backwards from the path's end, leaves enough for the glob.
  private func collect(
    from start: UInt32,
    path: RoutePath,
    runStart: Int,
    into found: inout BlockList
  ) {
    var (node, end) = (start, path.count)
    var pending: ContiguousArray<(node: UInt32, end: Int)> = []
    while true {
      for index in nodes[Int(node)].blocks.indices {
        let ending = nodes[Int(node)].blocks[index]
        if end - runStart >= Int(ending.globMinimum) { found.append(ending.block) }
      }
      var next: UInt32 = 0
      if end > runStart {
        next = successor(of: node, over: path, end - 1)
        let wildcard = path.isRun(at: end - 1) ? 0 : nodes[Int(node)].wildcard
        if next == 0 {
          next = wildcard
        } else if wildcard != 0 {
          pending.append((wildcard, end - 1))
        }
      }
      if next != 0 {
        (node, end) = (next, end - 1)
      } else if let other = pending.popLast() {
        (node, end) = other
      } else {
        return
      }
    }
  }

  /// The node that a known place of a path leads to by its text; 0 for none.
  private func successor(of node: UInt32, over path: RoutePath, _ index: Int) -> UInt32 {
    if index < path.segments.count { return successor(of: node, over: path.segments[index]) }
    guard case .known(let text) = path[index] else { return 0 }
    return successor(of: node, over: text)
  }

  @inline(__always)
  private func successor(of node: UInt32, over text: Text) -> UInt32 {
    let index = Int(node)
    switch nodes[index].literalCount {
    case 0: return 0
    case 1: return nodes[index].literal == text ? nodes[index].afterLiteral : 0
    default: return literals.next(from: node, over: text)
    }
  }
}

/// Some blocks; one of them, as there mostly is, takes no memory of its own.
struct BlockList: RandomAccessCollection, Sendable {
  private var first: BlockID?
  private var others: ContiguousArray<BlockID> = []

  /// No blocks.
  init() {}

  /// Always 0.
  var startIndex: Int { 0 }
  /// Count of blocks.
  var endIndex: Int { first == nil ? 0 : others.count + 1 }

  /// The block at an index.
  subscript(_ index: Int) -> BlockID {
    if index == 0, let first { return first }
    return others[index - 1]
  }

  /// Adds a block.
  mutating func append(_ block: BlockID) {
    if first == nil { first = block } else { others.append(block) }
  }

  /// Puts the blocks in source order.
  mutating func sort() {
    guard let block = first, !others.isEmpty else { return }
    others.append(block)
    others.sort()
    first = others.removeFirst()
  }
}
