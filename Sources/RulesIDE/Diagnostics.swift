import RulesSemantics
package import RulesSource
import RulesSyntax

extension Analysis {
  /// What is wrong with the document, in source order.
  package func diagnostics(in project: ProjectIndex) -> [Diagnostic] {
    model?.diagnostics ?? tree.diagnostics
  }
}
