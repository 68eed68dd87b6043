import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let affectedKeysNotLimited = LintRule(
    "affected-keys-not-limited",
    .warning,
    "a list of fields that may change, asked for by `hasAny` or `hasAll`",
    reason: """
      `affectedKeys().hasAll(['title'])` and `hasAny` are true for an update that changes the title and every other \
      field with it, such as the owner. A list of what may change is asked for by `hasOnly`.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow update: if request.auth != null && resource.data.owner == request.auth.uid
                      && request.resource.data.owner == resource.data.owner
                      && request.resource.data.diff(resource.data).affectedKeys().hasAny(['title', 'text']);
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow update: if request.auth != null && resource.data.owner == request.auth.uid
                      && request.resource.data.owner == resource.data.owner
                      && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['title', 'text']);
      }
      """
    ),
    silence: "Silence it where a field has to change and the others are checked in another way.",
    check: .rules { context, report in
      let terms = context.terms
      var seen = ExpressionSet()
      for statement in context.statements where statement.methods.contains(MethodSet(.update)) {
        var limits = false
        var found: [(Condition.Literal, isAny: Bool)] = []
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard case .method(let name, let list) = terms[literal.term],
            let keys = terms.first(of: list),
            case .method(let kind, let inner) = terms[keys], let diff = terms.first(of: inner),
            case .method(terms.names.diff, _) = terms[diff]
          else { return }
          if name == terms.names.hasOnly { limits = true }
          // `!affectedKeys().hasAny(…)` and `unchangedKeys().hasAll(…)` keep fields as they are.
          if literal.isNegated || kind == terms.names.unchangedKeys { limits = true }
          guard !literal.isNegated, name == terms.names.hasAny || name == terms.names.hasAll,
            kind == terms.names.affectedKeys || kind == terms.names.changedKeys
          else { return }
          found.append((literal, name == terms.names.hasAny))
        }
        guard !limits else { continue }
        for (literal, isAny) in found where seen.insert(literal.origin) {
          let word = isAny ? "hasAny" : "hasAll"
          report.add(
            at: context.range(of: literal.origin),
            "`\(word)` lets an update change every other field, too",
            notes: [
              DiagnosticNote("a list of the fields that may change is asked for by `hasOnly`")
            ],
            fixes: context.methodNameRange(literal.origin, word).map {
              [.replacing($0, with: "hasOnly", "write `hasOnly`")]
            } ?? []
          )
        }
      }
    }
  )
}

extension LintContext {
  /// Where the name of a method stands that an expression calls.
  func methodNameRange(_ id: ExpressionID, _ name: String) -> SourceRange? {
    let start = program.origins[Int(id.index)].main
    let range = SourceRange(start, start + UInt32(name.utf8.count))
    return tree.source.text(of: range).utf8.elementsEqual(name.utf8) ? range : nil
  }
}
