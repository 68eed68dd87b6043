package import RulesRuntime

/// The documents of a test, and the objects of a bucket.
package struct DocumentStore: Sendable, DocumentSource {
  /// The fields of each document, by its segments below the database's documents.
  package var documents: [ContiguousArray<Text>: MapValue] = [:]
  /// The metadata of each object, by the segments of its name.
  package var objects: [ContiguousArray<Text>: MapValue] = [:]

  /// A store without documents.
  package init() {}

  /// The fields of a document; both states are the same here.
  package func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
    documents[path]
  }
}

/// The documents before a commit and after it.
struct CommitDocuments: Sendable, DocumentSource {
  let before: DocumentStore
  let after: DocumentStore

  func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
    switch state {
    case .before: before.documents[path]
    case .after: after.documents[path]
    }
  }
}
