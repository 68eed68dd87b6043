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
  mutating func add(_ item: ParseRecord.Item, of old: EarlierTree, tokenShift: Int) -> NodeID {
    let shift = UInt32(truncatingIfNeeded: tokenShift)
    let nodeShift = UInt32(truncatingIfNeeded: nodes.count) &- item.firstNode
    let childShift = UInt32(truncatingIfNeeded: childIDs.count) &- item.firstChild
    let (firstNode, firstChild) = (nodes.count, childIDs.count)
    let last = old.nodes[Int(item.node)]
    nodes.append(contentsOf: old.nodes[Int(item.firstNode)...Int(item.node)])
    childIDs.append(
      contentsOf: old.childIDs[Int(item.firstChild)..<Int(last.firstChild) + Int(last.childCount)]
    )
    // Most changes move no token to another place in the list, and no node.
    if shift != 0 || childShift != 0 {
      var added = nodes.mutableSpan
      for index in firstNode..<added.count {
        added[index].move(tokens: shift, children: childShift)
      }
    }
    if nodeShift != 0 {
      var added = childIDs.mutableSpan
      for index in firstChild..<added.count {
        added[index] = NodeID(index: added[index].index &+ nodeShift)
      }
    }
    return NodeID(index: item.node &+ nodeShift)
  }
}

extension SyntaxNode {
  /// Moves the places of its tokens and children.
  fileprivate mutating func move(tokens: UInt32, children: UInt32) {
    mainToken = TokenID(index: mainToken.index &+ tokens)
    firstToken = TokenID(index: firstToken.index &+ tokens)
    endToken = TokenID(index: endToken.index &+ tokens)
    firstChild &+= children
  }
}
