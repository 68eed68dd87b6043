package import RulesSource

/// A remark inside a line.
package struct InlayHint: Sendable, Hashable {
  /// What it tells.
  package enum Kind: Sendable, Hashable {
    case parameter, type
  }

  /// Where it is shown.
  package let offset: UInt32
  /// What it says: `owner:` before an argument, `: string` after a let's name.
  package let label: String
  /// What it tells.
  package let kind: Kind
}

extension Analysis {
  /// The remarks inside a range, in source order.
  package func inlayHints(in range: SourceRange, in project: ProjectIndex) -> [InlayHint] {
    []
  }
}
