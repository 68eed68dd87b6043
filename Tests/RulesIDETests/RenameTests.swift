import RulesIDE
import RulesSource
import Testing

struct RenameTests {
  @Test(
    "A rename changes every place of the name and nothing else",
    arguments: [
      (
        "function ‸f(a) { return a; }\nallow get: if f(book);",
        "function new(a) { return a; }\nallow get: if new(book);"
      ),
      (
        "function f(a, b) { return a‸ == b; }\nallow get: if f(book, 'a');",
        "function f(new, b) { return new == b; }\nallow get: if f(book, 'a');"
      ),
      (
        "function f(a) { let b = a; return b‸ == a && 'b' == a; }",
        "function f(a) { let new = a; return new == a && 'b' == a; }"
      ),
      (
        "allow get: if boo‸k == 'a';\nmatch /pages/{page} { allow get: if book == page; }",
        "allow get: if new == 'a';\nmatch /pages/{page} { allow get: if new == page; }"
      ),
      (
        "match /pages/{pa‸ge=**} { allow get: if page == /a; }",
        "match /pages/{new=**} { allow get: if new == /a; }"
      ),
      (
        "allow get: if exists(/databases/$(database)/documents/books/$(bo‸ok));",
        "allow get: if exists(/databases/$(database)/documents/books/$(new));"
      ),
    ]
  )
  func rules(source: String, expected: String) throws {
    let marked = Marked(inBooks(source))
    let analysis = marked.analysis()
    let edits = try analysis.rename(at: marked.cursor, to: "new", in: ProjectIndex())
    let changed = analysis.applying(edits.flatMap(\.edits))
    // The match of books stands outside of the sample.
    let wanted = inBooks(expected)
    #expect(
      changed
        == (source.contains("boo") && !source.contains("f(")
          ? wanted.replacing("/books/{book}", with: "/books/{new}") : wanted)
    )
  }

  @Test(
    "A rename that would change a meaning is refused with the reason",
    arguments: [
      ("function f(‸a, b) { return a == b; }", "b", "`b` already means something else"),
      ("function f(‸a) { return a == book; }", "book", "`book` already means something else"),
      ("function ‸f() { return true; } function g() { return f(); }", "g", ""),
      ("function f(‸a) { return a == request.auth; }", "request", "`request` already means"),
      ("function ‸f() { return true; }", "1x", "is no name"),
      ("function ‸f() { return true; }", "", "is no name"),
      ("function ‸f() { return true; }", "a b", "is no name"),
      ("function ‸f() { return true; }", "match", "is a reserved word"),
      ("function f(‸a) { return a; }", "math", "a package"),
      ("allow get: if req‸uest.auth != null;", "x", "belongs to the language"),
      ("allow get: if math.ab‸s(1) == 1;", "x", "belongs to the language"),
      ("allow get: if resource.da‸ta.a == 1;", "x", "is a member"),
      ("allow g‸et;", "x", "is a word of the language"),
      ("allow get: if no‸thing;", "x", "there is no name here"),
      ("allow get: if /a/{g‸ap}.bind({'gap': 'x'}) == /a/x;", "x", "there is no name here"),
      ("allow get: if 'te‸xt' == 'a';", "x", "there is no name here"),
    ]
  )
  func refusals(source: String, name: String, reason: String) {
    let marked = Marked(inBooks(source))
    #expect {
      try marked.analysis().rename(at: marked.cursor, to: name, in: ProjectIndex())
    } throws: { error in
      guard let refusal = error as? RenameRefusal else { return false }
      #expect(refusal.message.contains(reason), "\(refusal.message)")
      return true
    }
  }

  @Test("The place that would be renamed is told, or why nothing would be")
  func target() throws {
    let marked = Marked(inBooks("function isOw‸ner() { return true; }"))
    let analysis = marked.analysis()
    let (range, name) = try analysis.renameTarget(at: marked.cursor, in: ProjectIndex())
    #expect(name == "isOwner" && analysis.text(range) == "isOwner")
    let other = Marked(inBooks("al‸low get;"))
    #expect(throws: RenameRefusal.self) {
      try other.analysis().renameTarget(at: other.cursor, in: ProjectIndex())
    }
  }

  @Test("The reasons in test files follow a function")
  func reasons() throws {
    let marked = Marked(inBooks("function isOw‸ner() { return true; }\nallow get: if isOwner();"))
    let test = Marked(
      "test 't' { deny get /books/a because 'isOwner()'; deny get /books/a because 'isOwners'; }"
    ).analysis(.tests)
    var project = ProjectIndex()
    project.tests = [test]
    let edits = try marked.analysis().rename(at: marked.cursor, to: "owns", in: project)
    #expect(edits.map(\.document) == ["firestore.rules", "firestore.rulestest"])
    #expect(
      test.applying(edits[1].edits)
        == "test 't' { deny get /books/a because 'owns()'; deny get /books/a because 'isOwners'; }"
    )
  }

  @Test(
    "A rename in a test file keeps who the user is",
    arguments: [
      (
        "user al‸ice; test 't' { allow get /a/b as alice; }",
        "user new with uid 'alice'; test 't' { allow get /a/b as new; }"
      ),
      (
        "user alice: apple { email: 'x' }; test 't' { allow get /a/b as al‸ice; }",
        "user new: apple { email: 'x' } with uid 'alice'; test 't' { allow get /a/b as new; }"
      ),
      (
        "user alice with uid 'a'; test 't' { allow get /a/b as al‸ice; }",
        "user new with uid 'a'; test 't' { allow get /a/b as new; }"
      ),
      (
        "let ‸a = 1; test 't' { let a = 2; allow create /a/b { a: a }; }",
        "let new = 1; test 't' { let a = 2; allow create /a/b { a: a }; }"
      ),
    ]
  )
  func testFiles(source: String, expected: String) throws {
    let marked = Marked(source)
    let analysis = marked.analysis(.tests)
    let edits = try analysis.rename(at: marked.cursor, to: "new", in: ProjectIndex())
    #expect(analysis.applying(edits.flatMap(\.edits)) == expected)
  }

  @Test(
    "A name that is taken in a test file is refused",
    arguments: [
      ("user ‸a; user b;", "b"), ("user ‸a; group 'g' { user b; }", "b"), ("user ‸a;", "nobody"),
      ("let ‸a = 1; test 't' { let b = 2; allow get /a/b; }", "b"),
    ]
  )
  func testFileRefusals(source: String, name: String) {
    let marked = Marked(source)
    #expect(throws: RenameRefusal.self) {
      try marked.analysis(.tests).rename(at: marked.cursor, to: name, in: ProjectIndex())
    }
  }
}
