import RulesRuntime
import RulesSource

extension LintRule {
  static let diffDirection = LintRule(
    "diff-direction",
    .warning,
    "a `diff` of the old data with the new",
    reason: """
      `new.diff(old)` tells what `new` has added and removed. Written the other way round, `addedKeys()` are the \
      fields that were removed, and `removedKeys()` those that were added: a rule against new fields lets them in. \
      For `affectedKeys()` and `changedKeys()` the order makes no difference, so that is a hint.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow update: if request.auth != null && resource.data.owner == request.auth.uid
                      && resource.data.diff(request.resource.data).addedKeys().size() == 0
                      && request.resource.data.owner == resource.data.owner;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow update: if request.auth != null && resource.data.owner == request.auth.uid
                      && request.resource.data.diff(resource.data).addedKeys().size() == 0
                      && request.resource.data.owner == resource.data.owner;
      }
      """
    ),
    silence: "Silence it where `removedKeys()` of the old data is what you mean.",
    check: .rules { context, report in
      let terms = context.terms
      let reversed = context.reversedDiffs
      guard !reversed.isEmpty else { return }
      var seen: Set<SourceRange> = []
      for statement in context.statements where statement.methods.contains(MethodSet(.update)) {
        context.facts.forEachLiteral(in: statement.condition) { literal in
          var isDirected = false
          var isFound = false
          context.facts.forEachTerm(in: literal.term) { term in
            if reversed.contains(term) { isFound = true }
            guard case .method(let name, let list) = terms[term],
              name == terms.names.addedKeys || name == terms.names.removedKeys,
              let receiver = terms.first(of: list)
            else { return }
            if reversed.contains(receiver) { isDirected = true }
          }
          guard isFound else { return }
          let (range, fixes) = context.diffPlace(from: literal.origin)
          guard seen.insert(range).inserted else { return }
          report.add(
            severity: isDirected ? .warning : .hint,
            at: range,
            isDirected
              ? "this diff is the wrong way round: `addedKeys()` are the fields that were removed"
              : "this diff is the wrong way round",
            notes: [
              DiagnosticNote("what a write changes is `request.resource.data.diff(resource.data)`")
            ],
            fixes: fixes
          )
        }
      }
    }
  )
}

extension LintContext {
  /// The diffs of the old data with the new.
  fileprivate var reversedDiffs: Set<TermID> {
    let terms = terms
    var found: Set<TermID> = []
    for index in 0..<terms.count {
      let id = TermID(index: UInt32(truncatingIfNeeded: index))
      guard case .method(terms.names.diff, let list) = terms[id], terms.count(of: list) == 2,
        terms[list][0] == terms.oldData, terms[list][1] == terms.newData
      else { continue }
      found.insert(id)
    }
    return found
  }

  /// The call of `diff` within an expression, through variables and functions, and the change of its order.
  fileprivate func diffPlace(from root: ExpressionID) -> (SourceRange, [FixIt]) {
    var pending = [root]
    var seen: Set<ExpressionID> = []
    while let next = pending.popLast(), seen.count < 1_000 {
      guard seen.insert(next).inserted else { continue }
      if case .method(let method, let slice) = program.expressions[Int(next.index)],
        slice.count == 2,
        program.methods[Int(method)].name == "diff"
      {
        let old = program.operands[slice.indices.lowerBound]
        let new = program.operands[slice.indices.lowerBound + 1]
        guard isData(program.resolved(old), "resource"), isData(program.resolved(new), "request")
        else {
          return (range(of: next), [])
        }
        let edits = [
          TextEdit(replacing: range(of: old), with: text(of: new)),
          TextEdit(replacing: range(of: new), with: text(of: old)),
        ]
        return (range(of: next), [FixIt("change the order", edits: edits, isSafe: false)])
      }
      let resolved = program.resolved(next)
      if resolved != next { pending.append(resolved) }
      pending.append(contentsOf: program.operands(of: next).reversed())
    }
    return (range(of: root), [])
  }

  /// Whether an expression is the data of `resource`, or of `request.resource`.
  private func isData(_ id: ExpressionID, _ root: String) -> Bool {
    guard case .members(let base, let first, let count) = program.expressions[Int(id.index)] else {
      return false
    }
    func name(_ place: Int) -> Text { program.names[Int(first) + place].text }
    switch program.expressions[Int(base.index)] {
    case .request:
      return root == "request" && count == 2 && name(0) == "resource" && name(1) == "data"
    case .resource: return root == "resource" && count == 1 && name(0) == "data"
    default: return false
    }
  }
}
