package import RulesSource

/// Parses a rules file.
///
/// Never fails: what is wrong is in the tree's diagnostics.
///
/// Complexity: linear in the size of the file.
package func parseRules(_ source: SourceFile) -> SyntaxTree {
  var parser = Parser(source, dialect: .rules)
  let root = parser.rulesFile()
  return parser.finish(root)
}

/// Parses a rules file of which an earlier version was parsed.
///
/// The tree is the one that `parseRules(_:)` makes; statements, functions and blocks that the change can't have
/// touched are taken over.
///
/// Complexity: linear in the size of the file, but for what is taken over little more than a copy.
///
/// - Parameters:
///   - source: the file.
///   - old: the tree of the earlier version.
/// - Returns: the tree, and what was taken over; nil where all was read again.
package func parseRules(
  _ source: SourceFile,
  after old: SyntaxTree
) -> (tree: SyntaxTree, shared: SharedSyntax?) {
  guard var parser = Parser(source, after: old) else { return (parseRules(source), nil) }
  let root = parser.rulesFile()
  return (parser.finish(root), parser.earlier?.sharedSyntax)
}

/// Parses a `.rulestest` file.
///
/// Never fails: what is wrong is in the tree's diagnostics.
///
/// Complexity: linear in the size of the file.
package func parseTests(_ source: SourceFile) -> SyntaxTree {
  var parser = Parser(source, dialect: .tests)
  let root = parser.testFile()
  return parser.finish(root)
}

/// Parses one expression, which must be the whole text; the root is the expression.
///
/// Complexity: linear in the size of the text.
package func parseExpression(_ source: SourceFile) -> SyntaxTree {
  var parser = Parser(source, dialect: .rules)
  let root = parser.wholeExpression()
  return parser.finish(root)
}

/// A recursive-descent parser with precedence climbing.
///
/// After a mistake it is *lost*: nothing more is reported and every production returns at once,
/// until a statement border is found. So one mistake gives one diagnostic.
struct Parser {
  /// Which kind of file is read.
  enum Dialect {
    case rules
    case tests
  }

  /// Depth of brackets and blocks from which on the parser does not descend; the official compiler
  /// refuses expressions from depth 100 on and matches from depth 12 on, so nothing valid is lost.
  static let maximumNesting = 400

  /// Length of a chain of `.a`, `[a]` and `.a()` that the official compiler refuses.
  static let refusedChainLength = 2452

  /// From this many diagnostics on no more are recorded: nobody reads them, and each holds memory.
  static let maximumDiagnosticCount = 1000

  let source: SourceFile
  let dialect: Dialect
  let tokens: ContiguousArray<Token>
  private let hasOpenComment: Bool
  private let flaws: [UInt32: StringFlaw]
  private var arena: SyntaxArena
  private var items: ContiguousArray<ParseRecord.Item> = []
  let earlier: EarlierTree?
  private(set) var diagnostics: [Diagnostic] = []

  /// Index of the current token.
  private(set) var position = 0
  /// Count of the braces that the current statement has opened and not closed.
  var openBraces = 0
  /// Whether a block has been found open at the end of the file; the blocks around it are open too,
  /// but that is the same mistake.
  var hasReportedOpenBlock = false
  /// Index of a slash that stands behind a path and before `[`.
  var suspectSlash: Int?
  /// Whether a mistake has been reported and no border been found since.
  var isLost = false
  /// Count of the open brackets and blocks that the parser has descended into.
  var nesting = 0

  init(_ source: SourceFile, dialect: Dialect) {
    self.init(source, dialect, Lexer(source), nil)
  }

  /// A parser of rules that takes over what it can from the tree of an earlier version; nil where all is to be
  /// read again.
  init?(_ source: SourceFile, after old: SyntaxTree) {
    guard !old.record.hasOpenComment else { return nil }
    let bytes = old.source.bytes
    let difference = TextDifference(from: bytes.span, to: source.bytes.span)
    var shared = SharedTokens(prefix: 0, oldSuffix: 0, newSuffix: 0)
    let lexer = Lexer(source, after: old, difference, shared: &shared)
    // What is a comment depends on all that follows.
    guard !lexer.hasNoCommentEnd else { return nil }
    let changed = difference.lowerBound..<difference.newUpperBound
    self.init(source, .rules, lexer, EarlierTree(old, shared, changedBytes: changed))
  }

  private init(
    _ source: SourceFile,
    _ dialect: Dialect,
    _ lexer: Lexer,
    _ earlier: EarlierTree?
  ) {
    self.source = source
    self.dialect = dialect
    self.earlier = earlier
    tokens = lexer.tokens
    flaws = lexer.flaws
    hasOpenComment = lexer.hasNoCommentEnd
    arena = SyntaxArena(capacity: tokens.count)
  }

  /// The tree, with the problems that only show when it is complete.
  func finish(_ root: NodeID) -> SyntaxTree {
    let draft = tree(diagnostics, isWellFormed: true)
    let findings = draft.findings(but: earlier?.nodesWithoutFindings(in: draft) ?? [])
    guard !(findings.isEmpty && diagnostics.isEmpty) else { return draft }
    let later = shown(findings).prefix(Self.maximumDiagnosticCount).map { $0.diagnostic(in: draft) }
    let all = (diagnostics + later).enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.offset) < (right.element.range.lowerBound, right.offset)
    }
    return tree(all.map(\.element), isWellFormed: diagnostics.isEmpty)
  }

  private func tree(_ diagnostics: [Diagnostic], isWellFormed: Bool) -> SyntaxTree {
    SyntaxTree(
      source: source,
      tokens: tokens,
      nodes: arena.nodes,
      childIDs: arena.childIDs,
      diagnostics: diagnostics,
      isWellFormed: isWellFormed,
      record: ParseRecord(items: items, flaws: flaws, hasOpenComment: hasOpenComment)
    )
  }

  /// The findings that are worth a diagnostic: of what is nested too deep only the first place of
  /// each statement, and none where the parser has said so already.
  private func shown(_ findings: [TreeFinding]) -> [TreeFinding] {
    let isSaid = diagnostics.contains { $0.code == .nestingTooDeep }
    var statements: Set<UInt32> = []
    return findings.sorted { $0.token < $1.token }.filter { finding in
      guard finding.kind == .expressionTooComplex else { return true }
      return !isSaid && statements.insert(finding.statement).inserted
    }
  }

  // MARK: Tokens

  /// The kind of the current token.
  @inline(__always)
  var kind: TokenKind { tokens[position].kind }

  /// The id of the current token.
  @inline(__always)
  var here: TokenID { TokenID(index: UInt32(truncatingIfNeeded: position)) }

  /// The id of the token before the current one, the current one's at the start.
  var previous: TokenID { TokenID(index: UInt32(truncatingIfNeeded: max(0, position - 1))) }

  /// The kind of a token after the current one; `endOfFile` past the end.
  @inline(__always)
  func peek(_ distance: Int = 1) -> TokenKind {
    position + distance < tokens.count ? tokens[position + distance].kind : .endOfFile
  }

  /// The range of the current token.
  var range: SourceRange { tokens[position].range }

  /// The range of a token.
  func range(of token: TokenID) -> SourceRange { tokens[Int(token.index)].range }

  /// The text of the current token.
  var text: String { source.text(of: range) }

  /// The text of a token after the current one.
  func text(after distance: Int) -> String {
    position + distance < tokens.count ? source.text(of: tokens[position + distance].range) : ""
  }

  /// Whether the current token is a word with this text.
  func isAt(word: StaticString) -> Bool { isAt(word: word, after: 0) }

  /// Whether a token at a distance is a word with this text.
  func isAt(word: StaticString, after distance: Int) -> Bool {
    guard position + distance < tokens.count, tokens[position + distance].kind.isWord else {
      return false
    }
    let range = tokens[position + distance].range
    let bytes = source.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { unsafe bytes.elementsEqual($0) }
  }

  /// Whether a token begins where the one before it ends.
  func isAdjacent(at index: Int) -> Bool {
    index > 0 && index < tokens.count
      && tokens[index - 1].range.upperBound == tokens[index].range.lowerBound
  }

  /// Takes the current token; the end of the file stays.
  @discardableResult @inline(__always)
  mutating func take() -> TokenID {
    let taken = here
    if kind != .endOfFile { position += 1 }
    return taken
  }

  /// Takes the current token if it is of a kind.
  @inline(__always)
  mutating func take(_ wanted: TokenKind) -> TokenID? {
    guard !isLost, kind == wanted else { return nil }
    return take()
  }

  /// Takes a string's or bytes' token and reports what is wrong inside it.
  mutating func takeString() -> TokenID {
    if let flaw = flaws[here.index] { report(.stringFlaw(flaw, in: self)) }
    return take()
  }

  // MARK: Nodes

  /// Where the children begin that are kept from now on.
  var childMark: Int { arena.orphanCount }

  /// Keeps a child of a node that is not complete yet.
  mutating func keep(_ child: NodeID) { arena.keep(child) }

  /// Adds a node with the children that have been kept since a mark; it ends before the current token.
  mutating func add(
    _ kind: SyntaxKind,
    main: TokenID,
    from first: TokenID,
    since mark: Int
  ) -> NodeID {
    arena.add(kind, main: main, tokens: (first, max(first, here)), since: mark)
  }

  /// Adds a node with its children; it ends before the current token.
  mutating func add(
    _ kind: SyntaxKind,
    main: TokenID,
    from first: TokenID,
    _ children: [NodeID]
  ) -> NodeID {
    let mark = childMark
    for child in children { keep(child) }
    return add(kind, main: main, from: first, since: mark)
  }

  /// Adds a node without children.
  mutating func add(_ kind: SyntaxKind, main: TokenID, from first: TokenID) -> NodeID {
    add(kind, main: main, from: first, since: childMark)
  }

  /// Adds a node that begins with its first child.
  mutating func add(
    _ kind: SyntaxKind,
    main: TokenID,
    around left: NodeID,
    _ right: NodeID? = nil
  ) -> NodeID {
    let mark = childMark
    keep(left)
    if let right { keep(right) }
    return add(kind, main: main, from: firstToken(of: left), since: mark)
  }

  /// Adds a node that covers no token.
  mutating func addEmpty(_ kind: SyntaxKind) -> NodeID { add(kind, main: here, from: here) }

  /// The first token of a node.
  func firstToken(of node: NodeID) -> TokenID { arena.nodes[Int(node.index)].firstToken }

  /// What a node is.
  func kind(of node: NodeID) -> SyntaxKind { arena.nodes[Int(node.index)].kind }

  // MARK: Items

  /// Whether nothing that went before has a say in how an item is read, besides the blocks around it.
  private var isAtEase: Bool { !isLost && openBraces == 0 && !hasReportedOpenBlock }

  /// Where an item begins.
  struct ItemStart {
    /// Its place among the items.
    let place: Int
    /// What is known of it so far.
    var item: ParseRecord.Item
    /// Count of the diagnostics before it.
    let diagnosticCount: Int
    /// Whether the item will be whole if nothing is wrong in it.
    let mayBeWhole: Bool
  }

  /// Keeps the item at the current token if an earlier tree has it, and says whether it does.
  mutating func keepKnownItem() -> Bool {
    guard isAtEase, let known = earlier?.item(at: position, nesting: nesting) else { return false }
    takeOver(known)
    return true
  }

  /// Notes that an item begins at the current token.
  mutating func beginItem() -> ItemStart {
    let item = ParseRecord.Item(
      firstToken: here.index,
      firstNode: UInt32(truncatingIfNeeded: arena.nodes.count),
      firstChild: UInt32(truncatingIfNeeded: arena.childIDs.count),
      nesting: UInt32(truncatingIfNeeded: nesting)
    )
    items.append(item)
    return ItemStart(
      place: items.count - 1,
      item: item,
      diagnosticCount: diagnostics.count,
      mayBeWhole: isAtEase && diagnostics.count < Self.maximumDiagnosticCount
    )
  }

  /// Keeps an item that ends before the current token.
  mutating func keepItem(_ node: NodeID, _ start: ItemStart) {
    keep(node)
    guard start.mayBeWhole, isAtEase, diagnostics.count == start.diagnosticCount else { return }
    var item = start.item
    item.endToken = here.index
    item.node = node.index
    item.isWhole = true
    items[start.place] = item
  }

  private mutating func takeOver(_ known: EarlierTree.KnownItem) {
    guard let earlier else { return }
    let (firstNode, firstChild) = (arena.nodes.count, arena.childIDs.count)
    let node = arena.add(known.item, of: earlier, tokenShift: known.tokenShift)
    for item in earlier.items[known.items] {
      items.append(
        item.moved(
          tokens: known.tokenShift,
          nodes: firstNode - Int(known.item.firstNode),
          children: firstChild - Int(known.item.firstChild)
        )
      )
    }
    earlier.noteTakenOver(known, at: firstNode)
    position = Int(known.item.endToken) + known.tokenShift
    keep(node)
  }

  // MARK: Diagnostics

  /// Records a diagnostic unless the parser is lost.
  mutating func report(_ diagnostic: Diagnostic) {
    guard !isLost, diagnostics.count < Self.maximumDiagnosticCount else { return }
    diagnostics.append(diagnostic)
  }

  /// Records a diagnostic after which nothing is understood until the next border.
  mutating func fail(_ diagnostic: Diagnostic) {
    report(diagnostic)
    isLost = true
  }

  /// Takes a token of a kind, or fails with a diagnostic.
  mutating func expect(_ wanted: TokenKind, else diagnostic: (borrowing Parser) -> Diagnostic)
    -> TokenID?
  {
    guard !isLost else { return nil }
    if kind == wanted { return take() }
    fail(diagnostic(self))
    return nil
  }

  /// Records that a block is never closed, once.
  mutating func reportOpenBlock(_ open: TokenID, opener: TokenID) {
    guard !hasReportedOpenBlock else { return }
    hasReportedOpenBlock = true
    report(.unclosedBlock(in: self, open: open, opener: opener))
  }
}
