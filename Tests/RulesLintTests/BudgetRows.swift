/// What is found of lookups, expressions and calls: the limits were asked of the official engine.
enum BudgetRows {
  typealias Row = CorrectnessTests.Row

  private static let path = "/databases/$(database)/documents"

  private static func exists(_ names: ClosedRange<Int>, _ key: String) -> String {
    names.map { "exists(\(path)/a\($0)/$(\(key)))" }.joined(separator: " && ")
  }

  /// `f1` calls `f2`, and so on.
  private static func chain(_ count: Int) -> String {
    (1...count).map { index in
      index == count
        ? "function f\(index)(x) { /* f1() */ return x == 'a'; }"
        : "function f\(index)(x) { let y = x; return true && f\(index + 1)(y); }"
    }.reversed().joined(separator: "\n")
  }

  static let all: [Row] = [
    Row(
      id: "lookup-budget",
      blocks: "match /c/{id} { allow get: if \(exists(1...11, "request.auth.uid")); }",
      marked: [exists(1...11, "request.auth.uid")]
    ),
    Row(
      id: "lookup-budget",
      blocks: "match /c/{id} { allow get: if \(exists(1...10, "request.auth.uid")); }"
    ),
    // The same document under several spellings, and the document of the request.
    Row(
      id: "lookup-budget",
      blocks: """
        function me() { return request.auth.uid; }
        match /c/{id} {
          allow update: if \(exists(1...9, "me()")) && \(exists(1...9, "request['auth'].uid"))
            && exists(\(path)/c/$(id)) && existsAfter(\(path)/c/$(id));
        }
        """
    ),
    // Branches that exclude one another.
    Row(
      id: "lookup-budget",
      blocks: """
        match /c/{id} {
          allow get: if id == 'a' ? \(exists(1...6, "id")) : \(exists(11...16, "id"));
        }
        """
    ),
    // What folds away.
    Row(
      id: "lookup-budget",
      blocks: """
        match /c/{id} {
          allow get: if \(exists(1...6, "id")) && (1 == 2 && \(exists(11...16, "id")) || id == 'a');
        }
        """
    ),
    Row(
      id: "lookup-budget",
      blocks: """
        function all(key) { return \(exists(1...8, "key")); }
        function more(key) { let a = all(key); return a && \(exists(21...28, "key")); }
        match /c/{id} { allow get: if /* helpers */ more(request.auth.uid); }
        """,
      marked: ["more(request.auth.uid)"]
    ),
    // Three documents of one batch.
    Row(
      id: "lookup-budget",
      blocks: "match /c/{id} { allow create: if \(exists(1...7, "id")); }",
      marked: [exists(1...7, "id")]
    ),
    Row(
      id: "lookup-budget",
      blocks: """
        function parent(name) { return exists(\(path)/$(name)/$(request.resource.data.parent)); }
        match /c/{id} {
          allow update: if ['a', 'b'].size() == 2 && parent('a') && parent('b') && parent('c') && parent('d') && parent('e') && parent('f') && parent('g');
        }
        """,
      marked: [
        "['a', 'b'].size() == 2 && parent('a') && parent('b') && parent('c') && parent('d')"
          + " && parent('e') && parent('f') && parent('g')"
      ]
    ),
    // The same documents for each write, and reads of single documents.
    Row(
      id: "lookup-budget",
      blocks: """
        match /c/{id} {
          allow create: if \(exists(1...8, "request.auth.uid"));
          allow get: if \(exists(1...8, "id"));
        }
        """
    ),
    Row(
      id: "lookup-budget",
      blocks: "match /p/{p}/c/{id} { allow create: if \(exists(1...8, "p")); }"
    ),
    // Statements that are tried for one request.
    Row(
      id: "lookup-budget",
      blocks: """
        match /c/{id} {
          allow get: if \(exists(1...8, "request.auth.uid"));
          allow list: if \(exists(11...18, "request.auth.uid"));
          allow read: if \(exists(5...12, "request.auth.uid"));
        }
        """,
      marked: [exists(5...12, "request.auth.uid")]
    ),
    Row(
      id: "lookup-budget",
      blocks: """
        match /c/{id} { allow get: if \(exists(1...8, "request.auth.uid")); }
        match /d/{id} { allow get: if \(exists(11...18, "request.auth.uid")); }
        """
    ),

    Row(
      id: "expression-budget",
      blocks: """
        function isOne(x) { return \((0..<15).map { "x == '\($0)'" }.joined(separator: " || ")); }
        match /c/{id} {
          allow get: if \((0..<13).map { "isOne(id[\($0)])" }.joined(separator: " || "));
        }
        """,
      marked: [(0..<13).map { "isOne(id[\($0)])" }.joined(separator: " || ")]
    ),
    // Nearly as many.
    Row(
      id: "expression-budget",
      blocks: """
        function isOne(x) { return \((0..<14).map { "x == '\($0)'" }.joined(separator: " || ")); }
        match /c/{id} {
          allow get: if \((0..<12).map { "isOne(id[\($0)])" }.joined(separator: " || "));
        }
        """,
      marked: [(0..<12).map { "isOne(id[\($0)])" }.joined(separator: " || ")]
    ),
    // Two statements together, and two that no request tries together.
    Row(
      id: "expression-budget",
      blocks: """
        function isOne(x) { return \((0..<10).map { "x == '\($0)'" }.joined(separator: " || ")); }
        match /c/{id} {
          allow get: if \((0..<10).map { "isOne(id[\($0)])" }.joined(separator: " || "));
          allow list: if \((0..<10).map { "isOne(id[\($0)])" }.joined(separator: " || "));
        }
        match /{any=**} {
          allow get: if \((1..<11).map { "isOne(string(any)[\($0)])" }.joined(separator: " || "));
        }
        """,
      marked: [(1..<11).map { "isOne(string(any)[\($0)])" }.joined(separator: " || ")]
    ),

    Row(
      id: "call-depth",
      blocks: chain(16) + "match /c/{id} { allow get: if f1(id); }",
      marked: ["f1"]
    ),
    Row(
      id: "call-depth",
      blocks: "function g(x) { return f1(x) || f2(x); }" + chain(20)
        + "match /c/{id} { allow get: if f3(id); }",
      marked: ["g"]
    ),
    Row(id: "call-depth", blocks: chain(15) + "match /c/{id} { allow get: if f1(id) || f1('b'); }"),
  ]

  static let confusions: [Row] = [
    Row(
      id: "map-list-set-confusion",
      blocks: "match /c/{id} { allow get: if request.auth.uid in resource.data; }",
      marked: ["request.auth.uid in resource.data"]
    ),
    Row(
      id: "map-list-set-confusion",
      blocks: """
        function me() { return request.auth.uid; }
        function members(id) { return get(\(path)/teams/$(id)).data; }
        function isMember(id) { /* me() */ let all = members(id); return me() in all; }
        match /c/{id} { allow get: if isMember(id); }
        """,
      marked: ["isMember(id)"]
    ),
    Row(
      id: "map-list-set-confusion",
      blocks: """
        match /c/{id} {
          allow get: if request.auth.uid in resource.data.members || 'a' in resource.data
            || id in resource.data || resource.data.team in request.auth.token;
        }
        """
    ),
    Row(
      id: "map-list-set-confusion",
      blocks: """
        match /c/{id} { allow get: if ['a'] in resource.data.tags || 'a' in resource.data.tags; }
        """,
      marked: ["['a'] in resource.data.tags"]
    ),
    Row(
      id: "map-list-set-confusion",
      blocks: """
        function valid() { return request.resource.data.tags is list && isMap(request.resource.data.roles); }
        function isMap(x) { return x is map; }
        match /c/{id} {
          allow create: if valid();
          allow get: if 'a' in resource.data.tags.keys();
          allow list: if resource.data.roles.hasAny(['a']);
          allow update: if valid() && resource.data['tags'].admin == true;
          allow delete: if resource.data.roles.keys().hasAny(['a']) && resource.data.tags.hasAny(['a']);
        }
        match /d/{id} { allow get: if 'a' in resource.data.tags.keys(); }
        """,
      marked: [
        "'a' in resource.data.tags.keys()", "resource.data.roles.hasAny(['a'])",
        "resource.data['tags'].admin == true",
      ]
    ),
    Row(
      id: "map-list-set-confusion",
      blocks: """
        match /c/{id} {
          allow create: if request.resource.data.name is string && request.resource.data.a is list
            || request.resource.data.a is map;
          allow get: if 'x' in resource.data.name;
          allow list: if 'x' in resource.data.a.keys();
        }
        """,
      marked: ["'x' in resource.data.name"]
    ),

    Row(
      id: "unprovable-list",
      blocks: """
        match /c/{id} { allow read: if exists(\(path)/c/$(id)/members/$(request.auth.uid)); }
        """,
      marked: ["exists(\(path)/c/$(id)/members/$(request.auth.uid))"]
    ),
    Row(
      id: "unprovable-list",
      blocks: """
        function isMember(team) { return /* id */ team in request.auth.token.teams; }
        match /c/{id} { allow get, list: if request.auth != null && isMember(id); }
        """,
      marked: ["isMember(id)"]
    ),
    Row(
      id: "unprovable-list",
      blocks: """
        match /c/{id} {
          allow read: if exists(\(path)/c/$(id)/members/$(request.auth.uid));
          allow list: if resource.data.open == true;
        }
        match /d/{id} { allow read: if request.auth.uid == id && exists(\(path)/d/$(id)); }
        match /e/{id} { allow read: if resource.data.name.lower() == 'a'; }
        """
    ),

    Row(
      id: "time-compare-equality",
      blocks: """
        function isNow(x) { return request.time == x; }
        match /c/{id} {
          allow create: if isNow(request.resource.data['createdAt']) && request.resource.data.a is string;
          allow update: if /* createdAt */ request.resource.data.a is string;
        }
        """,
      marked: ["allow update: if /* createdAt */ request.resource.data.a is string;"]
    ),
    Row(
      id: "time-compare-equality",
      blocks: """
        function changes(keys) { return request.resource.data.diff(resource.data).affectedKeys().hasOnly(keys); }
        match /c/{id} {
          allow create: if request.resource.data.createdAt == request.time;
          allow update: if changes(['a']);
        }
        match /d/{id} {
          allow create: if request.resource.data.created_at == request.time;
          allow update: if resource.data.created_at == request.resource.data.created_at;
        }
        match /e/{id} {
          allow create: if request.resource.data.seenAt == request.time;
          allow update: if request.resource.data.a == 1;
        }
        """
    ),

    Row(
      id: "missing-owner-check",
      blocks: """
        match /users/{uid} {
          allow get: if request.auth != null;
          allow list: if request.auth.uid != null;
          match /orders/{order} { allow read: if request.auth != null; }
          match /posts/{post} { allow get: if request.auth != null; }
          match /notes/{note} { allow get: if request.auth.uid == uid; }
        }
        """,
      marked: [
        "allow list: if request.auth.uid != null;", "allow read: if request.auth != null;",
      ]
    ),
    Row(
      id: "missing-owner-check",
      blocks: """
        function signedIn() { return null != request.auth; }
        match /orders/{order} {
          allow read: if signedIn();
          allow update: if resource.data.owner == request.auth.uid;
        }
        match /posts/{post} {
          allow read: if signedIn();
          allow delete: if resource.data.author == request.auth.uid;
        }
        match /invoices/{invoice} {
          allow read: if signedIn() && resource.data.open == true;
          allow delete: if resource.data.owner == request.auth.uid;
        }
        """,
      marked: ["allow read: if signedIn();"]
    ),
  ]
}
