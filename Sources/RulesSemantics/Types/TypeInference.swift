import RulesRuntime
import RulesSource
import RulesSyntax

/// Finds the types of expressions, and reports the operations that can only fail.
///
/// INVARIANT: the tree has no errors of syntax, and no function calls itself.
struct TypeInference {
  let tree: SyntaxTree
  let declarations: Declarations
  let references: ReferenceTable
  let contexts: RequestContexts
  var diagnostics: [Diagnostic] = []

  /// The code that is looked at.
  struct Frame {
    var function: Int?
    var service: ServiceKind = .firestore
    var context = RequestContext()
    /// Where the parameters and lets begin among `values`.
    var firstSlot = 0
    /// Count of the parameters and lets that are known.
    var slotCount = 0
    /// Whether nothing is reported: the code can't be reached here, or has been looked at before.
    var isQuiet = false
  }

  var frame = Frame()
  /// What tests around the expression say of names and members.
  var facts = Facts()
  /// The parameters and lets of all frames, and the arguments of calls that are looked at, the innermost last.
  var values: ContiguousArray<Inferred> = []
  /// Links of chains and operands that are still to be looked at, the next one last.
  var pending: ContiguousArray<NodeID> = []
  /// The overloads that a call may mean.
  var candidates: ContiguousArray<UInt16> = []
  /// The chain that each node is, plus two; zero where it is not known yet, one where it is none.
  var chains: ContiguousArray<UInt32>
  private var depth = 0
  /// Count of the expressions that have been looked at, repeats included.
  private(set) var steps = 0
  /// Numbers for functions with the arguments of a call, added one by one.
  private var callKeys = PairTable()
  /// What calls give, by number.
  private var results: ContiguousArray<Inferred?> = []
  /// The functions that are called, with the arguments, each once; nil where nobody asks.
  var calls: [(function: Int, arguments: [Inferred])]?
  /// What each expression was found to be, by the index of its node; nil where nobody asks.
  var recorded: [UInt32: Inferred]?
  /// What is known of the parameters of functions where nobody calls them; anything, by default.
  var parameters: [Int: [Inferred]] = [:]

  /// Deeper expressions and calls are not looked at.
  private static let maximumDepth = 600
  /// Calls are followed for so many expressions; later ones give anything.
  private static let maximumSteps = 2_000_000

  init(
    _ tree: SyntaxTree,
    _ declarations: Declarations,
    _ references: ReferenceTable,
    _ contexts: RequestContexts
  ) {
    self.tree = tree
    self.declarations = declarations
    self.references = references
    self.contexts = contexts
    chains = ContiguousArray(repeating: 0, count: tree.nodes.count)
  }

  /// Looks at every function and condition.
  mutating func checkAll() {
    for index in declarations.functions.indices { checkFunction(index) }
    for block in declarations.blocks {
      for statement in block.statements {
        guard let condition = statement.condition else { continue }
        frame = Frame(
          service: block.service,
          context: RequestContexts.context(of: statement, in: block, tree)
        )
        conditionScope = block.scope
        checkCondition(condition)
      }
    }
    diagnostics.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func checkCondition(_ node: NodeID) {
    let value = infer(node)
    if !value.isNever, value.types.isDisjoint(with: .bool) {
      report(
        Diagnostic(
          .nonBooleanCondition,
          at: tree.range(of: node),
          "the condition is \(value.types.text), expected `bool`",
          notes: [
            DiagnosticNote("a condition that is no `bool` is an error, and the request is denied")
          ]
        )
      )
    }
  }

  private mutating func checkFunction(_ index: Int) {
    let function = declarations.functions[index]
    frame = Frame(
      function: index,
      service: service(of: function.scope),
      context: contexts.functions[index],
      slotCount: function.parameters.count
    )
    if let known = parameters[index] {
      values.append(contentsOf: known)
    } else {
      for _ in function.parameters { values.append(.any) }
    }
    _ = inferBody(of: function)
    values.removeAll(keepingCapacity: true)
  }

  private func service(of scope: ScopeID) -> ServiceKind {
    declarations.scopes[scope.index].service ?? declarations.services.first?.kind ?? .unknown
  }

  private mutating func inferBody(of function: FunctionDeclaration) -> Inferred {
    for (_, value) in function.lets {
      let value = infer(value)
      // A let that fails fails where it is read, and has been reported.
      values.append(value.isNever ? .any : value)
      frame.slotCount += 1
    }
    return function.result.map { infer($0) } ?? .any
  }

  /// What a call of a user's function gives for its arguments, which are the last of the values.
  mutating func result(of function: Int, argumentCount: Int) -> Inferred {
    let firstArgument = values.count - argumentCount
    // A number with the highest bit set begins a key, so that functions are told from arguments.
    var key = callKeys.insert(1 << 31 | UInt32(truncatingIfNeeded: function), 0)
    for argument in values[firstArgument...] { key = callKeys.insert(key, argument.packed) }
    while results.count < callKeys.count { results.append(nil) }
    if let known = results[Int(key)] { return known }
    guard depth < Self.maximumDepth, steps < Self.maximumSteps else { return .any }
    // A function that calls itself, which is refused, gives anything.
    results[Int(key)] = .any
    calls?.append((function, Array(values[firstArgument...])))
    let before = frame
    let caller = facts.enterFrame()
    // What is so for the arguments of one call is not what the function's text says.
    let recordedBefore = recorded
    recorded = nil
    defer { recorded = recordedBefore }
    frame = Frame(
      function: function,
      service: service(of: declarations.functions[function].scope),
      context: contexts.functions[function],
      firstSlot: firstArgument,
      slotCount: argumentCount,
      isQuiet: true
    )
    let value = inferBody(of: declarations.functions[function])
    values.removeLast(values.count - firstArgument - argumentCount)
    facts.leaveFrame(to: caller)
    frame = before
    results[Int(key)] = value
    return value
  }

  // MARK: Expressions

  /// What an expression is.
  mutating func infer(_ root: NodeID) -> Inferred {
    guard depth < Self.maximumDepth else { return .any }
    depth += 1
    defer { depth -= 1 }
    // Links of a chain are gone through by a loop, as chains have any length.
    let mark = pending.count
    var node = root
    while isLink(node), let base = tree.child(0, of: node) {
      pending.append(node)
      node = base
    }
    var value = inferBase(node)
    recorded?[node.index] = value
    while pending.count > mark, let link = pending.popLast() {
      steps += 1
      // In two steps: a call in the other's arguments would copy what has been found so far.
      let linked = inferLink(link, of: value)
      value = narrowed(linked, link)
      recorded?[link.index] = value
    }
    return value
  }

  private func isLink(_ node: NodeID) -> Bool {
    switch tree.kind(of: node) {
    case .memberExpression, .indexExpression, .sliceExpression, .parenthesizedExpression: true
    case .methodCallExpression: if case .none = references[node] { true } else { false }
    default: false
    }
  }

  private mutating func inferLink(_ node: NodeID, of base: Inferred) -> Inferred {
    switch tree.kind(of: node) {
    case .memberExpression: member(node, of: base)
    case .indexExpression: index(node, of: base)
    case .sliceExpression: slice(node, of: base)
    case .methodCallExpression: method(node, of: base)
    default: base
    }
  }

  private mutating func inferBase(_ node: NodeID) -> Inferred {
    steps += 1
    switch tree.kind(of: node) {
    case .nullLiteral: return Inferred(.null)
    case .booleanLiteral: return Inferred(.bool)
    case .intLiteral: return Inferred(.int)
    case .floatLiteral: return Inferred(.float)
    case .stringLiteral: return Inferred(.string)
    case .bytesLiteral: return Inferred(TypeSet(.bytes))
    case .nameExpression: return narrowed(name(node), node)
    case .unaryExpression: return unary(node)
    case .binaryExpression: return binary(node)
    case .isExpression:
      return inferred(0, of: node).isNever ? .never : Inferred(.bool)
    case .conditionalExpression: return conditional(node)
    case .listExpression:
      for element in tree.children(of: node) { _ = infer(element) }
      return Inferred(.list)
    case .mapExpression: return map(node)
    case .path: return path(node)
    case .callExpression, .methodCallExpression: return call(node)
    default: return .any
    }
  }

  /// What a node's child is.
  mutating func inferred(_ place: Int, of node: NodeID) -> Inferred {
    tree.child(place, of: node).map { infer($0) } ?? .any
  }

  // Mutating, as the whole would be copied for each call otherwise.
  private mutating func name(_ node: NodeID) -> Inferred {
    switch references[node] {
    case .local(let slot):
      Int(slot) < frame.slotCount ? values[frame.firstSlot + Int(slot)] : .any
    case .wildcard: wildcard(node)
    case .request: Inferred(.map, .request)
    case .resource:
      contexts.asksForMethod ? frame.context.resource.orAny(unless: .null) : frame.context.resource
    case .none, .function, .builtin, .lookup, .namespace, .unresolved: .any
    }
  }

  private func wildcard(_ node: NodeID) -> Inferred {
    guard let name = declarations.symbol(of: node, in: tree) else { return .any }
    return declarations.isGlob(named: name, from: scope)
      ? Inferred(.path) : Inferred(.string)
  }

  private var scope: ScopeID {
    frame.function.map { declarations.functions[$0].scope } ?? conditionScope
  }

  /// The scope of the block whose condition is looked at.
  var conditionScope = ScopeID(index: 0)

  private mutating func conditional(_ node: NodeID) -> Inferred {
    guard let condition = tree.child(0, of: node) else { return .any }
    requireBool(condition, of: "the condition of `?:`")
    let then = branch(1, of: node, when: condition, is: true)
    let otherwise = branch(2, of: node, when: condition, is: false)
    return then.union(otherwise)
  }

  /// Infers a child under what a test says.
  mutating func branch(
    _ place: Int,
    of node: NodeID,
    when condition: NodeID,
    is truth: Bool
  ) -> Inferred {
    let before = (mark: facts.mark, isQuiet: frame.isQuiet)
    narrow(by: condition, truth)
    let value = inferred(place, of: node)
    facts.goBack(to: before.mark)
    frame.isQuiet = before.isQuiet
    return value
  }

  private mutating func map(_ node: NodeID) -> Inferred {
    for entry in tree.children(of: node) {
      guard let key = tree.child(0, of: entry) else { continue }
      let value = infer(key)
      if !value.isNever, value.types.isDisjoint(with: .string) {
        reportOperand("a key of a map", key, value.types, expected: .string)
      }
      _ = inferred(1, of: entry)
    }
    return Inferred(.map)
  }

  private mutating func path(_ node: NodeID) -> Inferred {
    let allowed: TypeSet = [.null, .bool, .int, .float, .string, .path]
    for segment in tree.children(of: node) where tree.kind(of: segment) == .interpolatedSegment {
      guard let inner = tree.child(0, of: segment) else { continue }
      let value = infer(inner)
      if !value.isNever, value.types.isDisjoint(with: allowed) {
        reportOperand("`$(…)`", inner, value.types, expected: allowed)
      }
    }
    return Inferred(.path)
  }

  // MARK: Reporting

  /// Reports a problem, unless the code can't be reached or has been looked at before.
  mutating func report(_ diagnostic: Diagnostic) {
    guard !frame.isQuiet else { return }
    diagnostics.append(diagnostic)
  }

  /// Reports an operand of which no type is taken.
  mutating func reportOperand(
    _ operation: String,
    _ node: NodeID,
    _ found: TypeSet,
    expected: TypeSet,
    fixes: [FixIt] = []
  ) {
    guard !frame.isQuiet else { return }
    diagnostics.append(
      Diagnostic(
        .wrongOperandType,
        at: tree.range(of: node),
        "\(operation) is \(found.text), expected \(expected.text)",
        fixes: fixes
      )
    )
  }
}

extension Inferred {
  /// Anything, where the types are no more than the given ones.
  fileprivate func orAny(unless types: TypeSet) -> Inferred {
    types.isSuperset(of: self.types) ? .any : self
  }
}
