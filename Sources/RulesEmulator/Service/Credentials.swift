import RulesJSON
import RulesRuntime
import RulesTesting

/// Who sends a request.
enum Credentials: Sendable {
  /// A program that may do everything; rules are not asked.
  case owner
  /// Somebody whom rules see as this `request.auth`; null for nobody.
  case user(Value)

  /// Reads the field `Authorization`.
  ///
  /// Tokens are those of the emulators: nobody signs them, and none is too old.
  ///
  /// - Throws: the official emulator's error for what is no token.
  init(_ field: String?) throws(ServiceError) {
    guard let field, !field.isEmpty else {
      self = .user(.null)
      return
    }
    let words = field.split(separator: " ", maxSplits: 1)
    guard words.count == 2, ["bearer", "firebase"].contains(words[0].lowercased()) else {
      throw .invalid("invalid jwt")
    }
    let token = words[1].drop { $0 == " " }
    if token == "owner" {
      self = .owner
      return
    }
    self = .user(try Self.auth(ContiguousArray(token.utf8)))
  }

  /// `request.auth` of a token.
  private static func auth(_ token: ContiguousArray<UInt8>) throws(ServiceError) -> Value {
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64.decode(ContiguousArray(parts[1])),
      let json = try? JSONValue(parsing: payload),
      case .success(.map(let claims)) = FixtureDocuments.plainValue(json)
    else { throw .invalid("invalid jwt") }
    guard case .string(let uid)? = claims["sub"] ?? claims["user_id"] else {
      throw .invalid("invalid jwt")
    }
    return .map(MapValue([("uid", .string(uid)), ("token", .map(claims))]))
  }
}
