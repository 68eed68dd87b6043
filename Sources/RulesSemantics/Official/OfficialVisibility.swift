import RulesSource
import RulesSyntax

/// Which names of the service a piece of code can see.
///
/// They are names of the condition, not of the file: a function sees what the conditions see that call it.
struct OfficialVisibility: OptionSet, Sendable {
  let rawValue: UInt8

  /// `request`, of any type.
  static let request = OfficialVisibility(rawValue: 1)
  /// `request`, known to be a map: that of a list in Storage rules.
  static let requestMap = OfficialVisibility(rawValue: 2)
  static let resource = OfficialVisibility(rawValue: 4)
  static let debug = OfficialVisibility(rawValue: 8)
  /// `get`, `exists`, `getAfter`, `existsAfter`.
  static let lookups = OfficialVisibility(rawValue: 16)

  /// What a condition sees: all that any one of its methods offers.
  ///
  /// Source: measured programs, §3.2; the map of a list by further questions to the official compiler.
  init(methods: some Sequence<ContiguousArray<UInt8>>, service: ServiceKind) {
    self = []
    for method in methods where RequestMethodWord.isKnown(method) {
      switch service {
      case .firestore: formUnion([.request, .resource, .debug, .lookups])
      case .storage where method.elementsEqual("list".utf8): formUnion([.requestMap, .debug])
      case .storage: formUnion([.request, .resource, .debug])
      case .unknown: continue
      }
    }
  }

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

/// What each scope holds, in the order in which the official compiler visits scopes: inner before outer,
/// services in order, the file last.
struct OfficialWalk {
  /// One scope.
  struct Step {
    let scope: ScopeID
    /// The conditions of its block, with what they see.
    var conditions: [(node: NodeID, visibility: OfficialVisibility)] = []
    /// Its functions in order.
    var functions: [Int] = []
  }

  private(set) var steps: [Step] = []

  init(_ tree: SyntaxTree, _ declarations: Declarations) {
    var children: [[Int]] = Array(repeating: [], count: declarations.scopes.count)
    for (index, scope) in declarations.scopes.enumerated() {
      if let parent = scope.parent { children[parent.index].append(index) }
    }
    var places = Array(repeating: 0, count: declarations.scopes.count)
    var pending: [(scope: Int, next: Int)] = [(0, 0)]
    while let (scope, next) = pending.last {
      if next < children[scope].count {
        pending[pending.count - 1].next += 1
        pending.append((children[scope][next], 0))
      } else {
        places[scope] = steps.count
        steps.append(Step(scope: ScopeID(index: scope)))
        pending.removeLast()
      }
    }
    for block in declarations.blocks {
      for statement in block.statements {
        guard let condition = statement.condition else { continue }
        let methods = tree.children(of: statement.node).filter { tree.kind(of: $0) == .method }
          .map { tree.mainBytes(of: $0) }
        steps[places[block.scope.index]].conditions.append(
          (condition, OfficialVisibility(methods: methods, service: block.service))
        )
      }
    }
    for (index, function) in declarations.functions.enumerated() {
      steps[places[function.scope.index]].functions.append(index)
    }
  }
}

/// The calls of user's functions, and what each function sees.
struct OfficialReach {
  /// What each function sees.
  private(set) var visibility: [OfficialVisibility]
  /// The functions that are named somewhere, be it as a method.
  private(set) var used: Set<Int> = []
  /// For each function the functions that it calls, in order, repeats included.
  private(set) var calls: [[Int]]

  private let tree: SyntaxTree
  private let declarations: Declarations
  /// What the next function of a name will see.
  ///
  /// The official compiler goes by name alone, whatever the
  /// scope of the call: the first scope visited that declares the name takes it.
  private var waiting: [Symbol: OfficialVisibility] = [:]

  init(_ tree: SyntaxTree, _ declarations: Declarations, _ walk: OfficialWalk) {
    self.tree = tree
    self.declarations = declarations
    visibility = Array(repeating: [], count: declarations.functions.count)
    calls = Array(repeating: [], count: declarations.functions.count)
    var names: [[Symbol]] = Array(repeating: [], count: declarations.functions.count)
    for (index, function) in declarations.functions.enumerated() {
      for root in function.lets.map(\.value) + [function.result].compactMap(\.self) {
        names[index] += collect(root, in: function.scope, caller: index)
      }
    }
    for step in walk.steps {
      for condition in step.conditions {
        for name in collect(condition.node, in: step.scope, caller: nil) {
          waiting[name, default: []].formUnion(condition.visibility)
        }
      }
      spread(among: step.functions, in: step.scope, names: names)
    }
  }

  /// Gives a scope's functions what waits for their names, and passes it on to what they call.
  private mutating func spread(among functions: [Int], in scope: ScopeID, names: [[Symbol]]) {
    var pending = functions
    while let function = pending.popLast() {
      let name = declarations.functions[function].name
      guard let offered = waiting[name], !visibility[function].isSuperset(of: offered) else {
        continue
      }
      visibility[function].formUnion(offered)
      for callee in names[function]
      where !waiting[callee, default: []].isSuperset(of: visibility[function]) {
        waiting[callee, default: []].formUnion(visibility[function])
        pending += declarations.functions(named: callee, in: scope)
      }
    }
    for function in functions { waiting[declarations.functions[function].name] = nil }
  }

  /// The names that an expression calls as functions or methods, in order; notes whom they mean.
  private mutating func collect(_ root: NodeID, in scope: ScopeID, caller: Int?) -> [Symbol] {
    var names: [Symbol] = []
    var pending = [root]
    while let node = pending.popLast() {
      let kind = tree.kind(of: node)
      if kind == .callExpression || kind == .methodCallExpression,
        let name = declarations.symbols.symbol(of: tree.mainBytes(of: node))
      {
        names.append(name)
        let found = declarations.functions(named: name, from: scope)
        used.formUnion(found)
        if kind == .callExpression, let caller, let callee = found.first {
          calls[caller].append(callee)
        }
      }
      pending.append(contentsOf: tree.children(of: node).reversed())
    }
    return names
  }
}
