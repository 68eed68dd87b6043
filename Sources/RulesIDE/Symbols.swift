package import RulesSource

/// A declaration, as an outline shows it.
package struct DocumentSymbol: Sendable, Hashable {
  /// What is declared.
  package enum Kind: Sendable, Hashable {
    case service, match, function, parameter, variable, allow
    case user, data, document, group, test, table
  }

  /// What it is called.
  package let name: String
  /// More about it, such as parameters; empty for nothing.
  package let detail: String
  /// What it is.
  package let kind: Kind
  /// The whole declaration.
  package let range: SourceRange
  /// Its name.
  package let nameRange: SourceRange
  /// What is declared in it.
  package let children: [DocumentSymbol]
}

/// A declaration of one of the project's files.
package struct WorkspaceSymbol: Sendable, Hashable {
  /// What it is called.
  package let name: String
  /// What it is.
  package let kind: DocumentSymbol.Kind
  /// What it is declared in: titles and paths, outermost first, as one text; empty at the top.
  package let container: String
  /// Its name's place.
  package let location: Location
}

extension Analysis {
  /// The outline of the document.
  package func symbols() -> [DocumentSymbol] {
    []
  }

  /// The declarations whose names hold the letters of a text in its order; all for the empty text.
  package func symbols(matching query: String) -> [WorkspaceSymbol] {
    []
  }
}
