/// A member of `request`, or none of them.
enum RequestMember: UInt8, Sendable, CaseIterable {
  case auth, method, path, time, params, resource, headers, inTransaction, readFields, transforms
  case writeFields, fields, query
  /// Another name.
  case other

  /// The member of a name.
  init(_ name: Text) {
    self = Self.members[name] ?? .other
  }

  private static let members = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { member in member.name.map { ($0, member) } }
  )

  /// Its name; nil for another name.
  var name: Text? {
    switch self {
    case .auth: "auth"
    case .method: "method"
    case .path: "path"
    case .time: "time"
    case .params: "params"
    case .resource: "resource"
    case .headers: "headers"
    case .inTransaction: "inTransaction"
    case .readFields: "readFields"
    case .transforms: "transforms"
    case .writeFields: "writeFields"
    case .fields: "fields"
    case .query: "query"
    case .other: nil
    }
  }
}
