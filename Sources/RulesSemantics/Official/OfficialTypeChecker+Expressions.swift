import RulesRuntime
import RulesSource
import RulesSyntax

extension OfficialTypeChecker {
  /// Checks an expression, with the brackets around it.
  mutating func check(
    _ node: NodeID,
    _ demand: OfficialTypes,
    isCondition: Bool = false
  ) -> Outcome {
    guard suspended == nil, depth < Self.maximumDepth else { return Outcome() }
    depth += 1
    defer { depth -= 1 }
    return checkChain(node, demand, isCondition: isCondition)
  }

  /// An operator or a call whose operands are still to be checked.
  private struct Pending {
    let node: NodeID
    let start: UInt32
    /// The operands and what is demanded of each.
    let operands: [(node: NodeID, demand: OfficialTypes)]
    /// What comes out.
    let types: OfficialTypes
    /// Whether the operands' types are compared.
    let isComparison: Bool
    /// Whether there is a signature that fits.
    let isChecked: Bool
  }

  /// Checks `a.b[c].d(e)` from its end to its start and back, without recursion for the receivers.
  private mutating func checkChain(
    _ root: NodeID,
    _ demand: OfficialTypes,
    isCondition: Bool
  ) -> Outcome {
    var pending: [Pending] = []
    var node = unwrapped(root)
    var start = tree.range(of: root).lowerBound
    var demand = demand
    var isCondition = isCondition
    var outcome = Outcome()
    while true {
      guard let signatures = receiverSignatures(node), let receiver = tree.child(0, of: node) else {
        outcome = checkLink(node, demand, start: start, isCondition: isCondition)
        break
      }
      let operation = prepare(
        node,
        Array(tree.children(of: node)),
        signatures,
        demand,
        start: start,
        isCondition: isCondition
      )
      pending.append(operation)
      demand = operation.operands.first?.demand ?? .any
      // One pair of brackets around a receiver does not count for where it starts.
      let inside =
        tree.kind(of: receiver) == .parenthesizedExpression
        ? tree.child(0, of: receiver) ?? receiver : receiver
      start = tree.range(of: inside).lowerBound
      node = unwrapped(inside)
      isCondition = false
    }
    while let operation = pending.popLast() {
      outcome = finish(operation, receiver: outcome)
    }
    return outcome
  }

  /// An expression without the brackets around it.
  private func unwrapped(_ node: NodeID) -> NodeID {
    var inner = node
    while tree.kind(of: inner) == .parenthesizedExpression, let inside = tree.child(0, of: inner) {
      inner = inside
    }
    return inner
  }

  /// The signatures of an operator or method with a receiver; nil for any other expression.
  private func receiverSignatures(_ node: NodeID) -> [OfficialSignature]? {
    switch tree.kind(of: node) {
    case .memberExpression: OfficialSignatures.member
    case .indexExpression: OfficialSignatures.index
    case .sliceExpression: OfficialSignatures.slice
    case .unaryExpression where tree[tree[node].mainToken].kind == .minus: OfficialSignatures.minus
    case .methodCallExpression where package(of: node) == nil:
      OfficialSignatures.method(tree.mainBytes(of: node)) ?? []
    default: nil
    }
  }

  /// `math` in `math.abs(1)`.
  private func package(of call: NodeID) -> ContiguousArray<UInt8>? {
    guard let receiver = tree.child(0, of: call), tree.kind(of: receiver) == .nameExpression else {
      return nil
    }
    let name = tree.mainBytes(of: receiver)
    return Library.namespaces.contains { $0.utf8.elementsEqual(name) } ? name : nil
  }

  /// Checks anything but a link of a chain.
  private mutating func checkLink(
    _ node: NodeID,
    _ demand: OfficialTypes,
    start: UInt32,
    isCondition: Bool
  ) -> Outcome {
    func constant(_ type: ValueType) -> Outcome {
      literal(type, demand, start: start, isCondition: isCondition)
    }
    switch tree.kind(of: node) {
    case .nullLiteral: return constant(.null)
    case .booleanLiteral: return constant(.bool)
    case .intLiteral: return constant(.int)
    case .floatLiteral: return constant(.float)
    case .stringLiteral: return constant(.string)
    case .bytesLiteral: return constant(.bytes)
    case .listExpression, .mapExpression, .path:
      return checkComposite(node, demand, start: start, isCondition: isCondition)
    case .nameExpression:
      return checkName(node, demand, start: start, isCondition: isCondition)
    case .conditionalExpression: return checkConditional(node, demand, start: start)
    case .callExpression, .methodCallExpression:
      return checkCall(node, demand, start: start, isCondition: isCondition)
    case .unaryExpression, .binaryExpression, .isExpression:
      return checkOperator(node, demand, start: start, isCondition: isCondition)
    default: return Outcome()
    }
  }

  private mutating func literal(
    _ type: ValueType,
    _ demand: OfficialTypes,
    start: UInt32,
    isCondition: Bool
  ) -> Outcome {
    let types = OfficialTypes(type)
    if types.fits(demand) { return Outcome(types: types) }
    reportMismatch(types, demand, at: start, isCondition: isCondition)
    return Outcome()
  }

  private mutating func checkComposite(
    _ node: NodeID,
    _ demand: OfficialTypes,
    start: UInt32,
    isCondition: Bool
  ) -> Outcome {
    var outcome: Outcome
    switch tree.kind(of: node) {
    case .listExpression:
      outcome = literal(.list, demand, start: start, isCondition: isCondition)
      for element in tree.children(of: node) { outcome.demands.merge(check(element, .any).demands) }
    case .mapExpression:
      outcome = literal(.map, demand, start: start, isCondition: isCondition)
      // All keys come before all values, as the order of demands shows.
      for key in tree.children(of: node).compactMap({ tree.child(0, of: $0) }) {
        outcome.demands.merge(check(key, OfficialTypes(.string)).demands)
      }
      for value in tree.children(of: node).compactMap({ tree.child(1, of: $0) }) {
        outcome.demands.merge(check(value, .any).demands)
      }
    default:
      outcome = literal(.path, demand, start: start, isCondition: isCondition)
      for segment in tree.children(of: node) where tree.kind(of: segment) == .interpolatedSegment {
        guard let inner = tree.child(0, of: segment) else { continue }
        outcome.demands.merge(check(inner, OfficialSignatures.pathPart).demands)
      }
    }
    settle(&outcome.demands, at: start)
    return outcome
  }

  private mutating func checkConditional(
    _ node: NodeID,
    _ demand: OfficialTypes,
    start: UInt32
  ) -> Outcome {
    let parts = Array(tree.children(of: node))
    guard parts.count == 3 else { return Outcome() }
    var demands = check(parts[0], OfficialTypes(.bool)).demands
    let positive = check(parts[1], demand)
    let negative = check(parts[2], demand)
    if !positive.types.fits(negative.types) {
      report(
        "Ternary operator result if condition is true has a different type than if condition is false.",
        at: tree.mainRange(of: node).lowerBound
      )
    }
    demands.merge(positive.demands)
    demands.merge(negative.demands)
    settle(&demands, at: start)
    return Outcome(demands: demands)
  }

  private mutating func checkOperator(
    _ node: NodeID,
    _ demand: OfficialTypes,
    start: UInt32,
    isCondition: Bool
  ) -> Outcome {
    var operands = Array(tree.children(of: node))
    let signatures: [OfficialSignature]
    switch tree.kind(of: node) {
    case .unaryExpression: signatures = OfficialSignatures.not
    case .isExpression:
      signatures = OfficialSignatures.isType
      operands = Array(operands.prefix(1))
    default: signatures = OfficialSignatures.binary(tree[tree[node].mainToken].kind)
    }
    return finish(
      prepare(node, operands, signatures, demand, start: start, isCondition: isCondition),
      receiver: nil
    )
  }

  /// A call that has no receiver: `f(a)`, `math.abs(a)`.
  private mutating func checkCall(
    _ node: NodeID,
    _ demand: OfficialTypes,
    start: UInt32,
    isCondition: Bool
  ) -> Outcome {
    var arguments = Array(tree.children(of: node))
    var name = tree.mainBytes(of: node)
    var signatures: [OfficialSignature]?
    if tree.kind(of: node) == .methodCallExpression, let package = package(of: node) {
      name = package + [UInt8(ascii: ".")] + name
      arguments.removeFirst()
      signatures = OfficialSignatures.function(name)
    } else {
      if let symbol = declarations.symbols.symbol(of: name) {
        let found = declarations.functions(named: symbol, from: place.scope)
        if !found.isEmpty { return checkUserCall(node, found, demand, start: start) }
      }
      signatures = OfficialSignatures.function(name)
      if signatures == nil, isServiceFunctionVisible(name) {
        signatures = OfficialSignatures.serviceFunction(name)
        if signatures != nil, declarations.scopes[place.scope.index].service == nil,
          !name.elementsEqual("debug".utf8)
        {
          report(
            "Call to service function '\(tree.mainText(of: node))' occurs outside of defining scope.",
            at: tree.mainRange(of: node).lowerBound
          )
        }
      }
    }
    return finish(
      prepare(
        node,
        arguments,
        signatures ?? [],
        demand,
        start: start,
        isCondition: isCondition,
        name: name,
        isKnown: signatures != nil
      ),
      receiver: nil
    )
  }

  private func isServiceFunctionVisible(_ name: ContiguousArray<UInt8>) -> Bool {
    place.visibility.contains(name.elementsEqual("debug".utf8) ? .debug : .lookups)
  }

  // MARK: Operators and calls

  /// Chooses the signatures that give what is demanded, and so what is demanded of the operands.
  private mutating func prepare(
    _ node: NodeID,
    _ operands: [NodeID],
    _ signatures: [OfficialSignature],
    _ demand: OfficialTypes,
    start: UInt32,
    isCondition: Bool,
    name: ContiguousArray<UInt8>? = nil,
    isKnown: Bool? = nil
  ) -> Pending {
    let fitting = signatures.filter { $0.operands.count == operands.count }
    let unchecked = Pending(
      node: node,
      start: start,
      operands: operands.map { ($0, .any) },
      types: .any,
      isComparison: false,
      isChecked: false
    )
    guard let first = fitting.first else {
      let text = String(decoding: name ?? tree.mainBytes(of: node), as: UTF8.self)
      report(
        isKnown ?? !signatures.isEmpty
          ? "Incorrect number of arguments supplied to function: \(text)."
          : "Invalid function name: \(text).",
        at: tree.mainRange(of: node).lowerBound
      )
      return unchecked
    }
    var results = first.result
    for signature in fitting.dropFirst() { results.append(signature.result) }
    // The official compiler fails altogether where a number of the other kind is all that there is.
    let chosen = fitting.filter { $0.result.fits(demand) }
    guard results.fitsAsNumber(demand), let firstChosen = chosen.first else {
      reportMismatch(results, demand, at: offset(ofOperator: node), isCondition: isCondition)
      return unchecked
    }
    var types = firstChosen.result
    for signature in chosen.dropFirst() { types.append(signature.result) }
    let demands = operands.indices.map { place in
      var demand = firstChosen.operands[place]
      for signature in chosen.dropFirst() { demand.append(signature.operands[place]) }
      return demand
    }
    let token = tree[tree[node].mainToken].kind
    return Pending(
      node: node,
      start: start,
      operands: Array(zip(operands, demands)),
      types: types,
      isComparison: tree.kind(of: node) == .binaryExpression
        && (token == .equal || token == .notEqual),
      isChecked: true
    )
  }

  /// The token that a mismatch of an operator's result is reported at.
  private func offset(ofOperator node: NodeID) -> UInt32 {
    switch tree.kind(of: node) {
    case .indexExpression, .sliceExpression: tree.range(of: node).lowerBound
    default: tree.mainRange(of: node).lowerBound
    }
  }

  /// Checks the operands of an operator or call; the receiver, if there is one, has been checked already.
  private mutating func finish(_ operation: Pending, receiver: Outcome?) -> Outcome {
    // Where the signature fits, arguments come before the receiver, as the order of demands shows.
    let isReceiverLast = operation.isChecked && receiver != nil
    var demands = isReceiverLast ? OfficialDemands() : receiver?.demands ?? OfficialDemands()
    var operandTypes: [OfficialTypes] = []
    for operand in operation.operands.dropFirst(receiver == nil ? 0 : 1)
    where tree.kind(of: operand.node) != .omitted {
      let outcome = check(operand.node, operand.demand)
      demands.merge(outcome.demands)
      if operation.isComparison { operandTypes.append(outcome.types) }
    }
    if operation.isComparison, operandTypes.count == 2,
      !operandTypes[0].fitsAsNumber(operandTypes[1])
    {
      let isEqual = tree[tree[operation.node].mainToken].kind == .equal
      report(
        "The sub-expressions are not comparable, so this comparison will always return \(isEqual ? "false" : "true").",
        at: tree.mainRange(of: operation.node).lowerBound
      )
    }
    if isReceiverLast, let receiver { demands.merge(receiver.demands) }
    settle(&demands, at: operation.start)
    return Outcome(demands: demands, types: operation.types)
  }
}
