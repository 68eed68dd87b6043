import RulesRegex
import RulesRuntime
import RulesSource
import RulesSyntax

/// Turns a tree whose names are resolved into a program.
///
/// INVARIANT: the tree has no errors, so every node has the children that `SyntaxKind` promises.
struct Lowering {
  let tree: SyntaxTree
  let declarations: Declarations
  let references: ReferenceTable
  var program = Program()
  var diagnostics: [Diagnostic] = []
  /// Whether a bare name as the key of a map is a string, as in test files.
  var bareKeysAreStrings = false

  /// What the official compiler says of literal patterns that it refuses, with where they stand.
  var invalidPatterns: [(offset: UInt32, text: String)] = []

  /// Links of chains of members that are still to be lowered.
  var links: ContiguousArray<NodeID> = []

  /// The texts of patterns.
  var patternTexts = SymbolTable()
  /// Indices of `program.patterns` by the symbol of the text; nil for those that are no patterns.
  var patternIndices: ContiguousArray<UInt32?> = []
  /// Indices of `program.methods` by the symbol of the name.
  private var methodIndices: ContiguousArray<UInt32?>
  /// Names of members by symbol, so that each is held once.
  private var names: ContiguousArray<Name?>
  /// Indices of `program.names` by text.
  private var nameIndices: [ContiguousArray<UInt8>: UInt32] = [:]

  init(
    _ tree: SyntaxTree,
    _ declarations: Declarations,
    _ references: ReferenceTable
  ) {
    self.tree = tree
    self.declarations = declarations
    self.references = references
    methodIndices = ContiguousArray(repeating: nil, count: declarations.symbols.count)
    names = ContiguousArray(repeating: nil, count: declarations.symbols.count)
  }

  /// Lowers every function, block and statement.
  mutating func lowerAll() {
    switch declarations.services.first(where: { $0.kind != .unknown })?.kind {
    case .firestore: program.service = .firestore
    case .storage: program.service = .storage
    case .unknown, nil: program.service = .other
    }
    program.version = declarations.version
    program.expressions.reserveCapacity(tree.nodes.count)
    program.origins.reserveCapacity(tree.nodes.count)
    for function in declarations.functions { lower(function) }
    for block in declarations.blocks { lower(block) }
  }

  private mutating func lower(_ function: FunctionDeclaration) {
    let lets = ContiguousArray(function.lets.map { expression($0.value) })
    let result = function.result.map { expression($0) } ?? nullExpression(at: function.node)
    program.functions.append(
      Program.Function(
        name: Text(wtf8: tree.mainBytes(of: function.node)),
        parameters: function.parameters.map { Text(wtf8: tree.mainBytes(of: $0.node)) },
        lets: lets,
        result: result
      )
    )
  }

  private mutating func lower(_ block: BlockDeclaration) {
    let id = BlockID(index: UInt32(truncatingIfNeeded: program.blocks.count))
    let first = UInt32(truncatingIfNeeded: program.statements.count)
    for statement in block.statements { lower(statement, in: id) }
    let end = UInt32(truncatingIfNeeded: program.statements.count)
    let pattern = ContiguousArray(block.segments.map { patternSegment($0) })
    program.blocks.append(
      MatchBlock(
        pattern: pattern,
        parent: block.parent.map { BlockID(index: UInt32(truncatingIfNeeded: $0)) },
        statements: first..<end,
        offset: tree.mainRange(of: block.node).lowerBound
      )
    )
    let isOfService =
      switch program.service {
      case .firestore: block.service == .firestore
      case .storage: block.service == .storage
      case .other: true
      }
    if isOfService { program.routes.insert(id, pattern: pattern) }
  }

  private func patternSegment(_ node: NodeID) -> PatternSegment {
    switch tree.kind(of: node) {
    case .captureSegment: .capture(Text(wtf8: tree.mainBytes(of: node)))
    case .globSegment:
      .glob(Text(wtf8: tree.mainBytes(of: node)), minimum: declarations.version == 1 ? 1 : 0)
    default: .literal(Text(wtf8: tree.segmentText(of: node)))
    }
  }

  private mutating func lower(_ statement: StatementDeclaration, in block: BlockID) {
    var methods: MethodSet = []
    for child in tree.children(of: statement.node) where tree.kind(of: child) == .method {
      methods.formUnion(tree.withMainBytes(of: child) { MethodSet(word: $0) } ?? [])
    }
    let range = tree.range(of: statement.node)
    let condition = statement.condition.map { expression($0) }
    program.statements.append(
      Program.Statement(
        methods: methods,
        condition: condition,
        block: block,
        offset: range.lowerBound,
        endOffset: range.upperBound
      )
    )
  }

  // MARK: Building

  /// Adds an expression to the arena.
  mutating func append(_ expression: Expression, _ origin: ExpressionOrigin) -> ExpressionID {
    program.expressions.append(expression)
    program.origins.append(origin)
    return ExpressionID(index: UInt32(truncatingIfNeeded: program.expressions.count - 1))
  }

  /// Adds a constant and the expression that gives it.
  mutating func appendConstant(_ value: Value, _ origin: ExpressionOrigin) -> ExpressionID {
    program.constants.append(value)
    return append(.constant(UInt32(truncatingIfNeeded: program.constants.count - 1)), origin)
  }

  /// Adds operands that follow one another.
  mutating func appendOperands(_ operands: some Collection<ExpressionID>) -> TableSlice {
    let start = program.operands.count
    program.operands.append(contentsOf: operands)
    return TableSlice(start: start, count: operands.count)
  }

  /// The index of a name in the program's table.
  mutating func nameIndex(_ bytes: ContiguousArray<UInt8>) -> UInt32 {
    if let index = nameIndices[bytes] { return index }
    let index = UInt32(truncatingIfNeeded: program.names.count)
    program.names.append(Name(Text(wtf8: bytes)))
    nameIndices[bytes] = index
    return index
  }

  /// The name that is a node's main token.
  mutating func name(of node: NodeID) -> Name {
    let symbol = declarations.symbol(of: node, in: tree)
    if let symbol, let known = names[Int(symbol.index)] { return known }
    let name = Name(Text(wtf8: tree.mainBytes(of: node)))
    if let symbol { names[Int(symbol.index)] = name }
    return name
  }

  /// The index, in the program's table, of the method that a call names.
  mutating func methodIndex(_ node: NodeID) -> UInt32 {
    let symbol = declarations.symbol(of: node, in: tree)
    if let symbol, let known = methodIndices[Int(symbol.index)] { return known }
    let index = UInt32(truncatingIfNeeded: program.methods.count)
    let name = Text(wtf8: tree.mainBytes(of: node))
    program.methods.append(
      Program.MethodReference(name: name, group: Library.method(named: name))
    )
    if let symbol { methodIndices[Int(symbol.index)] = index }
    return index
  }

  /// What stands where an error in the tree left nothing; never evaluated, as such files have no program.
  mutating func nullExpression(at node: NodeID) -> ExpressionID {
    let range = tree.range(of: node)
    return appendConstant(
      .null,
      ExpressionOrigin(
        start: range.lowerBound,
        main: range.lowerBound,
        lowerBound: range.lowerBound,
        upperBound: range.upperBound
      )
    )
  }
}
