import RulesRuntime
import RulesSource
import RulesSyntax

/// The scopes, functions and match blocks of a file, in source order.
struct Declarations: Sendable {
  var symbols = SymbolTable()
  /// The symbols of the words of the file.
  private(set) var words = WordSymbols()
  var scopes: [Scope] = []
  var functions: [FunctionDeclaration] = []
  /// Blocks in the order in which they are tried: a block before those in it.
  var blocks: [BlockDeclaration] = []
  /// The service blocks.
  var services: [ServiceDeclaration] = []
  /// 1 or 2.
  var version = 1

  /// The names of the services so far.
  private var serviceNames = ScopedNames()
  /// The first function of each name in each scope.
  private var functionNames = ScopedNames()
  /// For each function the first one of its name in its scope.
  private(set) var firstNamesakes: ContiguousArray<Int> = []
  /// For each function the next one of its name in its scope, -1 for the last.
  private var nextNamesakes: ContiguousArray<Int> = []
  /// For the first function of a name in a scope the last one.
  private var lastNamesakes: ContiguousArray<Int> = []
  /// The wildcards of each scope: twice the place among the captures, and one more for those that take any number of
  /// segments.
  private var wildcardNames = ScopedNames()

  /// A file that declares nothing.
  init() {
    scopes.append(Scope(parent: nil, service: nil))
  }

  /// Collects what a tree declares.
  init(_ tree: SyntaxTree) {
    self.init()
    symbols = SymbolTable(capacity: tree.tokens.count / 16)
    words = WordSymbols(tree, tokens: tree.tokens.indices, in: &symbols)
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

  /// Looks up the words of an expression of a file whose declarations do not matter.
  mutating func internWords(of node: NodeID, in tree: SyntaxTree) {
    let (first, end) = (Int(tree[node].firstToken.index), Int(tree[node].endToken.index))
    words = WordSymbols(tree, tokens: first..<max(first, end), in: &symbols)
  }

  /// The name that is a node's main token, if the file has it among its words.
  func symbol(of node: NodeID, in tree: SyntaxTree) -> Symbol? { words[tree[node].mainToken] }

  /// The name that is a node's main token.
  private mutating func name(_ tree: SyntaxTree, _ node: NodeID) -> Symbol {
    words[tree[node].mainToken] ?? symbols.intern(tree.mainBytes(of: node))
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
    let symbol = symbols.intern(name)
    let isRepeated = serviceNames[symbol, in: ScopeID(index: 0)] != nil
    if !isRepeated { serviceNames.declare(symbol, in: ScopeID(index: 0), as: 0) }
    services.append(
      ServiceDeclaration(node: node, name: name, kind: kind, scope: scope, isRepeated: isRepeated)
    )
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
      let name = name(tree, segment)
      inner.wildcards.append((name, capture))
      wildcardCount += 1
      let isGlob = tree.kind(of: segment) == .globSegment
      wildcardNames.declare(
        name,
        in: ScopeID(index: scopes.count),
        as: capture << 1 | (isGlob ? 1 : 0)
      )
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
    let name = name(tree, node)
    var parameters: [FunctionDeclaration.Variable] = []
    var lets: [(variable: FunctionDeclaration.Variable, value: NodeID)] = []
    var result: NodeID?
    for child in tree.children(of: node) {
      switch tree.kind(of: child) {
      case .parameter:
        parameters.append(
          FunctionDeclaration.Variable(node: child, name: self.name(tree, child))
        )
      case .letStatement:
        guard let value = tree.child(0, of: child) else { continue }
        let variable = FunctionDeclaration.Variable(
          node: child,
          name: self.name(tree, child)
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
    addNamesake(functions.count - 1)
  }

  /// Links a function with those of its name in its scope.
  private mutating func addNamesake(_ index: Int) {
    let (name, scope) = (functions[index].name, functions[index].scope)
    nextNamesakes.append(-1)
    lastNamesakes.append(index)
    guard let first = functionNames[name, in: scope] else {
      functionNames.declare(name, in: scope, as: UInt32(truncatingIfNeeded: index))
      firstNamesakes.append(index)
      return
    }
    firstNamesakes.append(Int(first))
    nextNamesakes[lastNamesakes[Int(first)]] = index
    lastNamesakes[Int(first)] = index
  }

  /// The functions that a name means in a scope: those of the innermost scope that declares one.
  func functions(named name: Symbol, from scope: ScopeID) -> [Int] {
    guard let first = firstFunction(named: name, from: scope) else { return [] }
    return Array(sequence(first: first) { self.namesake(after: $0) })
  }

  /// The functions of a name that this very scope declares.
  func functions(named name: Symbol, in scope: ScopeID) -> [Int] {
    guard let first = functionNames[name, in: scope] else { return [] }
    return Array(sequence(first: Int(first)) { self.namesake(after: $0) })
  }

  /// The first of the functions that a name means in a scope.
  func firstFunction(named name: Symbol, from scope: ScopeID) -> Int? {
    innermost(name, functionNames, scope).map { Int($0) }
  }

  /// The next function of a function's name in its scope.
  func namesake(after function: Int) -> Int? {
    nextNamesakes[function] < 0 ? nil : nextNamesakes[function]
  }

  /// The place of the wildcard that a name means in a scope, among all captures of the pattern.
  func wildcard(named name: Symbol, from scope: ScopeID) -> UInt32? {
    innermost(name, wildcardNames, scope).map { $0 >> 1 }
  }

  /// Whether the wildcard that a name means in a scope takes any number of segments.
  func isGlob(named name: Symbol, from scope: ScopeID) -> Bool {
    innermost(name, wildcardNames, scope).map { $0 & 1 == 1 } ?? false
  }

  /// What a name means in the innermost scope that declares it.
  private func innermost(_ name: Symbol, _ names: ScopedNames, _ scope: ScopeID) -> UInt32? {
    guard names.mayKnow(name) else { return nil }
    var current: ScopeID? = scope
    while let id = current {
      if let found = names[name, in: id] { return found }
      current = scopes[id.index].parent
    }
    return nil
  }
}
