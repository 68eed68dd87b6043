package import RulesRuntime
package import RulesSemantics
package import RulesSource
package import RulesSyntax

/// A rules file that deploys, and what checks know of it; computed once, and read by each check.
package final class LintContext {
  /// What the file means.
  package let model: SemanticModel
  /// What it is compiled to.
  package let program: Program
  /// What its statements test.
  package let facts: FactTables
  /// Its allow statements, in the order in which they are tried.
  package let statements: ContiguousArray<Statement>
  /// The patterns of its match blocks, by index.
  package let patterns: ContiguousArray<PathPattern>
  /// The time of the check.
  package let now: Timestamp
  /// The nodes of the tree by their kinds.
  let nodes: NodeIndex
  /// The match declarations by where their blocks begin.
  let matchNodes: NodesByOffset
  /// The names of wildcards that are named like a user's id, the last one of each block.
  let userWildcards: ContiguousArray<Text?>
  /// The paths that are looked up, each once, in source order.
  private(set) lazy var lookupPaths = makeLookupPaths()
  /// The names that the patterns of blocks begin with.
  private(set) lazy var firstNames = FirstNames(patterns)
  /// For each block those that may match the same path.
  private(set) lazy var meetingBlocks = makeMeetingBlocks()
  private lazy var reachability = FunctionReachability(program)
  /// For each statement of the program who may make which requests by it.
  private let openness: ContiguousArray<Openness>
  /// For each block the first comparisons of fields with the user's id, of two statements at most.
  let ownerComparisons: ContiguousArray<[OwnerComparison]>

  /// A comparison of a field with the user's id.
  struct OwnerComparison: Sendable {
    /// The statement whose condition it belongs to.
    let statement: StatementID
    /// The field, as people write it.
    let field: String
    /// Where it stands.
    let origin: ExpressionID
  }

  /// Who may make requests by a statement without any further test.
  private struct Openness {
    var everyone: MethodSet = []
    var anySignedIn: MethodSet = []
  }

  /// An allow statement.
  package struct Statement: Sendable {
    /// Its place in the program.
    package let id: StatementID
    /// The block that it stands in.
    package let block: BlockID
    /// Its node in the tree.
    package let node: NodeID
    /// The whole statement.
    package let range: SourceRange
    /// Its condition; nil where it has none.
    package let conditionRange: SourceRange?
    /// What it grants.
    package let methods: MethodSet
    /// When it grants.
    package let condition: ConditionID
  }

  /// The tree of the file.
  package var tree: SyntaxTree { model.tree }
  /// What computes and tests, by id.
  package var terms: TermTable { facts.terms }

  /// Looks at a file; nil where the official compiler refuses it.
  package init?(_ model: SemanticModel, now: Timestamp) {
    guard let program = model.program else { return nil }
    var builder = FactBuilder(program)
    nodes = NodeIndex(model.tree)
    let allowNodes = NodesByOffset(nodes[.allowStatement]) { model.tree.range(of: $0).lowerBound }
    matchNodes = NodesByOffset(nodes[.matchDeclaration]) { model.tree.mainRange(of: $0).lowerBound }
    var statements: ContiguousArray<Statement> = []
    for (index, statement) in program.statements.enumerated() {
      let condition = builder.condition(of: statement)
      guard let node = allowNodes[statement.offset] else { continue }
      let conditionNode = model.tree.children(of: node).last { model.tree.kind(of: $0) != .method }
      statements.append(
        Statement(
          id: StatementID(index: UInt32(truncatingIfNeeded: index)),
          block: statement.block,
          node: node,
          range: SourceRange(statement.offset, statement.endOffset),
          conditionRange: conditionNode.map { model.tree.range(of: $0) },
          methods: statement.methods,
          condition: condition
        )
      )
    }
    self.model = model
    self.program = program
    self.statements = statements
    self.now = now
    patterns = ContiguousArray(program.blocks.map { PathPattern($0.pattern, program.service) })
    userWildcards = ContiguousArray(patterns.map { Self.userWildcard($0) })
    facts = FactTables(builder, statements.lazy.map(\.condition))
    openness = Self.openness(statements, facts, count: program.statements.count)
    ownerComparisons = Self.ownerComparisons(statements, facts, blockCount: program.blocks.count)
  }

  private static func ownerComparisons(
    _ statements: ContiguousArray<Statement>,
    _ facts: FactTables,
    blockCount: Int
  ) -> ContiguousArray<[OwnerComparison]> {
    var found = ContiguousArray<[OwnerComparison]>(repeating: [], count: blockCount)
    for statement in statements where found[Int(statement.block.index)].count < 2 {
      var first: OwnerComparison?
      facts.forEachLiteral(in: statement.condition) { literal in
        guard first == nil, facts.terms.mentions(literal.term).contains(.uid),
          let access = facts.ownerField(literal)
        else { return }
        first = OwnerComparison(
          statement: statement.id,
          field: facts.text(of: access.names),
          origin: literal.origin
        )
      }
      if let first { found[Int(statement.block.index)].append(first) }
    }
    return found
  }

  private static func openness(
    _ statements: ContiguousArray<Statement>,
    _ facts: FactTables,
    count: Int
  ) -> ContiguousArray<Openness> {
    var openness = ContiguousArray(repeating: Openness(), count: count)
    for statement in statements {
      var open = Openness()
      for method in Method.all where statement.methods.contains(MethodSet(method)) {
        switch facts.audience(of: statement.condition, for: method) {
        case .everyone: open.everyone.formUnion(MethodSet(method))
        case .anySignedIn: open.anySignedIn.formUnion(MethodSet(method))
        case .restricted: continue
        }
      }
      openness[Int(statement.id.index)] = open
    }
    return openness
  }

  /// The pattern of a statement's block.
  package func pattern(of statement: Statement) -> PathPattern {
    patterns[Int(statement.block.index)]
  }

  /// The statements of a block.
  package func statements(of block: BlockID) -> ContiguousArray<Statement>.SubSequence {
    let range = program.blocks[Int(block.index)].statements
    // Every statement of the program is there, in its order.
    guard statements.count == program.statements.count else { return [] }
    return statements[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  // MARK: Who

  /// Who may make a request without any further test.
  package enum Audience: Sendable, Hashable {
    /// Anyone on the internet.
    case everyone
    /// Any user who is signed in, anonymous ones too.
    case anySignedIn
    /// Not everybody, or not in any case.
    case restricted
  }

  /// Who may make requests of a kind that a statement grants, by this statement alone.
  package func audience(of statement: Statement, for method: Method) -> Audience {
    let open = openness[Int(statement.id.index)]
    if open.everyone.contains(MethodSet(method)) { return .everyone }
    return open.anySignedIn.contains(MethodSet(method)) ? .anySignedIn : .restricted
  }

  /// The kinds of request that a statement grants to an audience.
  package func methods(of statement: Statement, openTo audience: Audience) -> [Method] {
    methodSet(of: statement, openTo: audience).methods
  }

  /// The kinds of request that a statement grants to an audience.
  func methodSet(of statement: Statement, openTo audience: Audience) -> MethodSet {
    let open = openness[Int(statement.id.index)]
    switch audience {
    case .everyone: return open.everyone
    case .anySignedIn: return open.anySignedIn
    case .restricted: return statement.methods.subtracting(open.everyone.union(open.anySignedIn))
    }
  }

  // MARK: Places

  /// The range of an expression.
  package func range(of id: ExpressionID) -> SourceRange {
    let origin = program.origins[Int(id.index)]
    return SourceRange(origin.lowerBound, origin.upperBound)
  }

  /// Where to point for something that a statement's condition says: in the condition itself, or at the call that
  /// leads to the function that says it.
  ///
  /// - Parameters:
  ///   - id: the expression that says it.
  ///   - statement: whose condition it belongs to.
  /// - Returns: the place in the statement, and a note about the function where it stands in one.
  package func place(
    of id: ExpressionID,
    in statement: Statement
  ) -> (range: SourceRange, notes: [DiagnosticNote]) {
    let inner = range(of: id)
    if statement.range.contains(inner.lowerBound) { return (inner, []) }
    let condition = program.statements[Int(statement.id.index)].condition
    let call = condition.flatMap { condition in
      program.function(of: id).flatMap { leadingCall(in: condition, to: $0) }
    }
    let outer = call ?? statement.conditionRange ?? statement.range
    return (outer, [DiagnosticNote("it is tested here", at: inner)])
  }

  /// The first call within an expression that leads to a function.
  private func leadingCall(in root: ExpressionID, to function: FunctionID) -> SourceRange? {
    let leading = reachability.functions(leadingTo: function)
    var pending = [root]
    while let next = pending.popLast() {
      if case .call(let callee, _) = program.expressions[Int(next.index)],
        leading[Int(callee.index)]
      {
        return range(of: next)
      }
      pending.append(contentsOf: program.operands(of: next).reversed())
    }
    return nil
  }
}

extension FactTables {
  /// Who may make requests of a kind for which a condition holds.
  fileprivate func audience(of id: ConditionID, for method: Method) -> LintContext.Audience {
    if outcomes(of: id, for: Requester(method, isSignedIn: false)) == .isTrue { return .everyone }
    let isOpen = outcomes(of: id, for: Requester(method, isSignedIn: true)) == .isTrue
    return isOpen ? .anySignedIn : .restricted
  }
}

extension Method {
  /// All of them; held once.
  static let all = ContiguousArray(allCases)
}

extension MethodSet {
  /// The kinds of request in the set.
  var methods: [Method] { isEmpty ? [] : Method.all.filter { contains(MethodSet($0)) } }
}
