import RulesSource
import RulesSyntax

extension LintRule {
  static let lengthMember = LintRule(
    "length-member",
    .warning,
    "a `length` that is compared with a number, where `size()` is meant",
    reason: """
      Texts, lists and maps have a method `size()`. A member `length` is that of JavaScript; here it is a field of \
      this name in a map, and an error in anything else, so the request is denied.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.tags.length < 10;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && resource.data.tags.size() < 10;
      }
      """
    ),
    silence: "Silence it where a map in the document really has a field `length`.",
    check: .rules { context, report in
      let tree = context.tree
      for comparison in context.nodes[.binaryExpression] {
        guard tree.isComparison(comparison), let left = tree.child(0, of: comparison),
          let right = tree.child(1, of: comparison)
        else { continue }
        for (operand, other) in [(left, right), (right, left)] {
          let member = tree.unwrapped(operand)
          guard tree.isInt(other), tree.isLength(member) else {
            continue
          }
          report.add(
            at: tree.mainRange(of: member),
            "`length` is a field here, not the count of what is before it",
            fixes: [.replacing(tree.mainRange(of: member), with: "size()", "write `size()`")]
          )
        }
      }
    }
  )
}

extension SyntaxTree {
  /// Whether an expression is made of int literals.
  fileprivate func isInt(_ node: NodeID) -> Bool {
    let node = unwrapped(node)
    switch kind(of: node) {
    case .intLiteral: return true
    case .unaryExpression, .binaryExpression:
      return !isComparison(node) && children(of: node).allSatisfy { isInt($0) }
    default: return false
    }
  }

  fileprivate func isComparison(_ node: NodeID) -> Bool {
    switch self[self[node].mainToken].kind {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  /// Whether an expression is `data.field.length`: the length of what may be a text or list.
  fileprivate func isLength(_ node: NodeID) -> Bool {
    guard kind(of: node) == .memberExpression, mainBytes(of: node).elementsEqual("length".utf8),
      let base = child(0, of: node)
    else { return false }
    let inner = unwrapped(base)
    guard kind(of: inner) == .memberExpression else { return false }
    // `data.length` may well be a field of the document.
    let name = mainBytes(of: inner)
    return !name.elementsEqual("data".utf8) && !name.elementsEqual("metadata".utf8)
  }
}
