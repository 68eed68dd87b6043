import RulesSource
import RulesSyntax

extension SyntaxTree {
  /// The end of the text, as an offset.
  var endOffset: UInt32 { UInt32(truncatingIfNeeded: source.bytes.count) }

  /// The nodes around a range, the root first, each holding the next.
  ///
  /// A node ends where its last token does; the end of a range belongs to it, so that a cursor behind a
  /// word is in the word. Of two nodes that meet at an empty range the one behind it is taken, unless
  /// nothing but space is there.
  func path(to range: SourceRange) -> [NodeID] {
    var path = [root]
    while let last = path.last, let found = child(of: last, around: range) { path.append(found) }
    return path
  }

  /// The last child around a range.
  ///
  /// Complexity: O(log children), as children stand in source order.
  private func child(of node: NodeID, around range: SourceRange) -> NodeID? {
    let children = children(of: node)
    var low = children.startIndex
    var high = children.endIndex
    while low < high {
      let middle = (low + high) / 2
      if self.range(of: children[middle]).lowerBound <= range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    while low > children.startIndex {
      low -= 1
      let end = self.range(of: children[low]).upperBound
      if end >= range.upperBound { return children[low] }
      if end < range.lowerBound { return nil }
    }
    return nil
  }

  /// The nodes around an offset, the root first.
  func path(to offset: UInt32) -> [NodeID] { path(to: SourceRange(at: min(offset, endOffset))) }

  /// The index of the first token that ends behind an offset; that of the end of the file, if none does.
  ///
  /// Complexity: O(log tokens).
  func tokenIndex(endingAfter offset: UInt32) -> Int {
    var low = 0
    var high = tokens.count - 1
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].range.upperBound > offset { high = middle } else { low = middle + 1 }
    }
    return max(0, low)
  }

  /// The token that an offset is in, or else the one that ends there; nil in trivia.
  ///
  /// - Parameters:
  ///   - offset: the place.
  ///   - isPreferred: which of two tokens that meet is wanted; words, by default.
  /// - Returns: the token.
  func token(
    at offset: UInt32,
    preferring isPreferred: (TokenKind) -> Bool = { $0.isName }
  ) -> TokenID? {
    let index = tokenIndex(endingAfter: offset)
    let behind = tokens[index]
    let isInside = behind.range.contains(offset)
    if index > 0, tokens[index - 1].range.upperBound == offset, !tokens[index - 1].range.isEmpty {
      let isBehindBetter =
        isInside && (isPreferred(behind.kind) || !isPreferred(tokens[index - 1].kind))
      if !isBehindBetter { return TokenID(index: UInt32(truncatingIfNeeded: index - 1)) }
    }
    return isInside ? TokenID(index: UInt32(truncatingIfNeeded: index)) : nil
  }

  /// Whether an offset lies in a comment, its end included for one that ends with its line.
  func isInComment(_ offset: UInt32) -> Bool {
    let index = tokenIndex(endingAfter: offset)
    guard tokens[index].range.lowerBound >= offset || !tokens[index].range.contains(offset) else {
      return false
    }
    for piece in trivia(before: TokenID(index: UInt32(truncatingIfNeeded: index))) {
      switch piece.kind {
      case .lineComment:
        if piece.range.lowerBound < offset, offset <= piece.range.upperBound { return true }
      case .blockComment:
        if piece.range.lowerBound < offset, offset < piece.range.upperBound { return true }
      case .spaces, .newline: continue
      }
    }
    return false
  }

  /// The comment lines directly above a node, as text without the slashes; empty for none.
  ///
  /// An empty line ends them, and so does what stands behind a statement on its own line.
  func documentation(of node: NodeID) -> String {
    let pieces = trivia(before: self[node].firstToken)
    let firstBreak = pieces.firstIndex { $0.kind == .newline } ?? pieces.count
    var lines: [String] = []
    var breaks = 0
    for (place, piece) in pieces.enumerated().reversed() {
      switch piece.kind {
      case .spaces: continue
      case .newline:
        breaks += 1
        if breaks > 1 { return lines.reversed().joined(separator: "\n") }
      case .lineComment, .blockComment:
        let isBehindStatement = self[node].firstToken.index > 0 && place < firstBreak
        if isBehindStatement { return lines.reversed().joined(separator: "\n") }
        breaks = 0
        lines.append(Self.commentText(source.text(of: piece.range)))
      }
    }
    return lines.reversed().joined(separator: "\n")
  }

  /// What a comment says.
  private static func commentText(_ comment: String) -> String {
    if comment.utf8.starts(with: "//".utf8) {
      return String(comment.drop { $0 == "/" }.drop { $0 == " " })
    }
    let inner = comment.utf8.count >= 4 ? String(comment.dropFirst(2).dropLast(2)) : ""
    let lines = inner.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.drop { $0 == " " || $0 == "\t" || $0 == "*" }.drop { $0 == " " })
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The last node of some kinds among those of a path.
  func innermost(of path: [NodeID], _ kinds: Set<SyntaxKind>) -> NodeID? {
    path.last { kinds.contains(kind(of: $0)) }
  }

  /// All nodes below a node, itself included; a stack of its own, as trees are deep.
  func nodes(under root: NodeID) -> [NodeID] {
    var found: [NodeID] = []
    var pending = [root]
    while let node = pending.popLast() {
      found.append(node)
      pending.append(contentsOf: children(of: node).reversed())
    }
    return found
  }

  /// Whether a node's name is there: broken declarations have another token in its place.
  func hasName(_ node: NodeID) -> Bool { self[self[node].mainToken].kind == .identifier }

  /// The children of a node of a kind.
  func children(of node: NodeID, _ kind: SyntaxKind) -> [NodeID] {
    children(of: node).filter { self.kind(of: $0) == kind }
  }

  /// The first child of a node of a kind.
  func child(of node: NodeID, _ kind: SyntaxKind) -> NodeID? {
    children(of: node).first { self.kind(of: $0) == kind }
  }
}

extension TokenKind {
  /// Whether it is a name.
  var isName: Bool { self == .identifier }
}

extension SourceRange {
  /// Whether another range lies in it, ends included.
  func holds(_ other: SourceRange) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }

  /// Whether another range has something in common with it, ends included.
  func touches(_ other: SourceRange) -> Bool {
    lowerBound <= other.upperBound && other.lowerBound <= upperBound
  }
}

extension SyntaxKind {
  /// Whether a node is an expression that has a value.
  var isExpression: Bool {
    switch self {
    case .path, .nullLiteral, .booleanLiteral, .intLiteral, .floatLiteral, .stringLiteral,
      .bytesLiteral, .nameExpression, .memberExpression, .callExpression, .methodCallExpression,
      .indexExpression, .sliceExpression, .unaryExpression, .binaryExpression, .isExpression,
      .conditionalExpression, .listExpression, .mapExpression, .parenthesizedExpression:
      true
    case .file, .versionStatement, .importStatement, .serviceDeclaration, .serviceName,
      .matchDeclaration, .allowStatement, .method, .functionDeclaration, .parameter, .letStatement,
      .returnStatement, .literalSegment, .captureSegment, .globSegment, .interpolatedSegment,
      .typeName, .mapEntry, .omitted, .missingExpression, .unexpected, .testFile, .rulesDirective,
      .databaseName, .userDeclaration, .userProvider, .userIdentifier, .dataBlock, .dataFile,
      .documentEntry, .testDeclaration, .testModifier, .groupDeclaration, .stepStatement,
      .requestSyntax, .collectionGroup, .batchSyntax, .asClause, .whereClause, .compositeFilter,
      .fieldFilter, .fieldPath, .orderByClause, .ordering, .limitClause, .offsetClause, .atClause,
      .becauseClause, .tableDeclaration, .tableHeader, .tableRow, .tableCell:
      false
    }
  }
}
