package import RulesRuntime
package import RulesSource
package import RulesSyntax

/// The comments of a file that silence findings: `// rulescheck:ignore ID, ID -- reason until 2027-01-31`.
///
/// A comment beside code is for the line of that code; one on a line of its own is for the next line that holds
/// code. What begins there is covered as a whole: a statement, a function, a match block with all that it holds. Of
/// several comments for one id the innermost counts.
package struct Suppressions: Sendable {
  /// A comment that silences.
  struct Suppression: Sendable {
    /// The whole comment.
    let range: SourceRange
    /// The ids, with where they stand.
    let ids: [(text: String, range: SourceRange)]
    /// Whether something stands after `--` besides a date.
    let hasReason: Bool
    /// The last day on which it holds.
    let lastDay: (text: String, end: Timestamp)?
    /// The 0-based lines that it is for.
    let lines: ClosedRange<Int>
  }

  /// The comments, in source order.
  private(set) var suppressions: [Suppression] = []
  private let source: SourceFile

  /// Whether nothing is silenced.
  package var isEmpty: Bool { suppressions.isEmpty }

  /// Reads the comments of a file.
  package init(_ tree: SyntaxTree) {
    source = tree.source
    guard Self.areMentioned(in: tree.source.bytes) else { return }
    var lastLines: [Int: Int]?
    for index in tree.tokens.indices {
      let token = TokenID(index: UInt32(truncatingIfNeeded: index))
      guard tree.triviaRange(before: token).count > Self.marker.count else { continue }
      for piece in tree.trivia(before: token) {
        guard piece.kind == .lineComment || piece.kind == .blockComment,
          let text = Self.text(after: Self.marker, in: tree.source.text(of: piece.range))
        else { continue }
        let own = tree.source.lines.lineIndex(of: piece.range.lowerBound)
        let previous = index > 0 ? tree.tokens[index - 1].range : nil
        let isBesideCode =
          previous.map { tree.source.lines.lineIndex(of: $0.upperBound) == own } ?? false
        let next = tree.source.lines.lineIndex(of: tree[token].range.lowerBound)
        let first = isBesideCode ? own : next
        let ends = lastLines ?? Self.lastLines(tree)
        lastLines = ends
        suppressions.append(
          Self.suppression(
            text,
            at: piece.range,
            lines: first...max(first, isBesideCode ? first : ends[first] ?? first)
          )
        )
      }
    }
  }

  private static let marker = "rulescheck:ignore"

  /// Whether some bytes hold what each comment that silences begins with.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - change: of these a part behind which, and before which, there is none; all of them by default.
  /// - Returns: whether they hold it, in a comment or elsewhere.
  package static func areMentioned(
    in bytes: ContiguousArray<UInt8>,
    around change: Range<Int>? = nil
  ) -> Bool {
    let needle = ContiguousArray(marker.utf8)
    let part = change.map { change in
      max(0, change.lowerBound - needle.count)..<min(bytes.count, change.upperBound + needle.count)
    }
    let content = bytes.span.extracting(part ?? 0..<bytes.count)
    // Horspool: how far the search may go on where the last byte of its place is none of the marker's.
    var steps = ContiguousArray(repeating: needle.count, count: 256)
    for (index, byte) in needle.dropLast().enumerated() {
      steps[Int(byte)] = needle.count - 1 - index
    }
    var end = needle.count
    while end <= content.count {
      let byte = content[end - 1]
      if byte == needle[needle.count - 1],
        needle.indices.allSatisfy({ content[end - needle.count + $0] == needle[$0] })
      {
        return true
      }
      end += steps[Int(byte)]
    }
    return false
  }

  /// What stands after a word; nil where it is not there.
  private static func text(after word: String, in text: String) -> Substring.UTF8View? {
    let bytes = text.utf8
    let needle = Array(word.utf8)
    var index = bytes.startIndex
    while index != bytes.endIndex {
      let rest = bytes[index...]
      if rest.starts(with: needle) { return Substring(rest.dropFirst(needle.count)).utf8 }
      bytes.formIndex(after: &index)
    }
    return nil
  }

  /// For each line on which statements begin, the last line of the longest of them.
  private static func lastLines(_ tree: SyntaxTree) -> [Int: Int] {
    var lines: [Int: Int] = [:]
    for index in tree.nodes.indices {
      switch tree.nodes[index].kind {
      case .allowStatement, .functionDeclaration, .matchDeclaration, .letStatement,
        .returnStatement, .stepStatement, .testDeclaration, .groupDeclaration, .tableDeclaration,
        .userDeclaration, .dataBlock:
        let range = tree.range(of: NodeID(index: UInt32(truncatingIfNeeded: index)))
        let first = tree.source.lines.lineIndex(of: range.lowerBound)
        let last = tree.source.lines.lineIndex(of: range.upperBound)
        lines[first] = max(lines[first] ?? last, last)
      default: continue
      }
    }
    return lines
  }

  // MARK: Reading

  private static func suppression(
    _ text: Substring.UTF8View,
    at range: SourceRange,
    lines: ClosedRange<Int>
  ) -> Suppression {
    var content = String(Substring(text))
    if content.hasSuffix("*/") { content.removeLast(2) }
    let parts = content.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    let ids = parts[0].split { $0 == "," || $0.isWhitespace }.map { (String($0), range) }
    var words = parts.count > 1 ? parts[1].split(whereSeparator: \.isWhitespace) : []
    var lastDay: (text: String, end: Timestamp)?
    if words.count >= 2, words[words.count - 2] == "until", let last = words.last,
      let end = end(ofDay: String(last))
    {
      lastDay = (String(last), end)
      words.removeLast(2)
    }
    return Suppression(
      range: range,
      ids: ids,
      hasReason: !words.isEmpty,
      lastDay: lastDay,
      lines: lines
    )
  }

  /// The end of a day that is written as `2027-01-31`.
  private static func end(ofDay text: String) -> Timestamp? {
    Timestamp(rfc3339: Text(text + "T23:59:59Z"))
  }

  // MARK: Silencing

  /// The diagnostics that are not silenced, and what is wrong with the comments.
  ///
  /// - Parameters:
  ///   - diagnostics: what was found in the file, in source order.
  ///   - ids: all ids that there are; asked for where there is a comment.
  ///   - disabled: the ids whose checks did not run, so that silencing them is no mistake.
  ///   - now: the time of the check.
  /// - Returns: the diagnostics that remain, in source order.
  package func apply(
    to diagnostics: [Diagnostic],
    ids: @autoclosure () -> [String],
    without disabled: Set<String> = [],
    now: Timestamp
  ) -> [Diagnostic] {
    guard !suppressions.isEmpty else { return diagnostics }
    var used: Set<Place> = []
    var remaining: [Diagnostic] = []
    var coverings = coverings(now)
    for diagnostic in diagnostics {
      let line = source.lines.lineIndex(of: diagnostic.range.lowerBound)
      if diagnostic.code.canBeSilenced,
        let place = coverings[diagnostic.code.id]?.innermost(at: line)
      {
        used.insert(place)
      } else {
        remaining.append(diagnostic)
      }
    }
    let ids = ids()
    for (entry, suppression) in suppressions.enumerated() {
      remaining += problems(suppression, entry, used, ids: ids, disabled, now)
    }
    return Linter.sorted(remaining)
  }

  private func isExpired(_ suppression: Suppression, _ now: Timestamp) -> Bool {
    suppression.lastDay.map { $0.end.seconds < now.seconds } ?? false
  }

  /// For each id the comments that silence it.
  private func coverings(_ now: Timestamp) -> [String: Covering] {
    var coverings: [String: Covering] = [:]
    for (entry, suppression) in suppressions.enumerated() where !isExpired(suppression, now) {
      for (place, id) in suppression.ids.enumerated() {
        coverings[id.text, default: Covering()]
          .add(Place(suppression: entry, id: place), suppression.lines)
      }
    }
    return coverings
  }

  private func problems(
    _ suppression: Suppression,
    _ entry: Int,
    _ used: Set<Place>,
    ids: [String],
    _ disabled: Set<String>,
    _ now: Timestamp
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let range = suppression.range
    if suppression.ids.isEmpty {
      found.append(
        Diagnostic(
          .unknownIgnore,
          at: range,
          "this comment does not say what it silences",
          notes: [DiagnosticNote("write `// rulescheck:ignore ID -- reason`")]
        )
      )
      return found
    }
    if let day = suppression.lastDay, isExpired(suppression, now) {
      let message = "this comment silenced `\(suppression.idText)` until \(day.text), which is past"
      return [Diagnostic(.expiredIgnore, at: range, message)]
    }
    if !suppression.hasReason {
      found.append(
        Diagnostic(
          .ignoreWithoutReason,
          at: range,
          "this comment silences `\(suppression.idText)` without a reason",
          notes: [DiagnosticNote("write it after `--`: `// rulescheck:ignore ID -- reason`")]
        )
      )
    }
    for (place, id) in suppression.ids.enumerated()
    where !used.contains(Place(suppression: entry, id: place)) {
      if !ids.contains(id.text) {
        let near = EditDistance.nearest(to: id.text, among: ids)
        let advice = near.map { ", did you mean `\($0)`?" } ?? ""
        found.append(
          Diagnostic(.unknownIgnore, at: range, "nothing has the id `\(id.text)`\(advice)")
        )
      } else if !disabled.contains(id.text) {
        found.append(
          Diagnostic(
            .unusedIgnore,
            at: range,
            "this comment silences `\(id.text)`, which is not found here",
            fixes: suppression.ids.count == 1 ? [removal(of: range)] : []
          )
        )
      }
    }
    return found
  }

  /// Deletes a comment; its line too, where nothing else stands on it.
  private func removal(of range: SourceRange) -> FixIt {
    let lines = source.lines
    let line = lines.lineRange(lines.lineIndex(of: range.lowerBound), in: source.bytes)
    func isBlank(_ range: SourceRange) -> Bool {
      source.bytes[Int(range.lowerBound)..<Int(range.upperBound)].allSatisfy {
        $0 == 0x20 || $0 == 0x09
      }
    }
    var removed = range
    let before = SourceRange(line.lowerBound, range.lowerBound)
    if isBlank(before), range.upperBound >= line.upperBound {
      let next = lines.lineIndex(of: range.upperBound) + 1
      let end =
        next < lines.starts.count
        ? lines.starts[next] : UInt32(truncatingIfNeeded: source.bytes.count)
      removed = SourceRange(line.lowerBound, end)
    } else {
      while removed.lowerBound > line.lowerBound,
        source.bytes[Int(removed.lowerBound) - 1] == 0x20
          || source.bytes[Int(removed.lowerBound) - 1] == 0x09
      {
        removed.lowerBound -= 1
      }
    }
    return FixIt(
      "delete the comment",
      edits: [TextEdit(replacing: removed, with: "")],
      isSafe: true
    )
  }
}

/// An id of a comment.
private struct Place: Hashable {
  let suppression: Int
  let id: Int
}

/// The comments that silence one id, and which of them reach to a line.
///
/// Lines are asked for in ascending order, so that each comment is looked at once.
private struct Covering {
  private var places: [(place: Place, lines: ClosedRange<Int>)] = []
  private var next = 0
  /// Those that begin at or before the line, the innermost last.
  private var open: [(place: Place, lines: ClosedRange<Int>)] = []

  /// Adds a comment that does not begin to cover before those that were added.
  mutating func add(_ place: Place, _ lines: ClosedRange<Int>) {
    places.append((place, lines))
  }

  mutating func innermost(at line: Int) -> Place? {
    while next < places.count, places[next].lines.lowerBound <= line {
      // Of two for the same lines the first one counts.
      if open.last?.lines != places[next].lines { open.append(places[next]) }
      next += 1
    }
    while let last = open.last, last.lines.upperBound < line { open.removeLast() }
    return open.last?.place
  }
}

extension Suppressions.Suppression {
  /// The ids as they are written, without repetition of the word.
  fileprivate var idText: String { ids.map(\.text).joined(separator: "`, `") }
}

extension DiagnosticCode {
  /// Whether a comment can silence it; what makes a file useless can't be.
  fileprivate var canBeSilenced: Bool { !Self.suppressionCodes.contains(self) }

  static let ignoreWithoutReason = DiagnosticCode(
    "ignore-without-reason",
    .warning,
    "a comment that silences a finding and does not say why",
    explanation: """
      Who reads the rules next has to know whether the finding was looked at or only put out of sight.

        bad:  // rulescheck:ignore open-read
        good: // rulescheck:ignore open-read -- the catalogue is public
      """
  )
  static let expiredIgnore = DiagnosticCode(
    "expired-ignore",
    .warning,
    "a comment that silenced a finding until a day that is past",
    explanation: """
      The comment has no effect any more. Mend what it silenced, or give it another date.

        // rulescheck:ignore open-write -- beta testers have no accounts until 2027-01-31
      """
  )
  static let unknownIgnore = DiagnosticCode(
    "unknown-ignore",
    .warning,
    "a comment that silences an id that nothing has",
    explanation: """
      `rulescheck explain` lists the ids.

        bad:  // rulescheck:ignore openread -- the catalogue is public
        good: // rulescheck:ignore open-read -- the catalogue is public
      """
  )
  static let unusedIgnore = DiagnosticCode(
    "unused-ignore",
    .warning,
    "a comment that silences what is not found",
    explanation: """
      A comment is for the line of the code beside it or, on a line of its own, for what begins on the next line \
      of code: a statement, a function, or a match block with all that it holds. Delete one that is no longer needed: \
      it would silence the next mistake of the same kind.

        // rulescheck:ignore open-read -- all of the catalogue is public
        match /books/{book} {
          allow read: if true;
        }
      """
  )

  /// The kinds of problem that comments which silence others have.
  package static let suppressionCodes: [DiagnosticCode] = [
    ignoreWithoutReason, expiredIgnore, unknownIgnore, unusedIgnore,
  ]
}
