package import RulesSource
import RulesSyntax

/// Lines of a file that its new layout replaces; indices are 0-based.
package struct LineChange: Sendable, Hashable {
  /// The lines of the file; empty for an insertion before the line at its start.
  package let lines: Range<Int>
  /// The lines that take their place, in the new layout.
  package let newLines: Range<Int>
}

/// A line of a unified diff.
package struct DiffLine: Sendable, Hashable {
  /// What it shows.
  package enum Kind: Sendable, Hashable {
    case hunk, context, removed, added

    /// The character before the line of the file.
    var mark: UInt8 {
      switch self {
      case .hunk: UInt8(ascii: "@")
      case .context: UInt8(ascii: " ")
      case .removed: UInt8(ascii: "-")
      case .added: UInt8(ascii: "+")
      }
    }
  }

  /// What it shows.
  package let kind: Kind
  /// Its text, with the line end.
  package let bytes: ContiguousArray<UInt8>
}

extension FormattedSource {
  /// The least changes of whole lines that lead to the new layout; each can be made without the others.
  ///
  /// A change ends where a line begins with the same token or comment in both.
  ///
  /// Complexity: linear in the size of both.
  package var changes: [LineChange] {
    var changes: [LineChange] = []
    var start = (old: 0, new: 0)
    func close(_ end: (old: Int, new: Int)) {
      if let change = trimmed(start.old..<end.old, start.new..<end.new) { changes.append(change) }
      start = end
    }
    var left = SourceItems(source)
    var right = SourceItems(result)
    var lineStarts = (old: LineStarts(source.source), new: LineStarts(result.source))
    while let item = left.next(), let counterpart = right.next() {
      let old = lineStarts.old.line(beginningWith: item.range)
      let new = lineStarts.new.line(beginningWith: counterpart.range)
      // A comma or semicolon behind a comment may go before it.
      if let old, let new, !source.movesToken(before: item), !result.movesToken(before: counterpart)
      {
        close((old, new))
      }
    }
    close((lineCount(source.source), lineCount(result.source)))
    return changes
  }

  /// The changes as edits of the file, all of them or those that touch some of its lines.
  ///
  /// - Parameter lines: 0-based lines of the file; nil for all.
  /// - Returns: edits of whole lines, in source order, which do not overlap.
  package func edits(touching lines: ClosedRange<Int>? = nil) -> [TextEdit] {
    changes.compactMap { change in
      if let lines {
        let last = max(change.lines.lowerBound, change.lines.upperBound - 1)
        guard lines.overlaps(change.lines.lowerBound...last) else { return nil }
      }
      return TextEdit(
        replacing: range(of: change.lines, in: source.source),
        with: result.source.text(of: range(of: change.newLines, in: result.source))
      )
    }
  }

  /// The changes as lines of a unified diff, each with its line end.
  ///
  /// - Parameter context: count of lines that are shown around each change.
  /// - Returns: no line where nothing changes.
  package func unifiedDiff(context: Int = 3) -> [DiffLine] {
    var lines: [DiffLine] = []
    var rest = changes[...]
    let count = lineCount(source.source)
    while let first = rest.first {
      var last = first
      var hunk: [LineChange] = []
      while let next = rest.first, next.lines.lowerBound - last.lines.upperBound <= 2 * context {
        hunk.append(next)
        last = next
        rest.removeFirst()
      }
      let start = max(0, first.lines.lowerBound - context)
      let end = min(count, last.lines.upperBound + context)
      let shift = first.newLines.lowerBound - first.lines.lowerBound
      let newEnd = last.newLines.upperBound + end - last.lines.upperBound
      let header = "@@ -\(place(start..<end)) +\(place(start + shift..<newEnd)) @@\n"
      lines.append(DiffLine(kind: .hunk, bytes: ContiguousArray(header.utf8)))
      lines += self.lines(of: hunk, start..<end)
    }
    return lines
  }

  /// The lines of one hunk.
  private func lines(of hunk: [LineChange], _ whole: Range<Int>) -> [DiffLine] {
    var lines: [DiffLine] = []
    var line = whole.lowerBound
    for change in joined(hunk) {
      lines += (line..<change.lines.lowerBound).map { diffLine(.context, $0, source.source) }
      lines += change.lines.map { diffLine(.removed, $0, source.source) }
      lines += change.newLines.map { diffLine(.added, $0, result.source) }
      line = change.lines.upperBound
    }
    return lines + (line..<whole.upperBound).map { diffLine(.context, $0, source.source) }
  }

  /// The changes, those without a line between them as one.
  private func joined(_ changes: [LineChange]) -> [LineChange] {
    var result: [LineChange] = []
    for change in changes {
      if let last = result.last, last.lines.upperBound == change.lines.lowerBound,
        last.newLines.upperBound == change.newLines.lowerBound
      {
        result[result.count - 1] = LineChange(
          lines: last.lines.lowerBound..<change.lines.upperBound,
          newLines: last.newLines.lowerBound..<change.newLines.upperBound
        )
      } else {
        result.append(change)
      }
    }
    return result
  }

  private func diffLine(_ kind: DiffLine.Kind, _ index: Int, _ file: SourceFile) -> DiffLine {
    var bytes: ContiguousArray<UInt8> = [kind.mark]
    bytes.append(contentsOf: self.bytes(of: index, in: file))
    if bytes.last != 0x0A { bytes.append(contentsOf: "\n\\ No newline at end of file\n".utf8) }
    return DiffLine(kind: kind, bytes: bytes)
  }

  /// Lines as a hunk's header names them: the first one, counted from 1, and how many.
  private func place(_ lines: Range<Int>) -> String {
    lines.isEmpty ? "\(lines.lowerBound),0" : "\(lines.lowerBound + 1),\(lines.count)"
  }

  /// Count of lines; the one behind the last line end counts only if it holds something.
  private func lineCount(_ file: SourceFile) -> Int {
    let starts = file.lines.starts
    return Int(starts[starts.count - 1]) == file.bytes.count ? starts.count - 1 : starts.count
  }

  private func range(of lines: Range<Int>, in file: SourceFile) -> SourceRange {
    func start(_ line: Int) -> UInt32 {
      line < file.lines.starts.count
        ? file.lines.starts[line] : UInt32(truncatingIfNeeded: file.bytes.count)
    }
    return SourceRange(start(lines.lowerBound), start(lines.upperBound))
  }

  /// A change without the lines that both sides begin or end with; nil where nothing is left.
  private func trimmed(_ old: Range<Int>, _ new: Range<Int>) -> LineChange? {
    func isSame(_ line: Int, _ newLine: Int) -> Bool {
      bytes(of: line, in: source.source) == bytes(of: newLine, in: result.source)
    }
    var (old, new) = (old, new)
    while !old.isEmpty, !new.isEmpty, isSame(old.lowerBound, new.lowerBound) {
      old = old.lowerBound + 1..<old.upperBound
      new = new.lowerBound + 1..<new.upperBound
    }
    while !old.isEmpty, !new.isEmpty, isSame(old.upperBound - 1, new.upperBound - 1) {
      old = old.lowerBound..<old.upperBound - 1
      new = new.lowerBound..<new.upperBound - 1
    }
    return old.isEmpty && new.isEmpty ? nil : LineChange(lines: old, newLines: new)
  }

  private func bytes(
    of line: Int,
    in file: SourceFile
  ) -> ContiguousArray<UInt8>.SubSequence {
    let range = range(of: line..<line + 1, in: file)
    return file.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}

extension SyntaxTree {
  /// Whether an item is a comment before a token that a layout moves.
  fileprivate func movesToken(before item: SourceItems.Item) -> Bool {
    item.isComment && self[item.token].kind.isSeparator
  }
}

/// Finds which items are the first of their lines.
private struct LineStarts {
  private let file: SourceFile
  /// Where the last item ended.
  private var end = 0
  private var line = 0

  init(_ file: SourceFile) {
    self.file = file
  }

  /// The line that an item begins, items being asked for in source order.
  mutating func line(beginningWith range: SourceRange) -> Int? {
    let starts = file.lines.starts
    while line + 1 < starts.count, starts[line + 1] <= range.lowerBound { line += 1 }
    let start = Int(starts[line])
    defer { end = Int(range.upperBound) }
    guard start >= end || start == 0 && end == 0 else { return nil }
    let isBlank = file.bytes[start..<Int(range.lowerBound)].allSatisfy {
      $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0C
    }
    return isBlank ? line : nil
  }
}
