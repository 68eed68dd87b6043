/// Paragraphs broken into lines of at most a count of columns, each ended by a line break.
///
/// Lines that begin with a space are examples and kept as they are. A column is a code point.
func wrapped(_ text: String, width: Int) -> String {
  var output = ""
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.first == " " {
      output += "\(line)\n"
      continue
    }
    var column = 0
    for word in line.split(separator: " ") {
      let length = word.unicodeScalars.count
      if column > 0, column + 1 + length > width {
        output += "\n"
        column = 0
      }
      if column > 0 {
        output += " "
        column += 1
      }
      output += word
      column += length
    }
    output += "\n"
  }
  return output
}

/// Rows of two columns, the second aligned; each row is indented by two spaces.
func table(_ rows: [(String, String)]) -> String {
  let width = rows.map { $0.0.unicodeScalars.count }.max() ?? 0
  return rows.map { left, right in
    let space = String(repeating: " ", count: width - left.unicodeScalars.count)
    return "  \(left)\(space)  \(right)\n"
  }.joined()
}

/// The text with the characters that could drive a terminal made visible.
func visible(_ text: String) -> String {
  // Most text is plain.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
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
