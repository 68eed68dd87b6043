import RulesLint
import RulesSource
import Testing

/// Checks that have to be asked for.
struct OptionalCheckTests {
  typealias Row = CorrectnessTests.Row

  static let rows: [Row] = [
    Row(
      id: "unused-capture",
      blocks: """
        match /a/{x}/b/{y} {
          function f(x) { return x == 1; }
          allow get: if f(y) && id(z);
          function id(z) { return z; }
          match /c/{_z} { allow get: if false; }
        }
        """,
      marked: ["x"]
    ),
    Row(
      id: "unused-capture",
      blocks: "match /a/{x} { match /b/{x} { allow get: if x == 'a'; } }",
      // The inner one is read; the outer one has its name, and is taken to be read.
      marked: []
    ),
    Row(
      id: "redundant-anchors",
      blocks:
        "match /a/{x} { allow get: if x.matches('^a$') || x.matches('^a|b$') || x.matches('^a\\\\$'); }",
      marked: ["'^a$'"]
    ),
    Row(
      id: "read-not-split",
      blocks: "match /a/{x} { allow read, create: if false; allow get, list: if false; }",
      marked: ["read"]
    ),
    Row(
      id: "write-not-split",
      blocks: "match /a/{x} { allow read, write: if false; allow create: if false; }",
      marked: ["write"]
    ),
    Row(
      id: "naming",
      blocks: """
        match /a/{user_id} {
          function isOwner(B) { let c$ = B; return c$ == user_id; }
          allow get: if isOwner(user_id);
        }
        """,
      marked: ["user_id", "B", "c$"]
    ),
    Row(
      id: "error-absorbed",
      blocks: """
        function isOwner() { return request.auth.uid == resource.data.owner; }
        match /a/{x} {
          allow get: if resource.data.open == true || isOwner();
          allow list: if request.auth != null && (resource.data.open == true || isOwner());
          allow delete: if request.auth.uid == 'x' || request.auth.uid == 'y';
        }
        """,
      marked: ["isOwner()"]
    ),
    Row(
      id: "lookup-in-list",
      blocks: """
        function isMember() { return exists(/databases/$(database)/documents/m/$(request.auth.uid)); }
        match /a/{x} { allow list: if isMember(); allow get: if isMember(); }
        """,
      marked: ["isMember()"]
    ),
    Row(
      id: "to" + "do-comment",
      blocks: """
        // TO\("DO") now
        match /a/{x} { /* MASTO\("DO")N */ allow get: if x == 'TO\("DO")'; }
        """,
      marked: ["// TO" + "DO now"]
    ),
  ]

  @Test("A check that is asked for finds what it is for", arguments: rows)
  func found(row: Row) {
    let text = LintRuleExample.file(row.blocks)
    let found = Fixture.findings(text, requesting: [row.id]).filter { $0.code.id == row.id }
    let file = SourceFile(name: "firestore.rules", text: text)
    #expect(found.map { file.text(of: $0.range) } == row.marked)
  }

  @Test("A check that is not asked for does not run", arguments: rows)
  func notFound(row: Row) {
    #expect(!Fixture.findings(LintRuleExample.file(row.blocks)).contains { $0.code.id == row.id })
  }
}
