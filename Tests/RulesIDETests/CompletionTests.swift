import RulesIDE
import RulesSource
import Testing

struct CompletionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let source: String
    let expected: [String]
    let absent: [String]
    var testDescription: String { source }

    init(_ source: String, _ expected: [String], without absent: [String] = []) {
      self.source = source
      self.expected = expected
      self.absent = absent
    }
  }

  static let isOwner = "function isOwner(id) { return id == request.auth.uid; }\n"

  @Test(
    "The list in rules has what fits the place",
    arguments: [
      // Members by type.
      Case(
        "allow get: if request.‸;",
        ["auth", "method", "path", "query", "resource", "time"],
        without: ["uid", "data", "isOwner", "request", "matches"]
      ),
      Case("allow get: if request.auth.‸;", ["uid", "token"], without: ["auth", "matches"]),
      Case("allow get: if request.auth.u‸;", ["uid"]),
      Case("allow get: if request.auth.token.‸;", ["email", "email_verified", "firebase"]),
      Case("allow get: if request.auth.token.firebase.‸;", ["sign_in_provider", "identities"]),
      Case(
        "allow get: if resource.‸;",
        ["data", "id", "__name__"],
        without: ["uid", "contentType"]
      ),
      Case(
        "allow create: if request.resource.‸;",
        ["data", "id"],
        without: ["contentType"]
      ),
      Case(
        "allow get: if request.auth.uid.‸;",
        ["matches", "size", "split", "lower"],
        without: ["toMillis", "keys", "hasAll"]
      ),
      Case("allow get: if request.time.‸;", ["toMillis", "date", "year"], without: ["matches"]),
      Case(
        "allow get: if resource.data.keys().‸;",
        ["hasAll", "hasOnly", "size"],
        without: ["toMillis", "upper"]
      ),
      Case("allow get: if math.‸;", ["abs", "ceil", "pow"], without: ["size", "matches"]),
      Case("allow get: if timestamp.‸;", ["date", "value"], without: ["toMillis"]),
      Case(
        "allow get: if resource.data.is_public;\nallow list: if resource.data.‸;",
        ["is_public", "get", "keys", "diff"]
      ),
      Case("allow get: if resource.data.title is string && resource.data.title.‸;", ["matches"]),
      // Names in scope.
      Case(
        isOwner + "allow get: if ‸;",
        ["isOwner", "request", "resource", "book", "database", "get", "exists", "math", "true"],
        without: ["allow", "match", "let", "uid"]
      ),
      Case(
        "function f(owner) { let other = owner; return ‸; }",
        ["owner", "other", "request", "book"],
        without: ["f"]
      ),
      Case(
        "function f(owner) { let a = ‸; let b = 1; return b; }",
        ["owner"],
        without: ["b", "a"]
      ),
      // Words.
      Case("allow ‸;", ["read", "write", "get", "list", "create", "update", "delete"]),
      Case("allow get, ‸;", ["list"], without: ["get"]),
      Case("allow get: ‸;", ["if"]),
      Case("allow get ‸", ["if"]),
      Case("allow get: if resource.data.a is ‸;", ["string", "int", "map"], without: ["request"]),
      Case("allow get: if request.auth ‸;", ["in", "is"], without: ["allow"]),
      Case("‸", ["allow", "match", "function"], without: ["let", "service", "in"]),
      Case("allow get;\n‸\nallow list;", ["allow", "match", "function"]),
      Case("function f() { ‸ }", ["let", "return"], without: ["allow"]),
      Case("function f() { let a = 1; ‸ return a; }", ["let", "return"]),
      // Paths.
      Case("allow get: if exists(/‸);", ["databases/$(database)/documents"]),
      Case(
        "allow get: if exists(/databases/$(database)/documents/‸);",
        ["books", "$(book)"]
      ),
      Case("match /‸ { allow get; }", ["{id}", "{path=**}"]),
      Case("allow get: if exists(/databases/$‸);", ["$(database)", "$(book)", "$(…)"]),
      // Strings.
      Case(
        "allow get: if resource.data.keys().hasAll(['‸']) && resource.data.title == 1;",
        ["title"]
      ),
      // Broken text.
      Case("allow get: if request.auth.‸", ["uid", "token"]),
      Case("allow get: if (request.auth.‸", ["uid", "token"]),
      Case("allow get: if isOwner(request.auth.‸\nallow list: if true;", ["uid", "token"]),
      Case("allow get: if request.auth.uid == ‸\n  allow list;", ["resource", "book"]),
      Case("function f() { return request.‸", ["auth"]),
      Case("allow get: if resource.data.get('a', request.‸", ["auth"]),
    ]
  )
  func rules(row: Case) {
    check(row, Marked(inBooks(row.source)), .rules)
  }

  private func check(
    _ row: Case,
    _ marked: Marked,
    _ language: Analysis.Language,
    in project: ProjectIndex = ProjectIndex()
  ) {
    let labels = marked.analysis(language).completions(at: marked.cursor, in: project).map(\.label)
    for label in row.expected { #expect(labels.contains(label), "missing `\(label)` in \(labels)") }
    for label in row.absent { #expect(!labels.contains(label), "`\(label)` in \(labels)") }
  }

  @Test(
    "The list outside of matches has what fits the place",
    arguments: [
      Case("‸", ["rules_version", "service cloud.firestore", "service firebase.storage"]),
      Case("rules_version = '2';\n‸", ["service cloud.firestore"], without: ["rules_version"]),
      Case("rules_version = '‸';", ["2"]),
      Case("service ‸ { match /a/b { allow get; } }", ["cloud.firestore", "firebase.storage"]),
      Case("service cloud.firestore { ‸ }", ["match", "function"], without: ["allow"]),
      Case(
        "service firebase.storage { match /b/{bucket}/o { match /{p} { allow get: if resource.‸; } } }",
        ["contentType", "size", "metadata"],
        without: ["data"]
      ),
      Case(
        "service firebase.storage { match /b/{bucket}/o { match /{p} { allow get: if firestore.‸; } } }",
        ["get", "exists"]
      ),
    ]
  )
  func outside(row: Case) {
    check(row, Marked(row.source), .rules)
  }

  @Test(
    "Nothing is offered where the text is the author's",
    arguments: [
      "// allow ‸", "allow get: if 12‸ == 3;", "function ‸(a) { return a; }",
      "match /{‸} { allow get; }",
      "match /{‸=**} { allow get; }",
    ]
  )
  func nothing(source: String) {
    let marked = Marked(inBooks(source))
    #expect(marked.analysis().completions(at: marked.cursor, in: ProjectIndex()).isEmpty)
  }

  @Test("The word around the cursor is replaced, and a call brings its parameters")
  func edits() throws {
    let marked = Marked(inBooks(Self.isOwner + "allow get: if is‸Own;"))
    let analysis = marked.analysis()
    let items = analysis.completions(at: marked.cursor, in: ProjectIndex())
    let item = try #require(items.first { $0.label == "isOwner" })
    #expect(analysis.text(item.edit.range) == "isOwn")
    #expect(item.edit.replacement == "isOwner(${1:id})$0")
    #expect(item.isSnippet)
    let called = Marked(inBooks(Self.isOwner + "allow get: if is‸(book);"))
    let bare = called.analysis().completions(at: called.cursor, in: ProjectIndex())
    #expect(bare.first { $0.label == "isOwner" }?.edit.replacement == "isOwner")
  }

  @Test("Fields of test data come first behind `data.`, and claims of users behind `token.`")
  func testData() throws {
    var project = ProjectIndex()
    project.tests = [
      Marked(
        """
        user admin { role: 'admin' };
        data { /books/dune { pages: 412 }; /films/x { seconds: 1 }; }
        test 't' { allow create /books/new { author: 'x' } as admin; }
        """
      ).analysis(.tests)
    ]
    let marked = Marked(inBooks("allow get: if resource.data.‸;"))
    let labels = marked.analysis().completions(at: marked.cursor, in: project).map(\.label)
    #expect(Set(labels.prefix(2)) == ["author", "pages"])
    #expect(labels.contains("seconds"))
    let claim = Marked(inBooks("allow get: if request.auth.token.‸;"))
    #expect(
      claim.analysis().completions(at: claim.cursor, in: project).contains { $0.label == "role" }
    )
  }

  @Test(
    "The list in test files has what fits the place",
    arguments: [
      Case("‸", ["rules", "user", "data", "test", "group", "table"], without: ["allow"]),
      Case("test 't' { ‸ }", ["allow", "deny", "error", "data", "let"], without: ["user"]),
      Case("group 'g' { ‸ }", ["user", "test"], without: ["allow", "rules"]),
      Case("test 't' { allow ‸ }", ["get", "list", "create", "batch"], without: ["allow"]),
      Case("user alice; test 't' { allow get /b/c as ‸; }", ["alice", "nobody"]),
      Case("user alice; test 't' { allow get /b/c as a‸l; }", ["alice", "nobody"]),
      Case("user alice; test 't' { allow get /b/c as ‸", ["alice", "nobody"]),
      Case("test 't' { allow get /b/c ‸; }", ["as", "at", "because"], without: ["where"]),
      Case("test 't' { allow list /b ‸; }", ["as", "where", "orderBy", "limit"]),
      Case("user alice: ‸;", ["apple", "google", "anonymous", "custom"]),
      Case("user alice ‸;", ["with uid"]),
      Case("user alice { ‸ };", ["email", "email_verified"]),
      Case("test 't' ‸ { }", ["only", "skip", "at"]),
      Case("rules 'a' ‸;", ["database"]),
      Case(
        "data { /books/a { pages: 1 }; } test 't' { allow create /books/b { ‸: 1 }; }",
        ["pages"]
      ),
      Case("data { /books/a { pages: 1 }; } test 't' { allow get /‸; }", ["books"]),
      Case("data { /books/a { pages: 1 }; } test 't' { allow get /books/‸; }", ["a"]),
      Case(
        "data { /books/a { pages: 1 }; } test 't' { allow list /books where ‸ == 1; }",
        ["pages"]
      ),
      Case(
        "let x = 1; test 't' { allow create /a/b { c: ‸ }; }",
        ["x", "serverTimestamp", "timestamp"]
      ),
      Case("let x = timestamp.‸;", ["date", "value"]),
      Case("user a; table /a/b { | ‸ | nobody ; get | allow | deny ; }", ["a", "nobody"]),
      Case("user a; table /a/b { | a ; get | ‸ ; }", ["allow", "deny", "error"]),
    ]
  )
  func tests(row: Case) {
    check(row, Marked(row.source), .tests)
  }

  @Test("Rules give test files paths, fields, functions and file names")
  func testsWithRules() throws {
    var project = ProjectIndex()
    project.rules = Marked(
      inBooks(
        """
        function isOwner() { return resource.data.owner == request.auth.uid; }
        allow get: if isOwner() && request.auth.token.role == 'x';
        """
      )
    ).analysis()
    project.rulesFiles = ["firestore.rules", "../storage.rules"]
    for (source, label) in [
      ("test 't' { allow get /‸; }", "books"),
      ("test 't' { allow create /books/x { ‸: 1 }; }", "owner"),
      ("test 't' { deny get /books/x because '‸'; }", "isOwner"),
      ("user a { ‸: 1 };", "role"),
      ("rules '‸';", "firestore.rules"),
    ] {
      check(Case(source, [label]), Marked(source), .tests, in: project)
    }
    let marked = Marked("rules 'fire‸store.ru';")
    let analysis = marked.analysis(.tests)
    let item = try #require(
      analysis.completions(at: marked.cursor, in: project).first { $0.label == "../storage.rules" }
    )
    #expect(analysis.applying([item.edit]) == "rules '../storage.rules';")
  }

  @Test("The paths of tests of Storage rules are those of objects")
  func storagePaths() {
    var project = ProjectIndex()
    project.rules = Marked(
      "service firebase.storage { match /b/{bucket}/o { match /images/{name} { allow get; } } }"
    ).analysis()
    check(
      Case("test 't' { allow get /‸; }", ["images"]),
      Marked("test 't' { allow get /‸; }"),
      .tests,
      in: project
    )
    let marked = Marked("test 't' { allow get /ima‸ges/a.png; }")
    #expect(
      marked.analysis(.tests).hover(at: marked.cursor, in: project)?.markdown
        == "Covered by:\n- `/b/{bucket}/o/images/{name}`, line 1"
    )
  }

  @Test(
    "Every member of the service's objects, and every built-in, has a page",
    arguments: [
      "request.‸", "request.auth.‸", "request.auth.token.‸", "request.auth.token.firebase.‸",
      "request.query.‸", "resource.‸", "request.resource.data.‸", "request.time.‸", "math.‸", "‸",
    ]
  )
  func pages(expression: String) {
    for marked in [
      Marked(inBooks("allow list, create: if \(expression);")),
      Marked(
        "service firebase.storage { match /b/{c}/o { match /{p} { allow get: if \(expression); } } }"
      ),
    ] {
      for item in marked.analysis().completions(at: marked.cursor, in: ProjectIndex())
      where [.member, .claim, .method, .function].contains(item.kind) {
        #expect(!item.documentation.isEmpty, "`\(item.label)` has no page")
      }
    }
  }
}
