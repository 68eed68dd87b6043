import RulesJSON
import RulesSource
import Testing

@testable import RulesTesting

/// The response as the hosted test API writes it (emulation, §1; measured programs, §7).
struct HostedReportTests {
  @Test("An error names its file, line and column, and points at the root of a chain")
  func error() throws {
    let run = try HostedRun(
      "'é😀' == id || resource.data.missing == 1",
      #""resource": {"data": {}}"#
    )
    let message =
      "Error: firestore.rules line [4], column [33]. Property missing is undefined on object."
    #expect(run.result["debugMessages"] == [.string(message)])
    let position = run.result["errorPosition"]
    #expect(position?["fileName"] == "firestore.rules")
    #expect(position?["line"] == 4)
    #expect(position?["column"] == 33)
    #expect(run.text(position) == "resource")
  }

  @Test("What is allowed in spite of an error reports none")
  func absorbedError() throws {
    let run = try HostedRun("resource == null || true")
    #expect(run.result["debugMessages"] == nil)
    #expect(run.result["errorPosition"] == nil)
  }

  @Test("Calls are reported in order, mocked or not, with paths as in a URL")
  func calls() throws {
    let run = try HostedRun(
      "exists(/databases/$(database)/documents/probe/a) || get(/databases/a/documents/b).x == 1",
      """
      "functionMocks": [{"function": "exists", "args": [{"anyValue": {}}], "result": {"value": false}}]
      """
    )
    let expected: JSONValue = [
      ["function": "exists", "args": ["/databases/%28default%29/documents/probe/a"]],
      ["function": "get", "args": ["/databases/a/documents/b"]],
    ]
    #expect(run.result["functionCalls"] == expected)
  }

  @Test("Each condition that was tried is visited, one that failed without a value")
  func visitedExpressions() throws {
    let run = try HostedRun(
      rules: """
        rules_version = '2';
        service cloud.firestore {
          match /a {
            allow get: if resource.n == 1;
            allow get: if (1 == 2);
            allow list: if true;
            allow get: if true;
            allow get: if false;
          }
        }
        """,
      #""expectation": "ALLOW", "request": {"method": "get", "path": "/a"}"#
    )
    let visited = run.result["visitedExpressions"]?.array ?? []
    #expect(
      visited.map { run.text($0["sourcePosition"]) } == ["resource.n == 1", "(1 == 2", "true"]
    )
    #expect(visited.map { $0["value"] } == [nil, false, true])
  }

  /// Rows of the official emulator's recorded coverage.
  static let shapes: [(condition: String, tree: String)] = [
    ("1 == 1", "1 == 1"),
    ("id in ['x', 'y']", "id in ['x', 'y' {['x', 'y' | id}"),
    ("!(id == 'x')", "!(id == 'x' {(id == 'x' {id}}"),
    ("-(id.size()) < 0", "-(id.size()) < 0 {-(id.size {id.size {id}}}"),
    ("/a/$(id)/b == /a/$('b')", "/a/$(id)/b == /a/$('b' {/a/$(id)/b {id} | /a/$('b'}"),
    ("(((id))) == (('x'))", "(((id))) == ( {(((id}"),
    ("math.abs(id.size()) == 1", "math.abs(id.size()) == 1 {math.abs(id.size {id.size {id}}}"),
    (
      "{'a': id, 'b': {'c': 1}}.a == id",
      "{'a': id, 'b': {'c': 1}}.a == id {{'a': id, 'b': {'c': 1}}.a {{'a': id, 'b': {'c': 1 {id | {'c': 1}} | id}"
    ),
  ]

  @Test("A report is a tree of what is no literal", arguments: shapes.indices)
  func shape(index: Int) throws {
    let row = Self.shapes[index]
    let run = try HostedRun(row.condition, #""expressionReportLevel": "FULL""#)
    let reports = run.result["expressionReports"]?.array ?? []
    #expect(reports.map { outline($0, run) } == [row.tree])
  }

  private func outline(_ report: JSONValue, _ run: HostedRun) -> String {
    let text = run.text(report["sourcePosition"]) ?? "?"
    let children = (report["children"]?.array ?? []).map { outline($0, run) }
    return children.isEmpty ? text : "\(text) {\(children.joined(separator: " | "))}"
  }

  private static let functions = """
    rules_version = '2';
    service cloud.firestore {
      function f(x) { let y = x + '!'; return y == 'a!'; }
      function unused() { return request.method == 'x'; }
      match /{id} {
        allow get: if f('b') || f(id) || f(id) || resource.x == 1;
        allow list: if id == 'z';
      }
    }
    """
  private static let request =
    #""expectation": "ALLOW", "request": {"method": "get", "path": "/a"}"#

  @Test("Values are plain, each once with its count; what was not evaluated has none")
  func values() throws {
    let run = try HostedRun(
      rules: Self.functions,
      Self.request + #", "expressionReportLevel": "FULL""#
    )
    let reports = run.result["expressionReports"]?.array ?? []
    #expect(reports.count == 4)
    let body = reports.first
    #expect(run.text(body?["sourcePosition"]) == "let y = x + '!'; return y == 'a!'")
    #expect(body?["values"] == [["value": false, "count": 1], ["value": true, "count": 1]])
    let value = body?["children"]?[0]
    #expect(value?["values"] == [["value": "b!", "count": 1], ["value": "a!", "count": 1]])
    #expect(reports[1]["values"] == nil)
    #expect(reports[1]["children"]?[0]?["values"] == nil)
    #expect(reports[2]["values"] == [["value": true, "count": 1]])
  }

  @Test("Only what was visited is reported where only that is asked for")
  func visited() throws {
    let run = try HostedRun(
      rules: Self.functions,
      Self.request + #", "expressionReportLevel": "VISITED""#
    )
    let reports = run.result["expressionReports"]?.array ?? []
    #expect(reports.count == 2)
    #expect(!run.response.jsonText().contains("resource"))
  }

  @Test("Nothing is reported unless it is asked for")
  func none() throws {
    for level in ["NONE", "LEVEL_UNSPECIFIED"] {
      let run = try HostedRun("true", #""expressionReportLevel": "\#(level)""#)
      #expect(run.result["expressionReports"] == nil)
    }
  }

  @Test("Rules that are refused have issues and no results; warnings keep nothing from running")
  func issues() throws {
    let request = #""request": {"method": "get", "path": "/a"}"#
    let broken = try HostedRun(
      rules: "service cloud.firestore {\n  match /a { allow get: if; }\n}",
      request
    )
    #expect(broken.response["testResults"] == nil)
    let issue = broken.response["issues"]?[0]
    #expect(issue?["severity"] == "ERROR")
    #expect(issue?["sourcePosition"]?["line"] == 2)
    let old = try HostedRun(
      rules: "service cloud.firestore { match /a { allow get: if true; } }",
      request
    )
    #expect(old.response["issues"]?[0]?["severity"] == "WARNING")
    #expect(old.response["issues"]?[0]?["sourcePosition"] == ["fileName": "firestore.rules"])
    #expect(old.response["testResults"]?.array?.count == 1)
  }
}
