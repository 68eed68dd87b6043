/// How much a diagnostic matters.
package enum Severity: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// Worth knowing; nothing has to be done.
  case hint
  /// Worth a look.
  case info
  /// Probably wrong.
  case warning
  /// Wrong.
  case error

  /// Orders by weight, the lightest first.
  package static func < (left: Severity, right: Severity) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The word shown to people.
  package var name: String {
    switch self {
    case .hint: "hint"
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

/// A remark that belongs to a diagnostic: the reason, or another place involved.
package struct DiagnosticNote: Sendable, Hashable {
  /// One sentence, lower-case start, no final stop.
  package var message: String

  /// The place it speaks of, if it is another one than the diagnostic's.
  package var range: SourceRange?

  /// A remark, with the place it speaks of.
  package init(_ message: String, at range: SourceRange? = nil) {
    self.message = message
    self.range = range
  }
}

/// A change that removes the cause of a diagnostic.
package struct FixIt: Sendable, Hashable {
  /// What the change does, in the imperative: "insert `;`".
  package var title: String

  /// The edits, which do not overlap.
  package var edits: [TextEdit]

  /// Whether the change can't alter which requests are allowed.
  package var isSafe: Bool

  /// A change from its edits.
  package init(_ title: String, edits: [TextEdit], isSafe: Bool) {
    self.title = title
    self.edits = edits
    self.isSafe = isSafe
  }
}

/// The replacement of a range of bytes by text.
package struct TextEdit: Sendable, Hashable {
  /// What is replaced; empty for an insertion.
  package var range: SourceRange

  /// What takes its place.
  package var replacement: String

  /// Replaces a range by text.
  package init(replacing range: SourceRange, with replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}

/// Something that is to be said about a place in one of the user's files.
package struct Diagnostic: Sendable, Hashable {
  /// What kind of problem it is.
  package var code: DiagnosticCode

  /// How much it matters here.
  package var severity: Severity

  /// Where it is.
  package var range: SourceRange

  /// One sentence, lower-case start, no final stop; user text in backticks.
  package var message: String

  /// Reasons and other places involved.
  package var notes: [DiagnosticNote]

  /// Changes that remove the cause, the best first.
  package var fixes: [FixIt]

  /// A diagnostic; its severity is its code's unless another is given.
  package init(
    _ code: DiagnosticCode,
    severity: Severity? = nil,
    at range: SourceRange,
    _ message: String,
    notes: [DiagnosticNote] = [],
    fixes: [FixIt] = []
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.range = range
    self.message = message
    self.notes = notes
    self.fixes = fixes
  }
}
