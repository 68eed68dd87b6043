import RulesRuntime
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
      for expression in context.program.expressions {
        guard case .map(let slice) = expression, slice.count > 2 else { continue }
        let keys = stride(from: slice.indices.lowerBound, to: slice.indices.upperBound, by: 2)
          .map { context.program.operands[$0] }
        var first: [ContiguousArray<UInt8>: Int] = [:]
        for (place, key) in keys.enumerated() {
          guard let text = context.constantText(key) else { continue }
          if let earlier = first[text] {
            report.add(
              at: context.range(of: key),
              "the map has this key already, and this value wins",
              notes: [context.note("the first one", at: keys[earlier])],
              fixes: context.removal(ofEntryAt: keys[earlier], before: keys[earlier + 1])
            )
          }
          first[text] = place
        }
      }
    }
  )
}

extension LintContext {
  /// The removal of an entry that is not the last one, with the comma behind it.
  fileprivate func removal(
    ofEntryAt key: ExpressionID,
    before next: ExpressionID
  ) -> [FixIt] {
    let removed = SourceRange(range(of: key).lowerBound, range(of: next).lowerBound)
    // Of a key in brackets only what is in them is known.
    guard beginsEntry(key), beginsEntry(next), !tree.hasComment(in: removed) else { return [] }
    return [.replacing(removed, with: "", "delete the first one", isSafe: true)]
  }

  private func beginsEntry(_ key: ExpressionID) -> Bool {
    var place = Int(range(of: key).lowerBound)
    while place > 0 {
      place -= 1
      switch tree.source.bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: "{"), UInt8(ascii: ","): return true
      default: return false
      }
    }
    return false
  }
}
