import RulesRuntime
import RulesSource

extension LintRule {
  static let timeCompareEquality = LintRule(
    "time-compare-equality",
    .warning,
    "a comparison with `request.time` by `==` that does not say what is meant",
    reason: """
      A stored time is never equal to the time of a later request, so `resource.data.at == request.time` is never \
      true. A time that is written is equal to it if it is `serverTimestamp()`; asked of an update, that makes every \
      update set the time of creation again. That is a hint: keep the field as it was instead.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.due == request.time;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.due <= request.time;
      }
      """
    ),
    silence: "Silence the hint where the field really is the time of the last write.",
    check: .rules { context, report in
      var seen: Set<ExpressionID> = []
      for statement in context.statements {
        let update = Requester(.update, isSignedIn: true)
        let updates = statement.methods.contains(MethodSet(.update))
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard !seen.contains(literal.origin), let access = context.comparedWithTime(literal.term)
          else {
            return
          }
          let (range, notes) = context.place(of: literal.origin, in: statement)
          switch access.root {
          case .lookup(let lookup) where context.readsAfterState(lookup): return
          case .oldData, .lookup:
            seen.insert(literal.origin)
            report.add(
              at: range,
              "a time that is stored is never equal to that of the request, so this is always "
                + "\(literal.isNegated ? "true" : "false")",
              notes: notes + [
                DiagnosticNote("compare by `<`, or with a day: `t.date() == request.time.date()`")
              ]
            )
          case .newData:
            guard updates, !literal.isNegated, let name = access.names.last,
              context.isOfCreation(name),
              context.facts.isNecessary(
                in: statement.condition,
                for: update,
                { $0.term == literal.term }
              )
            else { return }
            seen.insert(literal.origin)
            let field = context.facts.text(of: access.names)
            report.add(
              severity: .hint,
              at: range,
              "every update has to set `\(field)` again",
              notes: notes + [
                DiagnosticNote(
                  "for an update write `request.resource.data.\(field) == resource.data.\(field)`"
                )
              ]
            )
          case .token, .auth, .request: return
          }
        }
      }
    }
  )
}

extension LintContext {
  /// The member that a test compares with the time of the request.
  fileprivate func comparedWithTime(_ term: TermID) -> FieldAccess? {
    guard case .binary(.equal, let left, let right) = terms[term] else { return nil }
    let other = left == terms.time ? right : right == terms.time ? left : nil
    guard let other, let access = facts.access(other), !access.names.isEmpty, !access.hasDefault
    else {
      return nil
    }
    return access
  }

  /// Whether a lookup gives the document as this very write leaves it.
  fileprivate func readsAfterState(_ lookup: TermID) -> Bool {
    if case .lookup(.getAfter, _) = terms[lookup] { true } else { false }
  }

  /// Whether a field is named like the time of creation.
  fileprivate func isOfCreation(_ name: Symbol) -> Bool {
    let text = terms.bytes(of: name).filter { $0 != UInt8(ascii: "_") }.map { $0 | 0x20 }
    return [
      "created", "createdat", "createdon", "createtime", "creationtime", "creationdate",
      "datecreated", "timecreated",
    ]
    .contains { $0.utf8.elementsEqual(text) }
  }
}
