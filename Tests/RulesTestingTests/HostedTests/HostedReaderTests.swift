import RulesJSON
import RulesSemantics
import RulesSource
import Testing

@testable import RulesTesting

/// Suites that are broken, and hostile ones.
struct HostedReaderTests {
  /// What a suite of one case holds, the text that a diagnostic points at, and what it says.
  static let rows: [(members: String, place: String, message: String)] = [
    (#""expectation": "ALLOW""#, "{", "expected `request`"),
    (#""request": 1"#, "1", "found a number as `request`, expected an object"),
    (#""request": {"method": "get"}"#, "{", "expected `path` in `request`"),
    (#""request": {"path": "/a"}"#, "{", "expected `method` in `request`"),
    (#""request": {"method": "read", "path": "/a"}"#, #""read""#, "expected a method"),
    (#""request": {"method": "get", "path": "a"}"#, #""a""#, "expected a path"),
    (#""request": {"method": "get", "path": "/%zz"}"#, #""/%zz""#, "escape"),
    (
      #""request": {"method": "get", "path": "/a", "time": "noon"}"#, #""noon""#,
      "expected a time"
    ),
    (
      #""request": {"method": "get", "path": "/a", "x": 99999999999999999999}"#,
      "99999999999999999999", "over 64 bits"
    ),
    (#""request": {"method": "get", "path": "/a", "x": 1e999}"#, "1e999", "too large"),
    (
      #""expectation": "MAYBE", "request": {"method": "get", "path": "/a"}"#, #""MAYBE""#,
      "expected one of ALLOW, DENY"
    ),
    (
      #""pathEncoding": 1, "request": {"method": "get", "path": "/a"}"#, "1",
      "expected one of URL_ENCODED, PLAIN"
    ),
    (
      #""expected": 1, "request": {"method": "get", "path": "/a"}"#, #""expected""#,
      "found `expected` in a test case"
    ),
    (
      #""functionMocks": {}, "request": {"method": "get", "path": "/a"}"#, "{}",
      "expected an array"
    ),
    (
      #""functionMocks": [{"args": [], "result": {"undefined": {}}}], "request": {"method": "get", "path": "/a"}"#,
      "{", "expected `function`"
    ),
    (
      #""functionMocks": [{"function": "get"}], "request": {"method": "get", "path": "/a"}"#,
      "{", "expected `result`"
    ),
    (
      #""functionMocks": [{"function": "get", "args": [{}], "result": {"value": 1}}], "request": {"method": "get", "path": "/a"}"#,
      "{}", "either `exactValue` or `anyValue`"
    ),
  ]

  @Test(
    "A part that is wrong has one diagnostic, at it, and the other cases are kept",
    arguments: rows.indices
  )
  func diagnostic(index: Int) throws {
    let row = Self.rows[index]
    let good = #"{"request": {"method": "get", "path": "/a"}}"#
    let file = SourceFile(
      name: "suite.json",
      text: #"{"testSuite": {"testCases": [{\#(row.members)}, \#(good)]}}"#
    )
    let suite = HostedTestSuite.read(file)
    #expect(suite.diagnostics.count == 1, "\(suite.diagnostics.map(\.message))")
    let diagnostic = try #require(suite.diagnostics.first)
    #expect(diagnostic.message.contains(row.message), "\(diagnostic.message)")
    #expect(file.text(of: diagnostic.range).hasPrefix(row.place))
    #expect(suite.cases.map(\.number) == [2])
  }

  @Test(
    "A file that is no suite has a diagnostic",
    arguments: [
      "", "{", "[]", "null", "{}", #"{"testSuite": 1}"#, #"{"testSuite": {"testCases": 1}}"#,
    ]
  )
  func noSuite(text: String) {
    let suite = HostedTestSuite.read(SourceFile(name: "suite.json", text: text))
    #expect(suite.isBroken)
    #expect(suite.cases.isEmpty)
  }

  @Test("The rules of a suite are its only file")
  func rules() {
    func read(_ source: String) -> HostedTestSuite {
      HostedTestSuite.read(
        SourceFile(name: "suite.json", text: #"{"source": \#(source), "testSuite": {}}"#)
      )
    }
    let suite = read(#"{"files": [{"name": "x.rules", "content": "a\nb"}]}"#)
    #expect(!suite.isBroken)
    #expect(suite.rules?.name == "x.rules")
    #expect(suite.rules?.text(of: SourceRange(0, 9)) == "a\nb")
    #expect(read(#"{"files": []}"#).diagnostics.count == 1)
    #expect(read(#"{"files": [{}]}"#).diagnostics.count == 1)
    #expect(read("{}").diagnostics.count == 1)
  }

  @Test("Deep values are read, compared and reported")
  func depth() throws {
    let depth = 400
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let run = try HostedRun(
      "request.x == request.x && request.x is list",
      request: #""x": \#(deep)"#,
      #""expressionReportLevel": "FULL""#
    )
    #expect(run.outcome == "allow")
    #expect(!run.response.jsonText().isEmpty)
  }

  @Test("Too many expressions end a case, and a large request does not multiply")
  func budget() throws {
    let uses = Array(repeating: "request.x.size() > 0", count: 60).joined(separator: " && ")
    let text = String(repeating: "x", count: 1 << 20)
    let run = try HostedRun(
      rules: """
        rules_version = '2';
        service cloud.firestore {
          function f() { return \(uses); }
          match /a { allow get: if f() && f() && f() && f() && f(); }
        }
        """,
      """
      "expectation": "ALLOW", "expressionReportLevel": "FULL",
      "request": {"method": "get", "path": "/a", "x": ["\(text)"]}
      """
    )
    #expect(run.outcome.contains("the maximum of 1000 expressions"))
    #expect(run.response.bytes().count < 100 << 20)
  }
}
