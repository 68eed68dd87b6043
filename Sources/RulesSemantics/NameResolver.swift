package import RulesRuntime
import RulesSource
package import RulesSyntax

/// What a name in an expression means.
package enum Reference: Sendable, Hashable {
  /// The node names nothing, or has not been resolved.
  case none
  /// A parameter or a let: its slot in the frame.
  case local(UInt32)
  /// A wildcard: its place among the captures of the block's whole pattern.
  case wildcard(UInt32)
  case request
  case resource
  /// A user's function: its index in `SemanticModel.functions`; in four bytes, as tables of references are large.
  case function(UInt32)
  /// A built-in: its index in `Library.all`.
  case builtin(UInt16)
  /// A function that asks for documents.
  case lookup(LookupFunction, UInt16)
  /// `math` in `math.abs(1)`.
  case namespace
  /// A name that nothing declares.
  case unresolved
}

/// What the names of a tree, or of one of its expressions, mean.
package struct ReferenceTable: Sendable {
  /// The lowest index of a node that is covered.
  private let lowerBound: UInt32
  private var entries: ContiguousArray<Reference>

  /// A table for some of a tree's nodes, all unresolved as yet.
  init(_ nodes: Range<UInt32>) {
    lowerBound = nodes.lowerBound
    entries = ContiguousArray(repeating: .none, count: nodes.count)
  }

  /// The nodes that are covered.
  var nodes: Range<UInt32> { lowerBound..<lowerBound + UInt32(truncatingIfNeeded: entries.count) }

  /// What a node's name means; `none` for a node that is not covered.
  package internal(set) subscript(_ node: NodeID) -> Reference {
    get { nodes.contains(node.index) ? entries[Int(node.index - lowerBound)] : .none }
    set {
      guard nodes.contains(node.index) else { return }
      entries[Int(node.index - lowerBound)] = newValue
    }
  }

  /// A table for all of a tree's nodes, those resolved that are known.
  init(nodeCount: Int, _ known: KnownNames) {
    lowerBound = 0
    entries = []
    entries.reserveCapacity(nodeCount)
    for item in known.items {
      entries.append(contentsOf: repeatElement(.none, count: item.nodes.lowerBound - entries.count))
      entries.append(contentsOf: known.references.entries[item.oldNodes])
    }
    entries.append(contentsOf: repeatElement(.none, count: nodeCount - entries.count))
  }
}

/// Finds out what each name means.
struct NameResolver {
  let tree: SyntaxTree
  let declarations: Declarations
  /// What each node's name means.
  var references: ReferenceTable
  /// The functions that each function's body names.
  private(set) var calls: [[Int]] = []
  /// The functions that the condition of each statement names, in the order of the blocks.
  private(set) var conditionCalls: ContiguousArray<[Int]> = []
  var diagnostics: [Diagnostic] = []
  /// The nodes at which something is reported, in order.
  private(set) var problems: ContiguousArray<NodeID> = []
  /// What misspelt names may mean.
  var suggestions: NameSuggestions
  /// Whether some function of the name of a function, in its scope, is named somewhere; by the first of them.
  private var isUsed: ContiguousArray<Bool>
  /// The slot plus one that each symbol means where it is a visible local, zero where it is none.
  private var localSlots: ContiguousArray<UInt32>
  /// Whether the slots of the function that is resolved are read.
  private var isRead: ContiguousArray<Bool> = []
  /// Of functions of one name those that take a count of arguments, once they have been looked for.
  private var fittings: [Fitting: Int] = [:]
  /// The functions that have been named in the function or condition that is resolved.
  private var callees: ContiguousArray<Int> = []
  /// Nodes that are still to be resolved.
  private var pending: ContiguousArray<NodeID> = []
  /// Whether a bare name as the key of a map is a string, as in test files.
  private var bareKeysAreStrings = false
  /// Whether `request` and `resource` are in scope.
  private var isRequestKnown = true

  /// Where an expression stands.
  private struct Place {
    let scope: ScopeID
  }

  /// A call of one of several functions of one name.
  private struct Fitting: Hashable {
    let first: Int
    let count: Int
  }

  /// A resolver for the nodes of a table, which may know some of them already; for all nodes by default.
  init(_ tree: SyntaxTree, _ declarations: Declarations, _ references: ReferenceTable? = nil) {
    self.tree = tree
    self.declarations = declarations
    self.suggestions = NameSuggestions(declarations)
    self.references =
      references ?? ReferenceTable(0..<UInt32(truncatingIfNeeded: tree.nodes.count))
    isUsed = ContiguousArray(repeating: false, count: declarations.functions.count)
    localSlots = ContiguousArray(repeating: 0, count: declarations.symbols.count)
  }

  /// Resolves every name of the file, and reports what is wrong with them.
  ///
  /// - Parameter known: what the table of references has of an earlier version.
  mutating func resolveAll(after known: KnownNames? = nil) {
    calls.reserveCapacity(declarations.functions.count)
    conditionCalls.reserveCapacity(known?.statements.count ?? 0)
    for index in declarations.functions.indices {
      if let known = known?.functions[index] {
        note(known)
        calls.append(known)
      } else {
        calls.append(resolveFunction(index))
      }
    }
    for block in declarations.blocks {
      for statement in block.statements {
        if let known = known?.statements[conditionCalls.count] {
          note(known)
          conditionCalls.append(known)
        } else {
          if let condition = statement.condition { resolve(condition, Place(scope: block.scope)) }
          conditionCalls.append(takeCallees())
        }
      }
    }
    reportUnusedFunctions()
    reportProblems(but: known?.items ?? [])
    diagnostics.sort { $0.range.lowerBound < $1.range.lowerBound }
    problems.sort { $0.index < $1.index }
  }

  /// Notes that functions are named.
  private mutating func note(_ callees: [Int]) {
    for callee in callees { isUsed[declarations.firstNamesakes[callee]] = true }
  }

  /// The functions that have been named since the last call.
  private mutating func takeCallees() -> [Int] {
    defer { callees.removeAll(keepingCapacity: true) }
    return Array(callees)
  }

  /// Reports what is wrong with the name of a node.
  mutating func report(_ diagnostic: Diagnostic, of node: NodeID) {
    diagnostics.append(diagnostic)
    problems.append(node)
  }

  /// Whether something is reported at one of some nodes.
  func hasProblem(in nodes: Range<Int>) -> Bool {
    guard !problems.isEmpty else { return false }
    let place = problems.firstPlace { Int($0.index) >= nodes.lowerBound }
    return place < problems.count && Int(problems[place].index) < nodes.upperBound
  }

  /// Resolves one expression outside of any function or block, in which only some variables are known, and reports
  /// what is wrong with its names.
  mutating func resolveExpression(
    _ node: NodeID,
    locals: [Symbol],
    bareKeysAreStrings: Bool
  ) {
    for name in locals { addLocal(name) }
    self.bareKeysAreStrings = bareKeysAreStrings
    isRequestKnown = false
    resolve(node, Place(scope: ScopeID(index: 0)))
    reportProblems(but: [])
    diagnostics.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Resolves the names of a function, and gives the functions that it names.
  private mutating func resolveFunction(_ index: Int) -> [Int] {
    let function = declarations.functions[index]
    let place = Place(scope: function.scope)
    for parameter in function.parameters { addLocal(parameter.name) }
    for (variable, value) in function.lets {
      resolve(value, place)
      addLocal(variable.name)
    }
    if let result = function.result { resolve(result, place) }
    for (slot, parameter) in function.parameters.enumerated() {
      if !isRead[slot] { reportUnused(parameter) }
      localSlots[Int(parameter.name.index)] = 0
    }
    for (number, binding) in function.lets.enumerated() {
      if !isRead[function.parameters.count + number] { reportUnused(binding.variable) }
      localSlots[Int(binding.variable.name.index)] = 0
    }
    isRead.removeAll(keepingCapacity: true)
    return takeCallees()
  }

  /// Makes the next slot of the frame visible; it hides those of its name before it.
  private mutating func addLocal(_ name: Symbol) {
    isRead.append(false)
    localSlots[Int(name.index)] = UInt32(truncatingIfNeeded: isRead.count)
  }

  /// Resolves the names of an expression.
  ///
  /// A stack of its own, as broken files nest to any depth.
  private mutating func resolve(_ root: NodeID, _ place: Place) {
    pending.append(root)
    while var node = pending.popLast() {
      while let child = resolve(node, in: place) { node = child }
    }
  }

  /// Resolves the name of a node, and notes its children as pending.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - place: where its expression stands.
  /// - Returns: the first child, which is the next in turn; nil where there is none.
  private mutating func resolve(_ node: NodeID, in place: Place) -> NodeID? {
    switch tree.kind(of: node) {
    case .nameExpression:
      references[node] = variable(node, place)
    case .callExpression:
      references[node] = function(node, place)
    case .methodCallExpression:
      resolveMethod(node, place)
    case .mapEntry where bareKeysAreStrings:
      if let key = tree.child(0, of: node), tree.kind(of: key) == .nameExpression {
        pending.append(contentsOf: tree.children(of: node).dropFirst())
        return nil
      }
    default: break
    }
    let places = tree.childPlaces(of: node)
    guard !places.isEmpty else { return nil }
    var place = places.upperBound - 1
    while place > places.lowerBound {
      pending.append(tree.childIDs[place])
      place -= 1
    }
    // The namespace of `math.abs(1)` is no variable; it has been resolved with the call.
    let first = tree.childIDs[places.lowerBound]
    if case .namespace = references[first] { return nil }
    return first
  }

  private mutating func variable(_ node: NodeID, _ place: Place) -> Reference {
    if let name = declarations.symbol(of: node, in: tree) {
      let local = localSlots[Int(name.index)]
      if local > 0 {
        isRead[Int(local) - 1] = true
        return .local(local - 1)
      }
      if let capture = declarations.wildcard(named: name, from: place.scope) {
        return .wildcard(capture)
      }
    }
    guard isRequestKnown else { return .unresolved }
    switch tree.mainIndex(of: node, in: Self.requestNames) {
    case 0: return .request
    case 1: return .resource
    default: return .unresolved
    }
  }

  private static let requestNames = WordTable(["request", "resource"])

  private mutating func function(_ node: NodeID, _ place: Place) -> Reference {
    if let name = declarations.symbol(of: node, in: tree),
      let first = declarations.firstFunction(named: name, from: place.scope)
    {
      isUsed[first] = true
      let callee = fitting(first, Int(tree[node].childCount))
      callees.append(callee)
      return .function(UInt32(truncatingIfNeeded: callee))
    }
    guard let builtin = tree.withMainBytes(of: node, { Library.function(named: $0) }) else {
      return .unresolved
    }
    guard let lookup = LookupFunction(node, tree) else { return .builtin(builtin) }
    // Storage rules know lookups by `firestore.get` alone.
    return service(of: place.scope) == .storage ? .unresolved : .lookup(lookup, builtin)
  }

  /// Of the functions of one name the first that takes a count of arguments; the first of all where none does.
  private mutating func fitting(_ first: Int, _ count: Int) -> Int {
    guard declarations.namesake(after: first) != nil else { return first }
    let key = Fitting(first: first, count: count)
    if let known = fittings[key] { return known }
    var candidate: Int? = first
    while let function = candidate, declarations.functions[function].parameters.count != count {
      candidate = declarations.namesake(after: function)
    }
    fittings[key] = candidate ?? first
    return candidate ?? first
  }

  private mutating func resolveMethod(_ node: NodeID, _ place: Place) {
    guard let receiver = tree.child(0, of: node), tree.kind(of: receiver) == .nameExpression else {
      return
    }
    if let namespace = tree.mainIndex(of: receiver, in: Library.namespaceTable) {
      let builtin = tree.withMainBytes(of: node) { Library.function(named: $0, in: namespace) }
      references[receiver] = .namespace
      references[node] = builtin.map { .builtin($0) } ?? .unresolved
      return
    }
    guard service(of: place.scope) == .storage,
      tree.mainIndex(of: receiver, in: Self.firestoreName) != nil,
      isUndeclared(receiver, place), let lookup = LookupFunction(node, tree),
      lookup == .get || lookup == .exists,
      let builtin = tree.withMainBytes(of: node, { Library.function(named: $0) })
    else { return }
    references[receiver] = .namespace
    references[node] = .lookup(lookup, builtin)
  }

  private static let firestoreName = WordTable(["firestore"])

  private func isUndeclared(_ node: NodeID, _ place: Place) -> Bool {
    guard let name = declarations.symbol(of: node, in: tree) else { return true }
    return localSlots[Int(name.index)] == 0
      && declarations.wildcard(named: name, from: place.scope) == nil
  }

  /// Whether something names a function, or another one of its name.
  func isUsed(_ function: Int) -> Bool { isUsed[declarations.firstNamesakes[function]] }

  /// The service that a scope stands in; for the file's own functions that of the first service.
  func service(of scope: ScopeID) -> ServiceKind {
    declarations.scopes[scope.index].service ?? declarations.services.first?.kind ?? .unknown
  }
}

extension LookupFunction {
  private static let names = WordTable(["get", "exists", "getAfter", "existsAfter", "value"])

  /// The lookup of the name of a call.
  fileprivate init?(_ node: NodeID, _ tree: SyntaxTree) {
    switch tree.mainIndex(of: node, in: Self.names) {
    case 0: self = .get
    case 1: self = .exists
    case 2: self = .getAfter
    case 3: self = .existsAfter
    case 4: self = .value
    default: return nil
    }
  }
}
