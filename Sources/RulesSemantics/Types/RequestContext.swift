import RulesRuntime
import RulesSource
import RulesSyntax

/// The requests for which a piece of code is evaluated: those of the statements that lead to it.
struct RequestContext: Sendable, Hashable {
  var firestore: MethodSet = []
  var storage: MethodSet = []

  /// Whether no statement leads to the code.
  var isUnreached: Bool { firestore.isEmpty && storage.isEmpty }

  /// Takes the requests of another context in, and tells whether there were new ones.
  mutating func formUnion(_ other: RequestContext) -> Bool {
    let before = self
    firestore.formUnion(other.firestore)
    storage.formUnion(other.storage)
    return self != before
  }

  /// What `resource` is.
  var resource: Inferred {
    if isUnreached || (!firestore.isEmpty && !storage.isEmpty) { return .any }
    if !storage.isEmpty { return Inferred([.map, .null], .object) }
    // A document that is being created was not there before.
    return firestore == MethodSet(.create) ? Inferred(.null) : Inferred([.map, .null], .document)
  }

  /// What `request.resource` is.
  var requestResource: Inferred {
    let written: MethodSet = [MethodSet(.create), MethodSet(.update)]
    if isUnreached || (!firestore.isEmpty && !storage.isEmpty) { return .any }
    let methods = storage.union(firestore)
    if methods.isDisjoint(with: written) { return Inferred(.null) }
    let types: TypeSet = written.isSuperset(of: methods) ? .map : [.map, .null]
    return Inferred(types, storage.isEmpty ? .document : .object)
  }

  /// Whether every request is a read of Firestore, which has no `request.resource`.
  var hasNoRequestResource: Bool {
    !firestore.isEmpty && storage.isEmpty && MethodSet.read.isSuperset(of: firestore)
  }

  /// Whether no request is a list, the only one with `request.query`.
  var hasNoQuery: Bool { !firestore.isEmpty && !firestore.contains(MethodSet(.list)) }
}

/// Finds out for which requests each function is evaluated.
struct RequestContexts {
  /// Of each function.
  private(set) var functions: [RequestContext]
  /// Whether the file asks for `request.method`, and so may tell requests apart by itself.
  let asksForMethod: Bool

  init(
    _ tree: SyntaxTree,
    _ declarations: Declarations,
    _ references: ReferenceTable,
    calls: [[Int]]
  ) {
    functions = Array(repeating: RequestContext(), count: declarations.functions.count)
    let method = declarations.symbols.symbol(of: ContiguousArray("method".utf8))
    asksForMethod = tree.nodes.contains { node in
      node.kind == .memberExpression && method != nil
        && declarations.words[node.mainToken] == method
    }
    var pending: [Int] = []
    var nodes: ContiguousArray<NodeID> = []
    for block in declarations.blocks {
      for statement in block.statements {
        guard let condition = statement.condition else { continue }
        let context = Self.context(of: statement, in: block, tree)
        nodes.append(condition)
        while let node = nodes.popLast() {
          if case .function(let callee) = references[node],
            functions[Int(callee)].formUnion(context)
          {
            pending.append(Int(callee))
          }
          for place in tree.childPlaces(of: node) { nodes.append(tree.childIDs[place]) }
        }
      }
    }
    while let function = pending.popLast() {
      for callee in calls[function] where functions[callee].formUnion(functions[function]) {
        pending.append(callee)
      }
    }
  }

  /// The requests that a statement is for.
  static func context(
    of statement: StatementDeclaration,
    in block: BlockDeclaration,
    _ tree: SyntaxTree
  ) -> RequestContext {
    var methods: MethodSet = []
    for place in tree.childPlaces(of: statement.node) {
      let child = tree.childIDs[place]
      guard tree.kind(of: child) == .method else { continue }
      methods.formUnion(tree.withMainBytes(of: child) { MethodSet(word: $0) } ?? [])
    }
    switch block.service {
    case .firestore: return RequestContext(firestore: methods)
    case .storage: return RequestContext(storage: methods)
    case .unknown: return RequestContext()
    }
  }
}
