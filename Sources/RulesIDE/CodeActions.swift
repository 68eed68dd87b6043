import RulesLint
package import RulesSource
import RulesSyntax

/// A change that can be asked for at a place.
package struct CodeAction: Sendable, Hashable {
  /// What it is for.
  package enum Kind: Sendable, Hashable {
    case quickFix, extract, inline, rewrite
  }

  /// What it does, in the imperative.
  package let title: String
  /// What it is for.
  package let kind: Kind
  /// The changes.
  package let edits: [DocumentEdit]
  /// What it removes the cause of; nil where nothing is wrong.
  package let diagnostic: Diagnostic?
  /// Whether it is the one that is usually meant.
  package let isPreferred: Bool
}

extension Analysis {
  /// The changes that can be asked for where a range is selected.
  package func codeActions(in range: SourceRange, in project: ProjectIndex) -> [CodeAction] {
    let range = SourceRange(
      min(range.lowerBound, tree.endOffset),
      min(range.upperBound, tree.endOffset)
    )
    var actions: [CodeAction] = []
    for diagnostic in diagnostics(in: project) where diagnostic.range.touches(range) {
      actions += fixes(of: diagnostic)
      if let ignoring = ignoring(diagnostic) { actions.append(ignoring) }
    }
    switch language {
    case .rules:
      actions += creatingFunction(at: range)
      actions += extractingFunction(from: range)
      actions += inliningVariable(at: range)
      actions += splittingMethods(at: range)
    case .tests: actions += creatingUser(at: range)
    }
    return actions
  }

  /// An action of this document.
  func action(
    _ title: String,
    _ kind: CodeAction.Kind,
    _ edits: [TextEdit],
    of diagnostic: Diagnostic? = nil,
    isPreferred: Bool = false
  ) -> CodeAction {
    CodeAction(
      title: title,
      kind: kind,
      edits: [DocumentEdit(source.name, edits)],
      diagnostic: diagnostic,
      isPreferred: isPreferred
    )
  }

  // MARK: Diagnostics

  /// The changes that a diagnostic itself proposes; the first one is usually meant.
  private func fixes(of diagnostic: Diagnostic) -> [CodeAction] {
    diagnostic.fixes.enumerated().map { place, fix in
      action(fix.title, .quickFix, fix.edits, of: diagnostic, isPreferred: place == 0)
    }
  }

  /// A comment that silences a finding, on a line of its own above; nil for what makes the file useless.
  private func ignoring(_ diagnostic: Diagnostic) -> CodeAction? {
    let isFinding = LintRule.all.contains { $0.code == diagnostic.code }
    guard isFinding || diagnostic.severity < .error else { return nil }
    let line = source.lines.lineIndex(of: diagnostic.range.lowerBound)
    let start = source.lines.lineRange(line, in: source.bytes).lowerBound
    let comment =
      "\(indentation(ofLine: line))// rulescheck:ignore \(diagnostic.code.id) -- reason\n"
    return action(
      "ignore `\(diagnostic.code.id)` here, with a reason",
      .quickFix,
      [TextEdit(replacing: SourceRange(at: start), with: comment)],
      of: diagnostic
    )
  }

  /// The spaces and tabs that a line begins with.
  func indentation(ofLine line: Int) -> String {
    let range = source.lines.lineRange(line, in: source.bytes)
    let bytes = source.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
    return String(decoding: bytes.prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }

  // MARK: Methods

  /// Takes `read` and `write` apart, and gives each method a statement of its own.
  private func splittingMethods(at range: SourceRange) -> [CodeAction] {
    let path = tree.path(to: range)
    guard let statement = tree.innermost(of: path, [.allowStatement]) else { return [] }
    let methods = tree.children(of: statement, .method)
    // There are seven words; a statement of many more is nobody's.
    guard methods.count <= 20 else { return [] }
    let names = methods.map { tree.mainText(of: $0) }
    var actions: [CodeAction] = []
    for (word, parts) in [("read", ["get", "list"]), ("write", ["create", "update", "delete"])] {
      guard let place = names.firstIndex(where: { $0.utf8.elementsEqual(word.utf8) }) else {
        continue
      }
      let missing = parts.filter { part in !names.contains { $0.utf8.elementsEqual(part.utf8) } }
      guard !missing.isEmpty else { continue }
      actions.append(
        action(
          "write `\(parts.joined(separator: ", "))` for `\(word)`",
          .rewrite,
          [
            TextEdit(
              replacing: tree.range(of: methods[place]),
              with: missing.joined(separator: ", ")
            )
          ]
        )
      )
    }
    if let apart = separating(statement, methods: names) { actions.append(apart) }
    return actions
  }

  /// A statement for each method of one.
  private func separating(_ statement: NodeID, methods names: [String]) -> CodeAction? {
    let methods = tree.children(of: statement, .method)
    var words: [String] = []
    for name in names {
      switch name {
      case "read": words += ["get", "list"]
      case "write": words += ["create", "update", "delete"]
      default: words.append(name)
      }
    }
    words = words.enumerated().filter { place, word in
      !words[..<place].contains { $0.utf8.elementsEqual(word.utf8) }
    }.map(\.element)
    guard words.count > 1, let first = methods.first, let last = methods.last else { return nil }
    let bounds = tree.range(of: statement)
    // The semicolon, if there is one, is the statement's.
    let rest = source.text(of: SourceRange(tree.range(of: last).upperBound, bounds.upperBound))
    let start = source.text(of: SourceRange(bounds.lowerBound, tree.range(of: first).lowerBound))
    let line = source.lines.lineIndex(of: bounds.lowerBound)
    let separator = "\n" + indentation(ofLine: line)
    let isClosed = rest.utf8.last == UInt8(ascii: ";")
    let text = words.map { start + $0 + rest + (isClosed ? "" : ";") }.joined(separator: separator)
    return action(
      "give each method a statement of its own",
      .rewrite,
      [TextEdit(replacing: bounds, with: text)]
    )
  }

  // MARK: Declarations that are missing

  /// Declares the user that a request names.
  private func creatingUser(at range: SourceRange) -> [CodeAction] {
    let path = tree.path(to: range)
    guard let node = path.last, tree.kind(of: node) == .nameExpression,
      let parent = path.dropLast().last,
      tree.kind(of: parent) == .asClause || tree.kind(of: parent) == .tableHeader,
      !tree.mainBytes(of: node).elementsEqual("nobody".utf8),
      meaning(of: node, path: path) == nil
    else { return [] }
    let name = tree.mainText(of: node)
    let heads: Set<SyntaxKind> = [.userDeclaration, .rulesDirective]
    let last = tree.children(of: tree.root).last { heads.contains(tree.kind(of: $0)) }
    let place = last.map { tree.range(of: $0).upperBound } ?? 0
    let text = last == nil ? "user \(name);\n" : "\nuser \(name);"
    return [
      action(
        "declare the user `\(name)`",
        .quickFix,
        [TextEdit(replacing: SourceRange(at: place), with: text)]
      )
    ]
  }
}
