/// Turns diagnostics into text with the source line and a caret under the place.
package struct DiagnosticRenderer: Sendable {
  /// Whether to colour with ANSI escapes.
  package var isColored: Bool

  /// Count of spaces that a tab is shown as.
  private let tabWidth = 4

  /// The longest part of a source line that is shown, in columns.
  private let maximumWidth = 120

  /// A renderer for a terminal, or for plain text.
  package init(isColored: Bool = false) {
    self.isColored = isColored
  }

  /// The diagnostic as lines, each ended by a line break.
  ///
  ///     firestore.rules:4:20: error: missing `;` after `let` [missing-semicolon]
  ///       4 |   let owner = uid()
  ///         |                    ^
  package func render(_ diagnostic: Diagnostic, in file: SourceFile) -> String {
    let position = file.position(of: diagnostic.range.lowerBound)
    var output = bold("\(file.name):\(position.line):\(position.column): ")
    output += paint("\(diagnostic.severity.name): ", diagnostic.severity)
    output += bold(printable(diagnostic.message)) + " [\(diagnostic.code.id)]\n"
    output += excerpt(of: diagnostic.range, in: file)
    for note in diagnostic.notes {
      output += render(note, in: file)
    }
    for fix in diagnostic.fixes {
      output += "  fix: \(printable(fix.title))\n"
    }
    return output
  }

  private func render(_ note: DiagnosticNote, in file: SourceFile) -> String {
    guard let range = note.range else { return "  note: \(printable(note.message))\n" }
    let position = file.position(of: range.lowerBound)
    return "  \(file.name):\(position.line):\(position.column): note: \(printable(note.message))\n"
      + excerpt(of: range, in: file)
  }

  /// The source line of a range, and carets under the part of the range that lies on it.
  package func excerpt(of range: SourceRange, in file: SourceFile) -> String {
    let index = file.lines.lineIndex(of: min(range.lowerBound, UInt32(file.bytes.count)))
    let line = file.lines.lineRange(index, in: file.bytes)
    let before = columns(file.text(of: SourceRange(line.lowerBound, range.lowerBound)))
    let marked = columns(
      file.text(
        of: SourceRange(
          range.lowerBound,
          min(range.upperBound, max(line.upperBound, range.lowerBound))
        )
      )
    )
    let after = columns(
      file.text(
        of: SourceRange(
          min(max(range.upperBound, range.lowerBound), line.upperBound),
          line.upperBound
        )
      )
    )
    // A long line is cut on the left so that the place stays in sight.
    let skipped = max(0, before.count - maximumWidth / 2)
    let shown = (before + marked + after).dropFirst(skipped).prefix(maximumWidth)
    let number = "\(index + 1)"
    let gutter = String(repeating: " ", count: max(0, 4 - number.count)) + number
    let blank = String(repeating: " ", count: gutter.count)
    let caretCount = max(1, min(marked.count, maximumWidth - (before.count - skipped)))
    let carets = String(repeating: "^", count: caretCount)
    return "\(gutter) | \(skipped > 0 ? "…" : "")\(String(shown))\n"
      + "\(blank) | \(skipped > 0 ? " " : "")"
      + String(repeating: " ", count: before.count - skipped) + carets + "\n"
  }

  /// The characters of a piece of a line as they are shown: one column each, nothing that moves the cursor.
  private func columns(_ text: String) -> [Character] {
    var result: [Character] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: result.append(contentsOf: repeatElement(" ", count: tabWidth))
      case 0x0A, 0x0D: continue
      case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
        result.append("\u{FFFD}")
      default:
        if scalar.properties.isGraphemeExtend, let last = result.popLast() {
          result.append(Character(String(last) + String(scalar)))
        } else {
          result.append(Character(scalar))
        }
      }
    }
    return result
  }

  /// The message with control characters, which could drive a terminal, made visible.
  private func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x09: result += "\\t"
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private func bold(_ text: String) -> String {
    isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  private func paint(_ text: String, _ severity: Severity) -> String {
    guard isColored else { return text }
    let color =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .info: "36"
      case .hint: "2"
      }
    return "\u{1B}[1;\(color)m\(text)\u{1B}[0m"
  }
}
