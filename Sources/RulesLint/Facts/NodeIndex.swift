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
