package import RulesSource

/// A word with what it means, for colours.
package struct SemanticToken: Sendable, Hashable {
  /// What it is; raw values count from 0.
  package enum Kind: Int, Sendable, Hashable, CaseIterable {
    case keyword, comment, string, number, `operator`, function, method, parameter, variable,
      property
    case namespace, type, wildcard, pathSegment, user, verdict
  }

  /// What else is true of it; a bit each.
  package struct Modifiers: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: Int
    /// Modifiers from their bits.
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// It declares the name.
    package static let declaration = Modifiers(rawValue: 1)
    /// Its value never changes.
    package static let readonly = Modifiers(rawValue: 2)
    /// The language provides it.
    package static let defaultLibrary = Modifiers(rawValue: 4)
  }

  /// The word; never longer than a line.
  package let range: SourceRange
  /// What it is.
  package let kind: Kind
  /// What else is true of it.
  package let modifiers: Modifiers
}

extension Analysis {
  /// All words of the document, in source order.
  package func semanticTokens() -> [SemanticToken] {
    []
  }
}
