package import RulesSource

/// A change that can be asked for at a place.
package struct CodeAction: Sendable, Hashable {
  /// What it is for.
  package enum Kind: Sendable, Hashable {
    case quickFix, extract, inline, rewrite
  }

  /// What it does, in the imperative.
  package let title: String
  /// What it is for.
  package let kind: Kind
  /// The changes.
  package let edits: [DocumentEdit]
  /// What it removes the cause of; nil where nothing is wrong.
  package let diagnostic: Diagnostic?
  /// Whether it is the one that is usually meant.
  package let isPreferred: Bool
}

extension Analysis {
  /// The changes that can be asked for where a range is selected.
  package func codeActions(in range: SourceRange, in project: ProjectIndex) -> [CodeAction] {
    []
  }
}
