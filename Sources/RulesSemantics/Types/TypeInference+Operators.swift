import RulesRuntime
import RulesSource
import RulesSyntax

extension TypeInference {
  /// Reports an operand that must be a bool and can't be.
  mutating func requireBool(_ node: NodeID, of operation: String) {
    let value = infer(node)
    requireBool(value, node, of: operation)
  }

  private mutating func requireBool(_ value: Inferred, _ node: NodeID, of operation: String) {
    guard !value.isNever, value.types.isDisjoint(with: .bool) else { return }
    report(
      Diagnostic(
        .nonBooleanOperand,
        at: tree.range(of: node),
        "\(operation) is \(value.types.text), expected `bool`",
        notes: [DiagnosticNote("nothing but a `bool` counts as true or false")]
      )
    )
  }

  /// `!a`, `-a`.
  mutating func unary(_ node: NodeID) -> Inferred {
    guard let operand = tree.child(0, of: node) else { return .any }
    let value = infer(operand)
    guard !value.isNever else { return .never }
    if tree[tree[node].mainToken].kind == .not {
      requireBool(value, operand, of: "the operand of `!`")
      return value.types.isDisjoint(with: .bool) ? .never : Inferred(.bool)
    }
    let allowed: TypeSet = [.int, .float, .duration]
    let types = value.types.intersection(allowed)
    if types.isEmpty {
      reportOperand("the operand of `-`", operand, value.types, expected: allowed)
    }
    return Inferred(types)
  }

  /// `a + b`, also `&&`, `==`, `in`.
  mutating func binary(_ node: NodeID) -> Inferred {
    let kind = tree[tree[node].mainToken].kind
    switch kind {
    case .andAnd, .orOr: return logic(node, isAnd: kind == .andAnd)
    case .inKeyword: return membership(node)
    default: break
    }
    let left = inferred(0, of: node)
    let right = inferred(1, of: node)
    guard !left.isNever, !right.isNever else { return .never }
    switch kind {
    case .equal, .notEqual:
      checkEquality(node, left.types, right.types, isEqual: kind == .equal)
      return Inferred(.bool)
    default:
      let result = Self.result(of: kind, left.types, right.types)
      if result.isEmpty, !isMissingBrackets(node) { reportPair(node, left.types, right.types) }
      return Inferred(result)
    }
  }

  /// Whether a division is a path with `/$name`, which is told with the names.
  private func isMissingBrackets(_ node: NodeID) -> Bool {
    guard let right = tree.child(1, of: node), references[right] == .unresolved else {
      return false
    }
    return tree[tree[node].mainToken].kind == .slash
      && tree.mainBytes(of: right).first == UInt8(ascii: "$")
  }

  private mutating func logic(_ node: NodeID, isAnd: Bool) -> Inferred {
    // `a && b && c` nests on the left: its operands are looked at in their order, so that what each says is noted once.
    let kind: TokenKind = isAnd ? .andAnd : .orOr
    let mark = pending.count
    var operand = node
    while tree.kind(of: operand) == .binaryExpression,
      tree[tree[operand].mainToken].kind == kind, let left = tree.child(0, of: operand)
    {
      pending.append(operand)
      operand = left
    }
    let before = (mark: facts.mark, isQuiet: frame.isQuiet)
    var value = infer(operand)
    requireBool(value, operand, of: isAnd ? "the left side of `&&`" : "the left side of `||`")
    var isUseless = value.types.isDisjoint(with: .bool)
    while pending.count > mark, let whole = pending.popLast(), let next = tree.child(1, of: whole) {
      narrow(by: operand, isAnd)
      operand = next
      value = infer(operand)
      requireBool(value, operand, of: isAnd ? "the right side of `&&`" : "the right side of `||`")
      isUseless = isUseless && value.types.isDisjoint(with: .bool)
      recorded?[whole.index] = isUseless ? .never : Inferred(.bool)
    }
    pending.removeLast(pending.count - mark)
    facts.goBack(to: before.mark)
    frame.isQuiet = before.isQuiet
    return isUseless ? .never : Inferred(.bool)
  }

  private mutating func checkEquality(
    _ node: NodeID,
    _ left: TypeSet,
    _ right: TypeSet,
    isEqual: Bool
  ) {
    // A comparison with null asks whether there is a value, even where it can't be null.
    guard !left.mayEqual(right), left != .null, right != .null else { return }
    let sign = isEqual ? "==" : "!="
    report(
      Diagnostic(
        .neverEqual,
        at: tree.range(of: node),
        "`\(sign)` compares \(left.text) with \(right.text), which is always \(isEqual ? "false" : "true")",
        notes: [
          DiagnosticNote("values of different types are never equal, but for `int` and `float`")
        ]
      )
    )
  }

  private mutating func reportPair(_ node: NodeID, _ left: TypeSet, _ right: TypeSet) {
    let sign = tree.source.text(of: tree.mainRange(of: node))
    var diagnostic = Diagnostic(
      .wrongOperandType,
      at: tree.range(of: node),
      "`\(sign)` takes no \(left.text) with \(right.text)"
    )
    if sign.utf8.elementsEqual("+".utf8) {
      let texts: TypeSet = [.null, .bool, .int, .float, .path]
      for (place, own, other) in [(0, left, right), (1, right, left)]
      where other == .string && texts.isSuperset(of: own) {
        guard let operand = tree.child(place, of: node) else { continue }
        let range = tree.range(of: operand)
        diagnostic.fixes.append(
          FixIt(
            "make it a text by `string(…)`",
            edits: [
              TextEdit(replacing: SourceRange(at: range.lowerBound), with: "string("),
              TextEdit(replacing: SourceRange(at: range.upperBound), with: ")"),
            ],
            isSafe: false
          )
        )
      }
    }
    report(diagnostic)
  }

  private mutating func membership(_ node: NodeID) -> Inferred {
    let element = inferred(0, of: node)
    let collection = inferred(1, of: node)
    guard !element.isNever, !collection.isNever else { return .never }
    let allowed: TypeSet = [.list, .map, TypeSet(.set), .constraint]
    let kinds = collection.types.intersection(allowed)
    guard let right = tree.child(1, of: node), let left = tree.child(0, of: node) else {
      return .any
    }
    if kinds.isEmpty {
      reportOperand("the right side of `in`", right, collection.types, expected: allowed)
      return .never
    }
    if kinds == .map, element.types.isDisjoint(with: [.string, .constraint]) {
      reportOperand("the left side of `in`, a key,", left, element.types, expected: .string)
      return .never
    }
    return Inferred(.bool)
  }

  /// The types that an operator of two operands gives; none where it takes no such operands.
  private static func result(of kind: TokenKind, _ left: TypeSet, _ right: TypeSet) -> TypeSet {
    var result: TypeSet = []
    for (first, second, given) in overloads[Int(kind.rawValue)]
    where !left.isDisjoint(with: first) && !right.isDisjoint(with: second) {
      result.formUnion(given)
    }
    return result
  }

  private typealias Overload = (first: TypeSet, second: TypeSet, result: TypeSet)

  /// What each operator takes and gives, by the raw value of its token.
  private static let overloads: [[Overload]] = TokenKind.allCases.map { overloads(of: $0) }

  private static func overloads(of kind: TokenKind) -> [Overload] {
    let numbers: [Overload] = [
      (.int, .int, .int), (.float, .number, .float), (.number, .float, .float),
    ]
    switch kind {
    case .plus:
      return numbers + [
        (.string, .string, .string), (.duration, .duration, .duration),
        (.timestamp, .duration, .timestamp), (.duration, .timestamp, .timestamp),
      ]
    case .minus:
      return numbers + [
        (.duration, .duration, .duration), (.timestamp, .duration, .timestamp),
        (.timestamp, .timestamp, .duration),
      ]
    case .star, .slash, .percent: return numbers
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let same: [TypeSet] = [.string, TypeSet(.bytes), .number, .duration, .timestamp]
      return same.map { ($0, $0, .bool) } + [
        (.constraint, .any, .bool), (.any, .constraint, .bool),
      ]
    default: return [(.any, .any, .any)]
    }
  }
}
