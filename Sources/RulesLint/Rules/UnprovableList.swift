import RulesRuntime
import RulesSource

extension LintRule {
  static let unprovableList = LintRule(
    "unprovable-list",
    .warning,
    "a `list` statement that no query, or hardly any, can satisfy",
    reason: """
      Rules are no filters: a query is allowed only if its own filters prove the condition for every document that it \
      could return. The ids of these documents are not known, so a wildcard for the document, `resource.id` and what \
      is looked up by them are errors in a list (but for a query by document id). A function of a field, such as \
      `resource.data.name.lower()`, is proved only by a query that fixes the field by `==`; that is a hint. `read` \
      stands for `get` and `list`: that its condition keeps queries out is a hint, and nothing where the document's id is \
      that of the user, who has only one.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow list: if request.auth != null && card == request.auth.uid;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow list: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    silence:
      "Silence it where the only queries are by document id, `where(documentId(), '==', …)`.",
    check: .rules { context, report in
      guard context.program.service == .firestore else { return }
      let list = MethodSet(.list)
      for statement in context.statements where statement.methods.contains(list) {
        // `read` is written for `get` as well, and does for it what it should.
        let isForGet = statement.methods.contains(MethodSet(.get))
        let own = context.ownWildcard(of: statement)
        if let literal = context.obstacle(in: statement.condition, own) {
          if isForGet, context.isForSingleDocuments(statement, own) { continue }
          let (range, notes) = context.place(of: literal.origin, in: statement)
          report.add(
            severity: isForGet ? .hint : nil,
            at: range,
            "no query can satisfy this, as a list knows no document's id",
            notes: notes + [
              DiagnosticNote(
                isForGet
                  ? "`read` is for queries too; write `get`, or give `list` a condition of its own"
                  : "only a query by document id is allowed; test a field that queries filter by"
              )
            ]
          )
          continue
        }
        guard !isForGet else { continue }
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard let field = context.fixedField(of: literal.term) else { return }
          let (range, notes) = context.place(of: literal.origin, in: statement)
          report.add(
            severity: .hint,
            at: range,
            "only a query with `\(field) == …` can satisfy this",
            notes: notes + [
              DiagnosticNote(
                "other filters leave the value open, and then this is an error or false"
              )
            ]
          )
        }
      }
    }
  )
}

extension LintContext {
  /// The wildcard for the document itself.
  fileprivate func ownWildcard(of statement: Statement) -> UInt32? {
    let pattern = pattern(of: statement).segments
    guard case .capture = pattern.last else { return nil }
    let count = pattern.reduce(0) { count, segment in
      if case .literal = segment { count } else { count + 1 }
    }
    return UInt32(truncatingIfNeeded: count - 1)
  }

  /// Whether nobody misses the list of a statement for reads: each user has one document, or another statement of the
  /// block lets queries pass.
  fileprivate func isForSingleDocuments(_ statement: Statement, _ own: UInt32?) -> Bool {
    var isOwn = false
    facts.forEachLiteral(in: statement.condition) { literal in
      if isUserOfPath(literal.term, own) { isOwn = true }
    }
    return isOwn
      || statements(of: statement.block).contains { other in
        other.id != statement.id && other.methods.contains(MethodSet(.list))
          && facts.outcomes(of: other.condition, for: Requester(.list, isSignedIn: true))
            .contains(.isTrue)
          && obstacle(in: other.condition, own) == nil
      }
  }

  /// Whether a test compares the document's id with something of the user.
  private func isUserOfPath(_ id: TermID, _ own: UInt32?) -> Bool {
    guard let own, case .binary(.equal, let left, let right) = terms[id] else { return false }
    let sides = [(left, right), (right, left)]
    return sides.contains { terms[$0] == .wildcard(own) && facts.mentionsUser($1) }
  }

  /// A test that keeps every way to make a condition true from being proved; nil where one is left.
  fileprivate func obstacle(in id: ConditionID, _ own: UInt32?) -> Condition.Literal? {
    switch facts.conditions[id] {
    case .always, .never, .failure, .unknown: return nil
    case .literal(let literal): return needsIdentifier(literal.term, own) ? literal : nil
    case .all(let slice):
      for part in facts.conditions[slice] {
        if let found = obstacle(in: part, own) { return found }
      }
      return nil
    case .any(let slice):
      var first: Condition.Literal?
      let requester = Requester(.list, isSignedIn: true)
      for part in facts.conditions[slice] {
        if let found = obstacle(in: part, own) {
          first = first ?? found
        } else if facts.outcomes(of: part, for: requester).contains(.isTrue) {
          return nil
        }
      }
      return first
    }
  }

  private func needsIdentifier(_ term: TermID, _ own: UInt32?) -> Bool {
    facts.contains(term) { id in
      switch terms[id] {
      case .wildcard(let capture): return capture == own
      case .member(terms.resource, let name):
        let bytes = terms.bytes(of: name)
        return bytes.elementsEqual("id".utf8) || bytes.elementsEqual("__name__".utf8)
      default: return false
      }
    }
  }

  /// A field whose value a test works with, so that a bound of it does not do.
  fileprivate func fixedField(of term: TermID) -> String? {
    var field: String?
    facts.forEachTerm(in: term) { id in
      let operand: TermID
      switch terms[id] {
      case .isType(let inner, _): operand = inner
      case .method(let name, let list) where name != terms.names.hasAny && name != terms.names.get:
        guard let receiver = terms.first(of: list) else { return }
        operand = receiver
      default: return
      }
      guard let access = facts.access(operand), access.root == .oldData, !access.names.isEmpty,
        !access.hasDefault
      else { return }
      field = facts.text(of: access.names)
    }
    return field
  }
}
