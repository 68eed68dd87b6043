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

  /// The ids that a comment may silence.
  fileprivate static let silenceableIDs: [String] =
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

extension AnalysisDraft {
  /// What is wrong by the syntax and the names alone, in source order: a small part of the work, to be shown
  /// while the rest is looked for.
  ///
  /// Nothing is said of comments that silence: what they silence is not known yet.
  ///
  /// - Parameters:
  ///   - project: what other files tell.
  ///   - earlier: what else was found in an earlier version, where it stands in this one, in source order.
  /// - Returns: the diagnostics.
  package func diagnostics(
    in project: ProjectIndex,
    beside earlier: [Diagnostic] = []
  ) -> [Diagnostic] {
    var found = names?.diagnostics ?? tree.diagnostics
    if maySilence {
      let suppressions = Suppressions(tree)
      if !suppressions.isEmpty {
        found = suppressions.apply(to: found, ids: Analysis.silenceableIDs, now: project.now)
          .filter { !Self.ofComments.contains($0.code.id) }
      }
    }
    guard !earlier.isEmpty else { return found }
    guard !found.isEmpty else { return earlier }
    let known = Set(found)
    return Linter.sorted(found + earlier.filter { !known.contains($0) })
  }

  private static let ofComments = Set(DiagnosticCode.suppressionCodes.map(\.id))
}
