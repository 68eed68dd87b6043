import RulesSource

/// Test files (`.rulestest`); their own words are keywords only where the grammar expects them.
extension Parser {
  /// The whole test file.
  mutating func testFile() -> NodeID {
    let first = here
    var items: [NodeID] = []
    while kind != .endOfFile { items.append(contentsOf: testItem(inGroup: false)) }
    return add(.testFile, main: first, from: first, items)
  }

  private mutating func testItem(inGroup: Bool) -> [NodeID] {
    let item: NodeID
    if kind == .letKeyword {
      item = letStatement()
    } else if isAt(word: "rules") {
      item = rulesDirective()
    } else if isAt(word: "user") {
      item = userDeclaration()
    } else if isAt(word: "data") {
      item = data()
    } else if isAt(word: "test") {
      item = testDeclaration()
    } else if isAt(word: "group") {
      item = groupDeclaration()
    } else if isAt(word: "table") {
      item = table()
    } else {
      return misplacedItem(
        expected: inGroup
          ? "`user`, `data`, `let`, `test`, `table` or `group`"
          : "`rules`, `user`, `data`, `let`, `test`, `table` or `group`"
      )
    }
    return [item] + (recover().map { [$0] } ?? [])
  }

  /// Reports what begins no item, and skips it.
  private mutating func misplacedItem(expected: String) -> [NodeID] {
    let first = here
    if kind == .semicolon {
      fail(.straySemicolon(in: self))
    } else {
      fail(.surprise(in: self, expected: expected))
    }
    take()
    isLost = tokens[position - 1].kind != .semicolon
    var items = [add(.unexpected, main: first, from: first)]
    if let skipped = recover() { items.append(skipped) }
    return items
  }

  /// Takes a string, or fails.
  private mutating func expectString(_ role: String) -> TokenID? {
    guard !isLost else { return nil }
    guard kind == .stringLiteral else {
      fail(.surprise(in: self, expected: role))
      return nil
    }
    return takeString()
  }

  /// Takes a word of the test language if it stands here.
  private mutating func take(word: StaticString) -> TokenID? {
    guard !isLost, isAt(word: word) else { return nil }
    return take()
  }

  /// Takes the `;` that ends a statement, or reports that it is missing.
  private mutating func endStatement(_ name: String) {
    guard !isLost, take(.semicolon) == nil else { return }
    if kind == .rightBrace || kind == .endOfFile || isStatementStart || isLineStart {
      report(.missingSemicolon(in: self, after: name))
    } else {
      fail(.surprise(in: self, expected: "`;`"))
    }
  }

  /// Whether a line break lies before the current token.
  private var isLineStart: Bool {
    guard position > 0 else { return true }
    let start = Int(tokens[position - 1].range.upperBound)
    return source.bytes[start..<Int(range.lowerBound)].contains(0x0A)
  }

  /// The items between braces; a broken one is skipped to its border.
  private mutating func testBlock(
    opener: TokenID,
    _ item: (inout Parser) -> [NodeID]
  ) -> [NodeID] {
    guard let open = expect(.leftBrace, else: { .missingBlock(in: $0, opener: opener) }) else {
      return recover().map { [$0] } ?? []
    }
    guard enter() else {
      isLost = false
      let skipped = skipBlock()
      take()
      return skipped.map { [$0] } ?? []
    }
    defer { nesting -= 1 }
    var items: [NodeID] = []
    while kind != .rightBrace, kind != .endOfFile {
      let before = position
      items.append(contentsOf: item(&self))
      if let skipped = recover() { items.append(skipped) }
      // An item that takes nothing would be tried for ever.
      if position == before {
        let first = take()
        items.append(add(.unexpected, main: first, from: first))
      }
    }
    if take(.rightBrace) == nil {
      reportOpenBlock(open, opener: opener)
    }
    return items
  }

  // MARK: Items

  private mutating func rulesDirective() -> NodeID {
    let word = take()
    let file = expectString("the name of a rules file")
    var parts: [NodeID] = []
    if take(word: "database") != nil, let name = expectString("the name of a database") {
      parts.append(add(.databaseName, main: name, from: name))
    }
    endStatement("rules")
    return add(.rulesDirective, main: file ?? word, from: word, parts)
  }

  private mutating func userDeclaration() -> NodeID {
    let word = take()
    let name = expect(.identifier) { .surprise(in: $0, expected: "the user's name") }
    var parts: [NodeID] = []
    if take(.colon) != nil,
      let provider = expect(
        .identifier,
        else: { .surprise(in: $0, expected: "a sign-in provider after `:`") }
      )
    {
      parts.append(add(.userProvider, main: provider, from: provider))
    }
    if !isLost, kind == .leftBrace { parts.append(map()) }
    if let with = take(word: "with") {
      if take(word: "uid") == nil { fail(.surprise(in: self, expected: "`uid` after `with`")) }
      let value = expression()
      parts.append(add(.userIdentifier, main: with, from: with, [value]))
    }
    endStatement("user")
    return add(.userDeclaration, main: name ?? word, from: word, parts)
  }

  private mutating func data() -> NodeID {
    let word = take()
    if take(word: "from") != nil {
      let file = expectString("the name of a file after `from`")
      endStatement("data")
      return add(.dataFile, main: file ?? word, from: word)
    }
    let documents = testBlock(opener: word) { [$0.documentEntry()] }
    return add(.dataBlock, main: word, from: word, documents)
  }

  private mutating func documentEntry() -> NodeID {
    let first = here
    var parts = [testPath()]
    if !isLost, kind == .leftBrace {
      parts.append(map())
    } else {
      fail(.surprise(in: self, expected: "the document's fields in `{ }`"))
    }
    endStatement("document")
    return add(.documentEntry, main: first, from: first, parts)
  }

  /// A path; what stands behind it is not part of an expression.
  private mutating func testPath() -> NodeID {
    guard !isLost, kind == .pathSegment || kind == .slash else {
      fail(.surprise(in: self, expected: "a path that begins with `/`"))
      return addEmpty(.missingExpression)
    }
    return expressionPath()
  }

  private mutating func testDeclaration() -> NodeID {
    let word = take()
    let title = expectString("the test's title")
    var parts: [NodeID] = []
    if let modifier = take(word: "only") ?? take(word: "skip") {
      parts.append(add(.testModifier, main: modifier, from: modifier))
    }
    if let at = take(word: "at") {
      let value = expression()
      parts.append(add(.atClause, main: at, from: at, [value]))
    }
    parts += testBlock(opener: word) { $0.testStatement() }
    return add(.testDeclaration, main: title ?? word, from: word, parts)
  }

  private mutating func groupDeclaration() -> NodeID {
    let word = take()
    let title = expectString("the group's title")
    let items = testBlock(opener: word) { $0.testItem(inGroup: true) }
    return add(.groupDeclaration, main: title ?? word, from: word, items)
  }

  // MARK: Steps

  private mutating func testStatement() -> [NodeID] {
    if isAtVerdict { return [step()] }
    if kind == .letKeyword { return [letStatement()] }
    if isAt(word: "data") { return [data()] }
    if isAt(word: "table") { return [table()] }
    return misplacedItem(expected: "`allow`, `deny`, `error`, `data`, `let` or `table`")
  }

  /// Whether the current word says what is expected of a request.
  private var isAtVerdict: Bool {
    kind == .allowKeyword || isAt(word: "deny") || isAt(word: "error")
  }

  private mutating func step() -> NodeID {
    let verdict = take()
    let content =
      isAt(word: "batch") || isAt(word: "transaction") ? batch() : request()
    return add(.stepStatement, main: verdict, from: verdict, [content])
  }

  private mutating func batch() -> NodeID {
    let word = take()
    var parts = clauses()
    parts += testBlock(opener: word) { [$0.request()] }
    return add(.batchSyntax, main: word, from: word, parts)
  }

  private static let methods: [StaticString] = [
    "get", "list", "create", "update", "delete", "set",
  ]

  /// Takes the word of a request's method, or fails.
  private mutating func takeMethod() -> TokenID? {
    guard !isLost else { return nil }
    if Self.methods.contains(where: { isAt(word: $0) }) { return take() }
    fail(
      .surprise(
        in: self,
        expected: "`get`, `list`, `create`, `update`, `delete`, `set` or `batch`"
      )
    )
    return nil
  }

  private mutating func request() -> NodeID {
    let first = here
    let method = takeMethod()
    var parts: [NodeID] = []
    if let group = take(word: "group") {
      parts.append(add(.collectionGroup, main: group, from: group))
    }
    parts.append(testPath())
    if !isLost, kind == .leftBrace { parts.append(map()) }
    parts += clauses()
    endStatement("request")
    return add(.requestSyntax, main: method ?? first, from: first, parts)
  }

  // MARK: Tables

  private mutating func table() -> NodeID {
    let word = take()
    var parts = [testPath()]
    var isHeader = true
    parts += testBlock(opener: word) { parser in
      defer { isHeader = false }
      return [isHeader ? parser.tableHeader() : parser.tableRow()]
    }
    return add(.tableDeclaration, main: word, from: word, parts)
  }

  /// Takes the bar before a cell.
  private mutating func takeBar() -> TokenID? {
    guard !isLost, kind == .unknown, text == "|" else { return nil }
    return take()
  }

  private mutating func tableHeader() -> NodeID {
    let first = here
    var users: [NodeID] = []
    while takeBar() != nil {
      guard
        let name = expect(.identifier, else: { .surprise(in: $0, expected: "a user's name") })
      else { break }
      users.append(add(.nameExpression, main: name, from: name))
    }
    if users.isEmpty, !isLost { fail(.surprise(in: self, expected: "`|` and a user's name")) }
    endStatement("table header")
    return add(.tableHeader, main: first, from: first, users)
  }

  private mutating func tableRow() -> NodeID {
    let first = here
    let method = takeMethod()
    var parts: [NodeID] = []
    if !isLost, kind == .leftBrace { parts.append(map()) }
    while takeBar() != nil {
      guard isAtVerdict else {
        fail(.surprise(in: self, expected: "`allow`, `deny` or `error`"))
        break
      }
      let verdict = take()
      parts.append(add(.tableCell, main: verdict, from: verdict))
    }
    endStatement("row")
    return add(.tableRow, main: method ?? first, from: first, parts)
  }
}
