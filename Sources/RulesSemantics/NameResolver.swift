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
  /// A user's function: its index in `SemanticModel.functions`.
  case function(Int)
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
}

/// Finds out what each name means.
struct NameResolver {
  let tree: SyntaxTree
  let declarations: Declarations
  /// What each node's name means.
  var references: ReferenceTable
  /// The functions that each function's body names.
  var calls: [[Int]]
  /// The functions that are named somewhere.
  var usedFunctions: Set<Int> = []
  var diagnostics: [Diagnostic] = []
  /// Whether a bare name as the key of a map is a string, as in test files.
  private var bareKeysAreStrings = false
  /// Whether `request` and `resource` are in scope.
  private var isRequestKnown = true

  /// Where an expression stands.
  private struct Place {
    let scope: ScopeID
    /// The names of the frame's slots that are visible, the innermost last.
    var locals: [(name: Symbol, slot: UInt32)] = []
    /// The function whose body it is in.
    var function: Int?
    /// The slots that are read.
    var usedSlots: Set<UInt32> = []
  }

  /// A resolver for some nodes of a tree; for all of them by default.
  init(_ tree: SyntaxTree, _ declarations: Declarations, nodes: Range<UInt32>? = nil) {
    self.tree = tree
    self.declarations = declarations
    self.references = ReferenceTable(
      nodes ?? 0..<UInt32(truncatingIfNeeded: tree.nodes.count)
    )
    self.calls = Array(repeating: [], count: declarations.functions.count)
  }

  /// Resolves every name of the file.
  mutating func resolveAll() {
    for index in declarations.functions.indices { resolveFunction(index) }
    for block in declarations.blocks {
      for statement in block.statements {
        guard let condition = statement.condition else { continue }
        var place = Place(scope: block.scope)
        resolve(condition, &place)
      }
    }
    reportUnusedFunctions()
  }

  /// Resolves one expression outside of any function or block, in which only some variables are known.
  mutating func resolveExpression(
    _ node: NodeID,
    locals: [Symbol],
    bareKeysAreStrings: Bool
  ) {
    var place = Place(scope: ScopeID(index: 0))
    for (slot, name) in locals.enumerated() {
      place.locals.append((name, UInt32(truncatingIfNeeded: slot)))
    }
    self.bareKeysAreStrings = bareKeysAreStrings
    isRequestKnown = false
    resolve(node, &place)
  }

  private mutating func resolveFunction(_ index: Int) {
    let function = declarations.functions[index]
    var place = Place(scope: function.scope, function: index)
    var slot: UInt32 = 0
    var declared: [(variable: FunctionDeclaration.Variable, slot: UInt32)] = []
    for parameter in function.parameters {
      place.locals.append((parameter.name, slot))
      declared.append((parameter, slot))
      slot += 1
    }
    for (variable, value) in function.lets {
      resolve(value, &place)
      place.locals.append((variable.name, slot))
      declared.append((variable, slot))
      slot += 1
    }
    if let result = function.result { resolve(result, &place) }
    for (variable, slot) in declared where !place.usedSlots.contains(slot) {
      reportUnused(variable)
    }
  }

  /// Resolves the names of an expression.
  ///
  /// A stack of its own, as broken files nest to any depth.
  private mutating func resolve(_ root: NodeID, _ place: inout Place) {
    var pending = [root]
    while let node = pending.popLast() {
      switch tree.kind(of: node) {
      case .nameExpression:
        references[node] = variable(node, &place)
      case .callExpression:
        references[node] = function(node, &place)
      case .methodCallExpression:
        resolveMethod(node, place)
      default: break
      }
      if bareKeysAreStrings, tree.kind(of: node) == .mapEntry, let key = tree.child(0, of: node),
        tree.kind(of: key) == .nameExpression
      {
        pending.append(contentsOf: tree.children(of: node).dropFirst())
        continue
      }
      // The namespace of `math.abs(1)` is no variable; it has been resolved with the call.
      for child in tree.children(of: node).reversed()
      where references[child] != .namespace {
        pending.append(child)
      }
    }
  }

  private func variable(_ node: NodeID, _ place: inout Place) -> Reference {
    let bytes = tree.mainBytes(of: node)
    if let name = declarations.symbols.symbol(of: bytes) {
      if let local = place.locals.last(where: { $0.name == name }) {
        place.usedSlots.insert(local.slot)
        return .local(local.slot)
      }
      if let capture = declarations.wildcard(named: name, from: place.scope) {
        return .wildcard(capture)
      }
    }
    if isRequestKnown {
      if bytes.elementsEqual("request".utf8) { return .request }
      if bytes.elementsEqual("resource".utf8) { return .resource }
    }
    return .unresolved
  }

  private mutating func function(_ node: NodeID, _ place: inout Place) -> Reference {
    let bytes = tree.mainBytes(of: node)
    let count = tree.children(of: node).count
    if let name = declarations.symbols.symbol(of: bytes) {
      let found = declarations.functions(named: name, from: place.scope)
      let fitting = found.first { declarations.functions[$0].parameters.count == count }
      if let callee = fitting ?? found.first {
        usedFunctions.formUnion(found)
        if let caller = place.function { calls[caller].append(callee) }
        return .function(callee)
      }
    }
    guard let builtin = Library.function(named: Text(wtf8: bytes)) else { return .unresolved }
    guard let lookup = LookupFunction(bytes) else { return .builtin(builtin) }
    // Storage rules know lookups by `firestore.get` alone.
    return service(of: place.scope) == .storage ? .unresolved : .lookup(lookup, builtin)
  }

  private mutating func resolveMethod(_ node: NodeID, _ place: Place) {
    guard let receiver = tree.child(0, of: node), tree.kind(of: receiver) == .nameExpression else {
      return
    }
    let package = tree.mainBytes(of: receiver)
    let method = tree.mainBytes(of: node)
    if Library.namespaces.contains(where: { $0.utf8.elementsEqual(package) }) {
      references[receiver] = .namespace
      references[node] =
        Library.function(named: Text(wtf8: method), in: Text(wtf8: package)).map { .builtin($0) }
        ?? .unresolved
      return
    }
    guard package.elementsEqual("firestore".utf8), service(of: place.scope) == .storage,
      isUndeclared(package, place), let lookup = LookupFunction(method),
      lookup == .get || lookup == .exists,
      let builtin = Library.function(named: Text(wtf8: method))
    else { return }
    references[receiver] = .namespace
    references[node] = .lookup(lookup, builtin)
  }

  private func isUndeclared(_ bytes: ContiguousArray<UInt8>, _ place: Place) -> Bool {
    guard let name = declarations.symbols.symbol(of: bytes) else { return true }
    return !place.locals.contains { $0.name == name }
      && declarations.wildcard(named: name, from: place.scope) == nil
  }

  /// The service that a scope stands in; for the file's own functions that of the first service.
  func service(of scope: ScopeID) -> ServiceKind {
    declarations.scopes[scope.index].service ?? declarations.services.first?.kind ?? .unknown
  }
}

extension LookupFunction {
  /// The lookup of a name.
  fileprivate init?(_ name: ContiguousArray<UInt8>) {
    switch String(decoding: name, as: UTF8.self) {
    case "get": self = .get
    case "exists": self = .exists
    case "getAfter": self = .getAfter
    case "existsAfter": self = .existsAfter
    case "value": self = .value
    default: return nil
    }
  }
}
