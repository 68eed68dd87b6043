package import RulesSource
import RulesSyntax

extension Analysis {
  /// What a growing selection takes in around an offset, the innermost first; each holds the one before and
  /// is larger.
  ///
  /// The word, the content of a string, the nodes around it, what is between a block's braces, the file.
  package func selectionRanges(at offset: UInt32) -> [SourceRange] {
    let offset = min(offset, tree.endOffset)
    var ranges = [SourceRange(0, tree.endOffset)]
    for node in tree.path(to: offset) {
      let range = tree.range(of: node)
      guard range.lowerBound <= offset, offset <= range.upperBound else { continue }
      ranges.append(range)
      if let inner = content(of: node), inner.lowerBound <= offset, offset <= inner.upperBound {
        ranges.append(inner)
      }
    }
    if let token = tree.token(at: offset) {
      let range = tree[token].range
      ranges.append(range)
      let isString = tree[token].kind == .stringLiteral && range.count >= 2
      let inner = SourceRange(
        range.lowerBound &+ 1,
        max(range.lowerBound &+ 1, range.upperBound &- 1)
      )
      if isString, inner.lowerBound <= offset, offset <= inner.upperBound { ranges.append(inner) }
    }
    var grown: [SourceRange] = []
    for range in ranges.reversed() {
      guard let last = grown.last else {
        grown.append(range)
        continue
      }
      if range.holds(last), range != last { grown.append(range) }
    }
    return grown
  }

  /// What stands between the braces of a block.
  private func content(of node: NodeID) -> SourceRange? {
    switch tree.kind(of: node) {
    case .serviceDeclaration, .matchDeclaration, .functionDeclaration, .groupDeclaration,
      .testDeclaration, .dataBlock, .tableDeclaration:
      break
    default: return nil
    }
    let bounds = tree[node]
    let end = Int(bounds.endToken.index)
    guard end > Int(bounds.firstToken.index), tree.tokens[end - 1].kind == .rightBrace else {
      return nil
    }
    let last = tree.children(of: node).first { tree.isItem($0) }
    guard let first = last.map({ Int(tree[$0].firstToken.index) }), first > 0,
      tree.tokens[first - 1].kind == .leftBrace
    else { return nil }
    return SourceRange(
      tree.tokens[first - 1].range.upperBound,
      tree.tokens[end - 1].range.lowerBound
    )
  }
}

extension SyntaxTree {
  /// Whether a node stands directly behind the brace of a block, as its first item.
  fileprivate func isItem(_ node: NodeID) -> Bool {
    let first = Int(self[node].firstToken.index)
    guard first > 0, tokens[first - 1].kind == .leftBrace else { return false }
    switch kind(of: node) {
    case .path, .parameter, .mapExpression, .serviceName: return false
    default: return true
    }
  }
}
