import RulesSource
import RulesSyntax

/// A comment, and where it stands among the tokens around it.
struct Comment {
  /// Where it stands.
  enum Place {
    /// Behind a token, on its line.
    case trailing
    /// In lines of its own.
    case ownLine
    /// Before a token, on its line.
    case leading
  }

  var range: SourceRange
  var isBlock: Bool
  var place: Place
  /// Whether it is the first on its line.
  var isLineStart: Bool
  /// Whether an empty line stands before it.
  var followsBlankLine: Bool
}

/// What stands between two tokens.
struct Gap {
  /// The comments in source order.
  private(set) var comments: [Comment] = []
  /// Whether an empty line stands before the second token.
  private(set) var endsWithBlankLine = false

  /// Reads what stands before a token.
  init(before token: TokenID, in tree: SyntaxTree) {
    let range = tree.triviaRange(before: token)
    let isFirst = token.index == 0
    guard range.count > 1 || isFirst else { return }
    var newlines = 0
    var isLineStart = isFirst
    // Whether the line holds the first token.
    var isFirstLine = !isFirst
    for piece in tree.trivia(before: token) {
      switch piece.kind {
      case .spaces:
        continue
      case .newline:
        newlines += 1
        isLineStart = true
        isFirstLine = false
      case .lineComment, .blockComment:
        comments.append(
          Comment(
            range: piece.range,
            isBlock: piece.kind == .blockComment,
            place: isFirstLine ? .trailing : .ownLine,
            isLineStart: isLineStart,
            followsBlankLine: newlines > 1
          )
        )
        newlines = 0
        isLineStart = false
      }
    }
    endsWithBlankLine = newlines > 1
    if newlines == 0, !Self.clings(tree[token].kind) { markLeading() }
  }

  /// The comments behind the last line break stand before the second token on its line.
  private mutating func markLeading() {
    var index = comments.count - 1
    while index >= 0, comments[index].isBlock {
      comments[index].place = .leading
      if comments[index].isLineStart { break }
      index -= 1
    }
  }

  /// Whether a token belongs to what is before it, so that comments before it do too.
  private static func clings(_ kind: TokenKind) -> Bool {
    switch kind {
    case .comma, .semicolon, .rightParenthesis, .rightBracket, .rightBrace, .endOfFile: true
    default: false
    }
  }
}
