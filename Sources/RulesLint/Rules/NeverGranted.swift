import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let neverGranted = LintRule(
    "never-granted",
    .warning,
    "a statement that names a kind of request which it never allows",
    reason: """
      One condition for several kinds of request has to work for each of them. A document that is being created was \
      not there before, so `resource.data` is an error for a create; and a read has no `request.resource`. The \
      statement then never allows that kind of request, and nothing else does. Give it a statement of its own, or \
      leave the word out.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow create, update: if request.auth != null && resource.data.owner == request.auth.uid
                              && request.resource.data.owner == resource.data.owner
                              && request.resource.data.keys().hasOnly(['owner', 'title'])
                              && request.resource.data.title is string;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow create: if request.auth != null && request.resource.data.owner == request.auth.uid
                      && request.resource.data.keys().hasOnly(['owner', 'title'])
                      && request.resource.data.title is string;
        allow update: if request.auth != null && resource.data.owner == request.auth.uid
                      && request.resource.data.owner == resource.data.owner
                      && request.resource.data.keys().hasOnly(['owner', 'title'])
                      && request.resource.data.title is string;
      }
      """
    ),
    silence: "Silence it where a server creates the documents; better, name only what is allowed.",
    check: .rules { context, report in
      var grants: [Method: [Int]]?
      for statement in context.statements {
        let never = context.neverGranted(by: statement)
        guard !never.isEmpty else { continue }
        // What a statement never allows at all is told where it stands, or is meant.
        let isUseless = Method.all.allSatisfy {
          !statement.methods.contains(MethodSet($0)) || never.contains($0)
        }
        guard !isUseless else { continue }
        let known = grants ?? context.granting
        grants = known
        let pattern = context.pattern(of: statement)
        let left = never.filter { method in
          !(known[method] ?? []).contains { pattern.overlaps(context.patterns[$0]) }
        }
        guard let first = left.first else { continue }
        let word = context.word(for: first, in: statement)
        var notes: [DiagnosticNote] = []
        if let cause = context.cause(of: first, in: statement) {
          let isRead = !first.isWrite
          notes.append(
            context.note(
              isRead
                ? "a read has no `request.resource`, so this is an error"
                : "a create has no `resource` yet, so this is an error",
              at: cause
            )
          )
        }
        report.add(
          at: word,
          "this statement never allows a request to \(context.verbs(left)), and no other one does",
          notes: notes
        )
      }
    }
  )
}

extension LintContext {
  /// The kinds of request that a statement names and never allows, because they lack a document that it reads.
  fileprivate func neverGranted(by statement: Statement) -> [Method] {
    Method.all.filter { method in
      guard statement.methods.contains(MethodSet(method)) else { return false }
      switch method {
      // A delete has a check of its own; uploads of Storage may replace a file that is there.
      case .update, .delete: return false
      case .create: if program.service != .firestore { return false }
      case .get, .list: break
      }
      return cause(of: method, in: statement) != nil
        && !mayHold(statement, method, isSignedIn: true)
        && !mayHold(statement, method, isSignedIn: false)
    }
  }

  private func mayHold(_ statement: Statement, _ method: Method, isSignedIn: Bool) -> Bool {
    facts.outcomes(of: statement.condition, for: Requester(method, isSignedIn: isSignedIn))
      .contains(.isTrue)
  }

  /// A test that is an error for a kind of request, because of the document that it reads.
  fileprivate func cause(of method: Method, in statement: Statement) -> ExpressionID? {
    let requester = Requester(method, isSignedIn: true)
    let missing = method.isWrite ? terms.resource : terms.newResource
    var found: ExpressionID?
    facts.forEachLiteral(in: statement.condition) { literal in
      guard found == nil, facts.contains(literal.term, { $0 == missing }),
        facts.outcomes(ofTest: literal.term, for: requester) == .failure
      else { return }
      found = literal.origin
    }
    return found
  }

  /// For each kind of request the blocks in which some statement may allow it.
  fileprivate var granting: [Method: [Int]] {
    var blocks: [Method: [Int]] = [:]
    for statement in statements {
      for method in Method.all where statement.methods.contains(MethodSet(method)) {
        guard
          mayHold(statement, method, isSignedIn: true)
            || mayHold(statement, method, isSignedIn: false)
        else { continue }
        blocks[method, default: []].append(Int(statement.block.index))
      }
    }
    return blocks
  }

  /// The word after `allow` that stands for a kind of request.
  fileprivate func word(for method: Method, in statement: Statement) -> SourceRange {
    let words = tree.allowStatement(statement.node)?.methods ?? []
    let word = words.first { word in
      MethodSet(word: ContiguousArray(word.text.utf8))?.contains(MethodSet(method)) == true
    }
    return word?.range ?? statement.range
  }
}
