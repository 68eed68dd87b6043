import RulesSyntax

/// The nodes of a tree by their kinds, so that many checks can look at those of a kind.
struct NodeIndex {
  private let nodes: ContiguousArray<NodeID>
  /// Where the nodes of each kind begin, and those of the last one end.
  private let starts: ContiguousArray<Int>

  init(_ tree: SyntaxTree) {
    var counts = ContiguousArray(repeating: 0, count: 257)
    for node in tree.nodes { counts[Int(node.kind.rawValue) + 1] += 1 }
    for kind in 1..<counts.count { counts[kind] += counts[kind - 1] }
    starts = counts
    var nodes = ContiguousArray(repeating: tree.root, count: tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      let kind = Int(node.kind.rawValue)
      nodes[counts[kind]] = NodeID(index: UInt32(truncatingIfNeeded: index))
      counts[kind] += 1
    }
    self.nodes = nodes
  }

  /// The nodes of a kind, those within others first.
  subscript(_ kind: SyntaxKind) -> ContiguousArray<NodeID>.SubSequence {
    nodes[starts[Int(kind.rawValue)]..<starts[Int(kind.rawValue) + 1]]
  }
}

/// Nodes by where they begin.
struct NodesByOffset {
  private var offsets: ContiguousArray<UInt32> = []
  private var nodes: ContiguousArray<NodeID> = []

  init(
    _ unsorted: ContiguousArray<NodeID>.SubSequence,
    _ offset: (NodeID) -> UInt32
  ) {
    // Those within others come first, so that they are nearly, but not quite, in the order of the source.
    nodes = ContiguousArray(unsorted.sorted { offset($0) < offset($1) })
    offsets = ContiguousArray(nodes.map(offset))
  }

  /// The node that begins at an offset.
  subscript(_ offset: UInt32) -> NodeID? {
    var lower = 0
    var upper = offsets.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if offsets[middle] < offset { lower = middle + 1 } else { upper = middle }
    }
    return lower < offsets.count && offsets[lower] == offset ? nodes[lower] : nil
  }
}
