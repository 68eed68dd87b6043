import RulesJSON
import RulesSemantics
import RulesSource
import Testing

@testable import RulesTesting

/// The answer to a suite of one case.
struct HostedRun {
  /// What the API answers.
  let response: JSONValue

  /// The rules.
  let rules: SourceFile

  /// Runs a case, given as its members without the braces, against a file of rules.
  init(rules text: String, _ members: String) throws {
    let suite = HostedTestSuite.read(
      SourceFile(name: "suite.json", text: "{\"testSuite\": {\"testCases\": [{\(members)}]}}")
    )
    #expect(suite.diagnostics.isEmpty, "\(suite.diagnostics.map(\.message))")
    rules = SourceFile(name: "firestore.rules", text: text)
    let model = SemanticModel.analyze(rules)
    let results = HostedTestRunner(model).map { runner in suite.cases.map { runner.run($0) } }
    response = HostedTestReport.response(results, model)
  }

  /// Runs a read of `/c/x` against a condition, with more members of its `request` and of the case.
  init(_ condition: String, request: String = "", _ members: String = "") throws {
    let path = "/databases/(default)/documents/c/x"
    let more = request.isEmpty ? "" : ", \(request)"
    try self.init(
      rules: """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents/c/{id} {
            allow get: if \(condition);
          }
        }
        """,
      """
      "expectation": "ALLOW", "request": {"method": "get", "path": "\(path)"\(more)}
      \(members.isEmpty ? "" : ", \(members)")
      """
    )
  }

  /// The result of the case.
  var result: JSONValue { response["testResults"]?[0] ?? .null }

  /// Whether the rules allow it, or the error that denies it, or `deny`.
  var outcome: String {
    if result["state"]?.text == "SUCCESS" { return "allow" }
    let prefix = "]. "
    guard let message = result["debugMessages"]?[0]?.text, let end = message.firstRange(of: prefix)
    else { return "deny" }
    return String(message[end.upperBound...])
  }

  /// The source at a place, its end included.
  func text(_ position: JSONValue?) -> String? {
    guard let start = position?["currentOffset"]?.number?.int64,
      let end = position?["endOffset"]?.number?.int64
    else { return nil }
    let scalars = Array(rules.text(of: SourceRange(0, .max)).unicodeScalars)
    guard start >= 0, start <= end, end < scalars.count else { return nil }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[Int(start)...Int(end)])
    return String(text)
  }
}
