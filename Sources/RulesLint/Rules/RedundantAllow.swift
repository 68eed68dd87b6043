import RulesRuntime
import RulesSource

extension LintRule {
  static let redundantAllow = LintRule(
    "redundant-allow",
    .hint,
    "a statement that allows nothing which another one of its block does not allow",
    reason: """
      One statement that allows is enough. A second one for the same requests that asks for the same, or for more, \
      changes nothing, and looks as if it restricted what the first one allows.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid;
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.hidden == false;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.hidden == false;
      }
      """
    ),
    silence: "Silence it where both are kept on purpose, as while one replaces the other.",
    check: .rules { context, report in
      var place = 0
      while place < context.statements.count {
        var end = place + 1
        while end < context.statements.count,
          context.statements[end].block == context.statements[place].block
        {
          end += 1
        }
        // Blocks of very many statements would take long, and are written by programs.
        if end - place <= 50 {
          context.reportRedundant(Array(context.statements[place..<end]), &report)
        }
        place = end
      }
    }
  )
}

extension LintContext {
  fileprivate func reportRedundant(_ statements: [Statement], _ report: inout LintReport) {
    // Only a statement for as many kinds of request can include another one.
    let isCandidate = statements.map { statement in
      statements.contains { other in
        other.id != statement.id
          && (other.methods.isSuperset(of: statement.methods)
            || statement.methods.isSuperset(of: other.methods))
      }
    }
    guard isCandidate.contains(true) else { return }
    let asked = zip(statements, isCandidate).map { $1 ? ways(of: $0.condition) : nil }
    for (place, statement) in statements.enumerated() {
      guard let own = asked[place] else { continue }
      let including = statements.indices.first { other in
        guard other != place, let ways = asked[other],
          statements[other].methods.isSuperset(of: statement.methods), ways.cover(own)
        else { return false }
        // Of two that are the same the later one is told.
        let isSame = own.cover(ways) && statements[other].methods == statement.methods
        return !isSame || other < place
      }
      guard let including, !statement.methods.isEmpty else { continue }
      report.add(
        at: statement.range,
        "another statement of this block allows all that this one does",
        notes: [DiagnosticNote("this one", at: statements[including].range)],
        fixes: tree.hasComment(in: statement.range)
          ? [] : [.replacing(statement.range, with: "", "delete the statement", isSafe: true)]
      )
    }
  }

  /// The ways to make a condition true, each with the tests that all have to hold; nil where there are too many.
  private func ways(of id: ConditionID) -> Ways? {
    if let tests = facts.conjunction(id) { return Ways([tests]) }
    switch facts.conditions[id] {
    case .always: return Ways([TestSet()])
    case .literal(let literal): return Ways([TestSet(literal)])
    case .all(let slice):
      var all = Ways([TestSet()])
      for part in facts.conditions[slice] {
        guard let inner = ways(of: part), let both = all.combined(with: inner) else { return nil }
        all = both
      }
      return all
    case .any(let slice):
      var any: [TestSet] = []
      for part in facts.conditions[slice] {
        guard let inner = ways(of: part), any.count + inner.list.count <= Ways.limit else {
          return nil
        }
        any += inner.list
      }
      return Ways(any)
    case .never, .failure, .unknown: return nil
    }
  }
}

/// The ways to make a condition true.
private struct Ways {
  let list: [TestSet]

  /// More of them are not looked at.
  static let limit = 16

  init(_ list: [TestSet]) {
    self.list = list
  }

  /// The ways to make both conditions true.
  func combined(with other: Ways) -> Ways? {
    guard list.count * other.list.count <= Self.limit else { return nil }
    return Ways(list.flatMap { way in other.list.map { way.union($0) } })
  }

  /// Whether each way of another condition makes this one true.
  func cover(_ other: Ways) -> Bool {
    other.list.allSatisfy { way in list.contains { $0.isSubset(of: way) } }
  }
}
