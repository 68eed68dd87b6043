import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

/// Completions in rules files.
extension CompletionList {
  private var tree: SyntaxTree { place.probe.tree }

  /// Adds what may be written at the place.
  mutating func addRulesItems() {
    if place.isInString {
      addStrings()
      return
    }
    if place.isBehindDollar {
      addInterpolationsBehindDollar()
      return
    }
    switch tree.kind(of: place.node) {
    case .memberExpression where tree[place.node].mainToken == place.token,
      .methodCallExpression where tree[place.node].mainToken == place.token:
      addMembers(of: place.node)
    case .typeName: addTypeNames()
    case .method: addMethodWords()
    case .literalSegment: addPathSegments()
    case .serviceName:
      add("cloud.firestore", .namespace, .likely)
      add("firebase.storage", .namespace, .likely)
    case .nameExpression, .callExpression: addExpressionItems()
    case .functionDeclaration, .parameter, .letStatement, .captureSegment, .globSegment:
      // A name that is being declared is the author's.
      break
    default: addWords()
    }
  }

  // MARK: Words

  /// Adds what may begin or go on where the grammar has no name.
  private mutating func addWords() {
    switch place.previousKind() {
    case .none, .semicolon, .leftBrace, .rightBrace: addStatements()
    case .dot:
      // Behind a dot that nothing stands before there is nothing to read from.
      break
    case .identifier
    where tree.innermost(of: place.path, [.allowStatement]) != nil
      && isBehindMethods:
      add("if", .keyword, .likely, text: ": if ")
    default:
      add("in", .keyword, .likely, documentation: page("in"))
      add("is", .keyword, .likely, documentation: page("is"))
    }
  }

  /// Whether the word stands behind the method words of a statement that has no condition yet.
  private var isBehindMethods: Bool {
    guard let previous = place.previous(),
      let allow = tree.innermost(of: place.path, [.allowStatement])
    else { return false }
    return tree.children(of: allow, .method).contains { tree[$0].mainToken == previous }
  }

  private mutating func addStatements() {
    let blocks: Set<SyntaxKind> = [
      .functionDeclaration, .matchDeclaration, .serviceDeclaration, .file,
    ]
    guard let block = tree.innermost(of: place.path, blocks) else { return }
    switch tree.kind(of: block) {
    case .file:
      if tree.child(of: block, .versionStatement) == nil {
        addSnippet("rules_version", "rules_version = '2';")
      }
      addSnippet(
        "service cloud.firestore",
        "service cloud.firestore {\n  match /databases/{database}/documents {\n    $0\n  }\n}"
      )
      addSnippet(
        "service firebase.storage",
        "service firebase.storage {\n  match /b/{bucket}/o {\n    $0\n  }\n}"
      )
      addFunctionSnippet()
    case .serviceDeclaration:
      let root =
        place.probe.isStorageRules ? "/b/{bucket\\}/o" : "/databases/{database\\}/documents"
      addSnippet("match", "match \(root) {\n  $0\n}")
      addFunctionSnippet()
    case .matchDeclaration:
      addSnippet("allow", "allow ${1:read}: if $0;")
      addSnippet("match", "match /${1:collection}/{${2:id}} {\n  $0\n}")
      addFunctionSnippet()
    default:
      addSnippet("let", "let ${1:name} = $0;")
      addSnippet("return", "return $0;")
    }
  }

  private mutating func addFunctionSnippet() {
    addSnippet("function", "function ${1:name}($2) {\n  return $0;\n}")
  }

  /// Adds a piece of text whose first word is one of the grammar.
  private mutating func addSnippet(_ label: String, _ snippet: String) {
    let word = String(label.prefix { $0 != " " })
    add(label, .snippet, .likely, documentation: page(word), snippet: snippet)
  }

  private func page(_ word: String) -> String {
    WordPages.page(of: word, in: .rules).map { "\($0.text)\n\n\(Markdown.code($0.example))" } ?? ""
  }

  private mutating func addTypeNames() {
    for name in SyntaxTree.typeNames { add(name, .type, .likely) }
  }

  private mutating func addMethodWords() {
    let statement = tree.innermost(of: place.path, [.allowStatement])
    let given = statement.map { tree.children(of: $0, .method).map { tree.mainText(of: $0) } } ?? []
    for page in WordPages.methods
    where !given.contains(where: { $0.utf8.elementsEqual(page.word.utf8) }) {
      add(page.word, .keyword, .likely, documentation: page.text)
    }
  }

  // MARK: Expressions

  /// Adds the variables and functions that hold at the place, and the words of expressions.
  private mutating func addExpressionItems() {
    if place.previousKind() == .colon, let parent = place.parent,
      tree.kind(of: parent) == .allowStatement
    {
      add("if", .keyword, .likely, text: "if ")
    }
    addLocals()
    let wildcards = tree.wildcards(along: place.path)
    for wildcard in wildcards.reversed() where tree.hasName(wildcard) {
      let type = tree.kind(of: wildcard) == .globSegment ? "path" : "string"
      add(tree.mainText(of: wildcard), .wildcard, .own, detail: type)
    }
    add("request", .variable, .own, detail: "map", documentation: "The request that is judged.")
    add(
      "resource",
      .variable,
      .own,
      detail: place.probe.isStorageRules ? "object | null" : "document | null",
      documentation: "What is stored at the path before the request."
    )
    addFunctions()
    addLibraryFunctions()
    for word in ["true", "false", "null"] { add(word, .keyword, .word, documentation: page(word)) }
  }

  /// Adds the parameters of the function around the place and the lets before it.
  private mutating func addLocals() {
    guard let function = tree.innermost(of: place.path, [.functionDeclaration]) else { return }
    for local in tree.slots(of: function).reversed() where tree.hasName(local.node) {
      let isVisible =
        local.kind == .parameter
        || tree.range(of: local.node).upperBound <= place.probeWord.lowerBound
      guard isVisible else { continue }
      add(tree.mainText(of: local.node), local.kind == .parameter ? .parameter : .variable, .likely)
    }
  }

  /// Adds the functions of the file that can be seen, but that around the place, which can't call itself.
  private mutating func addFunctions() {
    let own = tree.innermost(of: place.path, [.functionDeclaration])
    for block in place.path.reversed() {
      for function in tree.children(of: block, .functionDeclaration)
      where function != own && tree.hasName(function) {
        let parameters = tree.children(of: function, .parameter).map { tree.mainText(of: $0) }
        addCall(
          tree.mainText(of: function),
          .function,
          .own,
          parameters: parameters,
          detail: "(\(parameters.joined(separator: ", ")))",
          documentation: tree.documentation(of: function)
        )
      }
    }
  }

  private mutating func addLibraryFunctions() {
    let isStorage = place.probe.isStorageRules
    for (index, builtin) in Library.all.enumerated() {
      let index = UInt16(truncatingIfNeeded: index)
      switch builtin.form {
      case .function: addBuiltin(index, .function, .library)
      case .lookup where !isStorage: addBuiltin(index, .function, .usual)
      case .lookup, .namespaced, .method: continue
      }
    }
    for namespace in Library.namespaces {
      add(namespace.description, .namespace, .library)
    }
    if isStorage { add("firestore", .namespace, .library) }
  }

  // MARK: Paths

  /// Adds the segments that known paths have here.
  mutating func addPathSegments() {
    guard let path = tree.innermost(of: place.path, [.path]), path != place.node else { return }
    let before = tree.children(of: path).prefix {
      tree.range(of: $0).upperBound <= place.probeWord.lowerBound
    }
    let isMatch =
      place.path.contains { tree.kind(of: $0) == .matchDeclaration }
      && tree.innermost(of: place.path, [.matchDeclaration, .allowStatement, .functionDeclaration])
        .map { tree.kind(of: $0) == .matchDeclaration } ?? false
    var prefix = before.compactMap { segment in
      switch tree.kind(of: segment) {
      case .literalSegment: MatchPattern.Segment.literal(tree.segmentText(of: segment))
      default: MatchPattern.Segment.any
      }
    }
    if isMatch {
      let own = tree.innermost(of: place.path, [.matchDeclaration])
      let outer = place.path.last { tree.kind(of: $0) == .matchDeclaration && $0 != own }
      let pattern = place.probe.patterns().first { $0.match == outer }
      prefix = (pattern?.segments ?? []) + prefix
      add("{id}", .snippet, .usual, detail: "one segment", snippet: "{${1:id}}")
      add("{path=**}", .snippet, .usual, detail: "any segments", snippet: "{${1:path}=**}")
    } else {
      addInterpolations(prefix)
    }
    for name in place.probe.knownSegments(behind: prefix, in: project) {
      add(name, .pathSegment, .likely)
    }
  }

  /// Adds what a path of an expression usually goes on with: the database, and the wildcards that hold.
  private mutating func addInterpolations(_ prefix: [MatchPattern.Segment]) {
    if prefix.isEmpty {
      add(
        "databases/$(database)/documents",
        .snippet,
        .likely,
        text: "databases/$(database)/documents/"
      )
      return
    }
    for wildcard in tree.wildcards(along: place.path).reversed() where tree.hasName(wildcard) {
      let name = tree.mainText(of: wildcard)
      add("$(\(name))", .wildcard, .own)
    }
    add("$(…)", .snippet, .own, snippet: "\\$(${1:request.auth.uid})")
  }

  private mutating func addInterpolationsBehindDollar() {
    for wildcard in tree.wildcards(along: place.path).reversed() where tree.hasName(wildcard) {
      let name = tree.mainText(of: wildcard)
      add("$(\(name))", .wildcard, .likely, text: "(\(name))")
    }
    add("$(…)", .snippet, .own, snippet: "(${1:request.auth.uid})")
  }

  /// Adds the fields that strings of rules name.
  private mutating func addStrings() {
    if tree.innermost(of: place.path, [.versionStatement]) != nil {
      add("2", .text, .likely)
      return
    }
    guard tree.kind(of: place.node) == .stringLiteral else { return }
    let match = tree.innermost(of: place.path, [.matchDeclaration])
    for field in place.probe.knownFields(around: match, in: project) {
      add(field.name, .field, field.isNear ? .likely : .usual, detail: field.origin)
    }
  }
}
