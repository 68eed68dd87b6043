import RulesIDE
import Foundation
import RulesSource
import Testing

struct NavigationTests {
  static let sample = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        function isOwner(id) { return id == request.auth.uid; }
        match /books/{book} {
          function isLong(data) {
            let pages = data.pages;
            return pages > 100 && pages < 1000;
          }
          allow get: if isOwner(book) || isLong(resource.data);
          allow list: if isOwner(book);
          match /pages/{page} { allow get: if isOwner(book) && page == book; }
        }
      }
    }
    """

  /// The sample with a cursor in the nth occurrence of a word.
  static func marked(_ word: String, _ occurrence: Int) -> Marked {
    var parts = sample.components(separatedBy: word)
    let head = parts.prefix(occurrence).joined(separator: word)
    parts.removeFirst(occurrence)
    let first = word.prefix(1)
    return Marked(head + first + "‸" + word.dropFirst() + parts.joined(separator: word))
  }

  @Test(
    "A definition is found from every use, and the uses from each other",
    arguments: [
      ("isOwner", 4), ("isLong", 2),
    ]
  )
  func references(word: String, count: Int) {
    for occurrence in 1...count {
      let marked = Self.marked(word, occurrence)
      let analysis = marked.analysis()
      let places = analysis.references(
        at: marked.cursor,
        includingDeclaration: true,
        in: ProjectIndex()
      )
      #expect(places.map { analysis.text($0.range) } == Array(repeating: word, count: count))
      let definitions = analysis.definitions(at: marked.cursor, in: ProjectIndex())
      #expect(definitions == [places[0]])
      let uses = analysis.references(
        at: marked.cursor,
        includingDeclaration: false,
        in: ProjectIndex()
      )
      #expect(uses.count == count - 1)
    }
  }

  @Test(
    "What a name means is marked wherever it stands",
    arguments: [
      (
        "function f(‸a, b) { let c = a; return c == a || b; }",
        "function f([a], b) { let c = [a]; return c == [a] || b; }"
      ),
      (
        "function f(a) { let ‸c = a; return c == a; }",
        "function f(a) { let [c] = a; return [c] == a; }"
      ),
      (
        "function f(book) { return bo‸ok; }\nallow get: if book == 'a';",
        "function f([book]) { return [book]; }\nallow get: if book == 'a';"
      ),
      (
        "allow get: if re‸quest.auth != null && request.time != null;",
        "allow get: if [request].auth != null && [request].time != null;"
      ),
      (
        "allow get: if request.au‸th != null && request.auth.uid == resource.auth;",
        "allow get: if request.[auth] != null && request.[auth].uid == resource.auth;"
      ),
      (
        "allow get: if 'a'.si‸ze() == 'b'.size() && [1].size() == 1;",
        "allow get: if 'a'.[size]() == 'b'.[size]() && [1].[size]() == 1;"
      ),
      ("allow get: if fo‸o();", "allow get: if foo();"),
    ]
  )
  func highlights(source: String, expected: String) {
    let marked = Marked(inBooks(source))
    let analysis = marked.analysis()
    let ranges = analysis.highlights(at: marked.cursor).map(\.range)
    #expect(analysis.marking(ranges) == inBooks(expected))
  }

  @Test("A declaration is a write, and a use a read")
  func kinds() {
    let marked = Marked(inBooks("function f(‸a) { return a; }"))
    #expect(marked.analysis().highlights(at: marked.cursor).map(\.kind) == [.write, .read])
  }

  @Test(
    "Names of test files are found",
    arguments: [
      (
        "user al‸ice; user bob; test 't' { allow get /a/b as alice; deny get /a/b as bob; }",
        "user [alice]; user bob; test 't' { allow get /a/b as [alice]; deny get /a/b as bob; }"
      ),
      (
        "user a; group 'g' { user a; test 't' { allow get /a/b as ‸a; } } table /a/b { | a ; get | allow ; }",
        "user a; group 'g' { user [a]; test 't' { allow get /a/b as [a]; } } table /a/b { | a ; get | allow ; }"
      ),
      (
        "let x = 1; test 't' { allow create /a/b { x: ‸x }; allow create /a/c { x: x }; }",
        "let [x] = 1; test 't' { allow create /a/b { x: [x] }; allow create /a/c { x: [x] }; }"
      ),
    ]
  )
  func testFiles(source: String, expected: String) {
    let marked = Marked(source)
    let analysis = marked.analysis(.tests)
    #expect(analysis.marking(analysis.highlights(at: marked.cursor).map(\.range)) == expected)
  }

  @Test("A test file leads to the rules")
  func acrossFiles() {
    var project = ProjectIndex()
    let rules = Marked(Self.sample).analysis()
    project.rules = rules
    for (source, expected) in [
      ("test 't' { allow get /bo‸oks/a; }", ["match"]),
      ("test 't' { allow get /books/a/pages/‸1; }", ["match"]),
      ("test 't' { deny get /books/a because 'isO‸wner'; }", ["isOwner"]),
      ("test 't' { deny get /ot‸her/a; }", []),
    ] {
      let marked = Marked(source)
      let found = marked.analysis(.tests).definitions(at: marked.cursor, in: project)
      #expect(found.map { rules.text($0.range) } == expected)
      #expect(found.allSatisfy { $0.document == "firestore.rules" })
    }
    let marked = Marked("rules 'fire‸store.rules';")
    #expect(
      marked.analysis(.tests).definitions(at: marked.cursor, in: project)
        == [Location("firestore.rules", SourceRange(at: 0))]
    )
  }
}
