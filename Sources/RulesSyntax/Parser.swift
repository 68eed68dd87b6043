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
  private let flaws: [UInt32: StringFlaw]
  private var arena: SyntaxArena
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
    let lexer = Lexer(source)
    self.source = source
    self.dialect = dialect
    tokens = lexer.tokens
    flaws = lexer.flaws
    arena = SyntaxArena(capacity: tokens.count)
  }

  /// The tree, with the problems that only show when it is complete.
  func finish(_ root: NodeID) -> SyntaxTree {
    let draft = SyntaxTree(
      source: source,
      tokens: tokens,
      nodes: arena.nodes,
      childIDs: arena.childIDs,
      diagnostics: diagnostics
    )
    let findings = draft.findings()
    guard !(findings.isEmpty && diagnostics.isEmpty) else { return draft }
    let later = shown(findings).prefix(Self.maximumDiagnosticCount).map { $0.diagnostic(in: draft) }
    let all = (diagnostics + later).enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.offset) < (right.element.range.lowerBound, right.offset)
    }
    return SyntaxTree(
      source: source,
      tokens: tokens,
      nodes: arena.nodes,
      childIDs: arena.childIDs,
      diagnostics: all.map(\.element),
      isWellFormed: diagnostics.isEmpty
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
    return bytes.elementsEqual(word.description.utf8)
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

  // MARK: Recovery

  /// Skips to the next statement border and is no longer lost; the tokens skipped become a node.
  ///
  /// A border is after `;`, before a closing brace of an enclosing block, and before a word that
  /// begins a statement.
  mutating func recover() -> NodeID? {
    guard isLost else {
      openBraces = 0
      return nil
    }
    isLost = false
    return skip { _ in false }
  }

  /// Skips to a statement border or to where a condition holds.
  mutating func skip(until isEnough: (borrowing Parser) -> Bool) -> NodeID? {
    let first = here
    // What the broken statement has opened belongs to it until it is closed.
    defer { openBraces = 0 }
    skipping: while kind != .endOfFile, !isEnough(self) {
      switch kind {
      case .semicolon:
        take()
        break skipping
      case .leftBrace:
        openBraces += 1
      case .rightBrace:
        if openBraces == 0 { break skipping }
        openBraces -= 1
      default:
        if isStatementStart { break skipping }
      }
      take()
    }
    guard first < here else { return nil }
    return add(.unexpected, main: first, from: first)
  }

  /// Whether a statement may begin at the current word.
  var isStatementStart: Bool {
    switch kind {
    case .allowKeyword, .matchKeyword, .functionKeyword, .letKeyword, .returnKeyword,
      .serviceKeyword:
      return position == 0 || tokens[position - 1].kind != .dot
    case .reservedWord:
      return dialect == .tests && isAt(word: "deny")
    case .identifier:
      guard dialect == .tests else { return false }
      return (isAt(word: "test") || isAt(word: "group")) && peek() == .stringLiteral
        || isAt(word: "table") && (peek() == .pathSegment || peek() == .slash)
    default:
      return false
    }
  }

  /// Skips a block's content up to the brace that closes it, however deep it is.
  mutating func skipBlock() -> NodeID? {
    let first = here
    var openBraces = 0
    while kind != .endOfFile {
      if kind == .leftBrace { openBraces += 1 }
      if kind == .rightBrace {
        if openBraces == 0 { break }
        openBraces -= 1
      }
      take()
    }
    guard first < here else { return nil }
    return add(.unexpected, main: first, from: first)
  }

  /// Whether one more level may be entered; fails with a diagnostic where not.
  mutating func enter() -> Bool {
    guard !isLost else { return false }
    guard nesting < Self.maximumNesting else {
      fail(.nestingTooDeep(at: range))
      return false
    }
    nesting += 1
    return true
  }
}
