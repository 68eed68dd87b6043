package import RulesSource

/// A part of a document that can be folded away.
package struct FoldingRange: Sendable, Hashable {
  /// What is folded.
  package enum Kind: Sendable, Hashable {
    case block, comment, data
  }

  /// From the opening bracket's end (or the comment's start) to the closing bracket.
  package let range: SourceRange
  /// What is folded.
  package let kind: Kind
}

extension Analysis {
  /// The blocks, lists, maps and comments that span lines, in source order.
  package func foldingRanges() -> [FoldingRange] {
    []
  }
}
