import RulesRuntime
import RulesSource
import RulesSyntax

extension TypeInference {
  /// The name, or the chain of members, that an expression is, by which tests speak of it; nil for anything else.
  private mutating func chain(of root: NodeID) -> Facts.Chain? {
    let mark = pending.count
    var node = root
    while chains[Int(node.index)] == 0, tree.kind(of: node) == .memberExpression,
      let base = tree.child(0, of: node)
    {
      pending.append(node)
      node = base
    }
    if chains[Int(node.index)] == 0 {
      let isName = tree.kind(of: node) == .nameExpression
      chains[Int(node.index)] = isName ? numbered(nil, node) : 1
    }
    while pending.count > mark, let link = pending.popLast() {
      let base = chains[Int(node.index)]
      chains[Int(link.index)] = base == 1 ? 1 : numbered(base - 2, link)
      node = link
    }
    return chains[Int(root.index)] == 1 ? nil : chains[Int(root.index)] - 2
  }

  private mutating func numbered(_ base: Facts.Chain?, _ node: NodeID) -> UInt32 {
    declarations.symbol(of: node, in: tree).map { facts.chain(base, $0) + 2 } ?? 1
  }

  /// A value with what is known from tests around it.
  mutating func narrowed(_ value: Inferred, _ node: NodeID) -> Inferred {
    guard !facts.isEmpty, !value.isNever, let chain = chain(of: node), let types = facts[chain]
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
        let types = tree.child(1, of: condition).flatMap({ TypeSet(word: $0, in: tree) })
      else { return }
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
    guard chain(of: node) != nil else { return }
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
    guard let chain = chain(of: node) else { return }
    facts.say(left, of: chain)
  }
}

extension TypeSet {
  private static let words = WordTable(TypeWord.allCases.map(\.rawValue))
  private static let wordTypes: ContiguousArray<TypeSet> = ContiguousArray(
    TypeWord.allCases.map { word in TypeSet(ValueType.allCases.filter { word.holds(for: $0) }) }
  )

  /// The types that a word after `is` holds for; nil where it is none.
  fileprivate init?(word node: NodeID, in tree: SyntaxTree) {
    guard let index = tree.mainIndex(of: node, in: Self.words) else { return nil }
    self = Self.wordTypes[index]
  }
}
