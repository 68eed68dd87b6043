import RulesRuntime
import RulesSource
import RulesSyntax

extension TypeInference {
  /// The text of a name or of a chain of members, by which tests speak of it; nil for anything else.
  private func key(_ root: NodeID) -> ContiguousArray<UInt8>? {
    var node = root
    while true {
      switch tree.kind(of: node) {
      case .nameExpression:
        let range = tree.range(of: root)
        return ContiguousArray(tree.source.bytes[Int(range.lowerBound)..<Int(range.upperBound)])
      case .memberExpression:
        guard let base = tree.child(0, of: node) else { return nil }
        node = base
      default: return nil
      }
    }
  }

  /// A value with what is known from tests around it.
  func narrowed(_ value: Inferred, _ node: NodeID) -> Inferred {
    guard !frame.facts.isEmpty, !value.isNever, let key = key(node), let types = frame.facts[key]
    else {
      return value
    }
    let left = value.types.intersection(types)
    return left.isEmpty ? value : Inferred(left, value.shape)
  }

  /// Adds what a condition says of names and members when it is true, or false.
  mutating func narrow(by condition: NodeID, _ truth: Bool) {
    guard let first = tree.child(0, of: condition) else { return }
    switch tree.kind(of: condition) {
    case .parenthesizedExpression: narrow(by: first, truth)
    case .unaryExpression where tree[tree[condition].mainToken].kind == .not:
      narrow(by: first, !truth)
    case .isExpression:
      guard
        let word = tree.child(1, of: condition).flatMap({
          TypeWord(rawValue: tree.mainText(of: $0))
        })
      else { return }
      let types = TypeSet(ValueType.allCases.filter { word.holds(for: $0) })
      keep(first, truth ? types : TypeSet.any.subtracting(types))
    case .binaryExpression: narrow(byBinary: condition, truth)
    default: return
    }
  }

  private mutating func narrow(byBinary condition: NodeID, _ truth: Bool) {
    guard let left = tree.child(0, of: condition), let right = tree.child(1, of: condition) else {
      return
    }
    switch (tree[tree[condition].mainToken].kind, truth) {
    case (.andAnd, true), (.orOr, false):
      narrow(by: left, truth)
      narrow(by: right, truth)
    case (.equal, true), (.notEqual, false):
      keepEqual(left, to: right)
      keepEqual(right, to: left)
    case (.equal, false), (.notEqual, true):
      // Of the values that are compared with only null is the only one of its type.
      if tree.kind(of: right) == .nullLiteral { keep(left, TypeSet.any.subtracting(.null)) }
      if tree.kind(of: left) == .nullLiteral { keep(right, TypeSet.any.subtracting(.null)) }
    default: return
    }
  }

  private mutating func keepEqual(_ node: NodeID, to other: NodeID) {
    guard key(node) != nil else { return }
    let isQuiet = frame.isQuiet
    frame.isQuiet = true
    var types = infer(other).types
    frame.isQuiet = isQuiet
    guard !types.isEmpty, types != .any else { return }
    if !types.isDisjoint(with: .number) { types.formUnion(.number) }
    keep(node, types.union(.constraint))
  }

  /// Notes that a value has one of some types; where it can't have, the code is not reached.
  private mutating func keep(_ node: NodeID, _ types: TypeSet) {
    var node = node
    while tree.kind(of: node) == .parenthesizedExpression, let inner = tree.child(0, of: node) {
      node = inner
    }
    let isQuiet = frame.isQuiet
    frame.isQuiet = true
    let before = infer(node).types
    frame.isQuiet = isQuiet
    let left = before.intersection(types)
    if left.isEmpty {
      if !before.isEmpty { frame.isQuiet = true }
      return
    }
    guard let key = key(node) else { return }
    frame.facts[key] = left
  }
}
