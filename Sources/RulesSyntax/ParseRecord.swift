import RulesSource

/// What a parser notes down of a tree for the next one, which is made after a change of the text.
struct ParseRecord: Sendable {
  /// A function, a match block or an allow statement.
  struct Item: Sendable {
    /// Index of its first token.
    var firstToken: UInt32
    /// Index of the token behind it.
    var endToken: UInt32 = 0
    /// Index of its first node; all nodes up to its own belong to it.
    var firstNode: UInt32
    /// Index of its own node.
    var node: UInt32 = 0
    /// Where the children of its nodes begin in `SyntaxTree.childIDs`.
    var firstChild: UInt32
    /// Count of the blocks around it.
    var nesting: UInt32
    /// Whether nothing was wrong in it; of others nothing is known but where they begin.
    var isWhole = false
  }

  /// The items, each before those in it.
  var items: ContiguousArray<Item>
  /// Why strings are refused, by the index of their token.
  var flaws: [UInt32: StringFlaw]
  /// Whether a `/*` that nothing closes was met.
  var hasOpenComment: Bool
}

extension ParseRecord {
  /// The flaws of tokens that another text has, too.
  ///
  /// - Parameters:
  ///   - shared: the tokens of both texts.
  ///   - growth: by how much the offsets of their common end differ.
  /// - Returns: the flaws as they are in the other text.
  func flaws(of shared: SharedTokens, growth: Int) -> [UInt32: StringFlaw] {
    let byteShift = UInt32(truncatingIfNeeded: growth)
    var moved: [UInt32: StringFlaw] = [:]
    for (index, flaw) in flaws {
      if Int(index) < shared.prefix {
        moved[index] = flaw
      } else if Int(index) >= shared.oldSuffix {
        let range = SourceRange(
          flaw.range.lowerBound &+ byteShift,
          flaw.range.upperBound &+ byteShift
        )
        moved[index &+ UInt32(truncatingIfNeeded: shared.shift)] = StringFlaw(
          kind: flaw.kind,
          range: range
        )
      }
    }
    return moved
  }
}

extension SyntaxTree {
  /// The index of the last token up to an offset that begins a line, or of the first token.
  ///
  /// No token is told by bytes of a later line, so those before it do not depend on what is at the offset.
  func firstToken(ofLineBefore offset: Int) -> Int {
    var (low, high) = (0, tokens.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(tokens[middle].range.lowerBound) <= offset { low = middle } else { high = middle }
    }
    while low > 0 {
      let gap = triviaRange(before: TokenID(index: UInt32(truncatingIfNeeded: low)))
      if Int(gap.upperBound) <= offset,
        source.bytes[Int(gap.lowerBound)..<Int(gap.upperBound)].contains(0x0A)
      {
        return low
      }
      low -= 1
    }
    return 0
  }
}

extension ParseRecord.Item {
  /// The item in another tree, all its indices moved.
  func moved(tokens: Int, nodes: Int, children: Int) -> ParseRecord.Item {
    var moved = self
    moved.firstToken &+= UInt32(truncatingIfNeeded: tokens)
    moved.endToken &+= UInt32(truncatingIfNeeded: tokens)
    moved.firstNode &+= UInt32(truncatingIfNeeded: nodes)
    moved.node &+= UInt32(truncatingIfNeeded: nodes)
    moved.firstChild &+= UInt32(truncatingIfNeeded: children)
    return moved
  }
}

/// The one part in which two texts differ: what stands before it and behind it is the same.
struct TextDifference {
  /// Where it begins, in both.
  let lowerBound: Int
  /// Where it ends in the old text.
  let oldUpperBound: Int
  /// Where it ends in the new text.
  let newUpperBound: Int

  /// By how much the new text is longer.
  var growth: Int { newUpperBound - oldUpperBound }

  /// Compares two texts.
  init(from old: Span<UInt8>, to new: Span<UInt8>) {
    let shared = min(old.count, new.count)
    var start = 0
    while start + 64 <= shared, Self.block(old, at: start) == Self.block(new, at: start) {
      start += 64
    }
    while start < shared, old[start] == new[start] { start += 1 }
    var tail = 0
    let rest = shared - start
    while tail + 64 <= rest,
      Self.block(old, at: old.count - tail - 64) == Self.block(new, at: new.count - tail - 64)
    {
      tail += 64
    }
    while tail < rest, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    lowerBound = start
    oldUpperBound = old.count - tail
    newUpperBound = new.count - tail
  }

  /// The 64 bytes at an offset that has as many behind it.
  @inline(__always)
  private static func block(_ bytes: Span<UInt8>, at offset: Int) -> SIMD8<UInt64> {
    // SAFETY: the caller has compared with the count.
    unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
  }
}

/// The tree of an earlier version of a text, from which a parser takes items over.
///
/// What an item is read as depends on its tokens, on few of those around it, and on how many blocks are around it;
/// where these are the same, its nodes are.
///
/// An object, as the parser is copied in many frames of its recursion, and this is large.
final class EarlierTree {
  /// An item that can be taken over.
  struct KnownItem {
    let item: ParseRecord.Item
    /// The indices of it and of those in it among the items.
    let items: Range<Int>
    /// By how much the indices of its tokens differ.
    let tokenShift: Int
  }

  /// The tree.
  let tree: SyntaxTree
  /// What is taken from it, apart, as a tree is no small thing to hand on.
  let nodes: ContiguousArray<SyntaxNode>
  let childIDs: ContiguousArray<NodeID>
  let items: ContiguousArray<ParseRecord.Item>
  private let shared: SharedTokens
  private let changedBytes: Range<Int>
  /// Index of the first item that does not begin before where the parser was last.
  private var next = 0
  /// What was taken over, in order: where its nodes begin in the new tree.
  private var takenOver: ContiguousArray<(item: KnownItem, firstNode: Int)> = []

  /// No production looks further behind the end of what it reads, as long as nothing is wrong.
  private static let lookahead = 8

  init(_ tree: SyntaxTree, _ shared: SharedTokens, changedBytes: Range<Int>) {
    self.tree = tree
    nodes = tree.nodes
    childIDs = tree.childIDs
    items = tree.record.items
    self.shared = shared
    self.changedBytes = changedBytes
  }

  /// The item that begins at a token of the new text, if it can be taken over.
  ///
  /// - Parameters:
  ///   - position: the index of the token; none before that of the call before.
  ///   - nesting: count of the blocks around it.
  /// - Returns: the item; nil where it has to be read.
  func item(at position: Int, nesting: Int) -> KnownItem? {
    let shift: Int
    if position < shared.prefix {
      shift = 0
    } else if position >= shared.newSuffix {
      shift = shared.shift
    } else {
      return nil
    }
    let first = position - shift
    var next = next
    while next < items.count, Int(items[next].firstToken) < first { next += 1 }
    self.next = next
    guard next < items.count else { return nil }
    let item = items[next]
    guard item.isWhole, Int(item.firstToken) == first, Int(item.nesting) == nesting,
      first > shared.oldSuffix || Int(item.endToken) + Self.lookahead <= shared.prefix
    else { return nil }
    var end = next + 1
    while end < items.count, items[end].firstToken < item.endToken { end += 1 }
    return KnownItem(item: item, items: next..<end, tokenShift: shift)
  }

  /// The nodes of the new tree in which nothing is found, as nothing was in the old one.
  func nodesWithoutFindings(in new: SyntaxTree) -> [Range<Int>] {
    tree.diagnostics.isEmpty && tree.isVersionOne == new.isVersionOne ? takenOverNodes : []
  }

  /// The nodes of the new tree that were taken over, in order.
  var takenOverNodes: [Range<Int>] {
    takenOver.map { known, firstNode in
      firstNode..<firstNode + Int(known.item.node - known.item.firstNode) + 1
    }
  }

  /// Notes that an item was taken over.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - firstNode: where its nodes begin in the new tree.
  func noteTakenOver(_ item: KnownItem, at firstNode: Int) {
    takenOver.append((item, firstNode))
  }

  /// What the new tree has of this one.
  var sharedSyntax: SharedSyntax {
    var shared: ContiguousArray<SharedNodes> = []
    shared.reserveCapacity(items.count)
    for (known, firstNode) in takenOver {
      let shift = firstNode - Int(known.item.firstNode)
      for item in items[known.items]
      where item.isWhole && nodes[Int(item.node)].kind != .matchDeclaration {
        shared.append(
          SharedNodes(
            nodes: Int(item.firstNode) + shift..<Int(item.node) + 1 + shift,
            shift: shift
          )
        )
      }
    }
    return SharedSyntax(changedBytes: changedBytes, tokens: self.shared, items: shared)
  }
}
