public import RulesSource

/// The index of a token of one tree.
public struct TokenID: Sendable, Hashable, Comparable {
  /// Index into the tree's tokens.
  public let index: UInt32

  /// The token at an index.
  @inlinable
  public init(index: UInt32) {
    self.index = index
  }

  /// Orders by place in the source.
  @inlinable
  public static func < (left: TokenID, right: TokenID) -> Bool {
    left.index < right.index
  }
}

/// The index of a node of one tree.
public struct NodeID: Sendable, Hashable {
  /// Index into the tree's nodes.
  public let index: UInt32

  /// The node at an index.
  @inlinable
  public init(index: UInt32) {
    self.index = index
  }
}

/// A token: what it is and where it stands.
///
/// What lies between two tokens is trivia.
public struct Token: Sendable, Hashable {
  /// What it is.
  public var kind: TokenKind
  /// Its bytes.
  public var range: SourceRange

  /// A token from its kind and bytes.
  @inlinable
  public init(_ kind: TokenKind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

/// A node of the arena; read it through `SyntaxTree`.
public struct SyntaxNode: Sendable, Hashable {
  /// What it is.
  public var kind: SyntaxKind
  /// The token that names it, see `SyntaxKind`.
  public var mainToken: TokenID
  /// Its first token.
  public var firstToken: TokenID
  /// The token after its last one; equals `firstToken` where it covers none.
  public var endToken: TokenID
  /// Where its children begin in `SyntaxTree.childIDs`.
  public var firstChild: UInt32
  /// Count of its children.
  public var childCount: UInt32

  /// A node from its parts.
  package init(
    kind: SyntaxKind,
    mainToken: TokenID,
    firstToken: TokenID,
    endToken: TokenID,
    firstChild: UInt32,
    childCount: UInt32
  ) {
    self.kind = kind
    self.mainToken = mainToken
    self.firstToken = firstToken
    self.endToken = endToken
    self.firstChild = firstChild
    self.childCount = childCount
  }
}

/// The lossless tree of one file: source, tokens, nodes, and what was wrong with it.
///
/// Each byte of the source belongs to one token or to the trivia before one, so the source can be
/// rebuilt from the tokens. Nodes are held in one array; a child's index is below its parent's.
///
/// An immutable object: it is handed on in every step of every pass, and as a value it would take a dozen words.
public final class SyntaxTree: Sendable {
  /// The text that was parsed.
  public let source: SourceFile
  /// All tokens in source order; the last one is `endOfFile`.
  public let tokens: ContiguousArray<Token>
  /// All nodes; the root is the last one.
  public let nodes: ContiguousArray<SyntaxNode>
  /// The children of all nodes, each node's side by side.
  public let childIDs: ContiguousArray<NodeID>
  /// What the lexer and the parser found wrong, in source order.
  package let diagnostics: [Diagnostic]
  /// Whether the grammar accepts the source; a well-formed tree can still have diagnostics, such as
  /// of a number that is too large.
  package let isWellFormed: Bool
  /// What the next parse needs to know, after a change of the text.
  let record: ParseRecord

  /// A tree from its parts.
  init(
    source: SourceFile,
    tokens: ContiguousArray<Token>,
    nodes: ContiguousArray<SyntaxNode>,
    childIDs: ContiguousArray<NodeID>,
    diagnostics: [Diagnostic],
    isWellFormed: Bool,
    record: ParseRecord
  ) {
    self.source = source
    self.tokens = tokens
    self.nodes = nodes
    self.childIDs = childIDs
    self.diagnostics = diagnostics
    self.isWellFormed = isWellFormed
    self.record = record
  }

  /// The node that covers the whole file.
  @inlinable
  public var root: NodeID { NodeID(index: UInt32(truncatingIfNeeded: nodes.count - 1)) }

  /// The node of an id.
  @inlinable @inline(__always)
  public subscript(_ id: NodeID) -> SyntaxNode { nodes[Int(id.index)] }

  /// The token of an id.
  @inlinable @inline(__always)
  public subscript(_ id: TokenID) -> Token { tokens[Int(id.index)] }

  /// What a node is.
  @inlinable @inline(__always)
  public func kind(of id: NodeID) -> SyntaxKind { self[id].kind }

  /// A node's children, in the order that `SyntaxKind` gives.
  @inlinable
  public func children(of id: NodeID) -> Slice {
    let node = self[id]
    let start = Int(node.firstChild)
    return childIDs[start..<start + Int(node.childCount)]
  }

  /// The places of a node's children in `childIDs`, for loops that nothing may slow down.
  @inlinable @inline(__always)
  public func childPlaces(of id: NodeID) -> Range<Int> {
    let node = self[id]
    return Int(node.firstChild)..<Int(node.firstChild) + Int(node.childCount)
  }

  /// Neighbouring children of one node.
  public typealias Slice = ContiguousArray<NodeID>.SubSequence

  /// A node's child at a 0-based place, if it has as many.
  @inlinable @inline(__always)
  public func child(_ place: Int, of id: NodeID) -> NodeID? {
    let node = self[id]
    guard place >= 0, place < Int(node.childCount) else { return nil }
    return childIDs[Int(node.firstChild) + place]
  }

  /// The range of a node's tokens, trivia around it left out.
  @inlinable
  public func range(of id: NodeID) -> SourceRange {
    let node = self[id]
    let first = self[node.firstToken].range
    guard node.firstToken < node.endToken else { return SourceRange(at: first.lowerBound) }
    let last = tokens[Int(node.endToken.index) - 1].range
    return SourceRange(first.lowerBound, last.upperBound)
  }

  /// The range of a node's main token.
  @inlinable @inline(__always)
  public func mainRange(of id: NodeID) -> SourceRange { self[self[id].mainToken].range }

  /// Where a node's main token stands among the bytes of the source.
  @inlinable
  public func mainByteRange(of id: NodeID) -> Range<Int> {
    let range = mainRange(of: id)
    return Int(range.lowerBound)..<Int(range.upperBound)
  }

  /// The index of the word of a table that a node's main token is; nil where it is none.
  @inlinable
  public func mainIndex(of id: NodeID, in words: WordTable) -> Int? {
    let bytes = source.bytes
    return words.index(of: mainByteRange(of: id), in: bytes.span)
  }

  /// Asks something of the bytes of a node's main token, without a copy of them.
  @inlinable @inline(__always)
  public func withMainBytes<Result>(of id: NodeID, _ body: (Span<UInt8>) -> Result) -> Result {
    let bytes = source.bytes
    return body(bytes.span.extracting(mainByteRange(of: id)))
  }

  /// The bytes of a token.
  @inlinable
  public func bytes(of id: TokenID) -> ContiguousArray<UInt8>.SubSequence {
    let range = self[id].range
    return source.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  /// The bytes of a node's main token.
  @inlinable
  public func mainBytes(of id: NodeID) -> ContiguousArray<UInt8> {
    let range = mainRange(of: id)
    return ContiguousArray(source.bytes[Int(range.lowerBound)..<Int(range.upperBound)])
  }

  /// The text of a node's main token.
  package func mainText(of id: NodeID) -> String { source.text(of: mainRange(of: id)) }
}
