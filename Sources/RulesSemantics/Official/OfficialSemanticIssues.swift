import RulesSyntax

/// What the official compiler says of a tree without errors of syntax: declarations, limits, names and types.
///
/// Sorted by place and text, each issue once. What it says on literal patterns may be known already.
func officialSemanticIssues(
  _ tree: SyntaxTree,
  _ declarations: Declarations,
  invalidPatterns: [(offset: UInt32, text: String)]?
) -> [OfficialIssue] {
  let walk = OfficialWalk(tree, declarations)
  let reach = OfficialReach(tree, declarations, walk)
  var checks = OfficialDeclarations(tree, declarations)
  checks.check(reach)
  checks.checkPatterns(invalidPatterns)
  let calls = OfficialCalls(tree, declarations, calls: reach.calls)
  calls.reportCircles(to: &checks.issues)
  calls.reportLongChains(to: &checks.issues)
  var types = OfficialTypeChecker(
    tree,
    declarations,
    reach,
    circles: calls.circles,
    checks.issues
  )
  types.check(walk)
  return types.issues.sorted(in: tree.source)
}
