import RulesRuntime
import RulesTesting
import Testing

/// What steps expect, and what is said when it goes otherwise.
struct RunnerTests {
  /// Rules of which a condition is true, false, or an error.
  private static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /yes/{id} { allow read, write: if true; }
        match /no/{id} { allow read, write: if false; }
        match /fault/{id} { allow read, write: if request.auth.uid == 'x'; }
        match /number/{id} { allow read, write: if resource.size() + 1; }
      }
    }
    """

  @Test(
    "A verdict is met, or it is said how not",
    arguments: [
      ("allow get /yes/a", nil),
      ("allow get /no/a", StepResult.Failure.isDenied(byError: false)),
      ("allow get /fault/a", .isDenied(byError: true)),
      ("deny get /yes/a", .isAllowed),
      ("deny get /no/a", nil),
      ("deny get /fault/a", nil),
      ("deny get /nowhere/a", nil),
      ("error get /yes/a", .isAllowed),
      ("error get /no/a", .isDeniedWithoutError),
      ("error get /fault/a", nil),
      ("deny get /no/a because 'if false'", nil),
      ("deny get /no/a because 'if true'", .otherReason(expected: "if true")),
      ("deny get /nowhere/a because 'match'", .otherReason(expected: "match")),
      ("error get /fault/a because 'uid'", nil),
      ("deny batch { create /yes/a { }; create /no/a { }; }", nil),
    ] as [(String, StepResult.Failure?)]
  )
  func verdicts(step: String, failure: StepResult.Failure?) throws {
    let end = step.hasSuffix("}") ? "" : ";"
    let file = TestFile("test 't' { \(step)\(end) }", rules: Self.rules)
    #expect(file.problems == [])
    let result = try #require(file.results.first?.steps.first)
    #expect(result.failure == failure)
  }

  @Test("Denials by errors are told apart, and fail on demand")
  func denialsByErrors() throws {
    let file = TestFile("test 't' { deny get /fault/a; deny get /no/a; }", rules: Self.rules)
    let steps = try #require(file.results.first?.steps)
    #expect(steps.map { $0.errors.map(\.message) } == [["Null value error."], []])
    var options = TestRunner.Options()
    options.failsOnDeniedByError = true
    let strict = TestFile(
      "test 't' { deny get /fault/a; deny get /no/a; error get /fault/a; }",
      rules: Self.rules,
      options: options
    )
    #expect(strict.failures == ["deny get /fault/a"])
  }

  @Test("`skip` leaves a test out, `only` the others, a filter what has no such title")
  func selection() {
    let text = """
      test 'a' { allow get /yes/a; }
      test 'b' skip { allow get /no/a; }
      group 'g' { test 'c' { allow get /yes/a; } }
      """
    func run(_ text: String, filter: String? = nil) -> [String] {
      var options = TestRunner.Options()
      options.filter = filter
      return TestFile(text, rules: Self.rules, options: options).results.map {
        "\($0.test.title)\($0.isSkipped ? " skipped" : "")"
      }
    }
    #expect(run(text) == ["a", "b skipped", "g › c"])
    #expect(
      run(text + "test 'd' only { allow get /yes/a; }")
        == ["a skipped", "b skipped", "g › c skipped", "d"]
    )
    #expect(run(text, filter: "g › ") == ["g › c"])
    #expect(run(text, filter: "") == ["a", "b skipped", "g › c"])
    #expect(run(text, filter: "zzz") == [])
  }

  @Test("`because` is held against the lines that decide, not against the whole condition")
  func because() {
    let rules = """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          function isOwner() {
            return resource.data.owner == 'x';
          }
          match /c/{id} {
            allow get: if resource.data.public
              && isOwner()
              && request.auth != null;
          }
        }
      }
      """
    let file = TestFile(
      """
      data { /c/a { public: true, owner: 'y' }; /c/b { public: false }; /c/e { }; }
      test 't' {
        deny get /c/a because 'isOwner()';
        deny get /c/a because 'data.owner';
        deny get /c/b because 'data.public';
        error get /c/e as { uid: 'y' } because 'data.public';
        deny get /c/a because 'auth';
        deny get /c/a because 'public';
      }
      """,
      rules: rules
    )
    #expect(
      file.failures == ["deny get /c/a because 'auth'", "deny get /c/a because 'public'"]
    )
  }
}

/// What people read about a step that fails.
struct ExplanationTests {
  private static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        function isOwner(data) {
          let owner = data.owner;
          return owner == request.auth.uid;
        }
        match /notes/{id} {
          allow read: if resource.data.open && request.auth != null
            || isOwner(resource.data);
          allow create: if request.resource.data.keys().hasOnly(['title', 'owner'])
            && !exists(/databases/$(database)/documents/locks/$(id));
        }
      }
    }
    """

  private func explanation(_ step: String) -> String {
    TestFile(
      """
      user alice;
      user bob;
      data { /notes/a { owner: 'alice', open: false }; /notes/b { title: 'x' }; /locks/l { on: true }; }
      test 't' { \(step) }
      """,
      rules: Self.rules
    ).explanation
  }

  @Test("Each statement is shown with its values, and what decided")
  func denied() {
    #expect(
      explanation("allow get /notes/a as bob;") == """
        firestore.rules:9:7: `allow read` is false
           9 |       allow read: if resource.data.open && request.auth != null
             |                      ^^^^^^^^^^^^^^^^^^
           6 |       return owner == request.auth.uid;
             |              ^^^^^^^^^^^^^^^^^^^^^^^^^
          resource.data.open && request.auth != null || isOwner(resource.data) → false
            resource.data.open && request.auth != null → false
              resource.data.open → false  ◀
            isOwner(resource.data) → false
              resource.data → {'owner': 'alice', 'open': false}
              data.owner → 'alice'
              owner == request.auth.uid → false  ◀
                owner → 'alice'
                request.auth.uid → 'bob'
        """
    )
  }

  @Test("An error is shown where it comes from")
  func error() {
    #expect(
      explanation("allow get /notes/b as bob;") == """
        firestore.rules:9:7: `allow read` fails: Property open is undefined on object.
           9 |       allow read: if resource.data.open && request.auth != null
             |                      ^^^^^^^^^^^^^^^^^^
          resource.data.open && request.auth != null || isOwner(resource.data) → error
            resource.data.open && request.auth != null → error
              resource.data.open → error: Property open is undefined on object.  ◀
                resource.data → {'title': 'x'}
              request.auth != null → true
                request.auth → {'uid': 'bob', 'token': {'sub': 'bob', 'user_id': 'bob', 'firebase': {'sign_in_p…
            isOwner(resource.data) → error
              resource.data → {'title': 'x'}
              data.owner → error: Property owner is undefined on object.
                data → {'title': 'x'}
              owner == request.auth.uid → error
                owner → error
                request.auth.uid → 'bob'
        """
    )
  }

  @Test("Lookups are told, and statements without a match")
  func lookups() {
    #expect(
      explanation("allow create /notes/l { title: 'x' };") == """
        firestore.rules:11:7: `allow create` is false
          12 |         && !exists(/databases/$(database)/documents/locks/$(id));
             |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          request.resource.data.keys().hasOnly(['title', 'owner']) && !exists(/da… → false
            request.resource.data.keys().hasOnly(['title', 'owner']) → true
              request.resource.data.keys() → ['title']
                request.resource.data → {'title': 'x'}
            !exists(/databases/$(database)/documents/locks/$(id)) → false
              exists(/databases/$(database)/documents/locks/$(id)) → true  ◀
                /databases/$(database)/documents/locks/$(id) → /databases/(default)/documents/locks/l
                  database → '(default)'
                  id → 'l'
        looked up /locks/l: found
        """
    )
    #expect(
      explanation("allow delete /notes/a;") == """
        no allow statement for `delete` in the blocks that cover \
        /databases/(default)/documents/notes/a, the first at firestore.rules:8
        """
    )
    #expect(
      explanation("allow get /other/a;")
        == "no match block covers /databases/(default)/documents/other/a"
    )
  }

  @Test("Of a batch each write is explained by itself")
  func batch() {
    #expect(
      explanation("allow batch { create /notes/n { title: 'x' }; delete /notes/a; }") == """
        create /databases/(default)/documents/notes/n:
        firestore.rules:11:7: `allow create` grants it
          11 |       allow create: if request.resource.data.keys().hasOnly(['title', 'owner'])
             |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          12 |         && !exists(/databases/$(database)/documents/locks/$(id));
             |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          request.resource.data.keys().hasOnly(['title', 'owner']) && !exists(/da… → true
            request.resource.data.keys().hasOnly(['title', 'owner']) → true  ◀
              request.resource.data.keys() → ['title']
                request.resource.data → {'title': 'x'}
            !exists(/databases/$(database)/documents/locks/$(id)) → true
              exists(/databases/$(database)/documents/locks/$(id)) → false  ◀
                /databases/$(database)/documents/locks/$(id) → /databases/(default)/documents/locks/n
                  database → '(default)'
                  id → 'n'
        looked up /locks/n: not there
        delete /databases/(default)/documents/notes/a:
        no allow statement for `delete` in the blocks that cover /databases/(default)/documents/notes/a, the first at firestore.rules:8
        """
    )
  }
}
