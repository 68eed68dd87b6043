import RulesIDE
import RulesSource
import Testing

struct StructureTests {
  /// An outline as indented lines.
  private func outline(_ symbols: [DocumentSymbol], _ indent: String = "") -> String {
    symbols.map { symbol in
      let detail = symbol.detail.isEmpty ? "" : " \(symbol.detail)"
      return "\(indent)\(symbol.kind) \(symbol.name)\(detail)\n"
        + outline(symbol.children, indent + "  ")
    }.joined()
  }

  @Test("The outline of rules")
  func rulesOutline() {
    let source = inBooks("function f(a, b) { let c = a; return c; }\nallow read, create: if true;")
    #expect(
      outline(Marked(source).analysis().symbols()) == """
        service cloud.firestore service
          match /databases/{database}/documents
            match /books/{book}
              function f (a, b)
                variable c
              allow allow read, create

        """
    )
  }

  @Test("The outline of a test file")
  func testOutline() {
    let source = """
      rules 'a.rules';
      user alice;
      data { /a/b { c: 1 }; }
      group 'g' { test 't' only { allow get /a/b; } table /a/b { | alice ; get | allow ; } }
      """
    #expect(
      outline(Marked(source).analysis(.tests).symbols()) == """
        user alice
        data data
          document /a/b
        group g
          test t only
          table table /a/b

        """
    )
  }

  @Test("A name holds the range of its declaration, in broken text too")
  func ranges() {
    for source in [
      inBooks("function f(a) { return a; } allow get"), "service {", "match /a", "function () {",
      "service cloud.firestore { match", inBooks("allow :"), inBooks("let x = 1;"),
    ] {
      var pending = Marked(source).analysis().symbols()
      while let symbol = pending.popLast() {
        #expect(!symbol.name.isEmpty)
        #expect(symbol.range.lowerBound <= symbol.nameRange.lowerBound)
        #expect(symbol.nameRange.upperBound <= symbol.range.upperBound)
        pending += symbol.children
      }
    }
  }

  @Test(
    "Symbols are found by some of their letters",
    arguments: [
      ("", ["cloud.firestore", "/databases/{database}/documents", "/books/{book}", "isOwner"]),
      ("own", ["isOwner"]), ("ISow", ["isOwner"]), ("book", ["/books/{book}"]), ("xyz", []),
    ]
  )
  func workspaceSymbols(query: String, expected: [String]) {
    let analysis = Marked(inBooks("function isOwner() { return true; }")).analysis()
    let found = analysis.symbols(matching: query)
    #expect(found.map(\.name) == expected)
    if query == "own" {
      #expect(found[0].container == "cloud.firestore/databases/{database}/documents/books/{book}")
      #expect(analysis.text(found[0].location.range) == "isOwner")
    }
  }

  @Test("Blocks, maps and comments that span lines fold")
  func folding() {
    let source = """
      // One.
      // Two.

      // Three.
      service cloud.firestore {
        match /a/{b} {
          allow get: if resource.data.keys().hasAll([
            'a'
          ]);
        }
        /* Four.
           Five. */
      }
      """
    let analysis = Marked(source).analysis()
    let found = analysis.foldingRanges().map { range in
      let first = analysis.source.position(of: range.range.lowerBound).line
      let last = analysis.source.position(of: range.range.upperBound).line
      return "\(range.kind) \(first)-\(last)"
    }
    #expect(
      found == [
        "comment 1-2", "block 5-13", "block 6-10", "block 7-9", "block 7-9", "comment 11-12",
      ]
    )
  }

  @Test("Broken text folds as far as its brackets are pairs")
  func brokenFolding() {
    let analysis = Marked("service {\n match (\n } \n").analysis()
    #expect(analysis.foldingRanges().count == 1)
  }

  @Test("A selection grows from the word to the file")
  func selection() {
    let marked = Marked(inBooks("allow get: if request.au‸th.uid == 'x';"))
    let analysis = marked.analysis()
    let texts = analysis.selectionRanges(at: marked.cursor).map { analysis.text($0) }
    #expect(
      texts.prefix(6) == [
        "auth", "request.auth", "request.auth.uid", "request.auth.uid == 'x'",
        "allow get: if request.auth.uid == 'x';", "\nallow get: if request.auth.uid == 'x';\n    ",
      ]
    )
    #expect(texts.last == analysis.text(SourceRange(0, UInt32(analysis.source.bytes.count))))
    let string = Marked(inBooks("allow get: if 'te‸xt' == 'a';"))
    #expect(
      string.analysis().selectionRanges(at: string.cursor).prefix(2).map {
        string.analysis().text($0)
      }
        == ["text", "'text'"]
    )
  }

  // MARK: Tokens

  /// The words with their meanings: `word=kind` and a letter for each modifier.
  private func words(_ analysis: Analysis, _ range: SourceRange) -> [String] {
    analysis.semanticTokens().filter {
      range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= range.upperBound
    }.map { token in
      var text = "\(analysis.text(token.range))=\(token.kind)"
      if token.modifiers.contains(.declaration) { text += "+d" }
      if token.modifiers.contains(.defaultLibrary) { text += "+l" }
      return text
    }
  }

  @Test(
    "Each word has its meaning",
    arguments: [
      ("allow read: if true;", ["allow=keyword", "read=keyword", "if=keyword", "true=keyword"]),
      (
        "function f(a) { let b = a; return b; }",
        [
          "function=keyword", "f=function+d", "a=parameter+d", "let=keyword", "b=variable+d",
          "==operator", "a=parameter", "return=keyword", "b=variable",
        ]
      ),
      (
        "match /p/{q=**} { allow get: if q == book; } // x",
        [
          "match=keyword", "/p=pathSegment", "q=wildcard", "==operator", "**=operator",
          "allow=keyword",
          "get=keyword", "if=keyword", "q=wildcard", "===operator", "book=wildcard", "// x=comment",
        ]
      ),
      (
        "allow get: if math.abs(1) is int && 'a'.size() > request.x;",
        [
          "allow=keyword", "get=keyword", "if=keyword", "math=namespace+l", "abs=function+l",
          "1=number", "is=keyword", "int=type+l", "&&=operator", "'a'=string", "size=method+l",
          ">=operator", "request=variable+l", "x=property",
        ]
      ),
    ]
  )
  func tokens(source: String, expected: [String]) {
    let marked = Marked(inBooks("‸\(source)‸"))
    #expect(words(marked.analysis(), marked.range) == expected)
  }

  @Test("Words of test files have their meaning")
  func testTokens() {
    let source = """
      rules 'a.rules';
      user alice: apple { role: 1 } with uid 'x';
      test 't' only { deny list /a where b.c == 1 orderBy d desc as alice because 'x'; }
      """
    let marked = Marked("‸\(source)‸")
    #expect(
      words(marked.analysis(.tests), marked.range) == [
        "rules=keyword", "'a.rules'=string", "user=keyword", "alice=user+d", "apple=type+l",
        "role=property", "1=number", "with=keyword", "uid=keyword", "'x'=string", "test=keyword",
        "'t'=string", "only=keyword", "deny=verdict", "list=keyword", "/a=pathSegment",
        "where=keyword", "b=property", "c=property", "===operator", "1=number", "orderBy=keyword",
        "d=property", "desc=keyword", "as=keyword", "alice=user", "because=keyword", "'x'=string",
      ]
    )
  }

  @Test("Words are in order, apart, and never longer than a line")
  func tokenOrder() {
    let analysis = Marked(
      "/* a\n b */ service cloud.firestore { match /a/{b} { allow get; } } /* c"
    ).analysis()
    var end: UInt32 = 0
    for token in analysis.semanticTokens() {
      #expect(token.range.lowerBound >= end && !token.range.isEmpty)
      #expect(!analysis.text(token.range).contains("\n"))
      end = token.range.upperBound
    }
  }
}
