package import RulesSource
package import RulesSyntax

/// A rules file whose names are known, and neither types, nor costs, nor a program: the first part of its
/// analysis, and the cheap one.
package final class NamedRules: Sendable {
  /// The file's tree.
  package let tree: SyntaxTree
  /// What the file declares.
  let declarations: Declarations
  /// What each name means.
  let resolver: NameResolver
  /// What the lexer, the parser, and the checks of limits and names found, one after the other.
  let found: [Diagnostic]

  /// Finds out what the names of a tree mean.
  ///
  /// - Parameters:
  ///   - tree: the tree.
  ///   - earlier: what the names of an earlier version mean, and what both have in common; only speed depends on
  ///     it.
  package init(_ tree: SyntaxTree, after earlier: (names: NamedRules, shared: SharedSyntax)? = nil)
  {
    self.tree = tree
    let earlier = earlier.flatMap { $0.names.declarations.holdsOldSymbols ? nil : $0 }
    let declarations = Declarations(
      tree,
      after: earlier.map { ($0.names.declarations, $0.shared.tokens) }
    )
    self.declarations = declarations
    let known = earlier.flatMap { KnownNames($0.names, $0.shared, in: declarations) }
    var resolver = NameResolver(
      tree,
      declarations,
      known.map { ReferenceTable(nodeCount: tree.nodes.count, $0) }
    )
    resolver.resolveAll(after: known)
    self.resolver = resolver
    var limits = LimitChecker(tree, declarations, calls: resolver.calls)
    limits.check()
    found = tree.diagnostics + limits.diagnostics + resolver.diagnostics
  }

  /// What was found, in source order.
  package var diagnostics: [Diagnostic] { found.inSourceOrder }
}
