package import RulesRuntime
package import RulesSource

/// The text of the rules that a program was made from.
package struct RulesText: Sendable {
  /// The file.
  package let file: SourceFile

  /// Wraps a file.
  package init(_ file: SourceFile) {
    self.file = file
  }

  /// The source of an expression with its white space as single blanks, cut where it is long.
  package func excerpt(_ origin: ExpressionOrigin, limit: Int = 72) -> String {
    let text = file.text(of: SourceRange(origin.lowerBound, origin.upperBound))
    let words = text.split(whereSeparator: {
      $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r\n" || $0 == "\r"
    })
    let line = words.joined(separator: " ")
    return line.count <= limit ? line : line.prefix(limit - 1) + "…"
  }

  /// Whether one of the lines that an expression stands on holds a text.
  package func line(of origin: ExpressionOrigin, holds text: String) -> Bool {
    let first = file.lines.lineIndex(of: origin.lowerBound)
    let last = file.lines.lineIndex(of: max(origin.lowerBound, origin.upperBound &- 1))
    let needle = Array(text.utf8)
    return (first...max(first, last)).contains { index in
      let range = file.lines.lineRange(index, in: file.bytes)
      return file.bytes[Int(range.lowerBound)..<Int(range.upperBound)].containsBytes(needle)
    }
  }
}

extension Collection<UInt8> where Index == Int {
  /// Whether a run of bytes stands somewhere within.
  func containsBytes(_ needle: [UInt8]) -> Bool {
    guard !needle.isEmpty else { return true }
    guard count >= needle.count else { return false }
    return (startIndex...(endIndex - needle.count)).contains { start in
      self[start..<start + needle.count].elementsEqual(needle)
    }
  }
}
