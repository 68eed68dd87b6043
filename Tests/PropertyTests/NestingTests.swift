import RulesRuntime
import RulesSource
import RulesSyntax
import RulesWorkspace
import Testing

@testable import RulesCommands

/// Whatever nests deeply ends with a diagnostic in every command.
struct NestingTests {
  private static let nestings: [(open: String, middle: String, close: String)] = [
    ("(", "1", ")"), ("[", "1", "]"), ("!", "a", ""), ("{'a':", "1", "}"), ("f(", "", ")"),
    ("a ? ", "b", " : c"), ("a && ", "b", ""), ("/a/$(", "b", ")"), ("", "a", ".b"),
    ("", "a", "[0]"),
    ("", "a", ".f()"), ("a + ", "1", ""), ("a in ", "b", ""), ("-", "1", ""), ("", "a", " is int"),
  ]

  private static func nested(_ index: Int, count: Int) -> String {
    let (open, middle, close) = nestings[index]
    return String(repeating: open, count: count) + middle + String(repeating: close, count: count)
  }

  /// How a command ends that is given these files.
  private func exitCode(_ arguments: [String], _ files: KeyValuePairs<String, String> = [:])
    -> Int32
  {
    let code = runOnLargeStack {
      var console = Console(supportsColor: false, width: 80)
      return run(
        arguments: arguments,
        environment: [:],
        fileSystem: InMemoryFileSystem(files),
        now: Timestamp(seconds: 0, nanos: 0),
        console: &console
      )
    }
    return code.rawValue
  }

  private static func rules(_ condition: String) -> String {
    """
    rules_version = '2';
    service cloud.firestore { match /a/{b} { allow read: if \(condition); } }
    """
  }

  @Test("Deep expressions", arguments: nestings.indices)
  func expressions(index: Int) {
    let text = Self.nested(index, count: 30_000)
    #expect(parseRules(SourceFile(name: "a.rules", text: Self.rules(text))).diagnostics.count < 3)
    // Fewer for the whole way, as the official compiler's messages take their time without optimisation.
    #expect(exitCode(["evaluate", Self.nested(index, count: 300)]) <= 2)
    let tests = "rules 'a.rules';\ntest 't' { allow get /a/b as { uid: \(text) }; }"
    #expect(exitCode(["test"], ["a.rules": Self.rules("true"), "a.rulestest": tests]) == 2)
  }

  @Test(
    "Deep declarations",
    arguments: [
      "match /a {", "function f() {", "service a {", "{", "match /a/{b", "allow read: if",
    ]
  )
  func declarations(open: String) {
    let text = "service cloud.firestore {" + String(repeating: open, count: 300)
    #expect(exitCode(["check", "a.rules"], ["a.rules": text]) == 1)
    let tests = "rules 'a.rules';\n" + String(repeating: "group 'g' {\n", count: 30_000)
    #expect(exitCode(["test"], ["a.rules": Self.rules("true"), "a.rulestest": tests]) == 2)
  }

  @Test("Deep filters, fields and documents")
  func filters() {
    for tests in [
      "allow list /a where " + String(repeating: "(", count: 30_000),
      "allow list /a where " + String(repeating: "a == 1 && ", count: 30_000) + "a == 1",
      "allow list /a where " + String(repeating: "a.", count: 30_000) + "a == 1;",
      "allow create /a/b { " + String(repeating: "a.", count: 30_000) + "a: 1 };",
    ] {
      let files: KeyValuePairs = [
        "a.rules": Self.rules("true"), "a.rulestest": "rules 'a.rules';\ntest 't' { \(tests) }",
      ]
      #expect(exitCode(["test"], files) <= 2)
    }
  }

  @Test("Deep JSON")
  func json() {
    let files: KeyValuePairs = [
      "a.rules": Self.rules("true"),
      "a.rulestest": "rules 'a.rules';\ndata from 'a.json';\ntest 't' { allow get /a/b; }",
      "a.json": "{\"a/b\": " + String(repeating: "{\"a\":", count: 100_000),
    ]
    #expect(exitCode(["test"], files) == 2)
  }
}
