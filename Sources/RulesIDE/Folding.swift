package import RulesSource
import RulesSyntax

/// A part of a document that can be folded away.
package struct FoldingRange: Sendable, Hashable {
  /// What is folded.
  package enum Kind: Sendable, Hashable {
    case block, comment
  }

  /// From the opening bracket's end (or the comment's start) to the closing bracket (or the comment's end).
  package let range: SourceRange
  /// What is folded.
  package let kind: Kind
}

extension Analysis {
  /// The blocks, lists, maps and comments that span lines, in source order.
  ///
  /// Brackets are paired by themselves, so that broken text folds too.
  package func foldingRanges() -> [FoldingRange] {
    var found: [FoldingRange] = []
    var open: [(kind: TokenKind, end: UInt32)] = []
    var counts: [TokenKind: Int] = [:]
    for (index, token) in tree.tokens.enumerated() {
      foldComments(before: TokenID(index: UInt32(truncatingIfNeeded: index)), &found)
      switch token.kind {
      case .leftBrace, .leftBracket, .leftParenthesis:
        open.append((token.kind, token.range.upperBound))
        counts[token.kind, default: 0] += 1
      case .rightBrace, .rightBracket, .rightParenthesis:
        // What is open inside of a pair has no partner; without a pair nothing is taken away.
        guard let opener = token.kind.opener, counts[opener, default: 0] > 0 else { continue }
        while let (kind, end) = open.popLast() {
          counts[kind, default: 0] -= 1
          guard kind == opener else { continue }
          fold(end, token.range.lowerBound, .block, &found)
          break
        }
      default: continue
      }
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func fold(
    _ start: UInt32,
    _ end: UInt32,
    _ kind: FoldingRange.Kind,
    _ found: inout [FoldingRange]
  ) {
    guard source.lines.lineIndex(of: start) < source.lines.lineIndex(of: end) else { return }
    found.append(FoldingRange(range: SourceRange(start, end), kind: kind))
  }

  /// Folds block comments, and line comments in neighbouring lines together.
  private func foldComments(before token: TokenID, _ found: inout [FoldingRange]) {
    guard !tree.triviaRange(before: token).isEmpty else { return }
    var run: SourceRange?
    var breaks = 0
    for piece in tree.trivia(before: token) {
      switch piece.kind {
      case .spaces: continue
      case .newline: breaks += 1
      case .lineComment:
        if let before = run, breaks <= 1 {
          run = before.union(piece.range)
        } else {
          if let run { fold(run.lowerBound, run.upperBound, .comment, &found) }
          run = piece.range
        }
        breaks = 0
      case .blockComment:
        fold(piece.range.lowerBound, piece.range.upperBound, .comment, &found)
      }
    }
    if let run { fold(run.lowerBound, run.upperBound, .comment, &found) }
  }
}

extension TokenKind {
  /// The partner of a closing bracket.
  fileprivate var opener: TokenKind? {
    switch self {
    case .rightBrace: .leftBrace
    case .rightBracket: .leftBracket
    case .rightParenthesis: .leftParenthesis
    default: nil
    }
  }
}
