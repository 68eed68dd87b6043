import RulesSource
import Testing

/// What each check of correctness finds and lets pass, in many spellings: the claims were asked of the
/// official engine.
struct CorrectnessTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let blocks: String
    /// The texts that are marked, in source order; none where nothing is found.
    var marked: [String] = []

    var testDescription: String { "\(id): \(blocks)" }
  }

  private static func get(_ id: String, _ condition: String, _ marked: String...) -> Row {
    Row(id: id, blocks: "match /c/{id} { allow get: if \(condition); }", marked: marked)
  }

  private static func list(_ id: String, _ condition: String, _ marked: String...) -> Row {
    Row(id: id, blocks: "match /c/{id} { allow list: if \(condition); }", marked: marked)
  }

  private static func update(_ id: String, _ condition: String, _ marked: String...) -> Row {
    Row(id: id, blocks: "match /c/{id} { allow update: if \(condition); }", marked: marked)
  }

  static let lookups: [Row] = [
    get(
      "get-null-compare",
      "get(/databases/$(database)/documents/a/b) == null",
      "get(/databases/$(database)/documents/a/b) == null"
    ),
    get(
      "get-null-compare",
      "null == (get(/databases/$(database)/documents/a/b)) /* c */ || id == 'x'",
      "null == (get(/databases/$(database)/documents/a/b))"
    ),
    Row(
      id: "get-null-compare",
      blocks: """
        function user() { return get(/databases/$(database)/documents/users/$(request.auth.uid)); }
        function isNew() { let user = user(); return user == null; }
        match /c/{id} { allow get: if isNew(); allow list: if !!isNew(); }
        """,
      marked: ["user == null"]
    ),
    Row(
      id: "get-null-compare",
      blocks: """
        function doc(path) { return get(path); }
        match /c/{id} { allow get: if doc(/databases/$(database)/documents/a/$(id)) == null ? true : false; }
        """,
      marked: ["doc(/databases/$(database)/documents/a/$(id)) == null"]
    ),
    get("get-null-compare", "get(/databases/$(database)/documents/c/$(id)) == null"),
    get("get-null-compare", "getAfter(/databases/$(database)/documents/a/b) == null"),
    get("get-null-compare", "get(/databases/$(database)/documents/a/b).data.c == null"),
    get("get-null-compare", "!exists(/databases/$(database)/documents/a/b)"),

    get("path-interpolation", "exists(/a/$(id))", "/a/$(id)"),
    get("path-interpolation", "exists(/databases/$(database)/documents/a/(id))", "/(id)"),
    get("path-interpolation", "exists(/databases/$(database)/documents/a/{id})", "/{id}"),
    get("path-interpolation", "exists(/databases/$(database)/documents/a/id)", "/id"),
    get("path-interpolation", "exists(/databases/database/documents/a/b)", "/database"),
    get(
      "path-interpolation",
      "exists(/databases/$(database)/a/b)",
      "/databases/$(database)/a/b"
    ),
    get(
      "path-interpolation",
      "exists(/databases/$(database)/documents/a)",
      "/databases/$(database)/documents/a"
    ),
    get(
      "path-interpolation",
      "get(/databases/$(database)/documents/a/$(request.auth.uid)/b).data.c",
      "/databases/$(database)/documents/a/$(request.auth.uid)/b"
    ),
    Row(
      id: "path-interpolation",
      blocks: """
        function seat(uid) { return /seats/$(uid); }
        function has(path) { let p = path; return exists(p); }
        match /c/{id} { allow get: if has(seat(request.auth.uid)); }
        """,
      marked: ["/seats/$(uid)"]
    ),
    get("path-interpolation", "exists(/databases/$(database)/documents/a/b)"),
    get("path-interpolation", "exists(/databases/(default)/documents/a/$(id + 'x'))"),
    get("path-interpolation", "exists(/$(resource.data.place)/a)"),
    get("path-interpolation", "exists(path('databases/x/documents/a/b'))"),
    get("path-interpolation", "resource.data.place == /a/(id)"),
    Row(
      id: "path-interpolation",
      blocks: """
        match /c/{rest=**} { allow get: if exists(/databases/$(database)/documents/d/$(rest)/e); }
        """
    ),

    Row(id: "unreachable-match", blocks: "match /c { allow get: if false; }", marked: ["/c"]),
    Row(
      id: "unreachable-match",
      blocks: "match /c/{id} { match /sub { allow list: if false; } }",
      marked: ["/sub"]
    ),
    Row(id: "unreachable-match", blocks: "match /c/** { allow get: if false; }", marked: ["/**"]),
    Row(id: "unreachable-match", blocks: "match /c { match /{id} { allow get: if false; } }"),
    Row(id: "unreachable-match", blocks: "match /c/{id=**} { allow get: if false; }"),
    Row(id: "unreachable-match", blocks: "match /{a=**}/c/{id} { allow get: if false; }"),
  ]

  static let lists: [Row] = [
    list("unprovable-list", "id == request.auth.uid", "id == request.auth.uid"),
    list("unprovable-list", "request.auth.uid != id", "request.auth.uid != id"),
    list("unprovable-list", "resource.id == 'a'", "resource.id == 'a'"),
    list("unprovable-list", "resource['__name__'] == /a/b", "resource['__name__'] == /a/b"),
    list(
      "unprovable-list",
      "exists(/databases/$(database)/documents/a/$(id))",
      "exists(/databases/$(database)/documents/a/$(id))"
    ),
    Row(
      id: "unprovable-list",
      blocks: """
        function isMe(uid) { return /* me */ request.auth.uid == uid; }
        match /c/{id} { allow list: if request.auth != null && isMe(id); }
        """,
      marked: ["isMe(id)"]
    ),
    list(
      "unprovable-list",
      "resource.data.name.lower() == 'a'",
      "resource.data.name.lower() == 'a'"
    ),
    list("unprovable-list", "resource.data.name is string", "resource.data.name is string"),
    list("unprovable-list", "resource.data.owner == request.auth.uid || id == 'a'"),
    list("unprovable-list", "resource.data.a >= 1 && request.auth.uid in resource.data.members"),
    list(
      "unprovable-list",
      "resource.data.members.hasAny(['a']) && resource.data.get('b', 1) == 1"
    ),
    list("unprovable-list", "request.query.limit <= 10"),
    Row(id: "unprovable-list", blocks: "match /c/{id} { allow read: if request.auth.uid == id; }"),
    Row(
      id: "unprovable-list",
      blocks: "match /c/{id}/d/{d} { allow list: if request.auth.uid == id; }"
    ),
  ]

  static let missing: [Row] = [
    get("null-absence-test", "resource.data.a == null", "resource.data.a == null"),
    get("null-absence-test", "null == resource.data['a']", "null == resource.data['a']"),
    Row(
      id: "null-absence-test",
      blocks: """
        function old() { return resource.data; }
        function free(x) { let a = x; return a == null; }
        match /c/{id} { allow get: if free(old().a); }
        """,
      marked: ["a == null"]
    ),
    get("null-absence-test", "'a' in resource.data && resource.data.a == null"),
    get("null-absence-test", "resource.data.keys().hasAll(['a']) && resource.data.a == null"),
    get("null-absence-test", "resource.data.a != null"),
    get("null-absence-test", "resource.data.get('a', null) == null"),
    get("null-absence-test", "request.auth == null || request.auth.token.a == null"),
    update("null-absence-test", "resource.data.a == null && request.resource.data.a == null"),

    get("negated-error", "!request.auth.token.banned", "request.auth.token.banned"),
    get("negated-error", "!(request.auth.token.level == 1)", "request.auth.token.level == 1"),
    Row(
      id: "negated-error",
      blocks: """
        function token() { return request.auth.token; }
        function isBanned() { return token().banned == true; }
        match /c/{id} { allow get: if request.auth != null && !isBanned(); }
        """,
      marked: ["token().banned == true"]
    ),
    Row(
      id: "negated-error",
      blocks: """
        match /c/{id} {
          allow get: if !resource.data.hidden;
          allow create: if !('hidden' in request.resource.data);
        }
        """,
      marked: ["resource.data.hidden"]
    ),
    get("negated-error", "!request.auth.token.get('banned', false)"),
    get("negated-error", "!request.auth.token.email_verified"),
    get("negated-error", "!('a' in resource.data && resource.data.a == 1)"),
    get("negated-error", "!resource.data.hidden"),
    get("negated-error", "request.auth.token.banned ? false : true", "request.auth.token.banned"),

    get(
      "unsafe-auth-deref",
      "!(request.auth.uid in resource.data.a)",
      "request.auth.uid in resource.data.a"
    ),
    get("unsafe-auth-deref", "request.auth.uid != 'a'", "request.auth.uid != 'a'"),
    Row(
      id: "unsafe-auth-deref",
      blocks: """
        function me() { return request.auth.uid; }
        match /c/{id} { allow get: if resource.data.a == 1 && 'x' != me(); }
        """,
      marked: ["'x' != me()"]
    ),
    get("unsafe-auth-deref", "request.auth != null && request.auth.uid != 'a'"),
    get("unsafe-auth-deref", "request.auth == null || request.auth.uid != 'a'"),
    get("unsafe-auth-deref", "request.auth.uid == resource.data.a && request.auth.uid != 'a'"),
    get("unsafe-auth-deref", "request.auth.uid == 'a'"),
    get("unsafe-auth-deref", "!request.auth.token.banned"),
    get(
      "unsafe-auth-deref",
      "exists(/databases/$(database)/documents/a/$(request.auth.uid)) && request.auth.uid != id"
    ),
  ]

  static let decided: [Row] = [
    get("always-false", "resource.data.a == 1 && 2 == resource.data.a", "2 == resource.data.a"),
    get(
      "always-false",
      "resource.data.a == 'x' && resource.data['a'] == 'y'",
      "resource.data['a'] == 'y'"
    ),
    get("always-false", "resource.data.a > 3 && resource.data.a < 2", "resource.data.a < 2"),
    get(
      "always-false",
      "resource.data.a > 3 && (id == 'x' && 3 >= resource.data.a)",
      "3 >= resource.data.a"
    ),
    get(
      "always-false",
      "resource.data.a.size() > 1 && resource.data.a.size() < 2",
      "resource.data.a.size() < 2"
    ),
    get("always-false", "resource.data.a.size() < 0", "resource.data.a.size() < 0"),
    get("always-false", "resource.data.a == 1 && !(resource.data.a == 1)", "resource.data.a == 1"),
    get("always-false", "id == 'x' && false", "false"),
    get("always-false", "id == 'x' && 1 + 1 == 3", "1 + 1 == 3"),
    Row(
      id: "always-false",
      blocks: """
        function state() { return resource.data.state; }
        function isState(name) { return state() == name; }
        match /c/{id} { allow get: if isState('a') && isState('b'); }
        """,
      marked: ["isState('a')"]
    ),
    get("always-false", "resource.data.a == 1 && resource.data.b == 2"),
    get("always-false", "resource.data.a == 1 && resource.data.a == 1.0"),
    get("always-false", "resource.data.a >= 3 && resource.data.a <= 3"),
    get("always-false", "resource.data.a == 1 || resource.data.a == 2"),
    get("always-false", "false"),

    get(
      "always-true",
      "id == 'x' && (resource.data.a != 1 || resource.data.a != 2)",
      "resource.data.a != 2"
    ),
    get(
      "always-true",
      "id == 'x' && !(resource.data.a == 1 && resource.data.a == 2)",
      "resource.data.a == 2"
    ),
    get(
      "always-true",
      "id == 'x' && (resource.data.a == 1 || resource.data.a != 1)",
      "resource.data.a != 1"
    ),
    get("always-true", "id == 'x' && resource.data.a.size() >= 0", "resource.data.a.size() >= 0"),
    get("always-true", "id == 'x' && 0 <= resource.data.a.size()", "0 <= resource.data.a.size()"),
    get(
      "always-true",
      "id == 'x' && resource.data.a == resource.data.a",
      "resource.data.a == resource.data.a"
    ),
    get("always-true", "true && id == 'x'", "true"),
    get("always-true", "id == 'x' && (resource.data.a != 1 && resource.data.a != 2)"),
    get("always-true", "id == 'x' && (resource.data.a < 1 || resource.data.a >= 1)"),
    Row(
      id: "always-true",
      blocks: """
        function isText(v, low) { return v is string && v.size() >= low; }
        match /c/{id} { allow get: if isText(resource.data.a, 0) && isText(resource.data.b, 1); }
        """
    ),
  ]

  @Test("A check finds what it is for, however it is written", arguments: lookups + lists)
  func found(row: Row) { expect(row) }

  @Test("A check knows what may be missing, and what is decided", arguments: missing + decided)
  func foundInTests(row: Row) { expect(row) }

  @Test("A check finds what a write does", arguments: WriteRows.all)
  func foundInWrites(row: Row) { expect(row) }

  @Test(
    "A check knows budgets, and what fields hold",
    arguments: BudgetRows.all + BudgetRows.confusions
  )
  func foundInBudgets(row: Row) { expect(row) }

  private func expect(_ row: Row) {
    let text = LintRuleExample.file(row.blocks)
    let found = Fixture.findings(text).filter { $0.code.id == row.id }
    let file = SourceFile(name: "firestore.rules", text: text)
    #expect(found.map { file.text(of: $0.range) } == row.marked)
  }
}
