package import RulesSyntax

/// A file of `grammar/corpus`: texts with their trees, in the form that tree-sitter tests have.
package struct CorpusFile: Sendable {
  /// A text and its tree.
  package struct Case: Sendable {
    /// What it shows.
    package let title: String
    /// The text.
    package let source: String
    /// The tree as nested lists, with single spaces, without comments.
    package let tree: String
  }

  /// The cases in order.
  package let cases: [Case]

  /// Reads a file.
  package init(_ text: String) {
    var cases: [Case] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      guard line.hasPrefix("==="), let title = lines.popFirst() else { continue }
      lines.removeFirst()
      let source = lines.prefix { $0 != "---" }
      lines = lines.dropFirst(source.count + 1)
      let tree = lines.prefix { !$0.hasPrefix("===") }
      lines = lines.dropFirst(tree.count)
      let words = tree.joined(separator: " ").split(separator: " ").joined(separator: " ")
      cases.append(
        Case(
          title: String(title),
          source: source.joined(separator: "\n"),
          tree: words.replacing(" (comment)", with: "").replacing("( ", with: "(")
        )
      )
    }
    self.cases = cases
  }

  /// The tree of a file as nested lists: the kinds of the nodes, and the names and strings that they hold.
  package static func text(of tree: SyntaxTree) -> String {
    text(of: tree.root, in: tree)
  }

  private static func text(of node: NodeID, in tree: SyntaxTree) -> String {
    let kind = tree.kind(of: node)
    var parts = tree.children(of: node).filter { tree.kind(of: $0) != .omitted }
      .map { text(of: $0, in: tree) }
    switch kind {
    case .memberExpression, .methodCallExpression: parts.insert("(name)", at: min(1, parts.count))
    case .functionDeclaration, .letStatement, .callExpression, .captureSegment, .globSegment,
      .userDeclaration:
      parts.insert("(name)", at: 0)
    case .versionStatement, .importStatement, .rulesDirective, .dataFile, .testDeclaration,
      .groupDeclaration, .becauseClause:
      parts.insert("(string)", at: 0)
    default: break
    }
    return parts.isEmpty ? "(\(kind))" : "(\(kind) \(parts.joined(separator: " ")))"
  }
}
