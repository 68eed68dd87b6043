import RulesSource
import RulesSyntax

/// The first token of a tree from which on another one means something else, or has other comments;
/// nil where the two trees say the same.
func firstDifference(between tree: SyntaxTree, and other: SyntaxTree) -> TokenID? {
  let start = tree[tree.root].firstToken
  guard other.isWellFormed, tree.nodes.count == other.nodes.count,
    tree.childIDs == other.childIDs
  else { return start }
  for (node, counterpart) in zip(tree.nodes, other.nodes) {
    guard node.kind == counterpart.kind, node.childCount == counterpart.childCount,
      tree.bytes(of: node.mainToken).elementsEqual(other.bytes(of: counterpart.mainToken))
        || node.firstToken == node.endToken
    else { return node.firstToken }
  }
  return firstDifferentItem(tree, other)
}

/// Compares what the layout must keep, in order: tokens and comments.
private func firstDifferentItem(_ tree: SyntaxTree, _ other: SyntaxTree) -> TokenID? {
  var left = SourceItems(tree)
  var right = SourceItems(other)
  while let item = left.next() {
    guard let counterpart = right.next(), item.isComment == counterpart.isComment,
      left.matches(item, counterpart, of: right)
    else { return item.token }
  }
  return right.next() == nil ? nil : tree[tree.root].firstToken
}

/// The tokens and comments of a tree in source order, without the tokens that a layout may add,
/// remove, or move before a comment: semicolons and commas.
struct SourceItems {
  /// A token or a comment.
  struct Item {
    var range: SourceRange
    var isComment: Bool
    /// The token itself, or the one that the comment stands before.
    var token: TokenID
  }

  private let tree: SyntaxTree
  private var index = 0
  private var comments: [SourceRange] = []
  private var commentIndex = 0

  /// The items of a tree.
  init(_ tree: SyntaxTree) {
    self.tree = tree
    loadComments()
  }

  /// The next item; nil at the end.
  mutating func next() -> Item? {
    while index < tree.tokens.count {
      let token = TokenID(index: UInt32(truncatingIfNeeded: index))
      if commentIndex < comments.count {
        commentIndex += 1
        return Item(range: comments[commentIndex - 1], isComment: true, token: token)
      }
      let kind = tree.tokens[index].kind
      let range = tree.tokens[index].range
      index += 1
      loadComments()
      if !kind.isSeparator, kind != .endOfFile {
        return Item(range: range, isComment: false, token: token)
      }
    }
    return nil
  }

  private mutating func loadComments() {
    comments.removeAll(keepingCapacity: true)
    commentIndex = 0
    guard index < tree.tokens.count else { return }
    let token = TokenID(index: UInt32(truncatingIfNeeded: index))
    guard tree.triviaRange(before: token).count > 1 else { return }
    for piece in tree.trivia(before: token)
    where piece.kind == .lineComment || piece.kind == .blockComment {
      comments.append(piece.range)
    }
  }

  /// Whether an item is the same as one of another tree, the layout of comments aside.
  func matches(_ item: Item, _ counterpart: Item, of other: SourceItems) -> Bool {
    let text = bytes(of: item.range)
    let otherText = other.bytes(of: counterpart.range)
    guard item.isComment, !text.elementsEqual(otherText) else {
      return text.elementsEqual(otherText)
    }
    return CommentText.lines(text).elementsEqual(CommentText.lines(otherText)) {
      CommentText.unindented($0).elementsEqual(CommentText.unindented($1))
    }
  }

  private func bytes(of range: SourceRange) -> CommentText.Bytes {
    tree.source.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}
