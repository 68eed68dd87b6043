import RulesSemantics
import RulesSource
import Testing

/// One expression or statement, and what is said of it.
///
/// A mark `«…»` stands around the place; the texts follow the declarations of the codes, the types those of the
/// language reference, §3 and §6.
struct TypeDiagnosticsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let statement: String
    let code: String
    let message: String
    /// The statement after the first fix; nil where there is none.
    var fixed: String?

    var testDescription: String { statement }
  }

  static let rows: [Row] = [
    Row(
      statement: "allow read: if «request.auth.uid»;",
      code: "non-boolean-condition",
      message: "the condition is `string`, expected `bool`"
    ),
    Row(
      statement: "allow read: if «id» && true;",
      code: "non-boolean-operand",
      message: "the left side of `&&` is `string`, expected `bool`"
    ),
    Row(
      statement: "allow read: if true || «1»;",
      code: "non-boolean-operand",
      message: "the right side of `||` is `int`, expected `bool`"
    ),
    Row(
      statement: "allow read: if !«id»;",
      code: "non-boolean-operand",
      message: "the operand of `!` is `string`, expected `bool`"
    ),
    Row(
      statement: "allow read: if «[]» ? true : false;",
      code: "non-boolean-operand",
      message: "the condition of `?:` is `list`, expected `bool`"
    ),
    Row(
      statement: "allow read: if «'a' + 1» == 'a1';",
      code: "wrong-operand-type",
      message: "`+` takes no `string` with `int`",
      fixed: "allow read: if 'a' + string(1) == 'a1';"
    ),
    Row(
      statement: "allow read: if «request.time < 5»;",
      code: "wrong-operand-type",
      message: "`<` takes no `timestamp` with `int`"
    ),
    Row(
      statement: "allow read: if «duration.value(1, 'd') * 2» > resource.data.age;",
      code: "wrong-operand-type",
      message: "`*` takes no `duration` with `int`"
    ),
    Row(
      statement: "allow read: if 'a' in «'abc'»;",
      code: "wrong-operand-type",
      message: "the right side of `in` is `string`, expected `list`, `set` or `map`"
    ),
    Row(
      statement: "allow read: if [1][«'a'»] == 1;",
      code: "wrong-operand-type",
      message: "the index of `list` is `string`, expected `int`"
    ),
    Row(
      statement: "allow read: if {«1»: 2} == resource.data;",
      code: "wrong-operand-type",
      message: "a key of a map is `int`, expected `string`"
    ),
    Row(
      statement: "allow read: if exists(/a/$(«[1]»));",
      code: "wrong-operand-type",
      message:
        "`$(…)` is `list`, expected `null`, `bool`, `int`, `float`, `string` or `path`"
    ),
    Row(
      statement: "allow read: if exists(«'/a/b'»);",
      code: "wrong-argument-type",
      message: "argument 1 of `exists` is `string`, expected `path`"
    ),
    Row(
      statement: "allow read: if math.abs(«id») == 1;",
      code: "wrong-argument-type",
      message: "argument 1 of `math.abs` is `string`, expected `int` or `float`"
    ),
    Row(
      statement: "allow read: if [1].toSet().union(«[2]») == resource.data.x;",
      code: "wrong-argument-type",
      message: "argument 1 of `union` is `list`, expected `set`",
      fixed: "allow read: if [1].toSet().union([2].toSet()) == resource.data.x;"
    ),
    Row(
      statement: "allow read: if «request.time == 0»;",
      code: "never-equal",
      message: "`==` compares `timestamp` with `int`, which is always false"
    ),
    Row(
      statement: "allow read: if «id != 1»;",
      code: "never-equal",
      message: "`!=` compares `string` with `int`, which is always true"
    ),
    Row(
      statement: "allow read: if id.«size» > 1;",
      code: "method-without-call",
      message: "`size` is a method of `string`, and is not called",
      fixed: "allow read: if id.size() > 1;"
    ),
    Row(
      statement: "allow read: if id.«length» > 1;",
      code: "no-members",
      message: "`string` has no members, so no `length`"
    ),
    Row(
      statement: "allow read: if resource.data.«hasAll»(['a']);",
      code: "no-such-method",
      message: "`map` has no method `hasAll`",
      fixed: "allow read: if resource.data.keys().hasAll(['a']);"
    ),
    Row(
      statement: "allow read: if request.auth.«email» == 'a';",
      code: "unknown-member",
      message: "`request.auth` has no `email`",
      fixed: "allow read: if request.auth.token.email == 'a';"
    ),
    Row(
      statement: "allow read: if resource.«title» == 'a';",
      code: "unknown-member",
      message: "a document has no `title`",
      fixed: "allow read: if resource.data.title == 'a';"
    ),
    Row(
      statement: "allow read: if request.«user» != null;",
      code: "unknown-member",
      message: "`request` has no `user`",
      fixed: "allow read: if request.auth != null;"
    ),
    Row(
      statement: "allow read: if request.auth.token.«emailVerified»;",
      code: "uncommon-claim",
      message: "`emailVerified` is no claim that tokens have by themselves",
      fixed: "allow read: if request.auth.token.email_verified;"
    ),
    Row(
      statement: "allow read: if «request.resource».data.a == 1;",
      code: "request-resource-in-read",
      message: "a read has no `request.resource`",
      fixed: "allow read: if resource.data.a == 1;"
    ),
    Row(
      statement: "allow get: if «request.query».limit < 10;",
      code: "request-query-outside-list",
      message: "only a list has `request.query`"
    ),
    Row(
      statement: "allow create: if «resource.data».a == 1;",
      code: "resource-on-create",
      message: "a create has no `resource` yet, so no `data`",
      fixed: "allow create: if request.resource.data.a == 1;"
    ),
    Row(
      statement: "function f() { return «(resource).data».a == 1; } allow create: if f();",
      code: "resource-on-create",
      message: "a create has no `resource` yet, so no `data`"
    ),
    Row(
      statement: "allow delete: if «request.resource.data».a == 1;",
      code: "request-resource-in-delete",
      message: "a delete leaves no `request.resource`, so no `data`",
      fixed: "allow delete: if resource.data.a == 1;"
    ),
    Row(
      statement: "allow create: if request.resource.data.«keys».hasOnly(['a']);",
      code: "method-without-call",
      message: "`keys` is a method, and is not called",
      fixed: "allow create: if request.resource.data.keys().hasOnly(['a']);"
    ),
    Row(
      statement: "function f(x) { return x.a == 1; } allow read: if «f(id)»;",
      code: "call-always-fails",
      message: "this call of `f` can only fail"
    ),
  ]

  static func source(_ statement: String, service: String = "cloud.firestore") -> SourceFile {
    SourceFile(
      name: "test.rules",
      text: "rules_version = '2';\nservice \(service) {\nmatch /c/{id} {\n\(statement)\n}\n}\n"
    )
  }

  @Test(
    "An operation that can only fail is reported where it stands",
    arguments: rows + foreignRows
  )
  func reported(row: Row) throws {
    let parts = row.statement.split(separator: "«", maxSplits: 1)
    let marked = try #require(parts.last?.split(separator: "»", maxSplits: 1).first)
    let plain = row.statement.filter { $0 != "«" && $0 != "»" }
    let file = Self.source(plain)
    let found = SemanticModel.analyze(file).diagnostics
    let diagnostic = try #require(found.first)
    #expect(found.map(\.code.id) == [row.code])
    #expect(diagnostic.message == row.message)
    #expect(file.text(of: diagnostic.range) == String(marked))
    guard let fixed = row.fixed else { return }
    let fix = try #require(diagnostic.fixes.first)
    let repaired = Self.apply(fix, to: file)
    #expect(repaired.bytes == Self.source(fixed).bytes)
    #expect(SemanticModel.analyze(repaired).diagnostics.isEmpty)
  }

  private static func apply(_ fix: FixIt, to file: SourceFile) -> SourceFile {
    var bytes = file.bytes
    for edit in fix.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(
        Int(edit.range.lowerBound)..<Int(edit.range.upperBound),
        with: edit.replacement.utf8
      )
    }
    return SourceFile(name: file.name, bytes: bytes)
  }

  @Test(
    "What tests around an operation rule out is not reported",
    arguments: [
      "allow read: if resource.data.x is string && resource.data.x.size() < 3;",
      "function f(x) { return x is string ? x.size() > 1 : x > 2; } allow read: if f(1) || f('a');",
      "function f(x) { return x == null || x.size() == 0; } allow read: if f(null) || f('a');",
      "function f(x) { return !(x is int) || x > 2; } allow read: if f(id);",
      "function f(a, b) { return a == b; } allow read: if f(1, 1) && f('a', 'b');",
      "allow create: if resource == null || resource.data.a == 1;",
      "allow write: if request.resource == null || request.resource.data.a == 1;",
      "allow read: if request.method == 'get' || request.resource.data.a == 1;",
      "allow read: if request.auth.token.email != null && request.auth.token.any.claim == 1;",
      "allow list: if request.query.limit <= 10 && resource.data.x in ['a'];",
      "allow read: if get(/a/b) != null && get(/a/b).data.x == 1 && exists(/a/$(id));",
      "allow read: if resource.data.keys().hasOnly(['a']) && resource.data.get(['a', 'b'], 1) == 1;",
      "allow read: if resource.data.keys == ['a'] && resource.data.values.size() > 1;",
      "allow read: if resource.data.size > 1 && resource.data.lower.matches('a');",
      "allow read: if 1 == 1.0 && (resource.data.x + 1 == 2 || resource.data.x + 'a' == 'b');",
    ]
  )
  func notReported(statement: String) {
    let found = SemanticModel.analyze(Self.source(statement)).diagnostics
    #expect(found.map(\.message) == [])
  }

  @Test("Storage knows its own objects")
  func storage() {
    let fine = "allow write: if request.resource.size < 5 && resource.timeCreated < request.time;"
    #expect(
      SemanticModel.analyze(Self.source(fine, service: "firebase.storage")).diagnostics.isEmpty
    )
    let wrong = "allow read: if resource.data.a == 1 && resource.timeUpdated < request.time;"
    let found = SemanticModel.analyze(Self.source(wrong, service: "firebase.storage")).diagnostics
    #expect(
      found.map(\.message) == [
        "a stored object has no `data`", "a stored object has no `timeUpdated`",
      ]
    )
  }
}
