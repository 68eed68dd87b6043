import RulesSource
import RulesSyntax

/// Makes the document of a tree.
///
/// Tokens are taken from the source one after the other, so none can be lost or change its place; a
/// construct's layout only says what stands between them. The work to do is a stack of steps, since
/// trees are as deep as their source makes them.
struct DocumentBuilder {
  /// A piece of work.
  enum Step {
    /// Lay out a node.
    case node(NodeID)
    /// Lay out an expression whose lines are moved to the right already.
    case shiftedNode(NodeID)
    /// Take the next token.
    case token
    /// Take the tokens before one, without spaces.
    case tokens(before: TokenID)
    /// Take the semicolon that ends a statement, or add it.
    case semicolon
    /// Leave out a comma before a closing bracket.
    case trailingComma
    /// The comments before a closing bracket belong to what it encloses.
    case innerComments(betweenStatements: Bool)
    /// Begin the next statement of a block.
    case statement(isFirst: Bool, needsBlankLine: Bool)
    case add(Document.Element)
    /// Begin a table, a row of it, the cells of the row; end a cell, the table.
    case tableStart, rowStart, rowCells, cell, tableEnd
  }

  let tree: SyntaxTree
  let options: FormatOptions
  private let ignores: IgnoredLines
  private(set) var document = Document()
  private var steps: [Step] = []
  var table = TableLayout()

  /// The next token of the source.
  private var cursor = 0
  /// The comments before it that are still to be printed.
  private var comments: [Comment] = []
  private var endsWithBlankLine = false
  /// How empty lines before the next token are treated.
  private var blankLines = BlankLines.dropped
  /// Whether a space, and whether a line break, follows the last token already.
  private var hasSpace = true
  private var hasNewline = true

  private enum BlankLines {
    case dropped
    /// Those after the first comment are kept.
    case keptInside
    case kept
    /// There is at least one.
    case added
  }

  /// The document of a tree that the grammar accepts.
  static func document(of tree: SyntaxTree, _ options: FormatOptions) -> Document {
    var builder = DocumentBuilder(tree, options)
    while let step = builder.steps.popLast() { builder.perform(step) }
    return builder.document
  }

  private init(_ tree: SyntaxTree, _ options: FormatOptions) {
    self.tree = tree
    self.options = options
    ignores = IgnoredLines(tree)
    loadGap()
    steps = [.innerComments(betweenStatements: true), .node(tree.root)]
  }

  private mutating func perform(_ step: Step) {
    switch step {
    case .node(let node): steps.append(contentsOf: layout(of: node, isShifted: false).reversed())
    case .shiftedNode(let node):
      steps.append(contentsOf: layout(of: node, isShifted: true).reversed())
    case .token: takeToken()
    case .tokens(let end):
      while cursor < Int(end.index), cursor < tree.tokens.count - 1 { takeToken() }
    case .semicolon: takeSemicolon()
    case .trailingComma: if nextKind == .comma { skipToken() }
    case .innerComments(let betweenStatements):
      putInnerComments(betweenStatements: betweenStatements)
    case .statement(let isFirst, let needsBlankLine):
      add(.newline(offset: 0))
      blankLines = isFirst ? .keptInside : needsBlankLine ? .added : .kept
    case .add(let element): add(element)
    case .tableStart, .rowStart, .rowCells, .cell, .tableEnd: performTable(step)
    }
  }

  // MARK: Tokens

  private var nextKind: TokenKind { tree.tokens[cursor].kind }

  private var nextToken: TokenID { TokenID(index: UInt32(truncatingIfNeeded: cursor)) }

  private mutating func takeToken() {
    guard nextKind != .endOfFile else { return }
    // A comma or semicolon goes before the comments that end a line.
    let goesFirst =
      nextKind.isSeparator
      && comments.contains { !$0.isBlock || $0.place == .ownLine }
    if !goesFirst {
      putTrailingComments()
      if !hasNewline, ignores.separates(cursor - 1, cursor) { append(.newline(offset: 0)) }
      putLeadingComments()
    }
    if !hasSpace, mustSeparate() { append(.space) }
    let range = tree.tokens[cursor].range
    append(.text(range, width: width(of: range)))
    hasSpace = false
    hasNewline = false
    skipToken()
  }

  private mutating func skipToken() {
    cursor += 1
    loadGap()
  }

  private mutating func takeSemicolon() {
    guard nextKind != .semicolon else { return takeToken() }
    append(.addedSemicolon)
    hasSpace = false
    hasNewline = false
  }

  private mutating func loadGap() {
    let gap = Gap(before: nextToken, in: tree)
    comments += gap.comments
    endsWithBlankLine = gap.endsWithBlankLine
  }

  /// Whether the next token would grow together with the last one.
  private func mustSeparate() -> Bool {
    guard cursor > 0 else { return false }
    let range = tree.tokens[cursor].range
    guard Int(range.lowerBound) < tree.source.bytes.count else { return false }
    switch tree.tokens[cursor - 1].kind {
    case .intLiteral: return nextKind == .dot
    case .pathSegment:
      return nextKind != .pathSegment && nextKind != .slash
        && isPathCharacter(tree.source.bytes[Int(range.lowerBound)])
    default: return false
    }
  }

  private func isPathCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "-._~&'*+:@%".utf8.contains(byte)
    }
  }

  /// Count of columns of a range.
  private func width(of range: SourceRange) -> Int {
    tree.source.bytes[Int(range.lowerBound)..<Int(range.upperBound)].reduce(0) {
      $1 & 0xC0 == 0x80 ? $0 : $0 + 1
    }
  }

  // MARK: Pieces

  private mutating func append(_ element: Document.Element) { document.append(element) }

  /// Adds a piece, the comments that belong before it first.
  mutating func add(_ element: Document.Element) {
    switch element {
    case .close, .dedent:
      // The comments behind the last token stand outside of what it ends.
      append(element)
    case .open, .indent:
      putTrailingComments()
      append(element)
    case .space, .padding:
      putTrailingComments()
      append(element)
      hasSpace = true
    case .lineBreak(let lineBreak):
      putTrailingComments()
      if ignores.joins(cursor - 1, cursor) {
        if lineBreak.isSpace { append(.space) }
      } else if ignores.separates(cursor - 1, cursor) {
        append(.newline(offset: lineBreak.offset))
        hasNewline = true
      } else {
        append(element)
      }
      hasSpace = hasSpace || lineBreak.isSpace
    case .newline:
      putTrailingComments()
      if ignores.joins(cursor - 1, cursor) {
        append(.space)
      } else {
        append(element)
        hasNewline = true
      }
      hasSpace = true
    case .text, .blockComment, .trailingComment, .ownLineComment, .addedSemicolon, .blankLine:
      append(element)
    }
  }

  // MARK: Comments

  /// Puts the comments between the last token and the next one.
  mutating func putComments() {
    putTrailingComments()
    putLeadingComments()
  }

  /// Puts the comments that stand behind the last token on its line.
  private mutating func putTrailingComments() {
    guard !comments.isEmpty else { return }
    var count = 0
    while count < comments.count, comments[count].place == .trailing {
      let comment = comments[count]
      count += 1
      guard comment.isBlock else {
        append(.trailingComment(comment.range))
        hasSpace = true
        hasNewline = true
        break
      }
      append(.space)
      putBlockComment(comment)
    }
    comments.removeFirst(count)
    // Nothing more can stand on a line that a comment has ended.
    for index in comments.indices where comments[index].place == .trailing {
      comments[index].place = .ownLine
    }
  }

  /// Puts the comments before the next token.
  private mutating func putLeadingComments() {
    var keepsBlankLine = false
    switch blankLines {
    case .dropped, .keptInside: break
    case .kept: keepsBlankLine = true
    case .added:
      keepsBlankLine = true
      let hasOne = endsWithBlankLine || comments.contains(where: \.followsBlankLine)
      if !hasOne, !ignores.joins(cursor - 1, cursor) { append(.blankLine) }
    }
    for comment in comments {
      if keepsBlankLine, comment.followsBlankLine { append(.blankLine) }
      keepsBlankLine = blankLines != .dropped
      if comment.place == .leading {
        if !hasSpace, !isBehindOpening { append(.space) }
        putBlockComment(comment)
        append(.space)
      } else {
        append(.ownLineComment(comment.range))
        hasNewline = true
      }
      hasSpace = true
    }
    comments.removeAll(keepingCapacity: true)
    if keepsBlankLine, endsWithBlankLine, nextKind != .endOfFile, !closes(nextKind) {
      append(.blankLine)
    }
    blankLines = .dropped
  }

  private func closes(_ kind: TokenKind) -> Bool { kind == .rightBrace }

  /// Puts the comments before a closing bracket or the end of the file.
  private mutating func putInnerComments(betweenStatements: Bool) {
    putTrailingComments()
    guard !comments.isEmpty else { return }
    if betweenStatements {
      blankLines = cursor > 0 && tree.tokens[cursor - 1].kind != .leftBrace ? .kept : .keptInside
    }
    putLeadingComments()
  }

  /// Whether the last token is a bracket that a comment may directly follow.
  private var isBehindOpening: Bool {
    guard cursor > 0, !hasSpace else { return false }
    let kind = tree.tokens[cursor - 1].kind
    return kind == .leftParenthesis || kind == .leftBracket
  }

  private mutating func putBlockComment(_ comment: Comment) {
    append(.blockComment(comment.range, width: width(of: comment.range)))
    hasSpace = false
  }
}

extension DocumentBuilder {
  /// Count of pieces so far.
  var count: Int { document.elements.count }

  /// Replaces a piece by spaces.
  mutating func setPadding(_ index: Int, _ count: Int) {
    document.replace(index, with: .padding(count))
  }
}
