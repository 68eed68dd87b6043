import RulesSemantics
import RulesSource
import RulesSyntax
import Testing

/// What the official compiler was asked beyond the recorded rows.
struct OfficialIssuesTests {
  private func issues(_ body: String, after: String = "") -> [String] {
    let text = "rules_version = '2';\nservice cloud.firestore {\n\(body)}\n\(after)"
    return SemanticModel.analyze(SourceFile(name: "test.rules", text: text)).officialIssues.map {
      "\($0.line):\($0.column) \($0.severity == .error ? "E" : "W") \($0.description)"
    }
  }

  @Test("What a condition offers goes to the first function of the name, whatever its scope")
  func visibilityByName() {
    #expect(
      issues(
        "match /x { allow read: if b(); }\nmatch /y { function b() { return request; } }\n"
          + "match /w { allow read: if b(); }\nmatch /y1 { function b() { return request; } }\n"
          + "function b() { return request; }\n"
      ) == [
        "4:21 W Unused function: b.", "6:22 W Unused function: b.",
        "7:23 W Invalid variable name: request.",
      ]
    )
  }

  @Test("A call as a method counts as a use")
  func methodUse() {
    #expect(
      issues(
        "match /x { allow read: if 'a'.k() && request.m(1, 2); }\nfunction k() { return request; }\n"
          + "function m() { return request; }\nfunction n() { return request; }\n"
      ) == [
        "3:31 W Invalid function name: k.", "3:46 W Invalid function name: m.",
        "6:10 W Unused function: n.", "6:23 W Invalid variable name: request.",
      ]
    )
  }

  @Test("Of two functions of one name a call checks the count only")
  func duplicateFunctions() {
    #expect(
      issues(
        "match /x { allow read: if f(1) && f() && f(1,2); }\nfunction f() { return 1; }\n"
          + "function f(x) { return request && x; }\n"
      ) == [
        "3:42 W Incorrect number of arguments supplied to function: f.",
        "5:10 E Function f is already defined.",
      ]
    )
  }

  @Test("Patterns are looked at everywhere, whatever else is wrong")
  func patterns() {
    #expect(
      issues(
        "function f() { return f() && 'a'.matches('*'); }\nmatch /x { allow reed: if f(); }\n",
        after: "service foo.bar { match /x { allow read: if 'a'.split(('(')) == []; } }\n"
      ) == [
        "3:10 E Recursive call is not allowed.",
        "3:42 E Invalid regular expression pattern. Pattern: *.",
        "4:18 W Invalid method name: reed.", "6:9 W Invalid service name: foo.bar.",
        "6:36 W Invalid method name: read.",
        "6:55 E Invalid regular expression pattern. Pattern: (.",
      ]
    )
  }

  @Test("Call trees that branch take linear time, and long chains no stack")
  func termination() {
    let tree = (0..<20).map { "function f\($0)() { return f\($0 + 1)() && f\($0 + 1)(); }\n" }
      .joined()
    #expect(
      issues(tree + "function f20() { return true; }\nmatch /x { allow read: if f0(); }\n") == []
    )
    let chain = (0..<3_000).map { "function f\($0)() { return f\($0 + 1)(); }\n" }.joined()
    let found = issues(
      chain + "function f3000() { return 1 + {}; }\nmatch /x { allow read: if f0(); }\n"
    )
    #expect(found.count == 2)
    #expect(
      found.last
        == "3003:31 W Invalid type. Received one of [map]. Expected one of [int, float, string, duration, timestamp]."
    )
    let links = String(repeating: ".a", count: 2_451)
    #expect(issues("match /x { allow read: if request\(links); }\n") == [])
  }
}
