/// What the tree of a text has of the tree of an earlier version.
package struct SharedSyntax: Sendable {
  /// The bytes of the new text that are not those of the old one.
  package let changedBytes: Range<Int>
  /// The tokens of both.
  package let tokens: SharedTokens
  /// The nodes of the functions and allow statements that were taken over, in order.
  package let items: ContiguousArray<SharedNodes>
}

/// The tokens that two texts have in common: those before some index, and those from an index of each on.
package struct SharedTokens: Sendable {
  /// Count of the tokens that both begin with.
  package let prefix: Int
  /// Index of the first token of the common end in the old text.
  package let oldSuffix: Int
  /// Index of the first token of the common end in the new text.
  package let newSuffix: Int

  /// By how much the indices of the common end differ.
  var shift: Int { newSuffix - oldSuffix }
}

/// Nodes beside one another that two trees have in common.
package struct SharedNodes: Sendable {
  /// Their indices in the new tree.
  package let nodes: Range<Int>
  /// By how much the indices in the new tree are higher.
  package let shift: Int

  /// Their indices in the old tree.
  package var oldNodes: Range<Int> { nodes.lowerBound - shift..<nodes.upperBound - shift }
}
