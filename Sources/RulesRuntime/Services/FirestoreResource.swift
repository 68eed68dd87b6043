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
    let path = FirestorePath.segments(database: database, documentPath: documentPath)
    return .map(
      MapValue([
        ("data", .map(fields)),
        ("id", .string(documentPath.last ?? "")),
        ("__name__", .path(PathValue(plain: path))),
      ])
    )
  }
}

/// Paths of Cloud Firestore.
public enum FirestorePath {
  /// The whole path of a document or collection: `/databases/D/documents/…`.
  public static func segments(
    database: Text,
    documentPath: ContiguousArray<Text>
  ) -> ContiguousArray<Text> {
    ["databases", database, "documents"] + documentPath
  }
}
