package import RulesRuntime
import RulesSource

/// What tests say about who makes a request.
extension FactTables {
  /// Whether a test tells users from one another: not only that there is one, but which.
  ///
  /// That an address is verified, or that the user is not anonymous, tells nobody apart: everybody can get that.
  package func isIdentityTest(_ literal: Condition.Literal) -> Bool {
    guard !literal.isNegated else { return false }
    switch terms[literal.term] {
    case .isType: return false
    case .binary(_, let left, let right):
      let isTrivial =
        [left, right].contains { isEverybodys($0) } && !mentionsUser(other(left, right))
      if isTrivial, terms[right].isConstant { return false }
    default: break
    }
    let mentioned = terms.mentions(literal.term)
    return mentioned.contains(.uid)
      || (mentioned.contains(.token) && contains(literal.term) { isClaim($0) })
  }

  private func other(_ left: TermID, _ right: TermID) -> TermID {
    isEverybodys(left) ? right : left
  }

  /// Whether a term mentions the user in any way.
  package func mentionsUser(_ id: TermID) -> Bool { terms.mentions(id).contains(.user) }

  /// Whether a constant may be compared with it and nobody is told apart: `request.auth`, the token, whether the
  /// address is verified, how the user signed in.
  private func isEverybodys(_ id: TermID) -> Bool {
    if id == terms.auth || id == terms.token { return true }
    if let access = access(id), access.root == .token, let first = access.names.first {
      return first == terms.names.emailVerified || first == terms.names.firebase
    }
    return false
  }

  /// Whether a term is a claim by which users differ.
  private func isClaim(_ id: TermID) -> Bool {
    guard let access = access(id), access.root == .token, let first = access.names.first else {
      return false
    }
    return first != terms.names.emailVerified && first != terms.names.firebase
  }

  /// Whether a test asks for a right that users can't give themselves by the request: a claim, or a document that
  /// is looked up; the document itself does not count, nor that the user is the one of the path.
  package func isGrantedTest(_ literal: Condition.Literal) -> Bool {
    guard isIdentityTest(literal) else { return false }
    if terms.mentions(literal.term).contains(.lookup) { return true }
    return contains(literal.term) { id in
      guard isClaim(id), let access = access(id) else { return false }
      return access.names.first != terms.names.email
    }
  }

  /// The field of a document that a test compares with the user's id: `resource.data.owner == request.auth.uid`, or
  /// `request.auth.uid in resource.data.members`.
  package func ownerField(_ literal: Condition.Literal) -> FieldAccess? {
    guard !literal.isNegated else { return nil }
    let field: TermID
    switch terms[literal.term] {
    case .binary(.equal, terms.uid, let right): field = right
    case .binary(.equal, let left, terms.uid): field = left
    case .contained(element: terms.uid, let collection): field = collection
    default: return nil
    }
    guard let access = access(field), access.root == .oldData || access.root == .newData,
      !access.names.isEmpty
    else { return nil }
    return access
  }
}

extension LintContext {
  /// Whether a name is usually that of a user's id: `uid`, `userId`, `owner_id`.
  package static func isUserLike(_ name: Text) -> Bool {
    var letters: ContiguousArray<UInt8> = []
    for byte in name.utf8 {
      switch byte {
      case 0x41...0x5A: letters.append(byte + 32)
      case 0x61...0x7A: letters.append(byte)
      default: continue
      }
    }
    return userWords.index(of: letters.span) != nil
  }

  private static let userWords = WordTable([
    "uid", "userid", "user", "owner", "ownerid", "owneruid", "useruid", "accountid", "profileid",
    "memberid", "customerid", "authorid", "authoruid", "author", "createdby", "creator",
    "creatorid", "creatoruid", "playerid", "patientid", "studentid",
  ])

  /// The wildcard of a pattern that is named like a user's id, the last one if there are several.
  static func userWildcard(_ pattern: PathPattern) -> Text? {
    for segment in pattern.ownSegments.reversed() {
      if case .capture(let name) = segment, isUserLike(name) { return name }
    }
    return nil
  }
}

extension FactTables {
  /// Whether a condition can be true through one kind of test without another kind of test.
  ///
  /// - Parameters:
  ///   - id: the condition.
  ///   - requester: what is known of the request.
  ///   - target: the kind that is looked for.
  ///   - protection: the kind that makes it harmless.
  /// - Returns: the first test of the kind on an unprotected way.
  package func unprotected(
    in id: ConditionID,
    for requester: Requester? = nil,
    _ target: (Condition.Literal) -> Bool,
    without protection: (Condition.Literal) -> Bool
  ) -> Condition.Literal? {
    let found = way(in: id, requester, target, protection)
    return found.isOpen ? found.literal : nil
  }

  private func way(
    in id: ConditionID,
    _ requester: Requester?,
    _ target: (Condition.Literal) -> Bool,
    _ protection: (Condition.Literal) -> Bool
  ) -> (isOpen: Bool, literal: Condition.Literal?) {
    switch conditions[id] {
    case .always: return (true, nil)
    case .never, .failure, .unknown: return (false, nil)
    case .literal(let literal):
      return protection(literal) ? (false, nil) : (true, target(literal) ? literal : nil)
    case .all(let slice):
      var literal: Condition.Literal?
      for place in slice.indices {
        let part = conditions.part(at: place)
        let found = way(in: part, requester, target, protection)
        guard found.isOpen else { return (false, nil) }
        literal = literal ?? found.literal
      }
      return (true, literal)
    case .any(let slice):
      var isOpen = false
      for place in slice.indices {
        let part = conditions.part(at: place)
        if let requester, !outcomes(of: part, for: requester).contains(.isTrue) { continue }
        let found = way(in: part, requester, target, protection)
        guard found.isOpen else { continue }
        isOpen = true
        if let literal = found.literal { return (true, literal) }
      }
      return (isOpen, nil)
    }
  }
}
