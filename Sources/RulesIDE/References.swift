package import RulesSource

/// A place where the name under the cursor stands.
package struct DocumentHighlight: Sendable, Hashable {
  /// What is done there.
  package enum Kind: Sendable, Hashable {
    /// The name's value is read.
    case read
    /// The name gets its value.
    case write
  }

  /// The name.
  package let range: SourceRange
  /// What is done there.
  package let kind: Kind
}

extension Analysis {
  /// Where what the name at an offset means is named.
  package func references(
    at offset: UInt32,
    includingDeclaration: Bool,
    in project: ProjectIndex
  ) -> [Location] {
    []
  }

  /// Where in this document what the name at an offset means is named, in source order.
  package func highlights(at offset: UInt32) -> [DocumentHighlight] {
    []
  }
}
