import RulesRuntime
import RulesTesting
import Testing

/// No test file can crash the reader or the runner, or keep them for long.
struct HostileTests {
  private static func nested(_ count: Int, _ open: String, _ middle: String, _ close: String)
    -> String
  {
    String(repeating: open, count: count) + middle + String(repeating: close, count: count)
  }

  static let files: [String] = [
    "let a = \(nested(5000, "[", "1", "]"));",
    "let a = \(nested(5000, "(", "1", ")"));",
    "let a = \(nested(5000, "{a: ", "1", "}"));",
    "let a = \(nested(5000, "!", "true", ""));",
    "let a = 1\(String(repeating: " + 1", count: 20_000));",
    "let a = true\(String(repeating: " && true", count: 20_000));",
    "let a = b\(String(repeating: ".c", count: 20_000));",
    "let a = 99999999999999999999999999;",
    "let a = 1e999;",
    "let a = /\(String(repeating: "a/", count: 20_000))b;",
    "test 't' { allow set /c/d { a: \(nested(5000, "{a: ", "increment(1)", "}")) }; }",
    "test 't' { allow set /c/d { a: \(nested(300, "{a: ", "increment(1)", "}")) }; }",
    "test 't' { allow list /c where \(nested(5000, "(", "a == 1", ")")); }",
    "test 't' { allow list /c where a == 1\(String(repeating: " && a == 1", count: 20_000)); }",
    "test 't' { allow list /c where a == 1\(String(repeating: " || a == 1", count: 20_000)); }",
    "test 't' { allow get /c/d at timestamp.value(9223372036854775807); }",
    "test 't' at timestamp.date(99999, 1, 1) { allow get /c/d; }",
    "test 't' at timestamp.date(9999, 12, 31) { allow get /c/d as { uid: 'x' }; }",
    "test 't' { allow list /c limit 9223372036854775807 offset 9223372036854775807; }",
    nested(5000, "group 'g' { ", "", "}"),
    nested(300, "group 'g' { ", "test 't' { allow get /c/d; }", "}"),
    "test 't' { allow update /c/d { '\(String(repeating: "a.", count: 5000))a': 1 }; }",
    "data { /c/d { a: 1 }; } test 't' { allow update /c/d { '\(String(repeating: "a.", count: 100))a': 1 }; }",
    "data from 'deep.json';",
    "data { / { }; }", "test 't' { allow get /; }", "table / { | nobody; get | allow; }",
    "test '' { allow get /c/d because ''; deny get /c/d because ''; }",
    "user", "user a", "user a:", "data", "data {", "data from", "let", "let a", "let a =", "test",
    "test 't'", "test 't' {", "test 't' { allow", "test 't' { allow get",
    "test 't' { allow get /c/d as",
    "test 't' { allow list /c where", "test 't' { allow list /c where a", "table", "table /c",
    "table /c {", "table /c { | a", "table /c/d { | nobody; get", "group", "group 'g'",
    "group 'g' {",
    "test 't' { allow batch", "test 't' { allow batch {",
    "test 't' { allow batch { set /c/d { a: increment( } } }",
    "\u{0}\u{1}", "'", "\u{FEFF}", "🧪", "}}}}", "{{{{", ";;;;", "/*", "//",
  ]

  @Test("A hostile file is read to its end", arguments: files.indices)
  func hostile(index: Int) {
    _ = TestFile(Self.files[index], files: ["deep.json": Self.nested(100_000, "[", "", "]")])
  }

  @Test("Bytes of every kind are read to their end")
  func garbage() {
    var state: UInt64 = 42
    for _ in 0..<300 {
      var words: [String] = []
      for _ in 0..<60 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        words.append(Self.words[Int(state >> 33) % Self.words.count])
      }
      _ = TestFile(words.joined(separator: " "))
    }
  }

  private static let words = [
    "test", "'t'", "{", "}", "allow", "deny", "error", "get", "list", "set", "update", "/c/d", "/c",
    "as", "alice", "user", "data", ";", "|", "table", "group", "where", "==", "a", "1", "in", "[",
    "]", "(", ")", "batch", "increment", "let", "=", "because", "at", "orderBy", "limit", ",", "&&",
    "||", "not", "array-contains", ".", "rules", "from", "only", "skip", ":", "with", "uid", "$(",
  ]

  @Test("Ten thousand steps, documents and tests take time in proportion", .timeLimit(.minutes(1)))
  func large() {
    let count = 10_000
    var text = "user alice; data {\n"
    for index in 0..<count { text += "/c/d\(index) { n: \(index), owner: 'alice' };\n" }
    text += "}\ntest 'steps' {\n"
    for index in 0..<count {
      text += "allow update /c/d\(index) { n: \(index + 1) } as alice;\n"
    }
    text += "}\n"
    for index in 0..<count { text += "test 't\(index)' { deny delete /c/d\(index); }\n" }
    let file = TestFile(
      text,
      rules: TestFile.rules("request.auth != null && request.auth.uid == resource.data.owner")
    )
    #expect(file.failures.isEmpty)
    #expect(file.results.count == count + 1)
  }

  @Test("Failing steps beyond the limit are reported without an explanation")
  func manyFailures() throws {
    let steps = String(repeating: "deny get /c/d;\n", count: 3000)
    let file = TestFile("test 't' {\n\(steps)}")
    let result = try #require(file.results.first)
    #expect(result.steps.count { $0.explanation.isEmpty } == 2000)
    #expect(file.failures.count == 3000)
  }

  @Test("Large documents are written in proportion", .timeLimit(.minutes(1)))
  func largeDocuments() {
    let fields = (0..<20_000).map { "f\($0): \($0)" }.joined(separator: ", ")
    let file = TestFile(
      "test 't' { allow set /c/d { \(fields) }; allow update /c/d { \(fields) }; }"
    )
    #expect(file.failures == [])
  }
}
