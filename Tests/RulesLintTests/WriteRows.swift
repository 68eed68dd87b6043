import RulesLint

/// What checks find in conditions of writes, and in what is around conditions.
enum WriteRows {
  typealias Row = CorrectnessTests.Row

  private static func update(_ id: String, _ condition: String, _ marked: String...) -> Row {
    Row(id: id, blocks: "match /c/{id} { allow update: if \(condition); }", marked: marked)
  }

  private static func get(_ id: String, _ condition: String, _ marked: String...) -> Row {
    Row(id: id, blocks: "match /c/{id} { allow get: if \(condition); }", marked: marked)
  }

  static let all: [Row] = [
    update(
      "diff-direction",
      "resource.data.diff(request.resource.data).affectedKeys().hasOnly(['a'])",
      "resource.data.diff(request.resource.data)"
    ),
    Row(
      id: "diff-direction",
      blocks: """
        function old() { return resource.data; }
        function new() { return request.resource.data; }
        function changes() { let d = old().diff(new()); return d.addedKeys(); }
        match /c/{id} { allow update: if changes().size() == 0; }
        """,
      marked: ["old().diff(new())"]
    ),
    update("diff-direction", "request.resource.data.diff(resource.data).addedKeys().size() == 0"),
    update(
      "diff-direction",
      "resource.data.a.diff(request.resource.data.a).addedKeys().size() == 0"
    ),

    update(
      "affected-keys-not-limited",
      "request.resource.data.diff(resource.data).affectedKeys().hasAll(['a'])",
      "request.resource.data.diff(resource.data).affectedKeys().hasAll(['a'])"
    ),
    Row(
      id: "affected-keys-not-limited",
      blocks: """
        function changed() { return request.resource.data.diff(resource.data).affectedKeys(); }
        match /c/{id} { allow write: if true == changed().hasAny(['a', 'b']); }
        """,
      marked: ["changed().hasAny(['a', 'b'])"]
    ),
    update(
      "affected-keys-not-limited",
      "!request.resource.data.diff(resource.data).affectedKeys().hasAny(['a'])"
    ),
    update(
      "affected-keys-not-limited",
      "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['a', 'b'])"
        + " && request.resource.data.diff(resource.data).affectedKeys().hasAny(['a'])"
    ),
    update(
      "affected-keys-not-limited",
      "request.resource.data.diff(resource.data).unchangedKeys().hasAll(['a'])"
    ),
    update("affected-keys-not-limited", "request.resource.data.keys().hasAll(['a'])"),

    get(
      "time-compare-equality",
      "resource.data.at == request.time",
      "resource.data.at == request.time"
    ),
    get(
      "time-compare-equality",
      "request.time != resource.data.a.b",
      "request.time != resource.data.a.b"
    ),
    update(
      "time-compare-equality",
      "request.resource.data.created_at == request.time",
      "request.resource.data.created_at == request.time"
    ),
    Row(
      id: "time-compare-equality",
      blocks: """
        function now() { return request.time; }
        function isNow(field) { return request.resource.data[field] == now(); }
        match /c/{id} { allow create, update: if isNow('createdAt') && isNow('changedAt'); }
        """,
      marked: ["isNow('createdAt')"]
    ),
    Row(
      id: "time-compare-equality",
      blocks: """
        match /c/{id} {
          allow create: if request.resource.data.createdAt == request.time;
          allow update: if request.resource.data.changedAt == request.time;
        }
        """,
      marked: ["allow update: if request.resource.data.changedAt == request.time;"]
    ),
    update(
      "time-compare-equality",
      "getAfter(/databases/$(database)/documents/a/b).data.at == request.time"
    ),
    get("time-compare-equality", "resource.data.at <= request.time"),

    update(
      "number-literal-pitfall",
      "request.resource.data.a /* euros */ is float",
      "request.resource.data.a /* euros */ is float"
    ),
    update(
      "number-literal-pitfall",
      "request.resource.data.a is float || request.resource.data.a is int"
    ),
    get("number-literal-pitfall", "resource.data.a > 7 / 2", "7 / 2"),
    get("number-literal-pitfall", "resource.data.a > 8 / 2 && resource.data.b > 7.0 / 2"),

    get("misleading-pattern", "id.matches('.*@a-b.example.com$')", "'.*@a-b.example.com$'"),
    get("misleading-pattern", "id.matches(('^https://'))", "'^https://'"),
    get("misleading-pattern", "id.matches('@example[.]com$')", "'@example[.]com$'"),
    get("misleading-pattern", "id.matches('.*@example[.]com')"),
    get("misleading-pattern", "id.matches('.*@example\\\\.com')"),
    get("misleading-pattern", "id.matches('.+@.+')"),
    get("misleading-pattern", "id.matches('.*@.*[.]com')"),
    get("misleading-pattern", "id.matches('^[a-z]+$') && id.matches('a') && id.matches('^a.*')"),
    get("misleading-pattern", "id.matches('a|b$') && id.matches('[a-z]+.png')"),

    get("length-member", "3 >= (resource.data.a.length)", "length"),
    get("length-member", "resource.data.a['b'].c.length == 0 || id == 'x'", "length"),
    get("length-member", "resource.data.length > 3 && resource.data.a.length == id"),

    Row(
      id: "never-granted",
      blocks: """
        function old() { return resource.data; }
        match /a/{id} { allow write: if old().a == 1 && id == 'x'; }
        match /b/{id} { allow read, update: if id == 'x' && request.resource.data.a == 1; }
        match /c/{id} { allow write: if resource.data.a == 1; allow create: if id == 'x'; }
        match /d/{id} { allow write: if resource == null || resource.data.a == 1; }
        match /e/{id} { allow get, delete: if resource.data.a == 1; }
        match /f/{id} { allow read, write: if false; }
        match /g/{id} { allow read, write: if request.method == 'get' || request.resource.data.a == 1; }
        """,
      // The last one never allows a list.
      marked: ["write", "read", "read"]
    ),

    Row(
      id: "duplicate-verb",
      blocks: "match /c/{id} { allow create, get, write, create: if false; }",
      marked: ["create", "create"]
    ),
    Row(id: "duplicate-verb", blocks: "match /c/{id} { allow get, list, create: if false; }"),

    Row(
      id: "shadowed-name",
      blocks: "match /c/{id} { match /d/{id} { allow get: if id == 'x'; } }",
      marked: ["id"]
    ),
    Row(
      id: "shadowed-name",
      blocks: """
        function get(resource) { let request = 1; return resource == request; }
        match /c/{id} { allow get: if get(1); }
        """,
      marked: ["get", "resource", "request"]
    ),
    Row(
      id: "shadowed-name",
      blocks:
        "match /c/{id} { allow get: if id == 'x'; } match /d/{id} { allow get: if id == 'x'; }"
    ),

    get("duplicate-map-key", "resource.data == {'a': 1, \"a\": 2, 'b': 3}", "\"a\""),
    get("duplicate-map-key", "resource.data == {'a': 1, 'b': {'a': 2}}"),

    Row(
      id: "redundant-allow",
      blocks: """
        function isA() { return resource.data.a == 1; }
        match /c/{id} {
          allow get, list: if resource.data.b == 2 && isA();
          allow read: if 1 == resource.data.a; // the same, and less
        }
        """,
      marked: ["allow get, list: if resource.data.b == 2 && isA();"]
    ),
    Row(
      id: "redundant-allow",
      blocks: """
        match /c/{id} {
          allow get: if resource.data.a == 1;
          allow get: if resource.data.a == 2;
          allow list: if resource.data.a == 1;
        }
        """
    ),

    Row(
      id: "redundant-allow",
      blocks: """
        match /c/{id} {
          allow read: if resource.data.a == 1 || (resource.data.b == 2 && id == 'x');
          allow get: if 'x' == id && resource.data.b == 2 && resource.data.c == 3;
          allow list: if resource.data.b == 2;
        }
        """,
      marked: ["allow get: if 'x' == id && resource.data.b == 2 && resource.data.c == 3;"]
    ),

    Row(
      id: "identical-matches",
      blocks: """
        match /c/{id} { allow get: if false; }
        match /c { match /{other} { allow list: if false; } }
        """,
      marked: ["/{other}"]
    ),
    Row(
      id: "identical-matches",
      blocks: "match /c/{id} { allow get: if false; } match /c/{id=**} { allow list: if false; }"
    ),

    get(
      "debug-call",
      "debug(id) == 'x' && debug(id == 'y' || id == 'z')",
      "debug(id)",
      "debug(id == 'y' || id == 'z')"
    ),
    Row(
      id: "debug-call",
      blocks: "function debug(x) { return x; } match /c/{id} { allow get: if debug(id == 'x'); }"
    ),

    Row(
      id: "duplicate-lookup-call",
      blocks: """
        function a(x) { return get(/databases/$(database)/documents/a/$(x)).data; }
        function b(x) { return a(x).b; }
        function c(x) { return b(x) == 1 || b(x) == 2 || /* again */ b(x) == 3; }
        match /c/{id} { allow get: if c(id); }
        """,
      marked: ["b(x)"]
    ),
    Row(
      id: "duplicate-lookup-call",
      blocks: """
        function a(x) { return get(/databases/$(database)/documents/a/$(x)).data; }
        function c(x) { return a(x) == 1 || a(x) == 2 || a('y') == 3; }
        match /c/{id} { allow get: if c(id) || c(id) || c(id); }
        """
    ),
  ]
}

/// Files for blocks.
enum LintRuleExample {
  static func file(_ blocks: String) -> String { LintRule.Example.firestore(blocks).fileText }
}
