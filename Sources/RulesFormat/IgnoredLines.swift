import RulesSource
import RulesSyntax

/// The lines whose findings a comment silences.
///
/// They keep the tokens that they have: a finding would appear if what it is about went to another
/// line, and others would disappear if their lines were joined with a silenced one.
struct IgnoredLines {
  private var lines: Set<Int> = []
  /// The line of each token; empty where no line is silenced.
  ///
  /// That of a comma or semicolon is that of the token before it, where it is going to stand.
  private var tokenLines: ContiguousArray<Int> = []

  /// Finds the lines.
  init(_ tree: SyntaxTree) {
    let silenced = Self.silencedTokens(of: tree)
    guard !silenced.isEmpty else { return }
    var line = 0
    for token in tree.tokens {
      if tokenLines.isEmpty || !token.kind.isSeparator {
        line = tree.source.lines.lineIndex(of: token.range.lowerBound)
      }
      tokenLines.append(line)
    }
    for index in silenced { lines.insert(tokenLines[index]) }
  }

  /// A token of each line that a comment is going to silence: the one before the comment where both
  /// stand on one line, and otherwise the next one.
  private static func silencedTokens(of tree: SyntaxTree) -> [Int] {
    var silenced: [Int] = []
    /// Where the last token stands that is no comma or semicolon.
    var last = 0
    /// Whether something behind it ends its line.
    var isLineEnded = true
    /// Whether a comment silences the line of the next token.
    var isNextSilenced = false
    for (index, token) in tree.tokens.enumerated() {
      for comment in Gap(before: TokenID(index: UInt32(truncatingIfNeeded: index)), in: tree)
        .comments
      {
        let range = Int(comment.range.lowerBound)..<Int(comment.range.upperBound)
        let isIgnore = CommentText.isIgnore(tree.source.bytes[range])
        if comment.place != .trailing { isLineEnded = true }
        if isIgnore, isLineEnded { isNextSilenced = true }
        if isIgnore, !isLineEnded { silenced.append(last) }
        if !comment.isBlock { isLineEnded = true }
      }
      guard !token.kind.isSeparator else { continue }
      if isNextSilenced { silenced.append(index) }
      (last, isLineEnded, isNextSilenced) = (index, false, false)
    }
    return silenced
  }

  /// Whether two neighbouring tokens have to stay on one line.
  func joins(_ first: Int, _ second: Int) -> Bool {
    guard !lines.isEmpty, first >= 0 else { return false }
    return tokenLines[first] == tokenLines[second] && lines.contains(tokenLines[first])
  }

  /// Whether two neighbouring tokens have to stay on different lines.
  func separates(_ first: Int, _ second: Int) -> Bool {
    guard !lines.isEmpty, first >= 0, tokenLines[first] != tokenLines[second] else { return false }
    return lines.contains(tokenLines[first]) || lines.contains(tokenLines[second])
  }
}

extension TokenKind {
  /// Whether the token stands directly behind another one, before comments.
  var isSeparator: Bool { self == .comma || self == .semicolon }
}
