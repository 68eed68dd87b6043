import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let missingOwnerCheck = LintRule(
    "missing-owner-check",
    .warning,
    "a statement that lets users write, or see, what belongs to others",
    reason: """
      The path names a user, or other statements of the block compare a field with the user's id: the documents \
      belong to somebody. This statement can hold for a user who is not the owner and has no other right either. Much \
      of what belongs to somebody may be seen by all, so of reads only those are told that are open to every user who \
      is signed in: of what its collection's name says is confidential, as `orders`, and, as info, lists of what rarely \
      is for all, as `users`; `get` finds only whose id is known.
      """,
    bad: .firestore(
      """
      match /profiles/{uid} {
        allow update: if request.auth != null;
      }
      """
    ),
    good: .firestore(
      """
      match /profiles/{uid} {
        allow update: if request.auth != null && request.auth.uid == uid
                      && request.resource.data.keys().hasOnly(['name'])
                      && request.resource.data.name is string;
      }
      """
    ),
    silence: "Silence it where users may indeed change what others own, as on a shared board.",
    check: .rules { context, report in
      for statement in context.statements where !context.pattern(of: statement).hasGlob {
        guard let ownership = context.ownership(of: statement) else { continue }
        let writes = Method.all.filter { method in
          method.isWrite && statement.methods.contains(MethodSet(method))
            && context.isOpenToStrangers(statement, for: method)
        }
        let reads = context.exposedReads(of: statement, ownership)
        let methods = Method.all.filter { writes.contains($0) || reads.contains($0) }
        guard !methods.isEmpty else { continue }
        let pattern = context.pattern(of: statement)
        // A user of one's own making, or a count that everybody may raise, is often meant.
        let isSlight = writes.allSatisfy { method in
          method == .create || method == .update && context.limitsChanges(statement)
        }
        let isRemark =
          writes.isEmpty ? !context.isConfidential(pattern) : isSlight && reads.isEmpty
        report.add(
          severity: isRemark ? .info : .warning,
          at: statement.range,
          "any signed-in user can \(context.verbs(methods)) \(context.thing(pattern)), not only \(ownership.owner)",
          notes: context.reasons(of: statement) + ownership.notes
            + context.dataNotes(of: statement, methods),
          fixes: context.ownerFix(of: statement, ownership)
        )
      }
    }
  )
}

/// By what documents belong to users.
struct Ownership: Equatable {
  /// Who owns them, as people say it.
  let owner: String
  /// The wildcard that is compared; nil where it is a field.
  let wildcard: Text?
  /// Where it is said.
  let notes: [DiagnosticNote]
}

extension LintContext {
  /// By what the documents of a statement's block belong to users; nil where nothing tells.
  func ownership(of statement: Statement) -> Ownership? {
    if let name = userWildcards[Int(statement.block.index)] {
      return Ownership(
        owner: "the user of `{\(name.description)}`",
        wildcard: name,
        notes: []
      )
    }
    let comparison = ownerComparisons[Int(statement.block.index)].first {
      $0.statement != statement.id
    }
    guard let comparison else { return nil }
    return Ownership(
      owner: "the user of the field `\(comparison.field)`",
      wildcard: nil,
      notes: [DiagnosticNote("the field is compared here", at: range(of: comparison.origin))]
    )
  }

  /// Whether some signed-in user can make a request without any test that tells users apart.
  func isOpenToStrangers(_ statement: Statement, for method: Method) -> Bool {
    let requester = Requester(method, isSignedIn: true)
    guard audience(of: statement, for: method) != .everyone,
      facts.outcomes(of: statement.condition, for: requester).contains(.isTrue)
    else { return false }
    // Only what asks for a user is about users; what asks for nothing is told by others.
    return !facts.isNecessary(in: statement.condition, for: requester) { literal in
      facts.isIdentityTest(literal)
    }
      && facts.isNecessary(in: statement.condition, for: Requester(method, isSignedIn: false)) {
        _ in false
      }
  }

  /// Whether a statement says which fields an update may change.
  fileprivate func limitsChanges(_ statement: Statement) -> Bool {
    facts.isNecessary(in: statement.condition, for: Requester(.update, isSignedIn: true)) {
      facts.changeableKeys($0) != nil
    }
  }

  /// The reads of what belongs to users that every user who is signed in may make, and rarely should.
  fileprivate func exposedReads(of statement: Statement, _ ownership: Ownership) -> [Method] {
    guard !statement.methods.isDisjoint(with: .read) else { return [] }
    let pattern = pattern(of: statement)
    let exposed: [Method]
    if isConfidential(pattern) {
      exposed = [.get, .list]
    } else if ownership.wildcard != nil, isPrivate(pattern) {
      exposed = [.list]
    } else {
      return []
    }
    return exposed.filter {
      statement.methods.contains(MethodSet($0)) && audience(of: statement, for: $0) == .anySignedIn
    }
  }

  /// Adds the comparison with the user of the path.
  fileprivate func ownerFix(of statement: Statement, _ ownership: Ownership) -> [FixIt] {
    guard let name = ownership.wildcard, let condition = statement.conditionRange else { return [] }
    let text = tree.source.text(of: condition)
    let needsBrackets = text.contains("||") || text.contains("?")
    let test = "request.auth.uid == \(name.description)"
    return [
      FixIt(
        "ask that the user is `{\(name.description)}`",
        edits: needsBrackets
          ? [
            TextEdit(replacing: SourceRange(at: condition.lowerBound), with: "("),
            TextEdit(replacing: SourceRange(at: condition.upperBound), with: ") && \(test)"),
          ] : [TextEdit(replacing: SourceRange(at: condition.upperBound), with: " && \(test)")],
        isSafe: false
      )
    ]
  }
}
