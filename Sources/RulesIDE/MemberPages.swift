import RulesSemantics

/// What the members of the service's objects mean.
enum MemberPages {
  /// The sentence about a member of an object; empty for a member without one.
  static func text(of name: String, in object: ServiceObject) -> String {
    pages(of: object).first { $0.name.utf8.elementsEqual(name.utf8) }?.text ?? ""
  }

  private static func pages(of object: ServiceObject) -> [(name: String, text: String)] {
    switch object {
    case .request: request
    case .query: query
    case .auth: auth
    case .token: token
    case .providerClaims: providerClaims
    case .document: document
    case .object: storedObject
    }
  }

  private static let request = [
    ("auth", "Who asks: `uid` and `token`; null where nobody is signed in."),
    ("method", "What is asked: `get`, `list`, `create`, `update` or `delete`."),
    ("params", "Parameters of the request; empty as a rule."),
    ("path", "The path that the request is about."),
    ("time", "When the service received the request; equal to what `serverTimestamp()` writes."),
    (
      "resource",
      "The document or object as it would be after the write. Reads have none, and deletes null."
    ),
    ("query", "Limit, offset and order of a query; only a `list` has it."),
    ("headers", "Headers of the request; empty as a rule."),
    ("inTransaction", "Whether the request belongs to a transaction; so do all writes."),
    ("writeFields", "The names of the fields that an update names; no longer documented."),
    ("readFields", "The names of the fields that are read; no longer documented."),
    ("transforms", "The fields that the service computes; no longer documented."),
  ]
  private static let query = [
    ("limit", "The most documents that are asked for; null where the query has no limit."),
    ("offset", "How many documents are skipped; null where none are."),
    ("orderBy", "The order that is asked for."),
  ]
  private static let auth = [
    ("uid", "The id of the user who is signed in."),
    ("token", "The claims of the user's token, the developer's own among them."),
  ]
  private static let token = [
    ("email", "The address of the account, if it has one."),
    ("email_verified", "Whether the user has proved that the address is theirs."),
    ("phone_number", "The telephone number of the account, if it has one."),
    ("name", "The name that the user is shown by, if there is one."),
    ("picture", "The address of the user's picture, if there is one."),
    ("sub", "The user's id, the same as `request.auth.uid`."),
    ("user_id", "The user's id, the same as `request.auth.uid`."),
    ("iss", "Who issued the token."),
    ("aud", "The project that the token is for."),
    ("iat", "When the token was issued, in seconds since 1970."),
    ("exp", "When the token ends, in seconds since 1970."),
    ("auth_time", "When the user signed in, in seconds since 1970."),
    ("firebase", "How the user signed in, and with which identities."),
  ]
  private static let providerClaims = [
    ("identities", "The user's identities, lists by provider."),
    (
      "sign_in_provider",
      "How the user signed in: `password`, `phone`, `anonymous`, `custom`, `google.com`, …"
    ),
    ("tenant", "The tenant that the user belongs to, if there are several."),
    ("sign_in_second_factor", "The second factor that was used, if one was."),
    ("second_factor_identifier", "The id of the second factor."),
    ("sign_in_attributes", "What an identity provider says of the user (SAML, OpenID Connect)."),
  ]
  private static let document = [
    ("data", "The fields of the document."),
    ("id", "The last segment of the document's path."),
    ("__name__", "The whole path of the document."),
  ]
  private static let storedObject = [
    ("name", "The path of the object in its bucket."),
    ("bucket", "The bucket that it is in."),
    ("md5Hash", "The MD5 hash of its content, in Base64."),
    ("crc32c", "The CRC32C checksum of its content, in Base64."),
    ("etag", "Changes whenever the object does."),
    ("contentDisposition", "How it is shown when it is loaded, as HTTP has it."),
    ("contentEncoding", "How its content is packed, as HTTP has it."),
    ("contentLanguage", "The language of its content, as HTTP has it."),
    ("contentType", "What it is, such as `image/png`."),
    ("cacheControl", "How long it may be kept, as HTTP has it."),
    ("generation", "Changes with every write of its content."),
    ("metageneration", "Changes with every write of its metadata."),
    ("size", "Count of its bytes."),
    ("timeCreated", "When it was created."),
    ("updated", "When it was last changed."),
    ("metadata", "What its owner has noted of it, strings by name."),
  ]
}
