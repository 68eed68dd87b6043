import RulesLint
import RulesRuntime
import RulesSemantics
package import RulesSource
import RulesSyntax
import RulesTesting

extension Analysis {
  /// What is wrong with the document, and what the checks find in it, in source order; comments in it
  /// silence findings.
  package func diagnostics(in project: ProjectIndex) -> [Diagnostic] {
    let linter = Linter(now: project.now, without: project.disabledChecks)
    let found: [Diagnostic]
    if let model {
      found = Linter.sorted(model.diagnostics + linter.lint(model))
    } else {
      let findings = tree.isWellFormed ? linter.lint(tests: tree, of: project.rules?.model) : []
      found = Linter.sorted(suite(in: project).diagnostics + findings)
    }
    return Suppressions(tree).apply(
      to: found,
      ids: Self.silenceableIDs,
      without: project.disabledChecks,
      now: project.now
    )
  }

  /// What `diagnostics(in:)` tells but for what the linter finds, which takes ten times as long: to be shown
  /// at once, while the rest is looked for.
  package func diagnosticsWithoutLint(in project: ProjectIndex) -> [Diagnostic] {
    Suppressions(tree).apply(
      to: model?.diagnostics ?? suite(in: project).diagnostics,
      ids: Self.silenceableIDs,
      without: Self.lintIDs,
      now: project.now
    )
  }

  private static let lintIDs = Set(DiagnosticCode.lintCodes.map(\.id))

  /// The ids that a comment may silence.
  private static let silenceableIDs: [String] =
    (DiagnosticCode.syntaxCodes + DiagnosticCode.semanticCodes + DiagnosticCode.testCodes
    + DiagnosticCode.lintCodes).map(\.id)

  /// The tests of a test file.
  ///
  /// Files of documents that nobody knows are taken for empty: whether they are there is not known either.
  func suite(in project: ProjectIndex) -> TestSuite {
    let service: Program.Service = project.rules?.isStorageRules ?? false ? .storage : .firestore
    let fixtures = project.fixtures
    return TestFileReader.read(tree, service: service) { name in
      fixtures[name] ?? .file(SourceFile(name: name, text: "{}"))
    }
  }
}
