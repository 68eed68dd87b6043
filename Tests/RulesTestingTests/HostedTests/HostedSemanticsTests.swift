import RulesJSON
import Testing

/// What rules see of a case.
///
/// The expected texts are recorded answers of the hosted test API (emulation, §1).
struct HostedSemanticsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let condition: String
    var request = ""
    var members = ""
    let outcome: String
    var testDescription: String { "\(condition) \(request) \(members)" }
  }

  private static let document = #""resource": {"data": {"n": 1}}"#

  private static func mock(_ function: String, _ argument: String, _ result: String) -> String {
    #""functionMocks": [{"function": "\#(function)", "args": [\#(argument)], "result": \#(result)}]"#
  }

  private static let path = #"{"exactValue": "/databases/(default)/documents/u/a"}"#
  private static let call = "/databases/$(database)/documents/u/a"

  static let members: [Row] = [
    Row(condition: "request.auth == null", outcome: "Property auth is undefined on object."),
    Row(condition: "request.auth == null", request: #""auth": null"#, outcome: "allow"),
    Row(condition: "request.auth.uid == 'u'", request: #""auth": {"uid": "u"}"#, outcome: "allow"),
    Row(
      condition: "request.auth.token.x == 1",
      request: #""auth": {"uid": "u"}"#,
      outcome: "Property token is undefined on object."
    ),
    Row(
      condition: "request.query.limit <= 10",
      outcome: "Property query is undefined on object."
    ),
    Row(
      condition: "request.query.limit <= 10",
      request: #""query": {"limit": 10}"#,
      outcome: "allow"
    ),
    Row(
      condition: "request.resource == null",
      outcome: "Property resource is undefined on object."
    ),
    Row(
      condition: "request.time == timestamp.value(0)",
      outcome: "Property time is undefined on object."
    ),
    Row(
      condition: "request.time.nanos() == 123456789",
      request: #""time": "2026-01-15T12:34:56.123456789Z""#,
      outcome: "allow"
    ),
    Row(condition: "request.method == 'get'", outcome: "allow"),
    Row(condition: "request.path is path && request.path[3] == 'c'", outcome: "allow"),
    Row(condition: "database == '(default)' && id == 'x'", outcome: "allow"),
  ]

  static let resource: [Row] = [
    Row(condition: "resource == null", outcome: "Null value error."),
    Row(condition: "resource != null", outcome: "Null value error."),
    Row(condition: "resource.data.n == 1", outcome: "Null value error."),
    Row(condition: "resource == null || true", outcome: "allow"),
    Row(condition: "resource.data.n == 1", members: document, outcome: "allow"),
    Row(
      condition: "resource.data.missing == 1",
      members: document,
      outcome: "Property missing is undefined on object."
    ),
    Row(
      condition: "resource.id == 'x'",
      members: document,
      outcome: "Property id is undefined on object."
    ),
    Row(
      condition: "resource.__name__ == request.path",
      members: document,
      outcome: "Property __name__ is undefined on object."
    ),
    Row(
      condition: "resource.__name__ == request.path",
      members: #""resource": {"__name__": "/databases/(default)/documents/c/x"}"#,
      outcome: "allow"
    ),
    Row(condition: "resource.data.n == 2", members: document, outcome: "deny"),
  ]

  static let functions: [Row] = [
    Row(condition: "get(\(call)).data.n == 1", outcome: "Function not found error: Name: [get]."),
    Row(condition: "exists(\(call))", outcome: "Function not found error: Name: [exists]."),
    Row(
      condition: "getAfter(\(call)).data.n == 1",
      members: mock("getAfter", path, #"{"value": {"data": {"n": 1}}}"#),
      outcome: "Function not found error: Name: [getAfter]."
    ),
    Row(
      condition: "existsAfter(\(call))",
      members: mock("existsAfter", path, #"{"value": true}"#),
      outcome: "Function not found error: Name: [existsAfter]."
    ),
    Row(condition: "debug(true)", outcome: "Function not found error: Name: [debug]."),
    Row(
      condition: "get(\(call)).data.n == 1",
      members: mock("get", path, #"{"value": {"data": {"n": 1}}}"#),
      outcome: "allow"
    ),
    Row(
      condition: "get(\(call)).id == 'a'",
      members: mock("get", path, #"{"value": {"data": {"n": 1}}}"#),
      outcome: "Property id is undefined on object."
    ),
    Row(
      condition: "get(\(call)).data.n == 1",
      members: mock("get", #"{"anyValue": {}}"#, #"{"value": {"data": {"n": 1}}}"#),
      outcome: "allow"
    ),
    Row(
      condition: "get(/databases/$(database)/documents/u/b).data.n == 1",
      members: mock("get", path, #"{"value": {"data": {"n": 1}}}"#),
      outcome: "Function not found error: Name: [get]."
    ),
    Row(
      condition: "exists(\(call))",
      members: mock("exists", path, #"{"value": true}"#),
      outcome: "allow"
    ),
    Row(
      condition: "exists(\(call))",
      members: mock("exists", path, #"{"value": {"data": {}}}"#),
      outcome: "Type error. Received: [map] Expected: [bool]."
    ),
    Row(
      condition: "exists(\(call)) || true",
      members: mock("exists", path, #"{"value": {"data": {}}}"#),
      outcome: "allow"
    ),
  ]

  @Test(
    "Rules see what a case gives, and nothing else",
    arguments: members + resource + functions
  )
  func outcome(row: Row) throws {
    let run = try HostedRun(row.condition, request: row.request, row.members)
    #expect(run.outcome == row.outcome)
  }

  @Test("A mock without an answer is a lookup that fails")
  func undefinedResult() throws {
    let run = try HostedRun(
      "get(/a/b).data.n == 1",
      Self.mock("get", #"{"anyValue": {}}"#, #"{"undefined": {}}"#)
    )
    #expect(run.outcome.hasPrefix("Service call error. Function: [get], Argument: [path_value {"))
  }

  @Test("A state says whether the rules do what is expected")
  func states() throws {
    for (expectation, condition, state) in [
      ("ALLOW", "true", "SUCCESS"), ("DENY", "true", "FAILURE"), ("ALLOW", "false", "FAILURE"),
      ("DENY", "false", "SUCCESS"), ("EXPECTATION_UNSPECIFIED", "true", "STATE_UNSPECIFIED"),
    ] {
      let run = try HostedRun(
        rules: """
          rules_version = '2';
          service cloud.firestore {
            match /{all=**} { allow get: if \(condition); }
          }
          """,
        #""expectation": "\#(expectation)", "request": {"method": "get", "path": "/a"}"#
      )
      #expect(run.result["state"]?.text == state, "\(expectation) \(condition)")
    }
  }

  @Test("Paths are written as in a URL, or plain")
  func pathEncoding() throws {
    for (encoding, path, id, isAllowed) in [
      ("URL_ENCODED", "a%2Fb", "a/b", true), ("PLAIN", "a%2Fb", "a%2Fb", true),
      ("ENCODING_UNSPECIFIED", "%28x%29", "(x)", true), ("PLAIN", "a b", "a b", true),
      ("PLAIN", "a%2Fb", "a/b", false),
    ] {
      let run = try HostedRun(
        rules: """
          rules_version = '2';
          service cloud.firestore {
            match /databases/(default)/documents/c/{id} { allow get: if id == '\(id)'; }
          }
          """,
        """
        "expectation": "ALLOW", "pathEncoding": "\(encoding)",
        "request": {"method": "get", "path": "/databases/(default)/documents/c/\(path)"}
        """
      )
      #expect((run.outcome == "allow") == isAllowed, "\(encoding) \(path)")
    }
  }

  @Test("Rules for Storage look up with names of their own, as often as they like")
  func storage() throws {
    let lookups = ["a", "b", "c"].map {
      "firestore.exists(/databases/(default)/documents/probe/\($0))"
    }
    let rules = """
      rules_version = '2';
      service firebase.storage {
        match /b/{bucket}/o/{name} {
          allow get: if resource.size == 3 && resource.timeCreated < request.time
            && \(lookups.joined(separator: " && "));
        }
      }
      """
    let members = """
      "expectation": "ALLOW",
      "request": {"method": "get", "path": "/b/x/o/y.png", "time": "2026-01-01T00:00:00Z"},
      "resource": {"size": 3, "timeCreated": "2025-01-01T00:00:00Z"}
      """
    let mock = Self.mock("firestore.exists", #"{"anyValue": {}}"#, #"{"value": true}"#)
    let run = try HostedRun(rules: rules, "\(members), \(mock)")
    #expect(run.outcome == "allow")
    let calls = run.result["functionCalls"]?.array ?? []
    #expect(calls.map { $0["function"]?.text } == Array(repeating: "firestore.exists", count: 3))
    #expect(calls.first?["args"]?[0] == "/databases/%28default%29/documents/probe/a")
    let unmocked = try HostedRun(rules: rules, members)
    #expect(unmocked.outcome == "Function not found error: Name: [firestore.exists].")
  }
}
