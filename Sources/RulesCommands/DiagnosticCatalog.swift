package import RulesSource
import RulesFormat
import RulesJSON
import RulesLint
import RulesSemantics
import RulesSyntax
import RulesTesting
import RulesWorkspace

/// All kinds of problem that the tool reports.
package struct DiagnosticCatalog: Sendable {
  /// The codes, sorted by id.
  package let codes: [DiagnosticCode]

  /// A catalog from the lists of several targets.
  package init(_ lists: [DiagnosticCode]...) {
    codes = lists.flatMap(\.self).sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  /// The code of an id.
  package func code(withID id: String) -> DiagnosticCode? {
    codes.first { $0.id.utf8.elementsEqual(id.utf8) }
  }

  /// The catalog of the tool: each target's list.
  package static let all = DiagnosticCatalog(
    DiagnosticCode.jsonCodes,
    DiagnosticCode.syntaxCodes,
    DiagnosticCode.formatCodes,
    DiagnosticCode.semanticCodes,
    DiagnosticCode.lintCodes,
    DiagnosticCode.testCodes,
    DiagnosticCode.configurationCodes,
    DiagnosticCode.runCodes
  )
}
