import RulesSource
import RulesSyntax

/// The official issues of one file as they are found; sorted and without repeats at the end.
struct OfficialIssueList {
  private struct Entry: Hashable {
    /// The byte offset; nil for the whole file.
    let offset: UInt32?
    let severity: Severity
    let text: String

    func hash(into hasher: inout Hasher) {
      hasher.combine(offset)
      for byte in text.utf8 { hasher.combine(byte) }
    }

    static func == (left: Entry, right: Entry) -> Bool {
      left.offset == right.offset && left.severity == right.severity
        && left.text.utf8.elementsEqual(right.text.utf8)
    }
  }

  private var entries: Set<Entry> = []

  /// Adds an issue.
  mutating func report(_ text: String, at offset: UInt32?, _ severity: Severity = .warning) {
    entries.insert(Entry(offset: offset, severity: severity, text: text))
  }

  /// Adds what makes the compiler refuse the file.
  mutating func refuse(_ text: String, at offset: UInt32) {
    report(text, at: offset, .error)
  }

  /// The issues by place, severity and text, those of the whole file first.
  ///
  /// Complexity: O(n log n) for n issues, and the length of the lines that have issues.
  func sorted(in source: SourceFile) -> [OfficialIssue] {
    let ordered = entries.sorted { left, right in
      let (leftOffset, rightOffset) = (Int64(left.offset ?? 0), Int64(right.offset ?? 0))
      let leftKey = left.offset == nil ? -1 : leftOffset
      let rightKey = right.offset == nil ? -1 : rightOffset
      if leftKey != rightKey { return leftKey < rightKey }
      if left.severity != right.severity { return left.severity > right.severity }
      return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
    var issues: [OfficialIssue] = []
    var last: (offset: Int, position: SourcePosition)?
    for entry in ordered {
      guard let offset = entry.offset.map({ min(Int($0), source.bytes.count) }) else {
        issues.append(
          OfficialIssue(line: 0, column: 0, severity: entry.severity, description: entry.text)
        )
        continue
      }
      // Counted on from the issue before, as a line may be long and have many.
      var position = last?.position ?? SourcePosition(line: 1, column: 1)
      for byte in source.bytes[(last?.offset ?? 0)..<offset] {
        if byte == UInt8(ascii: "\n") {
          position = SourcePosition(line: position.line + 1, column: 1)
        } else if byte & 0xC0 != 0x80 {
          position.column += 1
        }
      }
      last = (offset, position)
      issues.append(
        OfficialIssue(
          line: position.line,
          column: position.column,
          severity: entry.severity,
          description: entry.text
        )
      )
    }
    return issues
  }
}
