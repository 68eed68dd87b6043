package import RulesSource
package import RulesSyntax

/// Why a file was not laid out anew.
package struct FormatRefusal: Error, Sendable {
  /// What is wrong with the file, or that the formatter has a defect; never empty.
  package let diagnostics: [Diagnostic]
}

/// Lays out a rules file or a test file anew.
///
/// Comments stay, and so does every token but for semicolons that the grammar lets one leave out, which
/// are added, and commas before closing brackets, which are removed. The result is parsed, and
/// compared with the source, before it is handed out.
///
/// Complexity: linear in the size of the file.
///
/// - Parameters:
///   - tree: the file, as `parseRules` or `parseTests` made it.
///   - options: how wide lines and indents are.
/// - Returns: the file in its new layout.
/// - Throws: a refusal where the grammar does not accept the file.
package func format(
  _ tree: SyntaxTree,
  _ options: FormatOptions = FormatOptions()
) throws(FormatRefusal) -> FormattedSource {
  guard tree.isWellFormed else {
    let errors = tree.diagnostics.filter { $0.severity == .error }
    throw FormatRefusal(diagnostics: errors.isEmpty ? tree.diagnostics : errors)
  }
  let document = DocumentBuilder.document(of: tree, options)
  let bytes = Printer.print(document, of: tree.source.bytes, options)
  let source = SourceFile(name: tree.source.name, bytes: bytes)
  let result = tree.kind(of: tree.root) == .testFile ? parseTests(source) : parseRules(source)
  if let place = firstDifference(between: tree, and: result) {
    throw FormatRefusal(diagnostics: [.layoutChangesMeaning(at: tree[place].range)])
  }
  return FormattedSource(source: tree, result: result)
}

/// A file before and after it was laid out.
package struct FormattedSource: Sendable {
  /// The tree of the file as it was.
  let source: SyntaxTree
  /// The tree of the file as it is now.
  let result: SyntaxTree

  /// The new content.
  package var bytes: ContiguousArray<UInt8> { result.source.bytes }

  /// Whether the new content is another one.
  package var isChanged: Bool { source.source.bytes != bytes }
}
