package import RulesSource
import RulesSyntax

extension Analysis {
  /// The characters after which `formattingEdits(onTyping:at:)` has something to do.
  package static let formattingTriggers = ["}", ";", "\n"]

  /// The edits that format the whole document; none where it has errors of syntax.
  package func formattingEdits() -> [TextEdit] {
    []
  }

  /// The edits that format the lines that a range touches.
  package func formattingEdits(in range: SourceRange) -> [TextEdit] {
    []
  }

  /// The edits after a character was typed.
  ///
  /// - Parameters:
  ///   - character: what was typed.
  ///   - offset: the place behind it.
  /// - Returns: edits of the statement or the line.
  package func formattingEdits(onTyping character: String, at offset: UInt32) -> [TextEdit] {
    []
  }
}
