/// The nodes of a tree that is being built.
struct SyntaxArena {
  /// The nodes that are complete.
  private(set) var nodes: ContiguousArray<SyntaxNode> = []
  /// Their children, each node's side by side.
  private(set) var childIDs: ContiguousArray<NodeID> = []
  /// Nodes whose parent is not complete yet, those of the innermost parent last.
  private var orphans: ContiguousArray<NodeID> = []
  /// Count of the orphans; what stands behind them in the array has found its parent.
  private(set) var orphanCount = 0

  /// An arena with room for so many nodes.
  init(capacity: Int) {
    nodes.reserveCapacity(capacity)
    childIDs.reserveCapacity(capacity)
  }

  /// Keeps a node for a parent that is not complete yet.
  mutating func keep(_ child: NodeID) {
    if orphanCount < orphans.count {
      orphans[orphanCount] = child
    } else {
      orphans.append(child)
    }
    orphanCount += 1
  }

  /// Adds a node whose children are the orphans from a place on.
  mutating func add(
    _ kind: SyntaxKind,
    main: TokenID,
    tokens: (first: TokenID, end: TokenID),
    since mark: Int
  ) -> NodeID {
    let start = UInt32(truncatingIfNeeded: childIDs.count)
    let count = orphanCount - mark
    for index in mark..<orphanCount { childIDs.append(orphans[index]) }
    orphanCount = mark
    nodes.append(
      SyntaxNode(
        kind: kind,
        mainToken: main,
        firstToken: tokens.first,
        endToken: tokens.end,
        firstChild: start,
        childCount: UInt32(truncatingIfNeeded: count)
      )
    )
    return NodeID(index: UInt32(truncatingIfNeeded: nodes.count - 1))
  }

  /// Adds the nodes of an item of another tree.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - old: the tree that has it.
  ///   - tokenShift: by how much the indices of its tokens differ here.
  /// - Returns: the node of the item.
  mutating func add(_ item: ParseRecord.Item, of old: SyntaxTree, tokenShift: Int) -> NodeID {
    let shift = UInt32(truncatingIfNeeded: tokenShift)
    let nodeShift = UInt32(truncatingIfNeeded: nodes.count) &- item.firstNode
    let childShift = UInt32(truncatingIfNeeded: childIDs.count) &- item.firstChild
    for index in Int(item.firstNode)...Int(item.node) {
      var node = old.nodes[index]
      node.mainToken = TokenID(index: node.mainToken.index &+ shift)
      node.firstToken = TokenID(index: node.firstToken.index &+ shift)
      node.endToken = TokenID(index: node.endToken.index &+ shift)
      node.firstChild &+= childShift
      nodes.append(node)
    }
    let last = old.nodes[Int(item.node)]
    for index in Int(item.firstChild)..<Int(last.firstChild) + Int(last.childCount) {
      childIDs.append(NodeID(index: old.childIDs[index].index &+ nodeShift))
    }
    return NodeID(index: item.node &+ nodeShift)
  }
}
