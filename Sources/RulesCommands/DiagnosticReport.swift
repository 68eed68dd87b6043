import RulesSource
import RulesWorkspace

/// Writes diagnostics, keeps them, and counts them.
struct DiagnosticReport {
  /// Count of errors.
  private(set) var errorCount = 0
  /// Count of warnings.
  private(set) var warningCount = 0
  /// Count of what is only worth knowing.
  private(set) var remarkCount = 0
  /// Count of files and folders that can't be read.
  private(set) var unreadableCount = 0
  /// What was written.
  private(set) var findings: [Finding] = []
  /// Count of what is wrong with the configuration.
  private(set) var brokenConfigurationCount = 0
  private let severities: [String: Severity?]

  /// A report in which the settings give severities.
  init(_ settings: Project.Settings? = nil) {
    severities = settings?.severities ?? [:]
  }

  /// Whether something could not be read, so that findings may be missing.
  var isIncomplete: Bool { unreadableCount > 0 || brokenConfigurationCount > 0 }

  /// Counts something that is wrong with the configuration.
  mutating func countBrokenConfiguration() {
    brokenConfigurationCount += 1
  }

  /// The diagnostics with the severities of the settings, without those that they turn off.
  func adjusted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard !severities.isEmpty else { return diagnostics }
    return diagnostics.compactMap { diagnostic in
      guard let setting = severities[diagnostic.code.id] else { return diagnostic }
      guard let severity = setting else { return nil }
      var diagnostic = diagnostic
      diagnostic.severity = severity
      return diagnostic
    }
  }

  /// The most diagnostics of one file that are shown; a file that is no text has one for every few bytes.
  private static let limit = 50

  /// Writes the diagnostics of a file.
  mutating func write(_ diagnostics: [Diagnostic], of file: SourceFile, to console: inout Console) {
    let renderer = DiagnosticRenderer(isColored: console.isColored)
    let diagnostics = adjusted(diagnostics)
    for diagnostic in diagnostics.prefix(Self.limit) {
      console.write(renderer.render(diagnostic, in: file))
      findings.append(Finding(diagnostic, in: file))
    }
    if diagnostics.count > Self.limit {
      console.writeLine("\(file.name): and \(diagnostics.count - Self.limit) more")
    }
    errorCount += diagnostics.count { $0.severity == .error }
    warningCount += diagnostics.count { $0.severity == .warning }
    remarkCount += diagnostics.count { $0.severity < .warning }
  }

  /// Writes why a file or folder can't be read.
  mutating func write(_ error: FileError, to console: inout Console) {
    console.writeError("error: \(visible(error.message))\n")
    unreadableCount += 1
    findings.append(
      Finding(
        code: .unreadableFile,
        severity: .error,
        place: Place(path: error.path),
        message: error.message
      )
    )
  }
}

extension DiagnosticReport {
  /// How a run that only looks for findings ends.
  func exitCode(warningLimit: Int?) -> ExitCode {
    if isIncomplete { return .unusable }
    return errorCount > 0 || warningCount > (warningLimit ?? .max) ? .findings : .clean
  }
}

extension Finding {
  /// What a diagnostic says about a file.
  init(_ diagnostic: Diagnostic, in file: SourceFile) {
    code = diagnostic.code
    severity = diagnostic.severity
    place = Place(diagnostic.range, of: file)
    message = diagnostic.message
    notes = diagnostic.notes.map { note in
      Note(message: note.message, place: note.range.map { Place($0, of: file) })
    }
    fixes = diagnostic.fixes.map { fix in
      Fix(
        title: fix.title,
        edits: fix.edits.map { (Place($0.range, of: file), $0.replacement) }
      )
    }
  }
}

/// A count and what is counted: `1 file`, `2 files`.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
