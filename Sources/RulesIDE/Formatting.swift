import RulesFormat
package import RulesSource
import RulesSyntax

extension Analysis {
  /// The characters after which `formattingEdits(onTyping:at:lineWidth:indentWidth:)` has something to do.
  package static let formattingTriggers = ["}", ";", "\n"]

  /// The edits that format the whole document; none where it has errors of syntax.
  ///
  /// - Parameters:
  ///   - lineWidth: count of columns that a line should not pass.
  ///   - indentWidth: count of columns of a level.
  /// - Returns: edits of whole lines, in source order.
  package func formattingEdits(lineWidth: Int = 100, indentWidth: Int = 2) -> [TextEdit] {
    formatted(lineWidth, indentWidth)?.edits() ?? []
  }

  /// The edits that format the lines that a range touches; none where the document has errors of syntax.
  ///
  /// - Parameters:
  ///   - range: what is selected.
  ///   - lineWidth: count of columns that a line should not pass.
  ///   - indentWidth: count of columns of a level.
  /// - Returns: edits of whole lines, in source order.
  package func formattingEdits(
    in range: SourceRange,
    lineWidth: Int = 100,
    indentWidth: Int = 2
  ) -> [TextEdit] {
    formatted(lineWidth, indentWidth)?.edits(touching: lines(of: range)) ?? []
  }

  /// The edits after a character was typed.
  ///
  /// A `;` formats the statement that it ends and a `}` the block, where the text is whole; in broken text,
  /// and in a new line, the line is moved to where it belongs.
  ///
  /// - Parameters:
  ///   - character: what was typed.
  ///   - offset: the place behind it.
  ///   - lineWidth: count of columns that a line should not pass.
  ///   - indentWidth: count of columns of a level.
  /// - Returns: edits of the statement, the block or the line.
  package func formattingEdits(
    onTyping character: String,
    at offset: UInt32,
    lineWidth: Int = 100,
    indentWidth: Int = 2
  ) -> [TextEdit] {
    guard !tree.isInComment(offset) else { return [] }
    let moving = indenting(lineAt: offset, by: indentWidth).map { [$0] } ?? []
    switch character {
    case "\n": return moving
    case "}", ";":
      guard let formatted = formatted(lineWidth, indentWidth) else {
        return character == "}" ? moving : []
      }
      guard let ended = nodeEnding(at: offset) else { return [] }
      return formatted.edits(touching: lines(of: tree.range(of: ended)))
    default: return []
    }
  }

  private func formatted(_ lineWidth: Int, _ indentWidth: Int) -> FormattedSource? {
    try? format(tree, FormatOptions(lineWidth: lineWidth, indentWidth: indentWidth))
  }

  /// The 0-based lines that a range touches.
  private func lines(of range: SourceRange) -> ClosedRange<Int> {
    let first = source.lines.lineIndex(of: min(range.lowerBound, tree.endOffset))
    let last = source.lines.lineIndex(of: min(range.upperBound, tree.endOffset))
    return first...max(first, last)
  }

  /// The statement or declaration whose last token ends at an offset.
  private func nodeEnding(at offset: UInt32) -> NodeID? {
    tree.path(to: offset).first { node in
      tree.range(of: node).upperBound == offset && node != tree.root
        && !tree.kind(of: node).isExpression
    }
  }
}
