import RulesIDE
import RulesSource
import Testing

struct ActionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let source: String
    let title: String
    let expected: String
    var testDescription: String { "\(title): \(source)" }

    init(_ title: String, _ source: String, _ expected: String) {
      self.title = title
      self.source = source
      self.expected = expected
    }
  }

  @Test(
    "An action changes the rules as its title says",
    arguments: [
      Case(
        "write `create, update, delete` for `write`",
        "allow wr‸ite: if true;",
        "allow create, update, delete: if true;"
      ),
      Case(
        "write `create, update, delete` for `write`",
        "allow create, wr‸ite: if true;",
        "allow create, update, delete: if true;"
      ),
      Case("write `get, list` for `read`", "allow read‸: if true;", "allow get, list: if true;"),
      Case(
        "give each method a statement of its own",
        "    allow re‸ad, create: if true;",
        "    allow get: if true;\n    allow list: if true;\n    allow create: if true;"
      ),
      Case(
        "create the function `isOwner`",
        "    // Owners.\n    allow get: if isOw‸ner(book, request.auth.uid);",
        "    function isOwner(book, uid) {\n      return false;\n    }\n\n"
          + "    // Owners.\n    allow get: if isOwner(book, request.auth.uid);"
      ),
      Case(
        "extract a function",
        "    allow get: if ‸request.auth.uid == book‸ && true;",
        "    function condition() {\n      return request.auth.uid == book;\n    }\n\n"
          + "    allow get: if condition() && true;"
      ),
      Case(
        "extract a function",
        "    function f(a) { let b = 1; return ‸a == b‸ || a == 2; }",
        "    function condition(a, b) {\n      return a == b;\n    }\n\n"
          + "    function f(a) { let b = 1; return condition(a, b) || a == 2; }"
      ),
      Case(
        "inline `b`",
        "    function f(a) {\n      let ‸b = a + 1;\n      return b * 2 == b;\n    }",
        "    function f(a) {\n      return (a + 1) * 2 == (a + 1);\n    }"
      ),
      Case(
        "inline `b`",
        "    function f() { let b = request.auth.uid; return b‸ == 'x'; }",
        "    function f() {  return request.auth.uid == 'x'; }"
      ),
    ]
  )
  func rules(row: Case) throws {
    let marked = Marked(inBooks(row.source))
    let analysis = marked.analysis()
    let actions = analysis.codeActions(in: marked.range, in: ProjectIndex())
    let action = try #require(
      actions.first { $0.title == row.title },
      "found \(actions.map(\.title))"
    )
    let changed = analysis.applying(action.edits.flatMap(\.edits))
    #expect(changed == inBooks(row.expected))
  }

  @Test(
    "An action is not offered where it would change the meaning, or makes no sense",
    arguments: [
      ("extract a function", "allow get: if ‸request.auth.uid =‸= book;"),
      ("extract a function", "allow get: if ‸book‸ == 'a';"),
      ("extract a function", "allow get: if ‸(book == ‸;"),
      ("inline `b`", "function f(a) { let ‸b = a; let a = 2; return b == a; }"),
      ("inline `b`", "function f(a) { let ‸b = a; return a; }"),
      ("give each method a statement of its own", "allow ge‸t: if true;"),
      ("create the function `f`", "function f() { return true; } allow get: if f‸();"),
    ]
  )
  func absent(title: String, source: String) {
    let marked = Marked(inBooks(source))
    let actions = marked.analysis().codeActions(in: marked.range, in: ProjectIndex())
    #expect(!actions.contains { $0.title == title })
  }

  @Test("The fixes of a diagnostic are offered at its place")
  func fixes() throws {
    let marked = Marked(inBooks("allow get: if request.auth.ui‸ == 'x';"))
    let analysis = marked.analysis()
    let fix = try #require(
      analysis.codeActions(in: marked.range, in: ProjectIndex()).first { $0.isPreferred }
    )
    #expect(fix.title == "write `uid`" && fix.diagnostic?.code.id == "unknown-member")
    #expect(
      analysis.applying(fix.edits.flatMap(\.edits))
        == inBooks("allow get: if request.auth.uid == 'x';")
    )
  }

  @Test("The missing version is put in")
  func version() throws {
    let marked = Marked("‸service cloud.firestore { match /a/{b} { allow get; } }")
    let analysis = marked.analysis()
    let action = try #require(
      analysis.codeActions(in: marked.range, in: ProjectIndex()).first {
        $0.title == "insert `rules_version = '2';`"
      }
    )
    #expect(
      analysis.applying(action.edits.flatMap(\.edits)).hasPrefix("rules_version = '2';\nservice")
    )
  }

  @Test("A finding can be silenced with a reason, and then is silent")
  func ignoring() throws {
    let marked = Marked(inBooks("    allow wri‸te: if true;"))
    let analysis = marked.analysis()
    let before = analysis.diagnostics(in: ProjectIndex())
    let action = try #require(
      analysis.codeActions(in: marked.range, in: ProjectIndex()).first {
        $0.title.hasPrefix("ignore `")
      }
    )
    let id = try #require(action.diagnostic?.code.id)
    let text = analysis.applying(action.edits.flatMap(\.edits))
    #expect(text.contains("    // rulescheck:ignore \(id) -- reason\n    allow write"))
    let after = Marked(text).analysis().diagnostics(in: ProjectIndex())
    #expect(before.contains { $0.code.id == id } && !after.contains { $0.code.id == id })
  }

  @Test("A user that nobody declares is declared")
  func user() throws {
    let marked = Marked("rules 'a.rules';\nuser a;\ntest 't' { allow get /a/b as b‸ob; }\n")
    let analysis = marked.analysis(.tests)
    let action = try #require(
      analysis.codeActions(in: marked.range, in: ProjectIndex()).first {
        $0.title == "declare the user `bob`"
      }
    )
    #expect(
      analysis.applying(action.edits.flatMap(\.edits))
        == "rules 'a.rules';\nuser a;\nuser bob;\ntest 't' { allow get /a/b as bob; }\n"
    )
  }
}
