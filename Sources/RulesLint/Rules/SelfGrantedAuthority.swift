import RulesRuntime
import RulesSource

extension LintRule {
  static let selfGrantedAuthority = LintRule(
    "self-granted-authority",
    .error,
    "a right that users can give themselves",
    reason: """
      Either the condition takes a right from the data that the request brings along, which says whatever its sender \
      likes; or rules read a right from a document that its subject can write.
      """,
    bad: .firestore(
      """
      match /news/{item} {
        allow delete: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin';
      }
      match /users/{uid} {
        allow update: if request.auth.uid == uid && request.resource.data.name is string;
      }
      """
    ),
    good: .firestore(
      """
      match /news/{item} {
        allow delete: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin';
      }
      match /users/{uid} {
        allow update: if request.auth.uid == uid && request.resource.data.name is string
                      && request.resource.data.role == resource.data.role;
      }
      """
    ),
    silence: "Silence it where the field is no right, but a choice of the user.",
    check: .rules { context, report in
      context.reportBroughtAuthority(&report)
      context.reportWritableAuthority(&report)
    }
  )
}

extension LintContext {
  /// Names of fields that hold rights.
  private static let rightWords = [
    "role", "roles", "admin", "isadmin", "superuser", "issuperuser", "moderator", "ismoderator",
    "permissions", "permission", "accesslevel", "privileges", "isstaff", "staff", "isowner",
    "scopes",
  ]

  /// Values that stand for rights.
  private static let rightValues = [
    "admin", "administrator", "owner", "superadmin", "superuser", "moderator", "root", "staff",
    "editor",
  ]

  private func isRight(_ name: Symbol) -> Bool {
    let letters = terms.bytes(of: name).compactMap { byte -> UInt8? in
      switch byte {
      case 0x41...0x5A: byte + 32
      case 0x5F: nil
      default: byte
      }
    }
    return Self.rightWords.contains { letters.elementsEqual($0.utf8) }
  }

  private func isRightValue(_ id: TermID) -> Bool {
    switch terms[id] {
    case .bool(let bool): bool
    case .string(let symbol):
      Self.rightValues.contains { terms.bytes(of: symbol).elementsEqual($0.utf8) }
    default: false
    }
  }

  /// The field of the new data that a test takes for a right.
  private func broughtRight(_ literal: Condition.Literal) -> FieldAccess? {
    guard !literal.isNegated, case .binary(.equal, let left, let right) = terms[literal.term],
      isRightValue(right), let access = facts.access(left), access.root == .newData,
      let last = access.names.last, isRight(last)
    else { return nil }
    return access
  }

  fileprivate func reportBroughtAuthority(_ report: inout LintReport) {
    for statement in statements where !statement.methods.isDisjoint(with: .write) {
      let found = facts.unprotected(
        in: statement.condition,
        { broughtRight($0) != nil },
        without: { literal in
          facts.isGrantedTest(literal) || ownsStored(literal) && broughtRight(literal) == nil
        }
      )
      guard let found, let access = broughtRight(found) else { continue }
      let name = facts.text(of: access.names)
      let (range, notes) = place(of: found.origin, in: statement)
      report.add(
        at: range,
        "whoever writes \(thing(pattern(of: statement))) decides by `\(name)` in the request whether it is allowed",
        notes: notes + [
          DiagnosticNote(
            "`request.resource.data` is what the request brings; read the right from a claim or another document"
          )
        ]
      )
    }
  }

  /// Whether a test reads a right or an owner from the stored document.
  private func ownsStored(_ literal: Condition.Literal) -> Bool {
    facts.isIdentityTest(literal) && terms.mentions(literal.term).contains(.oldResource)
  }

  // MARK: Rights in documents

  /// A field of a document, found by the user's id, that rules read as a right.
  private struct StoredRight: Hashable {
    /// The segments of the document's path; nil where the user's id stands.
    let path: [Symbol?]
    let field: Symbol
  }

  fileprivate func reportWritableAuthority(_ report: inout LintReport) {
    guard program.service == .firestore else { return }
    var rights: [StoredRight: ExpressionID] = [:]
    var order: [StoredRight] = []
    for statement in statements {
      facts.forEachLiteral(in: statement.condition) { literal in
        guard terms.mentions(literal.term).isSuperset(of: [.lookup, .uid]) else { return }
        facts.forEachTerm(in: literal.term) { term in
          guard let right = storedRight(term), rights[right] == nil else { return }
          rights[right] = literal.origin
          order.append(right)
        }
      }
    }
    guard !order.isEmpty else { return }
    // By the name of the collection, as most paths begin with one.
    let byCollection = Dictionary(grouping: order) { right in
      right.path.first.flatMap { $0 }.map { terms.bytes(of: $0) } ?? []
    }
    for statement in statements where !statement.methods.isDisjoint(with: .write) {
      guard case .literal(let name)? = pattern(of: statement).ownSegments.first else { continue }
      for right in byCollection[name.utf8] ?? [] {
        guard let origin = rights[right] else { continue }
        check(right, readAt: origin, writtenBy: statement, &report)
      }
    }
  }

  private func storedRight(_ id: TermID) -> StoredRight? {
    guard let access = facts.access(id), case .lookup(let lookup) = access.root,
      let field = access.names.first, isRight(field),
      case .lookup(_, let arguments) = terms[lookup],
      let first = terms[arguments].first, case .path(let list) = terms[first],
      terms.count(of: list) > 3
    else { return nil }
    var path: [Symbol?] = []
    var hasUser = false
    for segment in terms[list].dropFirst(3) {
      if case .string(let symbol) = terms[segment] {
        path.append(symbol)
      } else if segment == terms.uid {
        path.append(nil)
        hasUser = true
      } else {
        return nil
      }
    }
    return hasUser ? StoredRight(path: path, field: field) : nil
  }

  private func check(
    _ right: StoredRight,
    readAt origin: ExpressionID,
    writtenBy statement: Statement,
    _ report: inout LintReport
  ) {
    let own = pattern(of: statement).ownSegments
    guard own.count == right.path.count,
      zip(own, right.path).allSatisfy({ segment, part in
        switch segment {
        case .literal(let text): part.map { terms.bytes(of: $0) == text.utf8 } ?? false
        case .capture: true
        case .glob: false
        }
      })
    else { return }
    for method in [Method.update, .create] where statement.methods.contains(MethodSet(method)) {
      // Blocks that are open to everybody are told by others.
      guard audience(of: statement, for: method) == .restricted else { continue }
      let requester = Requester(method, isSignedIn: true)
      guard facts.outcomes(of: statement.condition, for: requester).contains(.isTrue) else {
        continue
      }
      let isProtected = facts.isNecessary(in: statement.condition, for: requester) { literal in
        facts.constrains(literal, right.field) || facts.isGrantedTest(literal)
      }
      guard !isProtected else { continue }
      let name = terms.text(of: right.field)
      report.add(
        at: statement.range,
        "users can \(method.name) their own document in `\(parentText(own))` and give themselves any `\(name)`",
        notes: [DiagnosticNote("rules read the right here", at: range(of: origin))]
      )
      return
    }
  }

  private func parentText(_ segments: ContiguousArray<PatternSegment>.SubSequence) -> String {
    segments.dropLast().map { "/" + $0.text }.joined()
  }
}
