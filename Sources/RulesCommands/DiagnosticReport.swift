import RulesSource
import RulesWorkspace

/// Writes diagnostics, keeps them, and counts them.
struct DiagnosticReport {
  /// Count of errors.
  private(set) var errorCount = 0
  /// Count of warnings.
  private(set) var warningCount = 0
  /// Count of files and folders that can't be read.
  private(set) var unreadableCount = 0
  /// What was written.
  private(set) var findings: [Finding] = []

  /// The most diagnostics of one file that are shown; a file that is no text has one for every few bytes.
  private static let limit = 50

  /// Writes the diagnostics of a file.
  mutating func write(_ diagnostics: [Diagnostic], of file: SourceFile, to console: inout Console) {
    let renderer = DiagnosticRenderer(isColored: console.isColored)
    for diagnostic in diagnostics.prefix(Self.limit) {
      console.write(renderer.render(diagnostic, in: file))
      findings.append(Finding(diagnostic, in: file))
    }
    if diagnostics.count > Self.limit {
      console.writeLine("\(file.name): and \(diagnostics.count - Self.limit) more")
    }
    errorCount += diagnostics.count { $0.severity == .error }
    warningCount += diagnostics.count { $0.severity == .warning }
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
  func exitCode(isStrict: Bool) -> ExitCode {
    if unreadableCount > 0 { return .unusable }
    return errorCount > 0 || (isStrict && warningCount > 0) ? .findings : .clean
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
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
