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
  guard !tree.diagnostics.isEmpty else { return [] }
  let source = tree.source
  if source.bytes.isEmpty {
    return [
      OfficialIssue(
        line: 0,
        column: 0,
        severity: .error,
        description: "Rules content empty. Compilation aborted."
      )
    ]
  }
  let findings = tree.findings()
  // An unsupported version ends the official compiler's checks before the last ones.
  let stops = findings.contains { if case .unsupportedVersion = $0.kind { true } else { false } }
  // Every finding has a diagnostic; where there are more, the parser found something else.
  let issues =
    tree.diagnostics.count > findings.count
    ? grammarIssues(tree)
    : findings.filter { !stops || !$0.isOfLastCheck }.flatMap { $0.officialIssues(in: tree) }
  return Set(issues).sorted {
    ($0.line, $0.column, $0.description) < ($1.line, $1.column, $1.description)
  }
}

/// The issues of a file that the grammar refuses.
private func grammarIssues(_ tree: SyntaxTree) -> [OfficialIssue] {
  let source = tree.source
  let lexer = OfficialLexer(source)
  func issue(at offset: UInt32, _ text: String) -> OfficialIssue {
    let position = source.position(of: offset)
    return OfficialIssue(
      line: position.line,
      column: position.column,
      severity: .error,
      description: text
    )
  }
  if let parser = OfficialParser.run(over: lexer.lexemes, of: source, steps: 4_000_000) {
    // The official compiler parses twice, the second time only where the first fails. What the
    // lexer had met by then was reported the first time, and is forgotten.
    let start = parser.firstFailure.map { lexer.lexemes[$0].range.lowerBound } ?? 0
    return parser.findings.map { issue(at: lexer.lexemes[$0.lexeme].range.lowerBound, $0.text) }
      + lexer.errors.filter { $0.range.lowerBound >= start }.map {
        issue(
          at: $0.place,
          "token recognition error at: '\(OfficialWording.escaped(source.text(of: $0.range)))'"
        )
      }
  }
  // The model gave up: our own first mistake is the best guess.
  return tree.diagnostics.prefix(1).map {
    let text = OfficialWording.escaped(source.text(of: $0.range))
    return issue(
      at: $0.range.lowerBound,
      "Unexpected '\(text.isEmpty ? "<EOF>" : text)'."
    )
  }
}
