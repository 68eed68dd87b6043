import RulesRuntime
import RulesSource

/// The members of the objects that a service provides.
///
/// Source: language reference, §6; measured programs, §5.3.
enum KnownMembers {
  /// A member's name and what it is.
  typealias Member = (name: String, value: Inferred)

  /// The members of one object, found by their bytes.
  final class Table: Sendable {
    /// The members, in the order in which messages list them.
    let members: [Member]
    /// Their names.
    let words: WordTable
    /// Where `resource` stands among the members, if it is one.
    let resource: Int?
    /// Where `query` stands among the members, if it is one.
    let query: Int?

    init(_ members: [Member]) {
      self.members = members
      words = WordTable(members.map(\.name))
      resource = members.firstIndex { $0.name.utf8.elementsEqual("resource".utf8) }
      query = members.firstIndex { $0.name.utf8.elementsEqual("query".utf8) }
    }
  }

  /// The members of an object, and those that tokens have by themselves; nil where any name will do.
  static func of(_ shape: Inferred.Shape, in service: ServiceKind) -> Table? {
    switch shape {
    case .other: nil
    case .token: claims
    case .providerClaims: providerClaims
    case .request: service == .storage ? storageRequest : firestoreRequest
    case .query: query
    case .auth: auth
    case .document: document
    case .object: object
    }
  }

  /// The claims that tokens have by themselves; others are the developer's own.
  static let claims = Table([
    ("email", Inferred(.string)), ("email_verified", Inferred(.bool)),
    ("phone_number", Inferred(.string)), ("name", Inferred(.string)),
    ("picture", Inferred(.string)), ("sub", Inferred(.string)), ("user_id", Inferred(.string)),
    ("iss", Inferred(.string)), ("aud", Inferred(.string)), ("iat", Inferred(.number)),
    ("exp", Inferred(.number)), ("auth_time", Inferred(.number)),
    ("firebase", Inferred(.map, .providerClaims)),
  ])

  /// The claims below `firebase`.
  private static let providerClaims = Table([
    ("identities", Inferred(.map)), ("sign_in_provider", Inferred(.string)),
    ("tenant", Inferred(.string)), ("sign_in_second_factor", Inferred(.string)),
    ("second_factor_identifier", Inferred(.string)), ("sign_in_attributes", Inferred(.map)),
  ])

  private static let common: [Member] = [
    ("auth", Inferred([.map, .null], .auth)), ("method", Inferred(.string)),
    ("params", Inferred(.map)), ("path", Inferred(.path)), ("time", Inferred(.timestamp)),
    ("resource", .any),
  ]
  private static let storageRequest = Table(common)
  private static let firestoreRequest = Table(
    common + [
      ("query", Inferred(.map, .query)), ("headers", Inferred(.map)),
      ("inTransaction", Inferred(.bool)), ("writeFields", .any), ("readFields", .any),
      ("transforms", .any),
    ]
  )
  private static let auth = Table([
    ("uid", Inferred(.string)), ("token", Inferred(.map, .token)),
  ])
  private static let query = Table([
    ("limit", Inferred([.int, .null])), ("offset", Inferred([.int, .null])),
    ("orderBy", .any),
  ])
  private static let document = Table([
    ("data", Inferred(.map)), ("id", Inferred(.string)), ("__name__", Inferred(.path)),
  ])
  private static let object = Table(
    [
      "name", "bucket", "md5Hash", "crc32c", "etag", "contentDisposition", "contentEncoding",
      "contentLanguage", "contentType", "cacheControl",
    ].map { ($0, Inferred(.string)) }
      + ["generation", "metageneration", "size"].map { ($0, Inferred(.int)) }
      + ["timeCreated", "updated"].map { ($0, Inferred(.timestamp)) }
      + [("metadata", Inferred(.map))]
  )

  /// What an object is called in messages.
  static func name(of shape: Inferred.Shape) -> String {
    switch shape {
    case .other: "the map"
    case .request: "`request`"
    case .query: "`request.query`"
    case .auth: "`request.auth`"
    case .token: "the token"
    case .providerClaims: "`request.auth.token.firebase`"
    case .document: "a document"
    case .object: "a stored object"
    }
  }

  /// What people mean who write a member that is not there.
  static func meant(by name: String, of shape: Inferred.Shape) -> String? {
    switch shape {
    case .request:
      switch name {
      case "uid": return "auth.uid"
      case "user", "authentication": return "auth"
      case "data": return "resource.data"
      case "token": return "auth.token"
      case "now", "timestamp": return "time"
      default: return claims.members.contains { $0.name == name } ? "auth.token.\(name)" : nil
      }
    case .auth:
      switch name {
      case "id", "userId", "user_id": return "uid"
      case "claims": return "token"
      case "emailVerified": return "token.email_verified"
      default: return claims.members.contains { $0.name == name } ? "token.\(name)" : nil
      }
    case .object:
      switch name {
      case "timeUpdated", "updateTime": return "updated"
      case "createTime", "created": return "timeCreated"
      case "customMetadata": return "metadata"
      case "mimeType", "type": return "contentType"
      default: return nil
      }
    case .document, .query, .token, .providerClaims, .other: return nil
    }
  }
}
