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
  package init(_ tree: SyntaxTree) {
    self.tree = tree
    declarations = Declarations(tree)
    var resolver = NameResolver(tree, declarations)
    resolver.resolveAll()
    resolver.reportProblems()
    self.resolver = resolver
    var limits = LimitChecker(tree, declarations, calls: resolver.calls)
    limits.check()
    found = tree.diagnostics + limits.diagnostics + resolver.diagnostics
  }

  /// What was found, in source order.
  package var diagnostics: [Diagnostic] { found.inSourceOrder }
}
