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
      update set the time of creation again, and asked of the create alone, an update can set another one. These are \
      hints: for an update, ask that the field is kept as it was.
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
      var seen = ExpressionSet()
      for statement in context.statements {
        let update = Requester(.update, isSignedIn: true)
        let updates = statement.methods.contains(MethodSet(.update))
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard !seen.contains(literal.origin), let access = context.comparedWithTime(literal.term)
          else {
            return
          }
          switch access.root {
          case .lookup(let lookup) where context.readsAfterState(lookup): return
          case .oldData, .lookup:
            seen.insert(literal.origin)
            let (range, notes) = context.place(of: literal.origin, in: statement)
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
            let (range, notes) = context.place(of: literal.origin, in: statement)
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
      context.reportChangeableTimes(&report)
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

  /// The fields that a statement's creates set to the time of the request, named like the time of creation.
  func timesOfCreation(_ create: Statement) -> [(field: Symbol, origin: ExpressionID)] {
    var found: [(field: Symbol, origin: ExpressionID)] = []
    facts.forEachLiteral(in: create.condition) { literal in
      guard !literal.isNegated, let access = comparedWithTime(literal.term),
        access.root == .newData, access.names.count == 1, let field = access.names.first,
        isOfCreation(field), !found.contains(where: { $0.field == field }),
        facts.isNecessary(
          in: create.condition,
          for: Requester(.create, isSignedIn: true),
          { $0.term == literal.term }
        )
      else { return }
      found.append((field, literal.origin))
    }
    return found
  }

  /// Reports updates that may change a time which creates set to that of the request.
  fileprivate func reportChangeableTimes(_ report: inout LintReport) {
    guard facts.isFirestore else { return }
    for (create, updates) in createsAndUpdates() {
      let times = timesOfCreation(create)
      guard !times.isEmpty else { continue }
      for update in updates where isUpdateOfUsers(update) {
        for (field, origin) in times {
          let isKept = facts.isNecessary(
            in: update.condition,
            for: Requester(.update, isSignedIn: true)
          ) {
            facts.constrains($0, field)
          }
          guard !isKept else { continue }
          let name = terms.text(of: field)
          report.add(
            severity: .hint,
            at: update.range,
            "an update can set another `\(name)` than the time of creation",
            notes: [note("create asks for the time of the request here", at: origin)],
            fixes: pinFix(of: update, name)
          )
        }
      }
    }
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
