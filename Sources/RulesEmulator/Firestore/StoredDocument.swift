import RulesRuntime

/// A document as it is stored.
struct StoredDocument: Sendable {
  /// Its fields.
  var fields: MapValue
  /// When it was created.
  var createTime: Timestamp
  /// When it was last changed.
  var updateTime: Timestamp

  /// Whether both are one document at one time, not merely alike.
  func isIdentical(to other: StoredDocument) -> Bool {
    fields.isIdentical(to: other.fields) && createTime == other.createTime
      && updateTime == other.updateTime
  }

  /// Whether fields are the same to the last bit, whatever their order: `1` and `1.0` are not.
  static func areSame(_ left: MapValue, _ right: MapValue) -> Bool {
    if left.isIdentical(to: right) { return true }
    guard left.count == right.count else { return false }
    return zip(left.keys, left.values).allSatisfy { key, value in
      right[key].map { areSame(value, $0) } ?? false
    }
  }

  private static func areSame(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.int, .int): ValueOrder.areSame(left, right)
    case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern
    case (.int, _), (_, .int), (.float, _), (_, .float): false
    case (.list(let left), .list(let right)):
      left.elements.count == right.elements.count
        && zip(left.elements, right.elements).allSatisfy { areSame($0, $1) }
    case (.map(let left), .map(let right)): areSame(left, right)
    case (.vector(let left), .vector(let right)):
      left.elements.map(\.bitPattern) == right.elements.map(\.bitPattern)
    default: ValueOrder.areSame(left, right)
    }
  }
}

/// The documents of one database.
///
/// A copy costs nothing until one of both is changed, and then a table of the collection that is changed.
struct DocumentTable: Sendable {
  /// The documents of each collection by their ids; the collection by the segments of its path.
  private(set) var collections: [ContiguousArray<Text>: [Text: StoredDocument]] = [:]

  /// The document at a path; an odd path has none.
  subscript(path: ContiguousArray<Text>) -> StoredDocument? {
    get {
      guard let id = path.last, path.count.isMultiple(of: 2) else { return nil }
      return collections[ContiguousArray(path.dropLast())]?[id]
    }
    set {
      guard let id = path.last, path.count.isMultiple(of: 2) else { return }
      let collection = ContiguousArray(path.dropLast())
      collections[collection, default: [:]][id] = newValue
      if newValue == nil, collections[collection]?.isEmpty ?? false {
        collections[collection] = nil
      }
    }
  }

  /// Removes what lies at a path and below it; everything for the empty path.
  mutating func removeSubtree(_ path: ContiguousArray<Text>) {
    guard !path.isEmpty else {
      collections = [:]
      return
    }
    self[path] = nil
    for collection in collections.keys where collection.starts(with: path) {
      collections[collection] = nil
    }
  }

  /// The ids of the collections right below a document, or below the root, sorted by their bytes.
  func collectionIDs(below parent: ContiguousArray<Text>) -> [Text] {
    let ids = collections.keys.filter { $0.count > parent.count && $0.starts(with: parent) }
      .map { $0[parent.count] }
    return Set(ids).sorted { $0.precedes($1) }
  }

  /// The ids of the documents of a collection that have something below them, whether they are there or not.
  func parentIDs(in collection: ContiguousArray<Text>) -> Set<Text> {
    let ids = collections.keys.filter {
      $0.count > collection.count && $0.starts(with: collection)
    }.map { $0[collection.count] }
    return Set(ids)
  }
}

extension DocumentTable: DocumentSource {
  /// The fields of a document; both states are the same here.
  func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
    self[path]?.fields
  }
}

/// The documents before a commit and after it.
struct CommittedDocuments: Sendable, DocumentSource {
  /// Before it.
  let before: DocumentTable
  /// What it changes; nil for what it deletes.
  let changes: [ContiguousArray<Text>: MapValue?]

  func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
    switch state {
    case .before: before[path]?.fields
    case .after: changes[path] ?? before[path]?.fields
    }
  }
}

extension Text {
  /// Whether it comes before another text by its bytes, as Firestore orders ids and strings.
  func precedes(_ other: Text) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
