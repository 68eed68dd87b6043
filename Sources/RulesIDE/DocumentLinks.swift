package import RulesSource

/// A text that leads to a file.
package struct DocumentLink: Sendable, Hashable {
  /// The text.
  package let range: SourceRange
  /// The file, relative to the document.
  package let path: String
  /// What is there.
  package let tooltip: String
}

extension Analysis {
  /// The file names of the document, in source order.
  package func documentLinks() -> [DocumentLink] {
    []
  }
}
