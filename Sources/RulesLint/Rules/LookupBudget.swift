import RulesRuntime
import RulesSemantics
import RulesSource

extension LintRule {
  static let lookupBudget = LintRule(
    "lookup-budget",
    .warning,
    "a request, or a small batch of writes, that may look up more documents than is allowed",
    reason: """
      A request for one document, or a query, may look up 10 different documents by `get`, `exists` and so on, over \
      all statements that are tried; Storage rules may look up two. The writes of a batch or transaction may look up \
      20 together. The next lookup is an error. The figure counts different calls on every way that may be taken, \
      through functions too; the same call of the same path counts once, and the document itself does not count. That \
      several statements, or the writes of a small batch, may pass the limit together is told as info.
      """,
    bad: .firestore(lookups(11)),
    good: .firestore(lookups(2)),
    silence:
      "Silence it where the lookups exclude one another in a way that the figure does not see.",
    check: .rules { context, report in
      let limit = Cost.lookupLimit(of: context.program.service)
      var counted: [UInt32: Lookups] = [:]
      for statement in context.statements {
        guard let lookups = context.lookups(of: statement) else { continue }
        counted[statement.id.index] = lookups
        let place = statement.conditionRange ?? statement.range
        if lookups.count > limit {
          report.add(
            at: place,
            "this condition may look up \(lookups.count) documents, the limit of a request is \(limit)",
            notes: [
              DiagnosticNote("the limit is that of the documentation; the next lookup is an error")
            ]
          )
        } else if let writes = lookups.writesPastBatchLimit, context.facts.isFirestore,
          !statement.methods.isDisjoint(with: .write)
        {
          report.add(
            severity: .info,
            at: place,
            "a batch of \(writes) such writes may look up more than \(Lookups.batchLimit) documents",
            notes: [
              DiagnosticNote(
                "each of them looks up \(lookups.varying.count) that depend on the document, "
                  + "the limit of a batch or transaction is \(Lookups.batchLimit)"
              )
            ]
          )
        }
      }
      context.reportSums(counted, limit, &report)
    }
  )

  private static func lookups(_ count: Int) -> String {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]
    let lines = names.prefix(count).map { "has('\($0)')" }.joined(separator: " || ")
    return """
      function has(role) {
        return exists(/databases/$(database)/documents/$(role)/$(request.auth.uid));
      }
      match /cards/{card} {
        allow get: if request.auth != null && (\(lines));
      }
      """
  }
}

/// The lookups that a condition may make.
private struct Lookups {
  /// The most that it may make, on any one way through it.
  var count: Int
  /// Those whose path depends on the document of the request.
  var varying: Set<UInt32> = []
  /// The others.
  var fixed: Set<UInt32> = []

  /// The documents that the writes of a batch or transaction may look up.
  ///
  /// Source: measured programs, §5.4.
  static let batchLimit = 20
  /// Batches of more writes are not told: nearly every lookup passes the limit in a large one.
  private static let smallBatch = 4

  /// How many writes of a small batch may pass the limit; nil where none does.
  var writesPastBatchLimit: Int? {
    guard !varying.isEmpty, count == varying.count + fixed.count else { return nil }
    let writes = (Self.batchLimit - min(fixed.count, Self.batchLimit)) / varying.count + 1
    return writes <= Self.smallBatch ? writes : nil
  }
}

extension LintContext {
  /// The lookups of a statement's condition; nil where there are none.
  fileprivate func lookups(of statement: Statement) -> Lookups? {
    // Counted on the source, where branches exclude one another, but two spellings of a path are two.
    let count = model.costs.statements[Int(statement.id.index)].cost.lookups
    guard count > 0 else { return nil }
    let pattern = pattern(of: statement).segments
    let captures = captureIndices(pattern)
    var lookups = Lookups(count: count)
    facts.forEachLiteral(in: statement.condition) { literal in
      guard terms.mentions(literal.term).contains(.lookup) else { return }
      facts.forEachTerm(in: literal.term) { id in
        guard case .lookup(_, let list) = terms[id], let path = terms.first(of: list),
          !isOwnDocument(path, captures, pattern)
        else { return }
        if depends(path, onDocument: captures.last.flatMap(\.self)) {
          lookups.varying.insert(id.index)
        } else {
          lookups.fixed.insert(id.index)
        }
      }
    }
    if facts.isFollowed(statement.condition) {
      lookups.count = min(count, lookups.varying.count + lookups.fixed.count)
    }
    return lookups.count > 0 ? lookups : nil
  }

  /// For each segment of a pattern the place of its wildcard among the captures.
  private func captureIndices(_ pattern: ContiguousArray<PatternSegment>) -> [UInt32?] {
    var next: UInt32 = 0
    return pattern.map { segment in
      switch segment {
      case .literal: return nil
      case .capture, .glob:
        defer { next += 1 }
        return next
      }
    }
  }

  /// Whether a path is that of the document that the request is for, which is not looked up again.
  private func isOwnDocument(
    _ path: TermID,
    _ captures: [UInt32?],
    _ pattern: ContiguousArray<PatternSegment>
  ) -> Bool {
    guard case .path(let list) = terms[path], terms.count(of: list) == pattern.count else {
      return false
    }
    return zip(terms[list], zip(pattern, captures)).allSatisfy { term, segment in
      switch (terms[term], segment.0) {
      case (.string(let symbol), .literal(let text)):
        terms.bytes(of: symbol).elementsEqual(text.utf8)
      case (.wildcard(let capture), .capture): capture == segment.1
      default: false
      }
    }
  }

  /// Whether a path is another one for another document of the collection.
  private func depends(_ path: TermID, onDocument own: UInt32?) -> Bool {
    let mentioned = terms.mentions(path)
    if mentioned.contains(.oldResource) || mentioned.contains(.newResource) { return true }
    guard mentioned.contains(.wildcard), let own else { return false }
    return facts.contains(path) { terms[$0] == .wildcard(own) }
  }

  /// Reports statements that are tried one after the other and pass the limit together.
  fileprivate func reportSums(
    _ counted: [UInt32: Lookups],
    _ limit: Int,
    _ report: inout LintReport
  ) {
    guard counted.count > 1 else { return }
    var told: Set<UInt32> = []
    var sum = LookupSum()
    forEachTrial(of: { counted[$0.id.index] != nil }) { own, isOwn, method, isFirst in
      guard let lookups = counted[own.id.index] else { return }
      if isFirst { sum = LookupSum() }
      // Only figures are kept: a copy of the sum would copy all that is in it.
      let (before, count, last) = (sum.documents, sum.statements, sum.last)
      sum.add(lookups, of: own)
      // The one that passes the limit is told, and none that is tried after it.
      guard isOwn, let last, lookups.count <= limit, before <= limit,
        sum.documents > limit, told.insert(own.id.index).inserted
      else { return }
      report.add(
        severity: .info,
        at: own.conditionRange ?? own.range,
        "with \(count == 1 ? "the statement" : "the \(count) statements") tried before it this may look up \(sum.documents) documents for one \(method.name), "
          + "the limit is \(limit)",
        notes: [DiagnosticNote("tried before it", at: last.range)]
      )
    }
  }
}

/// What statements may look up that are tried one after the other.
private struct LookupSum {
  private var different: Set<UInt32> = []
  private var count = 0
  /// Count of the statements.
  private(set) var statements = 0
  /// The last statement.
  private(set) var last: LintContext.Statement?

  mutating func add(_ lookups: Lookups, of statement: LintContext.Statement) {
    different.formUnion(lookups.varying)
    different.formUnion(lookups.fixed)
    count += lookups.count
    statements += 1
    last = statement
  }

  /// How many documents they may look up.
  var documents: Int { min(different.count, count) }
}

extension FactTables {
  /// Whether all of a condition could be followed.
  fileprivate func isFollowed(_ id: ConditionID) -> Bool {
    switch conditions[id] {
    case .unknown: false
    case .always, .never, .failure: true
    case .literal(let literal): !contains(literal.term) { $0 == terms.unknown }
    case .all(let slice), .any(let slice): conditions[slice].allSatisfy { isFollowed($0) }
    }
  }
}
