import RulesIDE
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import Testing

struct HoverTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let source: String
    /// What the text must hold.
    let expected: [String]
    var testDescription: String { source }

    init(_ source: String, _ expected: String...) {
      self.source = source
      self.expected = expected
    }
  }

  @Test(
    "A hover in rules tells what the word means",
    arguments: [
      Case(
        "allow get: if request.auth.u‸id == 'x';",
        "`request.auth.uid`: string",
        "id of the user"
      ),
      Case("allow get: if req‸uest.auth != null;", "`request`"),
      Case("allow get: if request.au‸th != null;", "map | null", "null where nobody is signed in"),
      Case("allow get: if reso‸urce.data.a == 1;", "document | null"),
      Case(
        "allow get: if resource.da‸ta.a == 1;",
        "`resource.data`: map",
        "fields of the document"
      ),
      Case("allow get: if request.auth.token.email_veri‸fied;", "bool"),
      Case(
        "allow get: if boo‸k == 'x';",
        "`book`: string",
        "/databases/{database}/documents/books/{book}"
      ),
      Case(
        "match /{rest=**} { allow get: if re‸st == /a; }",
        "`rest`: path",
        "Any number of segments"
      ),
      Case(
        "allow get: if 'abc'.si‸ze() == 3;",
        "string.size(): int",
        "UTF-16",
        "'abc'.size() == 3"
      ),
      Case("allow get: if math.ab‸s(-1) == 1;", "math.abs(int): int", "math.abs(-1) == 1"),
      Case("allow get: if ma‸th.abs(-1) == 1;", "math.sqrt(number): float"),
      Case("allow get: if exi‸sts(/a/b);", "exists(path): bool"),
      Case("allow re‸ad;", "Both `get` and `list`"),
      Case("allow write: i‸f true;", "condition"),
      Case("allow get: if resource.data.a is str‸ing;", "`string`: a type"),
      Case("allow get: if resource.data.a i‸s string;", "of a type"),
      Case(
        "match /pages/{p‸age} { allow get; }",
        "/databases/{database}/documents/books/{book}/pages/{page}"
      ),
      Case("ma‸tch /pages/{page} { allow get; }", "/books/{book}/pages/{page}"),
      Case("match /pa‸ges/{page} { allow get; }", "/books/{book}/pages/{page}"),
      Case(
        "// Whether the user is the owner.\n// Of books.\nfunction isOwner(id) { return id == request.auth.uid; }\n"
          + "allow get: if isOwn‸er(book);",
        "function isOwner(id): bool",
        "Whether the user is the owner.\nOf books."
      ),
      Case(
        "function f(i‸d) { return id == 'x'; }\nallow get: if f(book);",
        "`id`: string",
        "of `f`"
      ),
      Case(
        "function f() { let own‸er = request.auth.uid; return owner == 'x'; }\nallow get: if f();",
        "let owner: string = request.auth.uid;"
      ),
      Case(
        "function f() { let owner = request.auth.uid; return own‸er == 'x'; }\nallow get: if f();",
        "let owner: string = request.auth.uid;"
      ),
      // Broken text.
      Case("allow get: if request.auth.u‸id ==", "`request.auth.uid`: string"),
      Case("allow get: if (request.auth.u‸id", "`request.auth.uid`: string"),
    ]
  )
  func rules(row: Case) throws {
    let marked = Marked(inBooks(row.source))
    let hover = try #require(marked.analysis().hover(at: marked.cursor, in: ProjectIndex()))
    for text in row.expected {
      #expect(hover.markdown.contains(text), "found:\n\(hover.markdown)")
    }
    #expect(hover.range.lowerBound <= marked.cursor && marked.cursor <= hover.range.upperBound)
  }

  @Test(
    "Nothing is told where nothing is",
    arguments: [
      "allow get; ‸", "allow get: if 'te‸xt' == 'a';", "// allow ge‸t\nallow get;",
      "allow get: if nothi‸ng;", "allow get: if 1‸2 == 3;",
    ]
  )
  func nothing(source: String) {
    let marked = Marked(inBooks(source))
    #expect(marked.analysis().hover(at: marked.cursor, in: ProjectIndex()) == nil)
  }

  @Test(
    "A hover in a test file tells what the word means",
    arguments: [
      Case("us‸er alice;", "signed in", "user admin"),
      Case("user ali‸ce;", "`alice`: a user", "`password`", "uid `'alice'`"),
      Case(
        "user a: apple with uid 'x';\ntest 't' { allow get /b/c as a‸; }",
        "`apple`",
        "uid `'x'`"
      ),
      Case("test 't' { allow li‸st /books; }", "documents of a collection"),
      Case("test 't' { de‸ny get /b/c because 'x'; }", "must refuse"),
      Case("test 't' { deny get /b/c beca‸use 'x'; }", "decides the denial"),
      Case("let t = timestamp.da‸te(2025, 1, 1);", "timestamp.date(int, int, int): timestamp"),
      Case("let t‸ = 1;", "let t = 1;"),
      Case("test 't' { allow update /b/c { a: incre‸ment(1) }; }", "Adds to the number"),
    ]
  )
  func tests(row: Case) throws {
    let marked = Marked(row.source)
    let hover = try #require(marked.analysis(.tests).hover(at: marked.cursor, in: ProjectIndex()))
    for text in row.expected {
      #expect(hover.markdown.contains(text), "found:\n\(hover.markdown)")
    }
  }

  @Test("A path of a test file tells the matches that cover it")
  func coveringMatches() throws {
    var project = ProjectIndex()
    project.rules = Marked(inBooks("allow get; match /{rest=**} { allow list; }")).analysis()
    let marked = Marked("test 't' { allow get /bo‸oks/dune; allow get /other/x; }")
    let hover = try #require(marked.analysis(.tests).hover(at: marked.cursor, in: project))
    #expect(
      hover.markdown == """
        Covered by:
        - `/databases/{database}/documents/books/{book}`, line 4
        - `/databases/{database}/documents/books/{book}/{rest=**}`, line 5
        """
    )
    let other = Marked("test 't' { allow get /ot‸her/x; }")
    #expect(
      other.analysis(.tests).hover(at: other.cursor, in: project)?.markdown
        == "No `match` of `firestore.rules` covers this path."
    )
  }

  @Test("A hover shows the values of the last run, also after an edit elsewhere")
  func seenValues() throws {
    let rules = inBooks("allow get: if resource.data.owner == request.auth.uid;")
    let before = Marked(rules).analysis()
    let program = try #require(before.model?.program)
    let tests = TestFileReader.read(
      parseTests(SourceFile(name: "a.rulestest", text: Self.suite)),
      service: .firestore
    ) { _ in .failure("there is none") }
    var recorder = CoverageRecorder(program, .samples)
    for test in tests.cases {
      recorder.record(test, database: "(default)", now: Timestamp(seconds: 0, nanos: 0))
    }
    let file = CoverageReport.File(before.tree, program, recorder)
    var project = ProjectIndex()
    project.lastRun = LastRun(coverage: ["firestore.rules": file])
    let edited = Marked(
      "// A comment.\n" + inBooks("allow get: if resource.data.own‸er == request.auth.uid;")
    )
    let hover = try #require(edited.analysis().hover(at: edited.cursor, in: project))
    #expect(hover.markdown.contains("In the last test run:\n- `'alice'`"), "\(hover.markdown)")
  }

  private static let suite = """
    user alice;
    data { /books/b { owner: 'alice' }; }
    test 't' { allow get /books/b as alice; }
    """
}
