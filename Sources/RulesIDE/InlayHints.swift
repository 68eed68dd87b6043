import RulesSemantics
package import RulesSource
import RulesSyntax

/// A remark inside a line.
package struct InlayHint: Sendable, Hashable {
  /// What it tells.
  package enum Kind: Sendable, Hashable {
    case parameter, type
  }

  /// Where it is shown.
  package let offset: UInt32
  /// What it says: `owner:` before an argument, `: string` after a let's name.
  package let label: String
  /// What it tells.
  package let kind: Kind
}

extension Analysis {
  /// The remarks inside a range, in source order: the names of parameters at calls of the file's functions,
  /// and the types of lets.
  package func inlayHints(in range: SourceRange, in project: ProjectIndex) -> [InlayHint] {
    guard let model else { return [] }
    var hints: [InlayHint] = []
    var types: TypeTable?
    let functions = model.functionNodes
    for index in tree.nodes.indices {
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      switch tree.kind(of: node) {
      case .callExpression where tree.range(of: node).touches(range):
        guard case .function(let callee) = model.references[node] else { continue }
        hints += parameterHints(of: node, callee: functions[Int(callee)], within: range)
      case .letStatement where range.touches(tree.mainRange(of: node)) && tree.hasName(node):
        guard let value = tree.child(0, of: node) else { continue }
        let known = types ?? model.types()
        types = known
        guard let type = known[value], !type.isAny, !type.types.isEmpty else { continue }
        let end = tree.mainRange(of: node).upperBound
        hints.append(InlayHint(offset: end, label: ": \(type.text)", kind: .type))
      default: continue
      }
    }
    return hints.sorted { $0.offset < $1.offset }
  }

  /// The names before the arguments of a call, but before those that say the same by themselves.
  private func parameterHints(
    of call: NodeID,
    callee: NodeID,
    within range: SourceRange
  ) -> [InlayHint] {
    let parameters = tree.children(of: callee, .parameter)
    return zip(tree.children(of: call), parameters).compactMap { argument, parameter in
      let start = tree.range(of: argument).lowerBound
      guard range.touches(SourceRange(at: start)), tree.kind(of: argument).isExpression else {
        return nil
      }
      let name = tree.mainBytes(of: parameter)
      let says =
        tree.kind(of: argument) == .nameExpression || tree.kind(of: argument) == .memberExpression
      if says, tree.mainBytes(of: argument) == name { return nil }
      return InlayHint(offset: start, label: tree.mainText(of: parameter) + ":", kind: .parameter)
    }
  }
}
