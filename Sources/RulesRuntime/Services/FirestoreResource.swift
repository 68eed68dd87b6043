/// What rules see of a Firestore document: `resource`, `request.resource` and the result of `get()`.
public enum FirestoreResource {
  /// The map `{data, id, __name__}` of a document.
  ///
  /// - Parameters:
  ///   - fields: the document's fields.
  ///   - documentPath: its segments below the database's documents.
  ///   - database: the database's name, `(default)`.
  /// - Returns: what `resource` is for the document.
  public static func value(
    fields: MapValue,
    documentPath: ContiguousArray<Text>,
    database: Text
  ) -> Value {
    var segments = ContiguousArray<PathValue.Segment>()
    segments.reserveCapacity(documentPath.count + 3)
    segments.append(.simple(FirestorePath.databases))
    segments.append(.simple(database))
    segments.append(.simple(FirestorePath.documents))
    for segment in documentPath { segments.append(.simple(segment)) }
    return .map(
      MapValue(
        shape,
        [.map(fields), .string(documentPath.last ?? ""), .path(PathValue(segments))]
      )
    )
  }

  /// The members of a document: its fields come first.
  static let shape = MapShape(["data", "id", "__name__"])
}

/// Paths of Cloud Firestore.
public enum FirestorePath {
  /// The whole path of a document or collection: `/databases/D/documents/…`.
  public static func segments(
    database: Text,
    documentPath: ContiguousArray<Text>
  ) -> ContiguousArray<Text> {
    var segments = ContiguousArray<Text>()
    segments.reserveCapacity(documentPath.count + 3)
    segments.append(databases)
    segments.append(database)
    segments.append(documents)
    segments.append(contentsOf: documentPath)
    return segments
  }

  static let databases: Text = "databases"
  static let documents: Text = "documents"
}
