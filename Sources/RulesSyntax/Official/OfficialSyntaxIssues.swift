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
/// Sorted by place and text. A text can stand twice at one place, as the official list has it.
package func officialSyntaxIssues(_ tree: SyntaxTree) -> [OfficialIssue] {
  guard !tree.diagnostics.isEmpty else { return [] }
  if tree.source.bytes.isEmpty {
    return [
      OfficialIssue(
        line: 0,
        column: 0,
        severity: .error,
        description: "Rules content empty. Compilation aborted."
      )
    ]
  }
  let findings = tree.findings(but: [])
  // An unsupported version ends the official compiler's checks before the last ones.
  let stops = findings.contains { if case .unsupportedVersion = $0.kind { true } else { false } }
  let shown = findings.filter { !stops || !$0.isOfLastCheck }
  guard !tree.isWellFormed else { return located(shown.flatMap { $0.remarks(in: tree) }, tree) }
  var (remarks, isComplete) = grammarRemarks(tree)
  if isComplete {
    // The grammar itself looks at the types behind `is`.
    remarks += shown.filter { $0.kind != .unknownTypeName }.flatMap { $0.remarks(in: tree) }
  }
  return located(remarks, tree)
}

/// An official text and the byte offset that it is about.
struct OfficialRemark {
  var offset: UInt32
  var text: String
}

/// From this many remarks on no more are made.
private let maximumRemarkCount = 10_000

/// The closure steps that the official parser's model may take: enough for a file of 500 KB with a
/// mistake, and about two seconds.
private let maximumStepCount = 1_200_000

/// The remarks of a file that the grammar refuses.
///
/// Complete is the official parse where it was only warned by the grammar itself; then the checks
/// of the complete tree follow.
private func grammarRemarks(
  _ tree: SyntaxTree
) -> (remarks: [OfficialRemark], isComplete: Bool) {
  let source = tree.source
  let lexer = OfficialLexer(source)
  if let parser = OfficialParser.run(over: lexer.lexemes, of: source, steps: maximumStepCount) {
    // The official compiler parses twice, the second time only where the first fails. What the
    // lexer had met by then was reported the first time, and is forgotten.
    let start = parser.firstFailure.map { lexer.lexemes[$0].range.lowerBound } ?? 0
    let found = parser.findings.prefix(maximumRemarkCount).map {
      OfficialRemark(offset: lexer.lexemes[$0.lexeme].range.lowerBound, text: $0.text)
    }
    let unread = lexer.errors.lazy.filter { $0.range.lowerBound >= start }
      .prefix(maximumRemarkCount).map {
        OfficialRemark(
          offset: $0.place,
          text:
            "token recognition error at: '\(OfficialWording.escaped(source.text(of: $0.range)))'"
        )
      }
    let remarks = found + unread
    if !remarks.isEmpty { return (remarks, parser.firstFailure == nil) }
  }
  // The model gave up, or is content with what our limits refuse: our own first mistake is the
  // best guess.
  let guess = tree.diagnostics.prefix(1).map {
    let text = OfficialWording.escaped(source.text(of: $0.range))
    return OfficialRemark(
      offset: $0.range.lowerBound,
      text: "Unexpected '\(text.isEmpty ? "<EOF>" : text)'."
    )
  }
  return (guess, false)
}

/// The remarks as issues, sorted; positions are found in one pass, since lines can be long.
private func located(_ remarks: [OfficialRemark], _ tree: SyntaxTree) -> [OfficialIssue] {
  let bytes = tree.source.bytes
  var (offset, line, column) = (0, 1, 1)
  var issues: [OfficialIssue] = []
  for remark in remarks.sorted(by: { ($0.offset, $0.text) < ($1.offset, $1.text) }) {
    while offset < min(Int(remark.offset), bytes.count) {
      if bytes[offset] == 0x0A {
        line += 1
        column = 1
      } else if offset + 1 == bytes.count || bytes[offset + 1] & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
    issues.append(
      OfficialIssue(line: line, column: column, severity: .error, description: remark.text)
    )
  }
  return issues
}
