import RulesFormat
package import RulesSource
import RulesSyntax

/// What must hold of the layout of every file.
package enum FormatProperties {
  /// Lays out a file, and says which property does not hold; nil where all do.
  ///
  /// A file that the grammar does not accept must be refused, with the reason.
  package static func problem(of file: SourceFile, isTests: Bool) -> String? {
    let tree = parse(file, isTests)
    let result: FormattedSource
    do throws(FormatRefusal) {
      result = try format(tree)
    } catch {
      guard tree.isWellFormed else {
        return error.diagnostics.isEmpty ? "it is refused without a reason" : nil
      }
      return "it is refused: \(error.diagnostics.map(\.message))"
    }
    guard tree.isWellFormed else { return "broken input is laid out" }
    let layout = SourceFile(name: file.name, bytes: result.bytes)
    let other = parse(layout, isTests)
    if let problem = difference(tree, other) { return problem }
    guard let again = try? format(other) else { return "its layout is refused" }
    if again.isChanged { return "its layout is laid out otherwise: \(text(of: again))" }
    if hasStraySpace(layout) { return "white space stands at the end of a line, or an empty line" }
    return problem(ofEdits: result, tree, isTests)
  }

  private static func parse(_ file: SourceFile, _ isTests: Bool) -> SyntaxTree {
    isTests ? parseTests(file) : parseRules(file)
  }

  private static func text(of result: FormattedSource) -> String {
    result.unifiedDiff().map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
  }

  /// What two trees do not have in common.
  private static func difference(_ tree: SyntaxTree, _ other: SyntaxTree) -> String? {
    // The text of a tree is as wide as the tree is deep.
    if tree.nodes.count < 5000, tree.dump() != other.dump() { return "the tree is another one" }
    if words(of: tree) != words(of: other) { return "the tokens are others" }
    if comments(of: tree) != comments(of: other) { return "the comments are others" }
    for (lines, otherLines) in zip(silencedLines(of: tree), silencedLines(of: other))
    where !lines.isEmpty && lines != otherLines {
      return "a comment silences \(otherLines) instead of \(lines)"
    }
    return nil
  }

  /// The tokens but for those that a layout may add or remove.
  private static func words(of tree: SyntaxTree) -> [ContiguousArray<UInt8>] {
    tree.tokens.filter { $0.kind != .semicolon && $0.kind != .comma }.map { token in
      bytes(of: token.range, in: tree)
    }
  }

  private static func bytes(of range: SourceRange, in tree: SyntaxTree) -> ContiguousArray<UInt8> {
    ContiguousArray(tree.source.bytes[Int(range.lowerBound)..<Int(range.upperBound)])
  }

  /// The comments in order, without white space.
  private static func comments(of tree: SyntaxTree) -> [ContiguousArray<UInt8>] {
    tree.tokens.indices.flatMap { index in
      tree.trivia(before: TokenID(index: UInt32(truncatingIfNeeded: index)))
        .filter { $0.kind == .lineComment || $0.kind == .blockComment }
        .map { bytes(of: $0.range, in: tree).filter { !($0 == 0x20 || 0x09...0x0D ~= $0) } }
    }
  }

  /// The tokens on the line that each comment silences; empty where there is none but commas.
  private static func silencedLines(of tree: SyntaxTree) -> [[String]] {
    let table = tree.source.lines
    var words: [Int: [String]] = [:]
    for token in tree.tokens.dropLast() where token.kind != .semicolon && token.kind != .comma {
      words[table.lineIndex(of: token.range.lowerBound), default: []]
        .append(tree.source.text(of: token.range))
    }
    return tree.tokens.indices.flatMap { index in
      tree.trivia(before: TokenID(index: UInt32(truncatingIfNeeded: index)))
        .filter { tree.source.text(of: $0.range).contains("rulescheck:ignore") }
        .map { piece in
          let line = table.lineIndex(of: piece.range.lowerBound)
          let own =
            index > 0 && table.lineIndex(of: tree.tokens[index - 1].range.lowerBound) == line
          return words[own ? line : table.lineIndex(of: tree.tokens[index].range.lowerBound)] ?? []
        }
    }
  }

  /// Whether a line ends with white space, or empty lines stand where none should.
  private static func hasStraySpace(_ file: SourceFile) -> Bool {
    let lines = file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.count > 1, lines[lines.count - 2].isEmpty { return true }
    return lines.contains { line in
      var line = line
      if line.last == 0x0D { line.removeLast() }
      return line.last == 0x20 || line.last == 0x09
    }
  }

  // MARK: Edits

  private static func problem(
    ofEdits result: FormattedSource,
    _ tree: SyntaxTree,
    _ isTests: Bool
  ) -> String? {
    guard let text = String(validating: tree.source.bytes, as: UTF8.self) else { return nil }
    let edits = result.edits()
    if apply(edits, to: tree) != result.bytes { return "the edits do not lead to the layout" }
    if edits.isEmpty == result.isChanged { return "the edits do not tell of a change" }
    // Any of them can be made alone.
    for edit in edits.prefix(4) where text.utf8.count < 20_000 {
      let bytes = apply([edit], to: tree)
      let other = parse(SourceFile(name: tree.source.name, bytes: bytes), isTests)
      guard other.isWellFormed, words(of: tree) == words(of: other),
        comments(of: tree) == comments(of: other)
      else { return "an edit can't be made alone: \(edit)" }
    }
    return nil
  }

  private static func apply(_ edits: [TextEdit], to tree: SyntaxTree) -> ContiguousArray<UInt8> {
    var bytes: ContiguousArray<UInt8> = []
    var offset = 0
    for edit in edits {
      bytes += tree.source.bytes[offset..<Int(edit.range.lowerBound)]
      bytes += edit.replacement.utf8
      offset = Int(edit.range.upperBound)
    }
    return bytes + tree.source.bytes[offset...]
  }

  // MARK: Generated files

  /// Lays out a random rules file and a random test file, as they are and with comments at random places; says
  /// what does not hold, with the file.
  package static func problem(ofGenerated seed: UInt64) -> String? {
    var random = SeededRandom(seed: seed)
    var programs = ProgramGenerator(seed: seed)
    var tests = TestFileGenerator(seed: seed)
    for (text, isTests) in [(programs.program(), false), (tests.file(), true)] {
      let file = SourceFile(name: "generated", text: text)
      let tree = parse(file, isTests)
      // A few are broken; those are to be refused.
      guard tree.isWellFormed else {
        if let problem = problem(of: file, isTests: isTests) { return "\(problem)\n\(text)" }
        continue
      }
      let other = SourceMutations.withComments(tree, &random)
      for text in [text, other] {
        let file = SourceFile(name: "generated", text: text)
        guard parse(file, isTests).isWellFormed else {
          return "the comments break the file:\n\(text)"
        }
        if let problem = problem(of: file, isTests: isTests) { return "\(problem)\n\(text)" }
      }
    }
    return nil
  }
}
