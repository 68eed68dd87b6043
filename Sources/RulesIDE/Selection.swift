package import RulesSource

extension Analysis {
  /// What a growing selection takes in around an offset, the innermost first; each holds the one before.
  package func selectionRanges(at offset: UInt32) -> [SourceRange] {
    [SourceRange(0, UInt32(truncatingIfNeeded: source.bytes.count))]
  }
}
