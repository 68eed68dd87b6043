/// A member of `request`, or none of them.
enum RequestMember: UInt8, Sendable, CaseIterable {
  case auth, method, path, time, params, resource, headers, inTransaction, readFields, transforms
  case writeFields, fields, query
  /// Another name.
  case other

  /// The member of a name.
  init(_ name: Text) {
    self = Self.names[name] ?? .other
  }

  private static let names: [Text: RequestMember] = [
    "auth": .auth, "method": .method, "path": .path, "time": .time, "params": .params,
    "resource": .resource, "headers": .headers, "inTransaction": .inTransaction,
    "readFields": .readFields, "transforms": .transforms, "writeFields": .writeFields,
    "fields": .fields, "query": .query,
  ]
}
