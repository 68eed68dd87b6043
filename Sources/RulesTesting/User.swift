package import RulesRuntime

/// Somebody who is signed in.
package struct User: Sendable {
  /// The name that the test file calls them by; empty for one that is written in place.
  package var name: String
  /// `request.auth.uid`.
  package var uid: Text
  /// Claims on top of those that every token has; they win over them.
  package var claims: MapValue
  /// How they signed in.
  package var provider: SignInProvider

  /// `request.auth`: `{uid, token}` with the claims that a real ID token has.
  ///
  /// - Parameter time: when the token is issued, usually the time of the request.
  /// - Returns: the map that rules see.
  package func auth(at time: Timestamp) -> Value {
    var shapes = TokenShapes()
    return auth(at: time, &shapes)
  }

  /// `request.auth`, with the shapes of the maps that were made before.
  func auth(at time: Timestamp, _ shapes: inout TokenShapes) -> Value {
    let (shape, added) = shapes.shape(of: claims)
    var values: ContiguousArray<Value> = []
    values.reserveCapacity(claims.count + added.count)
    // A user's own claims come first where they are shown, and win.
    for value in claims.values { values.append(value) }
    for claim in added {
      switch claim {
      case .subject, .userID: values.append(.string(uid))
      case .firebase: values.append(firebaseClaims(&shapes))
      case .authTime, .issued: values.append(.int(time.seconds))
      case .expiry: values.append(.int(time.seconds + 3600))
      }
    }
    return .map(MapValue(Self.shape, [.string(uid), .map(MapValue(shape, values))]))
  }

  private static let shape = MapShape(["uid", "token"])
  private static let providerShape = MapShape(["sign_in_provider", "identities"])
  private static let emailShape = MapShape(["email"])
  private static let email: Text = "email"
  private static let phoneNumber: Text = "phone_number"
  private static let phone: Text = "phone"

  private func firebaseClaims(_ shapes: inout TokenShapes) -> Value {
    .map(
      MapValue(Self.providerShape, [.string(provider.claimText), .map(identities(&shapes))])
    )
  }

  /// By what the user is known to the provider.
  private func identities(_ shapes: inout TokenShapes) -> MapValue {
    let email = claims[Self.email].map { Value.list(ListValue([$0])) }
    var first: (name: Text, value: Value)?
    switch provider {
    case .anonymous, .custom, .password: break
    case .phone: first = claims[Self.phoneNumber].map { (Self.phone, $0) }
    case .apple, .google, .facebook, .github, .twitter:
      first = (provider.claimText, .string(uid))
    }
    guard let first else { return email.map { MapValue(Self.emailShape, [$0]) } ?? .empty }
    let list = Value.list(ListValue([first.value]))
    guard let email else { return shapes.maps.map([first.name.utf8], [list]) }
    return shapes.maps.map([first.name.utf8, Self.email.utf8], [list, email])
  }
}

/// The claims of every token: who, twice, how, and when it was issued and ends.
private enum TokenClaim: Int, CaseIterable, Sendable {
  case subject, userID, firebase, authTime, issued, expiry

  static let names: ContiguousArray<Text> = [
    "sub", "user_id", "firebase", "auth_time", "iat", "exp",
  ]
}

/// The shapes of the tokens of a test, most of whose users have the same claims.
struct TokenShapes {
  /// The shapes of other maps.
  var maps = MapShapes()
  /// What was met before, by the claims of the users.
  private var known: [(keys: ContiguousArray<Text>, shape: MapShape, added: [TokenClaim])] = []

  /// The most shapes that are searched.
  private static let limit = 8

  /// No shape is known.
  init() {}

  /// The shape of a token, and which claims it has besides those of a user.
  fileprivate mutating func shape(of claims: MapValue) -> (shape: MapShape, added: [TokenClaim]) {
    let keys = claims.keys
    for known in known where known.keys == keys { return (known.shape, known.added) }
    let added = TokenClaim.allCases.filter { !claims.contains(TokenClaim.names[$0.rawValue]) }
    // No key repeats: those of a map don't, and the others are not among them.
    let shape = MapShape(keys + added.map { TokenClaim.names[$0.rawValue] })
    if known.count < Self.limit { known.append((keys, shape, added)) }
    return (shape, added)
  }
}

/// How a user signed in.
package enum SignInProvider: String, Sendable, Hashable, CaseIterable {
  case password, anonymous, apple, google, phone, facebook, github, twitter, custom

  /// What `request.auth.token.firebase.sign_in_provider` holds.
  package var claim: String {
    switch self {
    case .password, .anonymous, .phone, .custom: rawValue
    case .apple, .google, .facebook, .github, .twitter: rawValue + ".com"
    }
  }

  /// The claim as rules see it.
  fileprivate var claimText: Text {
    self == .custom ? Self.customClaim : Text(claim)
  }

  private static let customClaim = Text(SignInProvider.custom.claim)
}
