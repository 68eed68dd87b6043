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
    var shapes = MapShapes()
    return auth(at: time, &shapes)
  }

  /// `request.auth`, with the shapes of the maps that were made before.
  func auth(at time: Timestamp, _ shapes: inout MapShapes) -> Value {
    // A user's own claims come first where they are shown, and win.
    var names = ContiguousArray(claims.keys.map(\.utf8))
    var values = ContiguousArray(claims.values)
    for (index, name) in Self.names.enumerated() where !claims.contains(name) {
      names.append(name.utf8)
      switch index {
      case 0, 1: values.append(.string(uid))
      case 2: values.append(firebaseClaims(&shapes))
      case 3, 4: values.append(.int(time.seconds))
      default: values.append(.int(time.seconds + 3600))
      }
    }
    let token = shapes.map(names, values)
    return .map(MapValue(Self.shape, [.string(uid), .map(token)]))
  }

  private static let shape = MapShape(["uid", "token"])
  /// The claims of every token: who, twice, how, and when it was issued and ends.
  private static let names: ContiguousArray<Text> = [
    "sub", "user_id", "firebase", "auth_time", "iat", "exp",
  ]
  private static let providerShape = MapShape(["sign_in_provider", "identities"])

  private func firebaseClaims(_ shapes: inout MapShapes) -> Value {
    var names: ContiguousArray<ContiguousArray<UInt8>> = []
    var values: ContiguousArray<Value> = []
    func add(_ name: Text, _ value: Value) {
      names.append(name.utf8)
      values.append(.list(ListValue([value])))
    }
    switch provider {
    case .anonymous, .custom: break
    case .password: break
    case .phone:
      if let number = claims["phone_number"] { add("phone", number) }
    case .apple, .google, .facebook, .github, .twitter:
      add(Text(provider.claim), .string(uid))
    }
    if let email = claims["email"] { add("email", email) }
    return .map(
      MapValue(
        Self.providerShape,
        [
          .string(Text(provider.claim)),
          .map(names.isEmpty ? .empty : shapes.map(names, values)),
        ]
      )
    )
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
}
