import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

extension LintRule {
  static let unusedCapture = LintRule(
    "unused-capture",
    .hint,
    "a wildcard that nothing reads",
    reason: """
      Often that is right: the rule holds for every document. Where the wildcard is the id of a user, it is more \
      often a forgotten comparison. The check has to be turned on; a name that begins with `_` says that the value \
      does not matter.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{_card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    silence: "Leave it off where wildcards are named for the reader.",
    isOptional: true,
    check: .rules { context, report in
      let tree = context.tree
      var places: [ContiguousArray<UInt8>: [UInt32]] = [:]
      for name in context.nodes[.nameExpression] {
        guard case .wildcard = context.model.references[name] else { continue }
        places[tree.mainBytes(of: name), default: []].append(tree.range(of: name).lowerBound)
      }
      places = places.mapValues { $0.sorted() }
      for match in context.nodes[.matchDeclaration] {
        let range = tree.range(of: match)
        for segment in tree.matchDeclaration(match)?.path?.segments ?? [] {
          let name: NameSyntax
          switch segment {
          case .capture(let text, _), .glob(let text, _): name = text
          case .literal, .interpolated: continue
          }
          guard name.text.utf8.first != UInt8(ascii: "_"), !name.isOfService else { continue }
          let known = places[ContiguousArray(name.text.utf8)] ?? []
          guard !range.holdsOne(of: known) else { continue }
          report.add(
            at: name.range,
            "nothing reads the wildcard `\(name.text)`",
            notes: [DiagnosticNote("write `_\(name.text)` where its value does not matter")],
            fixes: [
              .replacing(name.range, with: "_\(name.text)", "write `_\(name.text)`", isSafe: true)
            ]
          )
        }
      }
    }
  )
}

extension NameSyntax {
  /// Whether it is the usual name of what all rules of the service begin with.
  fileprivate var isOfService: Bool {
    ["database", "db", "bucket"].contains { $0.utf8.elementsEqual(text.utf8) }
  }
}
