import RulesTesting
import Testing

/// What writes do to documents, as rules see it.
struct WriteTests {
  /// A step on `/c/d { a: 1, m: { x: 1, y: [1, 2] } }`, and a condition that must hold in it.
  static let cases: [(step: String, condition: String)] = [
    // Updates merge.
    (
      "update /c/d { b: 2 }",
      "request.resource.data == {'a': 1, 'm': {'x': 1, 'y': [1, 2]}, 'b': 2}"
    ),
    ("update /c/d { m: { z: 1 } }", "request.resource.data == {'a': 1, 'm': {'z': 1}}"),
    ("update /c/d { 'm.x': 2 }", "request.resource.data.m == {'x': 2, 'y': [1, 2]}"),
    ("update /c/d { 'm.z.w': 2 }", "request.resource.data.m.z == {'w': 2}"),
    ("update /c/d { 'a.b': 2 }", "request.resource.data.a == {'b': 2}"),
    ("update /c/d { a: deleteField() }", "request.resource.data.keys() == ['m']"),
    ("update /c/d { 'm.x': deleteField() }", "request.resource.data.m.keys() == ['y']"),
    ("update /c/d { nothing: deleteField() }", "request.resource.data == resource.data"),
    ("update /c/d { }", "request.resource.data == resource.data"),
    ("update /c/d { b: 2 }", "resource.data.keys() == ['a', 'm']"),
    ("update /c/d { b: 2, 'm.x': 1 }", "request.writeFields == ['b', 'm.x']"),
    ("update /c/d { b: 2 }", "request.method == 'update' && request.transforms == null"),
    // Sets replace.
    ("set /c/d { b: 2 }", "request.resource.data == {'b': 2} && request.method == 'update'"),
    ("set /c/new { b: 2 }", "request.resource.data == {'b': 2} && request.method == 'create'"),
    ("set /c/new { 'a.b': 2 }", "request.resource.data == {'a.b': 2}"),
    ("set /c/new { }", "request.resource.data == {} && request.writeFields == null"),
    ("create /c/new { b: 2 }", "resource == null && request.method == 'create'"),
    ("create /c/new { b: 2 }", "request.resource.id == 'new'"),
    (
      "create /c/new { b: 2 }",
      "request.resource.__name__ == /databases/$(database)/documents/c/new"
    ),
    (
      "delete /c/d",
      "resource.data.a == 1 && request.resource == null && request.method == 'delete'"
    ),
    ("delete /c/none", "resource == null && request.method == 'delete'"),
    // Transforms.
    (
      "update /c/d { a: increment(2) }",
      "request.resource.data.a == 3 && request.resource.data.a is int"
    ),
    ("update /c/d { a: increment(0.5) }", "request.resource.data.a == 1.5"),
    (
      "update /c/d { a: increment(9223372036854775807) }",
      "request.resource.data.a == 9223372036854775807"
    ),
    ("update /c/d { m: increment(2) }", "request.resource.data.m == 2"),
    ("set /c/new { a: increment(2) }", "request.resource.data.a == 2"),
    ("update /c/d { 'm.y': arrayUnion([2, 3, 3]) }", "request.resource.data.m.y == [1, 2, 3]"),
    ("update /c/d { 'm.y': arrayRemove([1]) }", "request.resource.data.m.y == [2]"),
    ("update /c/d { a: arrayUnion([1]) }", "request.resource.data.a == [1]"),
    ("update /c/d { a: arrayRemove([1]) }", "request.resource.data.a == []"),
    ("update /c/d { t: serverTimestamp() }", "request.resource.data.t == request.time"),
    (
      "set /c/new { m: { t: serverTimestamp(), k: 1 } }",
      "request.resource.data.m == {'t': request.time, 'k': 1}"
    ),
    ("update /c/d { m: { n: { i: increment(1) } } }", "request.resource.data.m == {'n': {'i': 1}}"),
    (
      "update /c/d { t: serverTimestamp() }",
      "request.transforms == [/t] && request.writeFields == ['t']"
    ),
    // What is stored keeps microseconds.
    (
      "set /c/new { t: timestamp.value('2024-01-01T00:00:00.123456789Z') }",
      "request.resource.data.t.nanos() == 123456000"
    ),
    // Values of every type.
    (
      "set /c/new { a: null, b: b'\\x00', c: /x/y, d: latlng.value(1, 2), e: [1.0], f: duration.value(1, 's') }",
      "request.resource.data.a == null && request.resource.data.b == b'\\x00'"
        + " && request.resource.data.c == /x/y && request.resource.data.d.latitude() == 1.0"
    ),
  ]

  @Test("A write is seen as it would be stored", arguments: cases)
  func write(step: String, condition: String) {
    let file = TestFile(
      "data { /c/d { a: 1, m: { x: 1, y: [1, 2] } }; } test 't' { allow \(step); }",
      rules: TestFile.rules(condition),
      options: .init()
    )
    #expect(file.failures == [], "\(condition)\n\(file.explanation)")
  }

  @Test(
    "A write that the service refuses fails its step, whatever is expected",
    arguments: [
      "create /c/d { }", "update /c/none { a: 1 }",
      "batch { create /c/x { }; create /c/x { }; }",
      "batch { delete /c/d; update /c/d { a: 1 }; }",
    ]
  )
  func impossible(step: String) {
    for expectation in ["allow", "deny", "error"] {
      let end = step.hasSuffix("}") && step.hasPrefix("batch") ? "" : ";"
      let file = TestFile("data { /c/d { a: 1 }; } test 't' { \(expectation) \(step)\(end) }")
      guard case .impossible = file.results.first?.steps.first?.failure else {
        Issue.record("\(expectation) \(step): \(file.problems)")
        continue
      }
    }
  }

  @Test("A batch is judged as a whole, and sees the state after it")
  func batch() {
    let file = TestFile(
      """
      data { /stock/dune { left: 1 }; }
      test 'sees what it writes' {
        allow batch { create /orders/1 { item: 'dune' }; update /stock/dune { left: increment(-1) }; }
        deny get /stock/dune;
      }
      test 'changes nothing when one write is denied' {
        deny batch { create /orders/1 { item: 'dune' }; update /stock/dune { left: increment(-2) }; }
        deny get /orders/1;
        allow get /stock/dune;
      }
      test 'one write needs the other' {
        deny create /orders/1 { item: 'dune' };
      }
      test 'several writes to one document are one' {
        allow batch { update /stock/dune { left: 5 }; update /stock/dune { left: 0 }; }
      }
      """,
      rules: """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{db}/documents {
            match /orders/{id} {
              allow get: if resource != null;
              allow create: if getAfter(/databases/$(db)/documents/stock/$(request.resource.data.item))
                .data.left < get(/databases/$(db)/documents/stock/$(request.resource.data.item)).data.left;
            }
            match /stock/{id} {
              allow get: if resource.data.left == 1;
              allow update: if request.resource.data.left == 0;
            }
          }
        }
        """
    )
    #expect(file.failures == [])
  }

  @Test("Steps of a test see what those before were allowed to write, cells of a table do not")
  func order() {
    let file = TestFile(
      """
      user alice;
      data { /c/d { n: 1 }; }
      test 'in order' {
        allow update /c/d { n: 2 };
        deny update /c/d { n: 1 };
        allow delete /c/d;
        allow create /c/d { n: 5 };
      }
      test 'from the start' { allow update /c/d { n: 2 }; }
      table /c/d {
        | alice | nobody ;
        update { n: 2 } | allow | allow ;
        delete | allow | allow ;
        update { n: 3 } | allow | allow ;
      }
      """,
      rules: TestFile.rules(
        "request.method == 'delete' || request.method == 'create'"
          + " || request.resource.data.n > resource.data.n"
      )
    )
    #expect(file.failures == [])
  }

  @Test("An upload is seen with its metadata")
  func objects() {
    let file = TestFile(
      """
      data { /a/old.png { contentType: 'image/png', size: 10 };
             /databases/(default)/documents/users/u { ok: true }; }
      test 't' {
        allow create /a/x.png { contentType: 'image/png', size: 5 };
        allow set /a/old.png { contentType: 'image/png', size: 5 };
        allow create /b/default-bucket/o/a/y.png { contentType: 'image/png', size: 5 };
        deny create /a/z.png { contentType: 'image/png', size: 50 };
        deny create /a/z.txt { size: 5 };
        allow get /a/old.png;
        allow list /a;
        allow delete /a/old.png;
      }
      """,
      rules: TestFile.storageRules(
        """
        request.method == 'list'
          || request.method in ['get', 'delete'] && resource.timeCreated is timestamp
             && resource.generation is int && resource.name == 'a/old.png' && resource.bucket is string
          || request.resource.size < 10 && request.resource.contentType.matches('image/.*')
             && !('generation' in request.resource) && request.resource.metadata == {}
             && firestore.get(/databases/(default)/documents/users/u).data.ok
        """
      )
    )
    #expect(file.failures == [])
  }
}
