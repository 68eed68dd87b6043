package import RulesRuntime
package import RulesSource
package import RulesSyntax

/// An expression outside of a rules file, ready to be evaluated.
package struct CompiledExpression: Sendable {
  /// Holds the expression and nothing else.
  package let program: Program
  /// The expression.
  package let root: ExpressionID
  /// What is wrong with it; with an error it must not be evaluated.
  package let diagnostics: [Diagnostic]

  /// Compiles an expression of a tree that is no rules file, such as a test file.
  ///
  /// - Parameters:
  ///   - node: the expression.
  ///   - tree: the tree that it stands in; `node` holds no error.
  ///   - variables: the names that it may use; their values are its locals, in this order.
  ///   - bareKeysAreStrings: whether `{title: 1}` has the key `'title'`, as in test files.
  package init(
    _ node: NodeID,
    of tree: SyntaxTree,
    variables: [ContiguousArray<UInt8>],
    bareKeysAreStrings: Bool
  ) {
    var declarations = Declarations()
    let locals = variables.map { declarations.symbols.intern($0) }
    declarations.internWords(of: node, in: tree)
    var resolver = NameResolver(
      tree,
      declarations,
      ReferenceTable(Self.lowestIndex(under: node, in: tree)..<node.index + 1)
    )
    resolver.resolveExpression(node, locals: locals, bareKeysAreStrings: bareKeysAreStrings)
    var lowering = Lowering(tree, declarations, resolver.references)
    lowering.bareKeysAreStrings = bareKeysAreStrings
    root = lowering.expression(node)
    program = lowering.program
    diagnostics = resolver.diagnostics + lowering.diagnostics
  }

  /// The lowest index of a node of an expression.
  ///
  /// A stack of its own, as expressions nest.
  private static func lowestIndex(under root: NodeID, in tree: SyntaxTree) -> UInt32 {
    var lowest = root.index
    var pending = [root]
    while let node = pending.popLast() {
      lowest = min(lowest, node.index)
      pending.append(contentsOf: tree.children(of: node))
    }
    return lowest
  }
}
