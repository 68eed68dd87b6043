import RulesSyntax

/// What the names mean in functions and statements that a file has of an earlier version.
struct KnownNames {
  /// The functions and statements of both in which nothing is wrong, in the order of their nodes.
  let items: ContiguousArray<SharedNodes>
  /// What the names meant.
  let references: ReferenceTable
  /// For each function the functions that its body names; nil where they have to be found.
  private(set) var functions: ContiguousArray<[Int]?> = []
  /// For each statement, in the order of the blocks, the functions that its condition names; nil where they have to
  /// be found.
  private(set) var statements: ContiguousArray<[Int]?> = []

  /// What an earlier version tells; nil where names may mean something else now.
  ///
  /// - Parameters:
  ///   - earlier: the earlier version.
  ///   - shared: what both have in common.
  ///   - declarations: what the file declares, with the symbols of the earlier version.
  init?(_ earlier: NamedRules, _ shared: SharedSyntax, in declarations: Declarations) {
    let old = earlier.declarations
    guard declarations.scopesAgree(with: old) else { return nil }
    let resolver = earlier.resolver
    references = resolver.references
    items =
      resolver.problems.isEmpty
      ? shared.items : shared.items.filter { !resolver.hasProblem(in: $0.oldNodes) }
    functions.reserveCapacity(declarations.functions.count)
    statements.reserveCapacity(resolver.conditionCalls.count)
    var count = 0
    for (index, function) in declarations.functions.enumerated() {
      let node = oldNode(function.node)
      guard node == nil || node == old.functions[index].node else { return nil }
      functions.append(node == nil ? nil : resolver.calls[index])
      count += node == nil ? 0 : 1
    }
    var firstStatement = 0
    for (block, oldBlock) in zip(declarations.blocks, old.blocks) {
      var place = 0
      for statement in block.statements {
        guard let node = oldNode(statement.node) else {
          statements.append(nil)
          continue
        }
        // The statements of a block are in the order of their nodes.
        while place < oldBlock.statements.count,
          oldBlock.statements[place].node.index < node.index
        {
          place += 1
        }
        guard place < oldBlock.statements.count, oldBlock.statements[place].node == node else {
          return nil
        }
        statements.append(resolver.conditionCalls[firstStatement + place])
        count += 1
      }
      firstStatement += oldBlock.statements.count
    }
    // What is declared no more has no names.
    guard count == items.count else { return nil }
  }

  /// What the node of a function or statement was in the earlier version; nil where nothing is known of it.
  private func oldNode(_ node: NodeID) -> NodeID? {
    let place = items.firstPlace { $0.nodes.upperBound > Int(node.index) }
    guard place < items.count, items[place].nodes.upperBound == Int(node.index) + 1 else {
      return nil
    }
    return NodeID(index: UInt32(truncatingIfNeeded: items[place].oldNodes.upperBound - 1))
  }
}

extension RandomAccessCollection where Index == Int {
  /// The place of the first element of which something holds that holds of all behind it, too; the end where there
  /// is none.
  ///
  /// Complexity: O(log count).
  func firstPlace(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
