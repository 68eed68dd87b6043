import RulesJSON
import RulesSource
import RulesSyntax

/// Writes places in the rules as the official services do: offsets in code points, the end included.
struct HostedPositions: Sendable {
  private let tree: SyntaxTree
  /// How many code points stand before each line.
  private let lineOffsets: [Int]

  init(_ tree: SyntaxTree) {
    self.tree = tree
    let bytes = tree.source.bytes
    var offsets = [0]
    for index in 1..<max(1, tree.source.lines.starts.count) {
      let line =
        Int(tree.source.lines.starts[index - 1])..<Int(tree.source.lines.starts[index])
      offsets.append(offsets[index - 1] + bytes[line].count { $0 & 0xC0 != 0x80 })
    }
    lineOffsets = offsets
  }

  /// The place of some bytes.
  func json(_ range: SourceRange) -> JSONValue {
    let start = tree.source.position(of: range.lowerBound)
    let end = codePointOffset(of: range.upperBound)
    let offset = codePointOffset(of: range.lowerBound)
    return json(line: start.line, column: start.column, from: offset, to: max(offset, end - 1))
  }

  /// The place of an issue of the official compiler; one about the whole file has only the file.
  func json(line: Int, column: Int) -> JSONValue {
    guard line > 0, line <= lineOffsets.count else { return ["fileName": .string(fileName)] }
    let offset = lineOffsets[line - 1] + column - 1
    let lineRange = tree.source.lines.lineRange(line - 1, in: tree.source.bytes)
    var start = Int(lineRange.lowerBound)
    var left = column - 1
    while left > 0, start < Int(lineRange.upperBound) {
      start += 1
      if start == tree.source.bytes.count || tree.source.bytes[start] & 0xC0 != 0x80 { left -= 1 }
    }
    // The end of the file is an empty token, whose last code point is the one before it.
    guard start < tree.source.bytes.count else {
      return json(line: line, column: column, from: offset, to: offset - 1)
    }
    let token = tokenRange(at: UInt32(truncatingIfNeeded: start))
    let end = codePointOffset(of: token.upperBound)
    return json(line: line, column: column, from: offset, to: max(offset, end - 1))
  }

  /// The token that begins at or covers a byte.
  func tokenRange(at offset: UInt32) -> SourceRange {
    var low = 0
    var high = tree.tokens.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if tree.tokens[middle].range.lowerBound <= offset { low = middle } else { high = middle }
    }
    guard tree.tokens.indices.contains(low) else { return SourceRange(at: offset) }
    let range = tree.tokens[low].range
    return range.contains(offset) ? range : SourceRange(offset, offset + 1)
  }

  private var fileName: String { tree.source.name }

  private func json(line: Int, column: Int, from start: Int, to end: Int) -> JSONValue {
    [
      "fileName": .string(fileName), "line": .integer(line), "column": .integer(column),
      "currentOffset": .integer(start), "endOffset": .integer(end),
    ]
  }

  private func codePointOffset(of offset: UInt32) -> Int {
    let position = tree.source.position(of: offset)
    return lineOffsets[position.line - 1] + position.column - 1
  }
}
