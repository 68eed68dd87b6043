extension AccessMatrix {
  /// The matrix for people, one line each: a table for each path, and below it how its cells were asked.
  package var lines: [String] {
    var lines = ["\(tests), \(rules)"]
    for section in sections {
      lines += Self.aligned(rows(of: section)).map { "  \($0)" }
      lines += section.columns.map { column in
        "      \(column.method.rawValue): \(column.question)"
          + (column.source.map { "  (\($0))" } ?? "")
      }
      lines.append("")
    }
    return lines
  }

  /// The matrix as a page of Markdown.
  package var markdown: String {
    var text = "## \(Self.markdown(tests))\n\nRules: \(Self.markdown(rules))\n"
    for section in sections {
      let rows = rows(of: section).map { row in
        "| \(row.map(Self.markdown).joined(separator: " | ")) |\n"
      }
      let rule = "|\(String(repeating: " --- |", count: section.columns.count + 1))\n"
      text += "\n" + (rows.first ?? "") + rule + rows.dropFirst().joined() + "\n"
      for column in section.columns {
        let source = column.source.map { ", \(Self.markdown($0))" } ?? ""
        text += "- \(column.method.rawValue): \(Self.code(column.question))\(source)\n"
      }
    }
    return text
  }

  /// The header of a table, then a row for each user.
  func rows(of section: (path: String, columns: [Column])) -> [[String]] {
    let header = [section.path] + section.columns.map(\.method.rawValue)
    return [header]
      + users.enumerated().map { index, user in
        [user] + section.columns.map { $0.cells[index].rawValue }
      }
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let count = rows.first?.count ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0[column].unicodeScalars.count }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.unicodeScalars.count)
      }
      var line = cells.joined(separator: "  ")
      while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
      return line
    }
  }

  /// A code span: its fence is longer than each run of backticks in it.
  private static func code(_ text: String) -> String {
    let runs = text.unicodeScalars.split { $0 != "`" }
    let fence = String(repeating: "`", count: (runs.map(\.count).max() ?? 0) + 1)
    let line = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    var content = String.UnicodeScalarView()
    content.append(contentsOf: line)
    let space = runs.isEmpty ? "" : " "
    return "\(fence)\(space)\(String(content))\(space)\(fence)"
  }

  /// Text of which nothing is taken for markup.
  private static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "*", "_", "[", "]", "<", ">", "|", "#", "~", "`", "&", "$":
        result += "\\"
        result.unicodeScalars.append(scalar)
      default:
        result.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
      }
    }
    return result
  }
}
