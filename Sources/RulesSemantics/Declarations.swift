import RulesRuntime
import RulesSource
import RulesSyntax

/// The scopes, functions and match blocks of a file, in source order.
struct Declarations: Sendable {
  var symbols = SymbolTable()
  var scopes: [Scope] = []
  var functions: [FunctionDeclaration] = []
  /// Blocks in the order in which they are tried: a block before those in it.
  var blocks: [BlockDeclaration] = []
  /// The service blocks.
  var services: [ServiceDeclaration] = []
  /// 1 or 2.
  var version = 1

  /// A file that declares nothing.
  init() {
    scopes.append(Scope(parent: nil, service: nil))
  }

  /// Collects what a tree declares.
  init(_ tree: SyntaxTree) {
    self.init()
    let file = ScopeID(index: 0)
    // The blocks are walked with a stack of their own: broken files may nest them to any depth.
    var pending: [(node: NodeID, scope: ScopeID, block: Int?)] = []
    for item in tree.children(of: tree.root) {
      switch tree.kind(of: item) {
      case .versionStatement: version = versionNumber(tree, item)
      case .functionDeclaration: declareFunction(tree, item, in: file)
      case .serviceDeclaration: pending.append((item, file, nil))
      default: continue
      }
    }
    pending.reverse()
    while let (node, scope, block) = pending.popLast() {
      if tree.kind(of: node) == .serviceDeclaration {
        let service = declareService(tree, node)
        declareItems(tree, node, in: service, block: nil, pending: &pending)
      } else {
        let (inner, index) = declareBlock(tree, node, in: scope, around: block)
        declareItems(tree, node, in: inner, block: index, pending: &pending)
      }
    }
  }

  private func versionNumber(_ tree: SyntaxTree, _ node: NodeID) -> Int {
    tree.stringValue(of: node).elementsEqual("2".utf8) ? 2 : 1
  }

  private mutating func declareService(_ tree: SyntaxTree, _ node: NodeID) -> ScopeID {
    let nameNode = tree.children(of: node).first { tree.kind(of: $0) == .serviceName }
    let name = nameNode.map { tree.source.text(of: tree.range(of: $0)) } ?? ""
    let kind = ServiceKind(name: name)
    scopes.append(Scope(parent: ScopeID(index: 0), service: kind))
    let scope = ScopeID(index: scopes.count - 1)
    services.append(ServiceDeclaration(node: node, name: name, kind: kind, scope: scope))
    return scope
  }

  private mutating func declareItems(
    _ tree: SyntaxTree,
    _ node: NodeID,
    in scope: ScopeID,
    block: Int?,
    pending: inout [(node: NodeID, scope: ScopeID, block: Int?)]
  ) {
    var inner: [(node: NodeID, scope: ScopeID, block: Int?)] = []
    for item in tree.children(of: node) {
      switch tree.kind(of: item) {
      case .functionDeclaration: declareFunction(tree, item, in: scope)
      case .matchDeclaration: inner.append((item, scope, block))
      case .allowStatement:
        guard let block else { continue }
        let parts = tree.children(of: item).filter { tree.kind(of: $0) != .method }
        // Behind a broken condition stands what could not be read.
        let condition = parts.first { tree.kind(of: $0) != .unexpected } ?? parts.last
        blocks[block].statements.append(StatementDeclaration(node: item, condition: condition))
      default: continue
      }
    }
    pending.append(contentsOf: inner.reversed())
  }

  private mutating func declareBlock(
    _ tree: SyntaxTree,
    _ node: NodeID,
    in scope: ScopeID,
    around block: Int?
  ) -> (ScopeID, Int) {
    let path = tree.children(of: node).first { tree.kind(of: $0) == .path }
    let own = path.map { Array(tree.children(of: $0)) } ?? []
    let parent = block.map { blocks[$0] }
    let segments = Array(((parent?.segments ?? []) + own).prefix(BlockDeclaration.segmentLimit))
    var inner = Scope(parent: scope, service: scopes[scope.index].service)
    var wildcardCount = parent?.wildcardCount ?? 0
    for segment in own where isWildcard(tree, segment) {
      let capture = UInt32(truncatingIfNeeded: wildcardCount)
      inner.wildcards.append((symbols.intern(tree.mainBytes(of: segment)), capture))
      wildcardCount += 1
      if tree.kind(of: segment) == .globSegment { inner.globs.insert(capture) }
      // Source: measured programs, §3.3: all wildcards of one path share the union.
      inner.wildcardTypes.append(tree.kind(of: segment) == .globSegment ? .path : .string)
    }
    scopes.append(inner)
    let id = ScopeID(index: scopes.count - 1)
    blocks.append(
      BlockDeclaration(
        node: node,
        scope: id,
        parent: block,
        service: inner.service ?? .unknown,
        depth: (parent?.depth ?? 0) + 1,
        segments: segments,
        segmentCount: (parent?.segmentCount ?? 0) + own.count,
        wildcardCount: wildcardCount,
        globCount: (parent?.globCount ?? 0) + own.count { tree.kind(of: $0) == .globSegment }
      )
    )
    return (id, blocks.count - 1)
  }

  private func isWildcard(_ tree: SyntaxTree, _ segment: NodeID) -> Bool {
    switch tree.kind(of: segment) {
    case .captureSegment, .globSegment: true
    default: false
    }
  }

  private mutating func declareFunction(_ tree: SyntaxTree, _ node: NodeID, in scope: ScopeID) {
    let name = symbols.intern(tree.mainBytes(of: node))
    var parameters: [FunctionDeclaration.Variable] = []
    var lets: [(variable: FunctionDeclaration.Variable, value: NodeID)] = []
    var result: NodeID?
    for child in tree.children(of: node) {
      switch tree.kind(of: child) {
      case .parameter:
        parameters.append(
          FunctionDeclaration.Variable(node: child, name: symbols.intern(tree.mainBytes(of: child)))
        )
      case .letStatement:
        guard let value = tree.child(0, of: child) else { continue }
        let variable = FunctionDeclaration.Variable(
          node: child,
          name: symbols.intern(tree.mainBytes(of: child))
        )
        lets.append((variable, value))
      case .returnStatement:
        result = tree.child(0, of: child)
      default: continue
      }
    }
    functions.append(
      FunctionDeclaration(
        node: node,
        name: name,
        scope: scope,
        parameters: parameters,
        lets: lets,
        result: result
      )
    )
    scopes[scope.index].functions[name, default: []].append(functions.count - 1)
  }

  /// The functions that a name means in a scope: those of the innermost scope that declares one.
  func functions(named name: Symbol, from scope: ScopeID) -> [Int] {
    var current: ScopeID? = scope
    while let id = current {
      if let found = scopes[id.index].functions[name] { return found }
      current = scopes[id.index].parent
    }
    return []
  }

  /// The place of the wildcard that a name means in a scope, among all captures of the pattern.
  func wildcard(named name: Symbol, from scope: ScopeID) -> UInt32? {
    var current: ScopeID? = scope
    while let id = current {
      if let found = scopes[id.index].wildcards.last(where: { $0.name == name }) {
        return found.capture
      }
      current = scopes[id.index].parent
    }
    return nil
  }

  /// Whether the wildcard that a name means in a scope takes any number of segments.
  func isGlob(named name: Symbol, from scope: ScopeID) -> Bool {
    var current: ScopeID? = scope
    while let id = current {
      if let found = scopes[id.index].wildcards.last(where: { $0.name == name }) {
        return scopes[id.index].globs.contains(found.capture)
      }
      current = scopes[id.index].parent
    }
    return false
  }
}
