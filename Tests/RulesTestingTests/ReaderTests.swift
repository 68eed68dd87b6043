import RulesRuntime
import RulesSource
import RulesTesting
import Testing

/// Reading test files: each construct, and each thing that can be wrong.
struct ReaderTests {
  /// Declarations, and a condition that must hold for `allow get /c/d as alice`.
  static let constructs: [(text: String, condition: String)] = [
    ("user alice;", "request.auth.uid == 'alice'"),
    (
      "user alice with uid 'x' + 'y';", "request.auth.uid == 'xy' && request.auth.token.sub == 'xy'"
    ),
    ("user alice;", "request.auth.token.firebase.sign_in_provider == 'password'"),
    ("user alice: anonymous;", "request.auth.token.firebase.sign_in_provider == 'anonymous'"),
    ("user alice: anonymous;", "request.auth.token.firebase.identities == {}"),
    ("user alice: apple;", "request.auth.token.firebase.sign_in_provider == 'apple.com'"),
    ("user alice: google;", "request.auth.token.firebase.identities['google.com'][0] == 'alice'"),
    ("user alice: custom;", "request.auth.token.firebase.sign_in_provider == 'custom'"),
    (
      "user alice: phone { phone_number: '+49' };",
      "request.auth.token.firebase.identities.phone == ['+49']"
    ),
    (
      "user alice { email: 'a@b.c', email_verified: true };",
      "request.auth.token.email_verified && request.auth.token.firebase.identities.email == ['a@b.c']"
    ),
    ("user alice { role: 'admin' };", "request.auth.token.role == 'admin'"),
    ("user alice;", "request.auth.token.keys().hasAll(['user_id', 'auth_time', 'iat', 'exp'])"),
    ("user alice;", "!('email' in request.auth.token)"),
    ("let n = 2; user alice { n: n * 3 };", "request.auth.token.n == 6"),
    ("let a = [1]; let b = a.concat([2]); user alice { b: b };", "request.auth.token.b == [1, 2]"),
    ("data { /c/d { a: 1 }; } user alice;", "resource.data.a == 1"),
    ("user alice; data { /c/d { a: 1 }; /c/d { b: 1 }; }", "resource.data == {'b': 1}"),
    (
      "data from 'plain.json'; user alice;",
      "resource.data == {'a': 1, 'b': 1.5, 'c': [null, true]}"
    ),
    ("data from 'rest.json'; user alice;", "resource.data.t is timestamp && resource.data.n == 7"),
    (
      "data from 'typed.json'; user alice;",
      "resource.data.b == b'ab' && resource.data.p.latitude() == 1.5"
    ),
    ("user alice; data { /databases/(default)/documents/c/d { a: 1 }; }", "resource.data.a == 1"),
    ("user alice;", "resource == null"),
    ("user alice;", "request.time == timestamp.value(1750000000000)"),
  ]

  static let files = [
    "plain.json": #"{"c/d": {"a": 1, "b": 1.5, "c": [null, true]}}"#,
    "rest.json":
      #"{"/c/d": {"fields": {"t": {"timestampValue": "2024-01-01T00:00:00Z"}, "n": {"integerValue": "7"}}}}"#,
    "typed.json":
      #"{"c/d": {"b": {"bytesValue": "YWI="}, "p": {"geoPointValue": {"latitude": 1.5, "longitude": 2}}}}"#,
    "list.json": "[]", "broken.json": "{", "path.json": #"{"c": {"a": 1}}"#,
    "fields.json": #"{"c/d": 5}"#, "number.json": #"{"c/d": {"a": 99999999999999999999}}"#,
  ]

  @Test("A declaration means what it says", arguments: constructs)
  func construct(text: String, condition: String) {
    let file = TestFile(
      "\(text) test 't' { allow get /c/d as alice; }",
      rules: TestFile.rules(condition),
      files: Self.files
    )
    #expect(file.failures == [], "\(condition)\n\(file.explanation)")
  }

  /// Steps, and a condition that must hold for each.
  static let steps: [(step: String, condition: String)] = [
    ("get /c/d", "request.auth == null"),
    ("get /c/d as nobody", "request.auth == null"),
    ("get /c/d as { uid: 'x' }", "request.auth.uid == 'x'"),
    ("get /c/d as { uid: 'x', token: { admin: true } }", "request.auth.token.admin"),
    ("get /c/d at timestamp.date(2025, 1, 1)", "request.time == timestamp.date(2025, 1, 1)"),
    ("get /c/d at timestamp.date(2025, 1, 1) as bob", "request.auth.token.iat == 1735689600"),
    ("get /c/$('d')", "request.path == /databases/(default)/documents/c/d"),
    ("get /c/d/e/f", "request.path[5] == 'e'"),
    ("get /c/h%C3%A9", "request.path[4] == 'hé'"),
    ("list /c limit 5 offset 2", "request.query.limit == 5 && request.query.offset == 2"),
    ("list /c", "request.query.limit == null && request.query.offset == 0"),
    (
      "list /c orderBy a desc, b.c asc, d",
      "request.query.orderBy == {'a': 'DESC', 'b.c': 'ASC', 'd': 'ASC'}"
    ),
    ("list /c limit 2 + 3", "request.query.limit == 5"),
  ]

  @Test("A request is as it is written", arguments: steps)
  func step(step: String, condition: String) {
    let file = TestFile(
      "user bob; test 't' { allow \(step); }",
      rules: TestFile.rules(condition)
    )
    #expect(file.failures == [], "\(condition)\n\(file.explanation)")
  }

  @Test("A filter is read with its operators and brackets")
  func filter() throws {
    let file = TestFile(
      """
      test 't' {
        allow list group /c where (a == 1 || b.c != 'x') && d in [1, 2] && e not in [3]
          && f array-contains 1 && g array-contains-any [2] && 'odd.name' >= 1 + 1
          && h < 1 && i <= 2 && j > 3;
      }
      """
    )
    #expect(file.problems == [])
    let query = try #require(file.suite.cases.first?.steps.first?.operations.first?.query)
    #expect(query.isCollectionGroup)
    #expect(
      query.filter.map(Self.text)
        == "(((((((((a == 1 || b.c != 'x') && d in [1, 2]) && e not in [3]) && f array-contains 1)"
        + " && g array-contains-any [2]) && odd.name >= 2) && h < 1) && i <= 2) && j > 3)"
    )
  }

  private static func text(_ filter: ListQuery.Filter) -> String {
    switch filter {
    case .and(let left, let right): "(\(text(left)) && \(text(right)))"
    case .or(let left, let right): "(\(text(left)) || \(text(right)))"
    case .field(let path, let comparison, let value):
      "\(path.map(\.description).joined(separator: ".")) \(comparison.rawValue) \(value.sourceText())"
    }
  }

  /// What is wrong, and what is said about it.
  static let problems: [(text: String, problems: [String])] = [
    ("user a; user a;", ["1:14 duplicate-test-name a second user `a`"]),
    ("user nobody;", ["1:6 duplicate-test-name `nobody` is the request without sign-in"]),
    ("user a: aple;", ["1:9 unknown-provider nobody signs in with `aple`"]),
    ("user a with uid 5;", ["1:17 invalid-test-value expected a string as uid, found int"]),
    ("let a = 1 / 0;", ["1:9 invalid-test-value this has no value"]),
    ("let a = b;", ["1:9 unknown-name nothing declares a variable `b`"]),
    ("let a = request.auth;", ["1:9 unknown-name nothing declares a variable `request`"]),
    ("data { /c { a: 1 }; }", ["1:8 invalid-test-path no document can stand here"]),
    ("data { /c/{d} { a: 1 }; }", ["1:8 invalid-test-path the path of a request names one place"]),
    (
      "data { /databases/x/documents/c/d { }; }",
      ["1:8 invalid-test-path requests go to the database `(default)`, not `x`"]
    ),
    ("data from 'none.json';", ["1:11 invalid-fixture `none.json` does not exist"]),
    (
      "data from 'list.json';",
      ["1:11 invalid-fixture list.json:1:1: expected an object of documents by path"]
    ),
    ("data from 'path.json';", ["1:11 invalid-test-path no document can stand here"]),
    (
      "data from 'fields.json';",
      ["1:11 invalid-fixture fields.json:1:9: expected an object of fields"]
    ),
    (
      "data from 'number.json';",
      ["1:11 invalid-fixture number.json:1:15: the integer has over 64 bits"]
    ),
    ("test 't' { } test 't' { }", ["1:19 duplicate-test-name a second test or group `t`"]),
    ("rules 'a'; rules 'b';", ["1:12 misplaced-test-item `rules` stands once, outside of groups"]),
    ("test 't' at 5 { }", ["1:13 invalid-test-value expected a timestamp as time, found int"]),
    ("test 't' { allow get /c/d as x; }", ["1:30 unknown-user no user `x` is declared"]),
    (
      "test 't' { allow get /c/d as { id: 'x' }; }",
      ["1:30 invalid-test-value a user in place needs a `uid`"]
    ),
    (
      "test 't' { allow get /c; }",
      ["1:22 invalid-test-path this names a collection, not a document"]
    ),
    (
      "test 't' { allow list /c/d; }",
      ["1:23 invalid-test-path a list asks for a collection, not a document"]
    ),
    ("test 't' { allow get /c/d { a: 1 }; }", ["1:27 misplaced-test-item `get` writes no fields"]),
    (
      "test 't' { allow delete /c/d { a: 1 }; }",
      ["1:30 misplaced-test-item `delete` writes no fields"]
    ),
    (
      "test 't' { allow get /c/d limit 1; }",
      ["1:27 misplaced-test-item `limit` belongs to a `list`"]
    ),
    (
      "test 't' { allow get group /c/d; }", ["1:22 misplaced-test-item `group` belongs to a `list`"]
    ),
    (
      "test 't' { allow list /c limit 1 limit 2; }",
      ["1:34 misplaced-test-item a second `limit` of one request"]
    ),
    (
      "test 't' { allow list /c limit -1; }",
      ["1:32 invalid-test-value expected a count, such as `10`"]
    ),
    (
      "test 't' { allow get /c/d because 'x'; }",
      ["1:12 misplaced-test-item `because` belongs to a `deny` or an `error`"]
    ),
    (
      "test 't' { allow batch { } }",
      ["1:18 misplaced-test-item a batch without writes asks for nothing"]
    ),
    ("test 't' { allow batch { get /c/d; } }", ["1:26 misplaced-test-item a batch holds writes"]),
    (
      "test 't' { allow batch { delete /c/d as nobody; } }",
      ["1:38 misplaced-test-item `as` belongs to the whole batch"]
    ),
    (
      "test 't' { allow set /c/d { a: increment('x') }; }",
      ["1:32 invalid-test-value expected `increment(1)`"]
    ),
    (
      "test 't' { allow set /c/d { a: arrayUnion(1) }; }",
      ["1:32 invalid-test-value expected `arrayUnion(['a'])`"]
    ),
    (
      "test 't' { allow set /c/d { a: serverTimestamp(1) }; }",
      ["1:32 invalid-test-value expected `serverTimestamp()`"]
    ),
    (
      "test 't' { allow set /c/d { a: deleteField() }; }",
      ["1:32 impossible-write `deleteField()` is the value of a whole key of an `update`"]
    ),
    (
      "test 't' { allow update /c/d { a: { b: deleteField() } }; }",
      ["1:40 impossible-write `deleteField()` is the value of a whole key of an `update`"]
    ),
    (
      "test 't' { allow update /c/d { a: 1, 'a.b': 1 }; }",
      ["1:38 impossible-write the field lies within `a`, which is written as a whole"]
    ),
    (
      "test 't' { allow update /c/d { 'a..b': 1 }; }",
      ["1:32 invalid-test-value no field has an empty name"]
    ),
    (
      "table /c/d { | nobody; get | allow | deny; }",
      [
        "1:24 misplaced-test-item found 2 verdicts in the row, expected 1, one for each user"
      ]
    ),
    ("table /c/d { | bob; get | allow; }", ["1:16 unknown-user no user `bob` is declared"]),
    (
      "group 'g' { rules 'x'; }",
      [
        "1:13 misplaced-test-item `rules` stands once, outside of groups"
      ]
    ),
  ]

  @Test("What is wrong is said once, with its place", arguments: problems)
  func problem(text: String, problems: [String]) {
    #expect(TestFile(text, files: Self.files).problems == problems)
  }

  @Test("Groups inherit users, data and lets, and keep their own to themselves")
  func groups() {
    let file = TestFile(
      """
      user alice;
      data { /c/d { n: 1 }; }
      let one = 1;
      group 'outer' {
        user alice { level: one };
        data { /c/e { n: 2 }; }
        let two = one + 1;
        group 'inner' {
          user bob { level: two };
          test 't' { allow get /c/d as alice; allow get /c/e as bob; }
        }
      }
      test 't' {
        deny get /c/d as alice;
        deny get /c/e as { uid: 'x', token: { level: 2 } };
      }
      test 'own data' {
        data { /c/f { n: 3 }; }
        data from 'plain.json';
        let three = 3;
        allow get /c/f as { uid: 'x', token: { level: three } };
        allow get /c/d as { uid: 'x', token: { level: 1 } };
      }
      """,
      rules: TestFile.rules(
        "resource.data.get('n', resource.data.get('a', 0)) == request.auth.token.level"
      ),
      files: Self.files
    )
    #expect(file.failures == [])
    #expect(file.suite.cases.map(\.title) == ["outer › inner › t", "t", "own data"])
  }

  @Test("An inner user or let hides an outer one until its group ends, declared twice or not")
  func scopes() {
    let file = TestFile(
      """
      user ann with uid 'outer';
      let id = 'outer';
      group 'g' {
        user ann with uid 'first';
        user ann with uid 'second';
        let id = 'inner';
        test 'in' { let id = 'innermost'; deny get /a/b as ann; deny get /a/b as { uid: id }; }
        test 'behind' { deny get /a/b as ann; deny get /a/b as { uid: id }; }
      }
      test 'out' { deny get /a/b as ann; deny get /a/b as { uid: id }; }
      """
    )
    #expect(file.problems == ["5:8 duplicate-test-name a second user `ann`"])
    let users = file.suite.cases.map { $0.steps.map { $0.user?.uid } }
    #expect(users == [["second", "innermost"], ["second", "inner"], ["outer", "outer"]])
    #expect(file.suite.users.map(\.name) == ["ann"])
  }

  @Test("The cells of a table share a long path and long data, and their titles are short")
  func tableTitles() {
    let long = String(repeating: "b", count: 10_000)
    let file = TestFile(
      "table /a/\(long) { | nobody; get | allow; create { x: '\(long)' } | allow; }"
    )
    #expect(file.problems == [])
    let steps = file.suite.cases.flatMap(\.steps)
    #expect(steps.count == 2)
    #expect(
      steps.allSatisfy {
        $0.title.description.utf8.count < 1_000 && $0.title.description.hasSuffix("as nobody")
      }
    )
  }

  @Test("A test that is wrong is left out, and the others stay")
  func partlyWrong() {
    let file = TestFile("test 'a' { allow get /c; } test 'b' { allow get /c/d; }")
    #expect(file.suite.cases.map(\.title) == ["b"])
  }

  @Test("Requests go to the database that the file names")
  func database() {
    let file = TestFile(
      "rules 'x' database 'other'; test 't' { allow get /databases/other/documents/c/d; }",
      rules: TestFile.rules("database == 'other'")
    )
    #expect(file.failures == [])
  }
}
