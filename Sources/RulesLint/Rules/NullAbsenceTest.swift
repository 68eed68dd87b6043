import RulesRuntime
import RulesSource

extension LintRule {
  static let nullAbsenceTest = LintRule(
    "null-absence-test",
    .warning,
    "a comparison with null that asks whether a field is there",
    reason: """
      Reading a field that is missing is an error, not null: `data.nickname == null` denies the request of a document \
      without a nickname, where the author expects it to be allowed. Ask `'nickname' in data`, or read the field with \
      a default. It is a warning where the rules show elsewhere that the field may be missing, otherwise a hint.
      """,
    bad: .firestore(
      """
      match /profiles/{uid} {
        allow get: if request.auth != null && request.auth.uid == uid
                   && (resource.data.hiddenUntil == null
                     || resource.data.get('hiddenUntil', request.time) <= request.time);
      }
      """
    ),
    good: .firestore(
      """
      match /profiles/{uid} {
        allow get: if request.auth != null && request.auth.uid == uid
                   && (!('hiddenUntil' in resource.data)
                     || resource.data.get('hiddenUntil', request.time) <= request.time);
      }
      """
    ),
    silence: "Silence it where the field is always there and null is one of its values.",
    check: .rules { context, report in
      let terms = context.terms
      var blocks = BlockFieldTests(context)
      var seen = ExpressionSet()
      for statement in context.statements {
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard !literal.isNegated, !seen.contains(literal.origin),
            !context.isInequality(literal.origin),
            case .binary(.equal, let field, terms.null) = terms[literal.term],
            case .member(let base, let name) = terms[field],
            let access = context.facts.access(field), access.isOfDocument, !access.hasDefault,
            !access.names.isEmpty
          else { return }
          let tests = blocks[statement.block]
          guard !tests.guarded.contains(FieldTests.Member(base: base, name: name)) else { return }
          seen.insert(literal.origin)
          let isOptional = tests.isOptional(name)
          // What is asked of new data to be null is stored as null.
          guard isOptional || (access.root != .newData && !tests.isNullable(name)) else {
            return
          }
          let range = context.range(of: literal.origin)
          let written = context.text(of: literal.origin)
          report.add(
            severity: isOptional ? .warning : .hint,
            at: range,
            "`\(context.text(of: access)) == null` is an error where the field is missing",
            notes: [
              DiagnosticNote(
                isOptional
                  ? "the field may be missing, as another test here shows"
                  : "it is true only for a field that is there and holds null"
              )
            ],
            fixes: context.presenceFix(literal.origin, range, written)
          )
        }
      }
    }
  )
}

extension FieldAccess {
  /// Whether it is read from a document's data.
  fileprivate var isOfDocument: Bool {
    switch root {
    case .newData, .oldData, .lookup: true
    case .token, .auth, .request: false
    }
  }
}

extension LintContext {
  /// A member as people write it: `resource.data.a`.
  func text(of access: FieldAccess) -> String {
    let names = facts.text(of: access.names)
    let data = program.service == .firestore ? ".data" : ""
    switch access.root {
    case .newData: return "request.resource\(data).\(names)"
    case .oldData: return "resource\(data).\(names)"
    case .token: return "request.auth.token.\(names)"
    case .auth: return "request.auth.\(names)"
    case .request: return "request.\(names)"
    case .lookup: return "get(…).data.\(names)"
    }
  }

  /// `a.b == null` as `a.get('b', null) == null`, where it is written like this.
  fileprivate func presenceFix(
    _ id: ExpressionID,
    _ range: SourceRange,
    _ written: String
  ) -> [FixIt] {
    guard case .binary(_, let left, let right) = program.expressions[Int(id.index)] else {
      return []
    }
    let field = isMember(left) ? left : right
    guard isMember(field) else { return [] }
    let source = text(of: field)
    guard let dot = source.lastIndex(of: ".") else { return [] }
    let base = source[..<dot]
    let name = source[source.index(after: dot)...]
    guard !base.isEmpty, name.utf8.allSatisfy(\.isNameByte) else { return [] }
    return [
      .replacing(
        self.range(of: field),
        with: "\(base).get('\(name)', null)",
        "write `\(base).get('\(name)', null)`"
      )
    ]
  }

  private func isMember(_ id: ExpressionID) -> Bool {
    if case .members = program.expressions[Int(id.index)] { true } else { false }
  }
}

extension UInt8 {
  /// Whether a name may hold it.
  var isNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }
}
