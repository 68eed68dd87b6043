package import RulesRuntime

/// The documents of a test, and the objects of a bucket.
package struct DocumentStore: Sendable, DocumentSource {
  /// The fields of each document, by its segments below the database's documents.
  package var documents = LayeredTable()
  /// The metadata of each object, by the segments of its name.
  package var objects = LayeredTable()

  /// A store without documents.
  package init() {}

  /// The fields of a document; both states are the same here.
  package func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
    documents[path]
  }

  /// The same documents, cheap to copy and then to change.
  func settled() -> DocumentStore {
    var store = self
    store.documents.settle()
    store.objects.settle()
    return store
  }

  /// Stores what a commit writes.
  mutating func apply(_ changes: DocumentChanges) {
    changes.documents.forEach { documents[$0] = $1 }
    changes.objects.forEach { objects[$0] = $1 }
  }
}

/// Fields by path: what is shared by many tests, and what one of them changed.
///
/// A copy that is changed copies only what had been changed before, however much is shared.
package struct LayeredTable: Sendable {
  /// The segments of a path.
  package typealias Path = ContiguousArray<Text>

  /// nil for what was deleted.
  private var shared: [Path: MapValue?] = [:]
  private var changed: [Path: MapValue?] = [:]

  /// A table without entries.
  package init() {}

  /// What stands at a path.
  package subscript(path: Path) -> MapValue? {
    get {
      if !changed.isEmpty, let fields = changed[path] { return fields }
      return shared[path] ?? nil
    }
    set { changed[path] = .some(newValue) }
  }

  /// The paths at which something stands, in no particular order.
  package var paths: [Path] {
    changed.filter { $0.value != nil }.map(\.key)
      + shared.filter { $0.value != nil && changed[$0.key] == nil }.map(\.key)
  }

  /// Moves the changes to what is shared.
  ///
  /// Complexity: O(changes), and O(entries) where a copy shares them.
  mutating func settle() {
    if shared.isEmpty {
      shared = changed
    } else {
      for (path, fields) in changed { shared[path] = .some(fields) }
    }
    changed = [:]
  }
}

/// What a commit writes; nil for what it deletes.
struct DocumentChanges: Sendable {
  var documents = PathChanges()
  var objects = PathChanges()
}

/// Changes by path; most commits have one, for which there is no table.
struct PathChanges: Sendable {
  private var first: (path: LayeredTable.Path, fields: MapValue?)?
  private var others: [LayeredTable.Path: MapValue?] = [:]

  /// What is written to a path; nil where nothing is.
  subscript(path: LayeredTable.Path) -> MapValue?? {
    guard let first else { return nil }
    if first.path == path { return .some(first.fields) }
    return others.isEmpty ? nil : others[path]
  }

  /// Notes what is written to a path; nil where it is deleted.
  mutating func note(_ fields: MapValue?, at path: LayeredTable.Path) {
    if let known = first, known.path != path {
      others[path] = .some(fields)
    } else {
      first = (path, fields)
    }
  }

  /// Does something with each change, in no particular order.
  func forEach(_ body: (LayeredTable.Path, MapValue?) -> Void) {
    guard let first else { return }
    body(first.path, first.fields)
    for (path, fields) in others { body(path, fields) }
  }
}

/// The documents before a commit and after it.
struct CommitDocuments: Sendable, DocumentSource {
  let before: DocumentStore
  let changes: DocumentChanges

  func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
    switch state {
    case .before: before.documents[path]
    case .after: changes.documents[path] ?? before.documents[path]
    }
  }
}
