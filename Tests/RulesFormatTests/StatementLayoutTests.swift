import RulesFormat
import Testing

/// The layout of declarations and statements of rules; the texts are written by hand from the style.
struct StatementLayoutTests {
  /// A text and its layout.
  struct Case: Sendable, CustomTestStringConvertible {
    var source: String
    var expected: String
    var testDescription: String { source }

    init(_ source: String, _ expected: String) {
      self.source = source
      self.expected = expected
    }
  }

  static let files = [
    Case(
      "rules_version='2'\nservice cloud.firestore{match /a/{b}{allow read}}",
      """
      rules_version = '2';

      service cloud.firestore {
        match /a/{b} {
          allow read;
        }
      }

      """
    ),
    Case(
      """
      import "a"   as b ;
      function f(a,b){let c=a;return c==b}
      function g ( ) { return true; }
      service firebase.storage {


        function h() { return g(); }
        match /b/{bucket}/o { match /x { allow read; } match /{y = ** } { allow read; } }


      }


      """,
      """
      import "a" as b;

      function f(a, b) {
        let c = a;
        return c == b;
      }

      function g() {
        return true;
      }

      service firebase.storage {
        function h() {
          return g();
        }

        match /b/{bucket}/o {
          match /x {
            allow read;
          }

          match /{y=**} {
            allow read;
          }
        }
      }

      """
    ),
    Case(
      "\t// a\r\nrules_version = '2';\r\n\r\n\r\n\r\nservice a { match /b { allow read; } }",
      "// a\r\nrules_version = '2';\r\n\r\nservice a {\r\n  match /b {\r\n    allow read;\r\n  }\r\n}\r\n"
    ),
  ]

  @Test("Files", arguments: files)
  func file(_ file: Case) {
    #expect(layout(file.source) == file.expected)
    #expect(layout(file.expected) == file.expected)
  }

  static let statements = [
    Case("allow   read ,write", "allow read, write;"),
    Case("allow read:if   true", "allow read: if true;"),
    Case(
      "allow read: if a;\n\n\n\nallow list: if b;\nallow get: if c;",
      "allow read: if a;\n\nallow list: if b;\nallow get: if c;"
    ),
    Case(
      """
      allow create, update: if request.auth != null && request.auth.uid == resource.data.owner && a.b == 2;
      """,
      """
      allow create, update: if request.auth != null
                            && request.auth.uid == resource.data.owner
                            && a.b == 2;
      """
    ),
    Case(
      """
      allow read: if isCard(request.resource.data) && (role(deckAfter()) in ['owner', 'editor'] || \
      role(deckAfter()) == 'viewer' && answersOnly());
      """,
      """
      allow read: if isCard(request.resource.data)
                  && (role(deckAfter()) in ['owner', 'editor']
                    || role(deckAfter()) == 'viewer' && answersOnly());
      """
    ),
    Case(
      "allow read: if request.resource.data.diff(resource.data).affectedKeys().hasOnly(['name', 'age', 'email']);",
      """
      allow read: if request.resource.data.diff(resource.data).affectedKeys()
        .hasOnly(['name', 'age', 'email']);
      """
    ),
    Case(
      """
      allow read: if request.resource.data.keys().hasOnly(['title', 'text', 'author', 'created', 'changed', \
      'tags', 'likes', 'comments', 'state']);
      """,
      """
      allow read: if request.resource.data.keys().hasOnly([
        'title', 'text', 'author', 'created', 'changed', 'tags', 'likes', 'comments', 'state'
      ]);
      """
    ),
    Case(
      "function f(a) {return a==1&&isSomething(a,request.resource.data)&&isSomethingElse(a,request.resource.data)}",
      """
      function f(a) {
        return a == 1
          && isSomething(a, request.resource.data)
          && isSomethingElse(a, request.resource.data);
      }
      """
    ),
    Case(
      """
      function f() {
        let role = get(/databases/$(database)/documents/organizations/$(organization)/members/$(user)).data.role;
        // The end.
        return role;
      }
      """,
      """
      function f() {
        let role = get(
          /databases/$(database)/documents/organizations/$(organization)/members/$(user)
        ).data.role;
        // The end.
        return role;
      }
      """
    ),
  ]

  @Test("Statements", arguments: statements)
  func statement(_ statement: Case) {
    #expect(layout(ofStatements: statement.source) == statement.expected)
    #expect(layout(ofStatements: statement.expected) == statement.expected)
  }

  @Test("Widths of lines and indents can be chosen")
  func options() {
    let text = layout(
      "service a { match /b { allow read: if request.auth != null && request.auth.uid == c; } }",
      FormatOptions(lineWidth: 44, indentWidth: 4)
    )
    #expect(
      text == """
        service a {
            match /b {
                allow read: if request.auth != null
                            && request.auth.uid
                                == c;
            }
        }

        """
    )
  }
}
