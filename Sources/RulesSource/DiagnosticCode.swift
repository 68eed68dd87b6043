/// A kind of problem: its stable id, its usual severity, and the page that explains it.
///
/// Codes are declared beside the code that reports them, as static members of an extension, and listed
/// there too (`static let syntaxCodes`), so that `rulescheck explain ID` finds each.
package struct DiagnosticCode: Sendable, Hashable {
  /// The stable name, kebab-case, naming the problem: `missing-semicolon`.
  package let id: String

  /// The severity it has unless the place or the configuration says otherwise.
  package let severity: Severity

  /// One line that says what is found.
  package let summary: String

  /// Why it matters and what to do, in paragraphs of plain text; may hold indented examples.
  package var explanation: String { makeExplanation() }
  private let makeExplanation: @Sendable () -> String

  /// Declares a kind of problem; its explanation is put together when somebody reads it, as few runs show one.
  package init(
    _ id: String,
    _ severity: Severity,
    _ summary: String,
    explanation: @autoclosure @escaping @Sendable () -> String
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    makeExplanation = explanation
  }

  /// Two codes are the same when their ids are.
  package static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool {
    left.id.utf8.elementsEqual(right.id.utf8)
  }

  /// Feeds the id.
  package func hash(into hasher: inout Hasher) {
    for byte in id.utf8 { hasher.combine(byte) }
  }
}
