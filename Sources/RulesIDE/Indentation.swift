import RulesSource
import RulesSyntax

/// How far lines are moved to the right, counted from brackets alone, so that it is known while a line is
/// being written.
extension Analysis {
  /// The edit that moves the line around an offset to where it belongs; nil where it is there.
  ///
  /// - Parameters:
  ///   - offset: a place in the line.
  ///   - width: count of columns of a level.
  /// - Returns: an edit of the spaces and tabs that the line begins with.
  func indenting(lineAt offset: UInt32, by width: Int) -> TextEdit? {
    let line = source.lines.lineIndex(of: min(offset, tree.endOffset))
    let range = source.lines.lineRange(line, in: source.bytes)
    let blank = source.bytes[Int(range.lowerBound)..<Int(range.upperBound)].prefix {
      $0 == 0x20 || $0 == 0x09
    }
    let start = range.lowerBound &+ UInt32(truncatingIfNeeded: blank.count)
    guard let level = level(ofLineAt: range.lowerBound, textAt: start) else { return nil }
    let wanted = String(repeating: " ", count: level * min(max(width, 1), 16))
    guard !blank.elementsEqual(wanted.utf8) else { return nil }
    return TextEdit(replacing: SourceRange(range.lowerBound, start), with: wanted)
  }

  /// The most levels that a line is moved; nothing that people write has more.
  private static let levelLimit = 100

  /// The level of a line; nil for one that begins inside of a token or a comment.
  private func level(ofLineAt lineStart: UInt32, textAt start: UInt32) -> Int? {
    let next = tree.tokenIndex(endingAfter: start)
    guard tree.tokens[next].range.lowerBound >= start, !tree.isInBlockComment(lineStart) else {
      return nil
    }
    // The lines on which brackets are open: several of one line are one level.
    var open: [Int] = []
    for token in tree.tokens[..<next] {
      switch token.kind {
      case .leftBrace, .leftBracket, .leftParenthesis:
        open.append(source.lines.lineIndex(of: token.range.lowerBound))
      case .rightBrace, .rightBracket, .rightParenthesis: _ = open.popLast()
      default: continue
      }
    }
    let first = tree.tokens[next]
    let isClosing =
      first.range.lowerBound == start
      && (first.kind == .rightBrace || first.kind == .rightBracket
        || first.kind == .rightParenthesis)
    if isClosing { _ = open.popLast() }
    var level = Set(open).count
    if !isClosing, next > 0, isUnfinished(behind: next - 1) { level += 1 }
    return min(level, Self.levelLimit)
  }

  /// Whether a statement goes on behind a token that is not in brackets of its own.
  private func isUnfinished(behind index: Int) -> Bool {
    switch tree.tokens[index].kind {
    case .semicolon, .leftBrace, .rightBrace, .leftBracket, .leftParenthesis, .comma: false
    default: true
    }
  }
}

extension SyntaxTree {
  /// Whether an offset lies in a comment between `/*` and `*/`.
  fileprivate func isInBlockComment(_ offset: UInt32) -> Bool {
    let token = TokenID(index: UInt32(truncatingIfNeeded: tokenIndex(endingAfter: offset)))
    return trivia(before: token).contains {
      $0.kind == .blockComment && $0.range.lowerBound < offset && offset < $0.range.upperBound
    }
  }
}
