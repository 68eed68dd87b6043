package import RulesSource
package import RulesSyntax

/// Findings that are known and left out, so that a check of old code tells only what is new.
///
/// A finding is known again by its id, its file, the blocks around it and the text of its line; it may move.
package struct Baseline: Sendable, Hashable {
  /// A finding as it is known again.
  package struct Entry: Sendable, Hashable {
    /// The id of the diagnostic.
    package let id: String
    /// What tells it from others of the id.
    package let fingerprint: String
    /// The file, by its name alone, and the blocks around the finding: for people.
    package let place: String
  }

  /// How often each is known.
  private(set) var counts: [Entry: Int] = [:]

  /// A baseline without findings.
  package init() {}

  /// Count of known findings.
  package var count: Int { counts.values.reduce(0, +) }

  /// Whether nothing is known.
  package var isEmpty: Bool { counts.isEmpty }

  // MARK: Files

  /// Why a file is no baseline.
  package struct FormatError: Error, Sendable, Hashable {
    /// The 1-based line that is not understood.
    package let line: Int
  }

  /// Reads a baseline from its file.
  package init(parsing text: String) throws(FormatError) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.last == "\r" ? line.dropLast() : line
      if line.isEmpty || line.first == "#" { continue }
      let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      guard words.count == 4, let count = Int(words[2]), (1...1_000_000).contains(count),
        words[1].utf8.count == 16
      else { throw FormatError(line: index + 1) }
      let entry = Entry(
        id: String(words[0]),
        fingerprint: String(words[1]),
        place: String(words[3])
      )
      counts[entry, default: 0] += count
    }
  }

  /// The text of its file: a line for each finding, sorted, so that changes are seen as such.
  package var text: String {
    let lines = counts.map { entry, count in
      "\(entry.id) \(entry.fingerprint) \(count) \(entry.place)"
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return "# Findings that rulescheck leaves out; --update-baseline writes them anew.\n"
      + lines.map { $0 + "\n" }.joined()
  }

  // MARK: Findings

  /// Adds what was found in a file.
  package mutating func add(_ diagnostics: [Diagnostic], in tree: SyntaxTree) {
    let places = PlaceNames(tree)
    for diagnostic in diagnostics { counts[places.entry(of: diagnostic), default: 0] += 1 }
  }

  /// What was found and is not known; each known finding counts as often as it is in the baseline.
  package mutating func remove(from diagnostics: [Diagnostic], in tree: SyntaxTree) -> [Diagnostic]
  {
    guard !counts.isEmpty else { return diagnostics }
    let places = PlaceNames(tree)
    return diagnostics.filter { diagnostic in
      let entry = places.entry(of: diagnostic)
      guard let count = counts[entry] else { return true }
      counts[entry] = count > 1 ? count - 1 : nil
      return false
    }
  }
}

/// Names places of a file by what stands around them.
private struct PlaceNames {
  private let tree: SyntaxTree
  private let file: String
  /// Blocks, functions and tests, the outer ones first.
  private let blocks: [(range: SourceRange, name: String)]

  init(_ tree: SyntaxTree) {
    self.tree = tree
    let bytes = tree.source.name.utf8
    file = String(
      Substring(
        bytes[
          (bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) } ?? bytes.startIndex)...
        ]
      )
    )
    var blocks: [(range: SourceRange, name: String)] = []
    for index in tree.nodes.indices {
      let id = NodeID(index: UInt32(truncatingIfNeeded: index))
      switch tree.nodes[index].kind {
      case .matchDeclaration:
        let path = tree.children(of: id).first { tree.kind(of: $0) == .path }
        blocks.append(
          (tree.range(of: id), path.map { tree.source.text(of: tree.range(of: $0)) } ?? "")
        )
      case .functionDeclaration: blocks.append((tree.range(of: id), " " + tree.mainText(of: id)))
      case .testDeclaration, .groupDeclaration:
        blocks.append((tree.range(of: id), " " + tree.mainText(of: id)))
      default: continue
      }
    }
    self.blocks = blocks.reversed()
  }

  func entry(of diagnostic: Diagnostic) -> Baseline.Entry {
    let offset = diagnostic.range.lowerBound
    let around = blocks.filter { $0.range.contains(offset) }
      .sorted { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }
      .map(\.name).joined()
    let lines = tree.source.lines
    let line = lines.lineRange(lines.lineIndex(of: offset), in: tree.source.bytes)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in diagnostic.code.id.utf8 { add(byte) }
    add(0)
    for byte in file.utf8 { add(byte) }
    add(0)
    for byte in around.utf8 { add(byte) }
    add(0)
    for byte in tree.source.bytes[Int(line.lowerBound)..<Int(line.upperBound)]
    where byte != 0x20 && byte != 0x09 {
      add(byte)
    }
    let digits = String(hash, radix: 16)
    return Baseline.Entry(
      id: diagnostic.code.id,
      fingerprint: String(repeating: "0", count: 16 - digits.utf8.count) + digits,
      place: Self.plain("\(file) \(around)")
    )
  }

  /// On one line, and not too long.
  private static func plain(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(200).map { $0.value < 0x20 ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
