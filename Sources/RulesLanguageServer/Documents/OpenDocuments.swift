import RulesIDE

/// The documents that the client has open, by their names.
struct OpenDocuments: Sendable {
  private var documents = NamedValues<OpenDocument>()

  /// All of them, in the order of their names.
  var all: [OpenDocument] { names.compactMap { documents[$0] } }

  /// Their names, in order.
  var names: [String] { documents.names }

  /// The document of a name.
  subscript(_ name: String) -> OpenDocument? { documents[name] }

  /// Takes a document in.
  mutating func open(_ document: OpenDocument) {
    documents[document.name] = document
  }

  /// Leaves a document out, and says whether it was there.
  mutating func close(_ name: String) -> Bool {
    defer { documents[name] = nil }
    return documents[name] != nil
  }

  /// Changes a document in place; nil where there is none of that name.
  mutating func update<Result>(_ name: String, _ body: (inout OpenDocument) -> Result) -> Result? {
    documents.update(name, body)
  }

  /// What is known of a document as soon as it is read; made when it is first asked for.
  mutating func draft(of name: String) -> AnalysisDraft? {
    documents.update(name) { $0.drafted() }
  }

  /// What is known of a document; made when it is first asked for.
  mutating func analysis(of name: String) -> Analysis? {
    documents.update(name) { $0.analyzed() }
  }

  /// Turns offsets of a document into positions.
  mutating func conversions(of name: String, _ encoding: PositionEncoding) -> Conversions? {
    documents.update(name) { $0.converted(encoding) }
  }
}
