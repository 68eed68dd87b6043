package import RulesSource

/// What is shown of a place.
package struct Hover: Sendable, Hashable {
  /// What it speaks of.
  package let range: SourceRange
  /// The text, in Markdown.
  package let markdown: String

  /// A text about a range.
  package init(_ range: SourceRange, _ markdown: String) {
    self.range = range
    self.markdown = markdown
  }
}

extension Analysis {
  /// What there is to tell about the word at an offset.
  package func hover(at offset: UInt32, in project: ProjectIndex) -> Hover? {
    nil
  }
}
