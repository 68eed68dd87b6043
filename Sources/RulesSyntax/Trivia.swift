package import RulesSource

/// A piece of what lies between two tokens.
package struct TriviaPiece: Sendable, Hashable {
  /// What it is.
  package enum Kind: Sendable, Hashable {
    /// Spaces, tabs, form feeds, and carriage returns that no line feed follows.
    case spaces
    /// One line break, LF or CR LF.
    case newline
    /// `//` and the rest of the line, without the line break.
    case lineComment
    /// `/*` up to `*/`.
    case blockComment
  }

  /// What it is.
  package var kind: Kind
  /// Its bytes.
  package var range: SourceRange

  /// A piece from its kind and bytes.
  package init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

extension SyntaxTree {
  /// The range between a token and the one before it.
  package func triviaRange(before token: TokenID) -> SourceRange {
    let start = token.index == 0 ? 0 : tokens[Int(token.index) - 1].range.upperBound
    return SourceRange(start, self[token].range.lowerBound)
  }

  /// The pieces between a token and the one before it, in source order; together they cover the
  /// whole range.
  package func trivia(before token: TokenID) -> [TriviaPiece] {
    let range = triviaRange(before: token)
    let end = Int(range.upperBound)
    var pieces: [TriviaPiece] = []
    var index = Int(range.lowerBound)
    while index < end {
      let start = index
      let kind: TriviaPiece.Kind
      switch source.bytes[index] {
      case UInt8(ascii: "/") where index + 1 < end && source.bytes[index + 1] == UInt8(ascii: "/"):
        kind = .lineComment
        while index < end, !isLineBreak(at: index, before: end) { index += 1 }
      case UInt8(ascii: "/"):
        kind = .blockComment
        index = blockCommentEnd(from: index, before: end)
      case _ where isLineBreak(at: index, before: end):
        kind = .newline
        index += source.bytes[index] == 0x0A ? 1 : 2
      default:
        kind = .spaces
        while index < end, source.bytes[index] != UInt8(ascii: "/"),
          !isLineBreak(at: index, before: end)
        {
          index += 1
        }
      }
      pieces.append(
        TriviaPiece(
          kind,
          SourceRange(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: index))
        )
      )
    }
    return pieces
  }

  /// Whether LF, or CR LF, is at an offset.
  private func isLineBreak(at index: Int, before end: Int) -> Bool {
    if source.bytes[index] == 0x0A { return true }
    return source.bytes[index] == 0x0D && index + 1 < end && source.bytes[index + 1] == 0x0A
  }

  private func blockCommentEnd(from start: Int, before end: Int) -> Int {
    var index = start + 2
    while index + 1 < end {
      if source.bytes[index] == UInt8(ascii: "*"), source.bytes[index + 1] == UInt8(ascii: "/") {
        return index + 2
      }
      index += 1
    }
    return end
  }
}
