import RulesLint
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesWorkspace

/// Finds what checks say about files, beside what the language says, and leaves out what is silenced.
struct FileLinting {
  /// The findings of checks that count less are left out.
  var minimum: Severity
  /// Findings that are known.
  var baseline = Baseline()
  /// Whether what is found is kept for a new baseline.
  var isRecording = false
  /// What was found and may be put into a baseline, if that is asked for.
  private(set) var found = Baseline()
  private let severities: [String: Severity?]
  /// The ids that nothing reports, so that silencing them is no mistake.
  private let idle: Set<String>
  private let linter: Linter
  private let now: Timestamp

  init(_ context: CommandContext, _ project: Project?, minimum: Severity) {
    self.minimum = minimum
    now = context.now
    severities = project?.settings.severities ?? [:]
    let disabled = Set(severities.compactMap { id, severity in severity == nil ? id : nil })
    let requested = Set(severities.compactMap { id, severity in severity == nil ? nil : id })
    linter = Linter(now: now, without: disabled, requesting: requested)
    let running = Set(linter.rules.map(\.code.id))
    idle = disabled.union(Self.lintIDs.subtracting(running))
  }

  /// What is wrong with a rules file.
  mutating func findings(of model: SemanticModel) -> [Diagnostic] {
    filtered(model.diagnostics + linter.lint(model), in: model.tree)
  }

  /// What is wrong with a test file, beside what is known of it already.
  mutating func findings(
    of tests: SyntaxTree,
    testing model: SemanticModel?,
    beside known: [Diagnostic]
  ) -> [Diagnostic] {
    filtered(known + linter.lint(tests: tests, of: model), in: tests)
  }

  private mutating func filtered(_ diagnostics: [Diagnostic], in tree: SyntaxTree) -> [Diagnostic] {
    let spoken = Suppressions(tree).apply(
      to: Linter.sorted(diagnostics),
      ids: DiagnosticCatalog.all.codes.map(\.id),
      without: idle,
      now: now
    )
    let counting = spoken.filter { diagnostic in
      guard Self.lintIDs.contains(diagnostic.code.id) else { return true }
      let severity = severities[diagnostic.code.id] ?? diagnostic.severity
      return severity.map { $0 >= minimum } ?? false
    }
    guard isRecording || !baseline.isEmpty else { return counting }
    let old = counting.filter(\.code.mayBeKnown)
    if isRecording { found.add(old, in: tree) }
    guard !baseline.isEmpty else { return counting }
    var known = baseline
    let fresh = Set(known.remove(from: old, in: tree))
    baseline = known
    return counting.filter { !$0.code.mayBeKnown || fresh.contains($0) }
  }

  private static let lintIDs = Set(DiagnosticCode.lintCodes.map(\.id))
}

extension DiagnosticCode {
  /// Whether a baseline may hold it: not what keeps a file from being used.
  fileprivate var mayBeKnown: Bool { !isRefusal || Self.lintIDs.contains(id) }

  private static let lintIDs = Set(lintCodes.map(\.id))
}
