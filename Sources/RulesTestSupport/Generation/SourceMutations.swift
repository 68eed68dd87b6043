import RulesSource
package import RulesSyntax

/// Changes of a rules file that keep its meaning, or nearly keep its form.
package enum SourceMutations {
  private static let trivia = [" ", "\n", "\t", " /* x */ ", " // x ' {\n", "\r\n", "  /**/ "]

  /// The file with more between its tokens; not in paths and names of services, where a space counts.
  package static func withOtherTrivia(_ tree: SyntaxTree, seed: UInt64) -> String {
    var random = SeededRandom(seed: seed)
    var inPaths: Set<TokenID> = []
    for node in tree.nodes where node.kind == .path || node.kind == .serviceName {
      for index in node.firstToken.index..<node.endToken.index {
        inPaths.insert(TokenID(index: index))
      }
    }
    return joined(tokens(tree), of: tree) { token in
      random.oneIn(3) && !inPaths.contains(token) ? random.pick(trivia) : ""
    }
  }

  /// The file with other white space, and comments at random borders of tokens; some semicolons that may be left
  /// out are, and some commas stand before closing brackets.
  package static func withComments(_ tree: SyntaxTree, _ random: inout SeededRandom) -> String {
    let (fixed, optional, closers) = borders(of: tree)
    let density = random.pick([2, 5, 20, 1000])
    let isWindows = random.oneIn(8)
    var text = ""
    var number = 0
    for token in tokens(tree) {
      let range = tree.triviaRange(before: token)
      let isGap = !range.isEmpty
      if closers.contains(token), random.oneIn(4) { text += " ," }
      if optional.contains(token), random.oneIn(3) { continue }
      if fixed.contains(token) {
        text += tree.source.text(of: range)
      } else if random.oneIn(density) {
        number += 1
        text += comment(number, &random)
      } else if isGap || random.oneIn(8) {
        text += random.pick([" ", " ", " ", "\n", "\n\n", "\n\n\n", "\t", "   ", " \n "])
      }
      text += tree.source.text(of: tree[token].range)
    }
    text += random.pick(["\n", "", " // the end", "\n\n// the end\n\n"])
    guard isWindows else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }

  private static func comment(_ number: Int, _ random: inout SeededRandom) -> String {
    random.pick([
      " // c\(number)  \n", "\n// c\(number)\n", "\n\n  // c\(number)\n\n\n", " /* c\(number) */ ",
      " /* c\(number) */", "\n/* c\(number) */\n", "\n /** c\(number)\n   * x \n   */\n",
      "\n/* c\(number) */",
      " /* c\(number)\n x*/ ", " // c\(number)\n\n// and\n", " /* c\(number) */ // and\n",
      " // rulescheck:ignore c\(number) -- why\n", "\n// rulescheck:ignore c\(number) -- why\n",
    ])
  }

  /// Tokens before which white space is fixed, semicolons that may be left out, and brackets that a comma may stand
  /// before.
  private static func borders(
    of tree: SyntaxTree
  ) -> (fixed: Set<TokenID>, optional: Set<TokenID>, closers: Set<TokenID>) {
    var fixed: Set<TokenID> = []
    var optional: Set<TokenID> = []
    var closers: Set<TokenID> = []
    for node in tree.nodes where node.firstToken < node.endToken {
      let last = TokenID(index: node.endToken.index - 1)
      switch node.kind {
      case .serviceName:
        for index in node.firstToken.index..<node.endToken.index {
          fixed.insert(TokenID(index: index))
        }
      case .fieldFilter:
        for index in node.mainToken.index + 1..<node.mainToken.index + 6
        where index < node.endToken.index {
          fixed.insert(TokenID(index: index))
        }
      case .versionStatement, .allowStatement, .returnStatement:
        if tree[last].kind == .semicolon { optional.insert(last) }
      case .listExpression, .mapExpression:
        if node.childCount > 0 { closers.insert(last) }
      case .callExpression:
        if node.childCount > 0 { closers.insert(last) }
      case .methodCallExpression:
        if node.childCount > 1 { closers.insert(last) }
      default: break
      }
    }
    return (fixed, optional, closers)
  }

  /// The file with the allow statements of each block in the opposite order.
  package static func withReversedStatements(_ tree: SyntaxTree) -> String {
    var texts: [UInt32: String] = [:]
    var ends: [UInt32: UInt32] = [:]
    for index in tree.nodes.indices {
      let statements = tree.children(of: NodeID(index: UInt32(truncatingIfNeeded: index))).filter {
        tree.kind(of: $0) == .allowStatement
      }
      for (statement, other) in zip(statements, statements.reversed()) {
        let range = tree.range(of: statement)
        texts[range.lowerBound] = tree.text(of: other)
        ends[range.lowerBound] = range.upperBound
      }
    }
    var text = ""
    var offset: UInt32 = 0
    for start in texts.keys.sorted() {
      text += tree.source.text(of: SourceRange(offset, start)) + (texts[start] ?? "")
      offset = ends[start] ?? start
    }
    return text
      + tree.source.text(
        of: SourceRange(offset, UInt32(truncatingIfNeeded: tree.source.bytes.count))
      )
  }

  /// The file with a token left out, doubled, or in another's place.
  package static func withOneTokenWrong(
    _ tree: SyntaxTree,
    _ random: inout SeededRandom
  ) -> String {
    var tokens = tokens(tree)
    guard tokens.count > 1 else { return "" }
    let place = random.below(tokens.count)
    switch random.below(3) {
    case 0: tokens.remove(at: place)
    case 1: tokens.insert(tokens[place], at: place)
    default: tokens[place] = random.pick(tokens)
    }
    return joined(tokens, of: tree) { _ in " " }
  }

  private static func tokens(_ tree: SyntaxTree) -> [TokenID] {
    tree.tokens.indices.dropLast().map { TokenID(index: UInt32(truncatingIfNeeded: $0)) }
  }

  /// The tokens with the trivia before each, and more before that.
  private static func joined(
    _ tokens: [TokenID],
    of tree: SyntaxTree,
    between: (TokenID) -> String
  ) -> String {
    tokens.map { token in
      between(token) + tree.source.text(of: tree.triviaRange(before: token))
        + tree.source.text(of: tree[token].range)
    }.joined()
  }
}
