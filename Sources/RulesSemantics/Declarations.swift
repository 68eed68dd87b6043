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
  /// Count of the names when they were gathered from a whole file.
  private var gatheredSymbolCount = 0

  /// A file that declares nothing.
  init() {
    scopes.append(Scope(parent: nil, service: nil))
  }

  /// Collects what a tree declares.
  ///
  /// - Parameters:
  ///   - tree: the tree.
  ///   - earlier: the declarations of an earlier version, whose symbols are the same here, and the tokens of both.
  init(_ tree: SyntaxTree, after earlier: (declarations: Declarations, shared: SharedTokens)? = nil)
  {
    self.init()
    if let (declarations, shared) = earlier {
      symbols = declarations.symbols
      gatheredSymbolCount = declarations.gatheredSymbolCount
      // Most changes declare nothing.
      functions.reserveCapacity(declarations.functions.count)
      scopes.reserveCapacity(declarations.scopes.count)
      blocks.reserveCapacity(declarations.blocks.count)
      firstNamesakes.reserveCapacity(declarations.functions.count)
      nextNamesakes.reserveCapacity(declarations.functions.count)
      lastNamesakes.reserveCapacity(declarations.functions.count)
      words = WordSymbols(tree, after: declarations.words, shared, in: &symbols)
    } else {
      symbols = SymbolTable(capacity: tree.tokens.count / 16)
      words = WordSymbols(tree, tokens: tree.tokens.indices, in: &symbols)
      gatheredSymbolCount = symbols.count
    }
    functionNames = ScopedNames(symbolCount: symbols.count)
    wildcardNames = ScopedNames(symbolCount: symbols.count)
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

  /// Whether so many names of earlier versions are held that it is time to gather those of the file anew.
  var holdsOldSymbols: Bool { symbols.count > 2 * gatheredSymbolCount + 64 }

  /// Whether each name means the same in each scope as it does by other declarations, whose symbols are the same.
  func scopesAgree(with other: Declarations) -> Bool {
    scopes.elementsEqual(other.scopes) { $0.agrees(with: $1) }
      && functions.elementsEqual(other.functions) { ours, theirs in
        ours.name == theirs.name && ours.scope == theirs.scope
          && ours.parameters.count == theirs.parameters.count
      } && services.elementsEqual(other.services) { $0.kind == $1.kind }
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
    let first = pending.count
    for item in tree.children(of: node) {
      switch tree.kind(of: item) {
      case .functionDeclaration: declareFunction(tree, item, in: scope)
      case .matchDeclaration: pending.append((item, scope, block))
      case .allowStatement:
        guard let block else { continue }
        blocks[block].statements.append(
          StatementDeclaration(node: item, condition: condition(of: item, tree))
        )
      default: continue
      }
    }
    // The first one is the next in turn.
    pending[first...].reverse()
  }

  /// The condition of an allow statement; nil where there is none.
  private func condition(of statement: NodeID, _ tree: SyntaxTree) -> NodeID? {
    var last: NodeID?
    for place in tree.childPlaces(of: statement) {
      let part = tree.childIDs[place]
      switch tree.kind(of: part) {
      case .method: continue
      // Behind a broken condition stands what could not be read.
      case .unexpected: last = part
      default: return part
      }
    }
    return last
  }

  private mutating func declareBlock(
    _ tree: SyntaxTree,
    _ node: NodeID,
    in scope: ScopeID,
    around block: Int?
  ) -> (ScopeID, Int) {
    let path = tree.children(of: node).first { tree.kind(of: $0) == .path }
    let own = path.map { tree.children(of: $0) } ?? []
    let parent = block.map { blocks[$0] }
    var segments = parent?.segments ?? []
    segments.append(contentsOf: own.prefix(BlockDeclaration.segmentLimit - segments.count))
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
