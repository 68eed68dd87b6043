import RulesSource
import RulesSyntax

extension LintRule {
  static let naming = LintRule(
    "naming",
    .hint,
    "a name that is not written as the documentation writes names",
    reason: """
      Functions, parameters, variables and wildcards of the documentation are written like `isOwner`: a lower-case \
      letter first, the next words with capitals. A `$` in a name is allowed and easily taken for `$(…)`.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        function Is_owner() { return resource.data.owner == request.auth.uid; }
        allow get: if request.auth != null && Is_owner();
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        function isOwner() { return resource.data.owner == request.auth.uid; }
        allow get: if request.auth != null && isOwner();
      }
      """
    ),
    silence: "Leave it off where names follow another convention.",
    isOptional: true,
    check: .rules { context, report in
      let tree = context.tree
      for kind in [
        SyntaxKind.functionDeclaration, .parameter, .letStatement, .captureSegment, .globSegment,
      ] {
        for node in context.nodes[kind] {
          let name = tree.mainBytes(of: node)
          let isUsual =
            name.drop { $0 == UInt8(ascii: "_") }.first.map {
              UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
            }
            ?? true
          let inner = name.drop { $0 == UInt8(ascii: "_") }
          guard !isUsual || inner.contains(UInt8(ascii: "_")) || inner.contains(UInt8(ascii: "$"))
          else {
            continue
          }
          report.add(
            at: tree.mainRange(of: node),
            "`\(tree.mainText(of: node))` is not written like `isOwner`"
          )
        }
      }
    }
  )
}
