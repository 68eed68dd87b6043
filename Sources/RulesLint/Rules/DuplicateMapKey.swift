import RulesSource
import RulesSyntax

extension LintRule {
  static let duplicateMapKey = LintRule(
    "duplicate-map-key",
    .warning,
    "a map that gives one key twice",
    reason:
      "The last value wins, and the others are as if they were not there. Most often one key is a slip.",
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.level in {'low': 1, 'middle': 2, 'low': 3};
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.level in {'low': 1, 'middle': 2, 'high': 3};
      }
      """
    ),
    silence: "There is no reason to silence it: the first entry does nothing.",
    check: .rules { context, report in
      let tree = context.tree
      for map in context.nodes[.mapExpression] {
        let entries = tree.children(of: map).map { $0 }
        guard entries.count > 1 else { continue }
        var first: [ContiguousArray<UInt8>: Int] = [:]
        for (place, entry) in entries.enumerated() {
          guard let key = tree.child(0, of: entry), tree.kind(of: key) == .stringLiteral else {
            continue
          }
          let text = tree.stringValue(of: key)
          if let earlier = first[text] {
            report.add(
              at: tree.range(of: key),
              "the map has this key already, and this value wins",
              notes: [DiagnosticNote("the first one", at: tree.range(of: entries[earlier]))],
              fixes: tree.removal(ofEntry: earlier, from: entries)
            )
          }
          first[text] = place
        }
      }
    }
  )
}

extension SyntaxTree {
  /// The removal of an entry that is not the last one, with the comma behind it.
  fileprivate func removal(ofEntry place: Int, from entries: [NodeID]) -> [FixIt] {
    guard place + 1 < entries.count else { return [] }
    let entry = entries[place]
    let removed = SourceRange(range(of: entry).lowerBound, range(of: entries[place + 1]).lowerBound)
    guard !hasComment(in: removed) else { return [] }
    return [.replacing(removed, with: "", "delete the first one", isSafe: true)]
  }
}
