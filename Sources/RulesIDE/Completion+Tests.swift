import RulesRuntime
import RulesSource
import RulesSyntax
import RulesTesting

/// Completions in test files.
extension CompletionList {
  private var tree: SyntaxTree { place.probe.tree }

  /// Adds what may be written at the place.
  mutating func addTestItems() {
    if place.isInString {
      addTestStrings()
      return
    }
    switch tree.kind(of: place.node) {
    case .literalSegment: addTestPathSegments()
    case .fieldPath: addFieldsOfRequest()
    case .memberExpression where tree[place.node].mainToken == place.token,
      .methodCallExpression where tree[place.node].mainToken == place.token:
      addMembers(of: place.node)
    case .nameExpression, .callExpression: addTestExpression()
    case .userProvider:
      for provider in SignInProvider.allCases { add(provider.rawValue, .keyword, .likely) }
    case .tableCell: addVerdicts()
    default: addTestWords()
    }
  }

  // MARK: Expressions

  private mutating func addTestExpression() {
    guard let parent = place.parent else { return }
    switch tree.kind(of: parent) {
    case .asClause, .tableHeader: addUsers()
    case .mapEntry where tree.child(0, of: parent) == place.node: addKeys()
    default: addTestValues()
    }
  }

  private mutating func addUsers() {
    for user in place.probe.visibleTestNames(.userDeclaration, along: place.path) {
      add(tree.mainText(of: user), .user, .likely)
    }
    add("nobody", .user, .own, documentation: testPage("nobody"))
  }

  /// Adds the keys that the map around the place may have: claims of a user, or fields of a document.
  private mutating func addKeys() {
    let owners: Set<SyntaxKind> = [
      .userDeclaration, .asClause, .documentEntry, .requestSyntax, .tableRow,
    ]
    guard let owner = tree.innermost(of: place.path, owners) else { return }
    switch tree.kind(of: owner) {
    case .userDeclaration:
      for name in ([place.probe] + project.tests).flatMap({ $0.claimsOfUsers() }) {
        add(name, .claim, .likely)
      }
      for name in project.rules?.claimsRead() ?? [] { add(name, .claim, .own) }
      for name in ["email", "email_verified", "phone_number", "name", "picture"] {
        add(name, .claim, .usual)
      }
    case .asClause:
      add("uid", .field, .likely)
      add("token", .field, .likely)
    default: addFieldsOfRequest()
    }
  }

  /// Adds the fields of the documents at the path of the request, document or table around the place.
  private mutating func addFieldsOfRequest() {
    let owners: Set<SyntaxKind> = [.requestSyntax, .documentEntry, .tableDeclaration]
    guard let owner = tree.innermost(of: place.path, owners),
      let path = tree.child(of: owner, .path)
    else { return }
    let whole = place.probe.wholePath(path, owner: owner, isStorage: project.isStorage)
    for field in place.probe.knownFields(at: whole, in: project) {
      add(field.name, .field, field.isNear ? .likely : .usual, detail: field.origin)
    }
  }

  private mutating func addTestValues() {
    for variable in place.probe.visibleTestNames(.letStatement, along: place.path) {
      add(tree.mainText(of: variable), .variable, .likely)
    }
    let isWrite = tree.innermost(of: place.path, [.requestSyntax, .tableRow]) != nil
    if isWrite {
      for (name, parameters) in [
        ("serverTimestamp", []), ("increment", ["1"]), ("arrayUnion", ["[]"]),
        ("arrayRemove", ["[]"]), ("deleteField", []),
      ] {
        addCall(
          name,
          .function,
          .own,
          parameters: parameters,
          detail: "",
          documentation: testPage(name)
        )
      }
    }
    for (index, builtin) in Library.all.enumerated() {
      guard case .function = builtin.form else { continue }
      addBuiltin(UInt16(truncatingIfNeeded: index), .function, .library)
    }
    for namespace in Library.namespaces { add(namespace.description, .namespace, .library) }
    for word in ["true", "false", "null"] { add(word, .keyword, .word) }
  }

  // MARK: Paths and strings

  private mutating func addTestPathSegments() {
    let owners: Set<SyntaxKind> = [.requestSyntax, .documentEntry, .tableDeclaration]
    guard let path = tree.innermost(of: place.path, [.path]),
      tree.innermost(of: place.path, owners) != nil
    else { return }
    let before = tree.children(of: path).prefix {
      tree.range(of: $0).upperBound <= place.probeWord.lowerBound
    }
    let own: [MatchPattern.Segment] = before.map { segment in
      tree.kind(of: segment) == .literalSegment ? .literal(tree.segmentText(of: segment)) : .any
    }
    let prefix = MatchPattern.whole(own, isStorage: project.isStorage)
    for name in place.probe.knownSegments(behind: prefix, in: project) {
      add(name, .pathSegment, .likely)
    }
  }

  private mutating func addTestStrings() {
    if tree.innermost(of: place.path, [.becauseClause]) != nil {
      for name in project.rules?.functionNames() ?? [] {
        add(name, .function, .likely, detail: "function of the rules")
      }
      return
    }
    switch place.previousText() {
    case "rules": for name in project.rulesFiles { addFile(name) }
    case "from": for name in project.fixtureFiles { addFile(name) }
    default: return
    }
  }

  /// Adds the name of a file, which replaces the whole of the string that stands there.
  private mutating func addFile(_ name: String) {
    add(name, .file, .likely, replacing: place.stringContent)
  }

  // MARK: Words

  private mutating func addVerdicts() {
    for word in ["allow", "deny", "error"] {
      add(word, .keyword, .likely, documentation: testPage(word))
    }
  }

  private func testPage(_ word: String) -> String {
    WordPages.page(of: word, in: .tests).map { "\($0.text)\n\n\(Markdown.code($0.example))" } ?? ""
  }

  private mutating func addTestWords() {
    switch place.previousKind() {
    case .none, .semicolon, .leftBrace, .rightBrace: addTestStatements()
    case .unknown where place.previousText().utf8.elementsEqual("|".utf8): addVerdicts()
    default: addWordsBehind(place.previousText())
    }
  }

  private mutating func addWordsBehind(_ word: String) {
    switch word {
    case "allow", "deny", "error":
      for word in ["get", "list", "create", "update", "set", "delete", "batch", "transaction"] {
        add(word, .keyword, .likely, documentation: testPage(word))
      }
    case "as": addUsers()
    case "with": add("uid", .keyword, .likely)
    case "where", "orderBy": addFieldsOfRequest()
    case "list": add("group", .keyword, .likely, documentation: testPage("group"))
    case ":":
      for provider in SignInProvider.allCases { add(provider.rawValue, .keyword, .likely) }
    default: addClauses()
    }
  }

  /// Adds what may follow in the statement around the place.
  private mutating func addClauses() {
    let owners: Set<SyntaxKind> = [
      .requestSyntax, .batchSyntax, .userDeclaration, .testDeclaration, .rulesDirective,
      .stepStatement,
      .testFile, .groupDeclaration,
    ]
    guard let owner = tree.innermost(of: place.path, owners) else { return }
    switch statementWord {
    case "rules": add("database", .keyword, .likely, documentation: testPage("database"))
    case "data": add("from", .keyword, .likely, documentation: testPage("from"))
    case "user": add("with uid", .keyword, .likely, text: "with uid ")
    case "test":
      for word in ["only", "skip", "at"] {
        add(word, .keyword, .likely, documentation: testPage(word))
      }
    default:
      guard tree.kind(of: owner) != .testFile, tree.kind(of: owner) != .groupDeclaration else {
        return
      }
      let isList = statementWords.contains { $0.utf8.elementsEqual("list".utf8) }
      let words =
        ["as", "at", "because"] + (isList ? ["where", "orderBy", "limit", "offset"] : [])
      for word in words { add(word, .keyword, .likely, documentation: testPage(word)) }
    }
  }

  /// The words of the statement around the place, up to the place.
  private var statementWords: [String] {
    var words: [String] = []
    var depth = 0
    var distance: UInt32 = 1
    while let token = place.previous(distance), distance < 400 {
      let kind = tree[token].kind
      if kind == .rightBrace { depth += 1 }
      if depth == 0, kind == .semicolon || kind == .leftBrace { break }
      if kind == .leftBrace { depth -= 1 }
      if depth == 0, kind.isWord { words.append(place.previousText(distance)) }
      distance += 1
    }
    return words.reversed()
  }

  private var statementWord: String { statementWords.first ?? "" }

  private mutating func addTestStatements() {
    let blocks: Set<SyntaxKind> = [
      .testFile, .groupDeclaration, .testDeclaration, .dataBlock, .batchSyntax, .tableDeclaration,
      .mapExpression,
    ]
    guard let block = tree.innermost(of: place.path, blocks) else { return }
    switch tree.kind(of: block) {
    case .testFile:
      addTestSnippet("rules", "rules '${1:firestore.rules}';")
      addItems()
    case .groupDeclaration: addItems()
    case .testDeclaration:
      addTestSnippet("allow", "allow ${1:get} /$2 as ${3:user};")
      addTestSnippet("deny", "deny ${1:get} /$2 as ${3:user};")
      addTestSnippet("error", "error ${1:get} /$2 as ${3:user};")
      addTestSnippet("data", "data {\n  /$1 { $2 };\n}")
      addTestSnippet("let", "let ${1:name} = $0;")
      addTestSnippet("table", "table /$1 {\n  | ${2:user} | nobody ;\n  get | allow | deny ;\n}")
    case .batchSyntax, .tableDeclaration:
      for word in ["create", "update", "set", "delete", "get", "list"] {
        add(word, .keyword, .likely, documentation: testPage(word))
      }
    case .mapExpression: addKeys()
    default: return
    }
  }

  private mutating func addItems() {
    addTestSnippet("user", "user ${1:name};")
    addTestSnippet("data", "data {\n  /$1 { $2 };\n}")
    addTestSnippet("let", "let ${1:name} = $0;")
    addTestSnippet("test", "test '${1:title}' {\n  $0\n}")
    addTestSnippet("group", "group '${1:title}' {\n  $0\n}")
    addTestSnippet("table", "table /$1 {\n  | ${2:user} | nobody ;\n  get | allow | deny ;\n}")
  }

  private mutating func addTestSnippet(_ word: String, _ snippet: String) {
    add(word, .snippet, .likely, documentation: testPage(word), snippet: snippet)
  }
}

extension Analysis {
  /// The names of a rules file's functions, in source order.
  func functionNames() -> [String] {
    tree.nodes.indices.compactMap { index in
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard tree.kind(of: node) == .functionDeclaration, tree.hasName(node) else { return nil }
      return tree.mainText(of: node)
    }
  }
}
