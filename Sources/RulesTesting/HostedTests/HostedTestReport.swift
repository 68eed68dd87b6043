package import RulesJSON
package import RulesSemantics
import RulesSource
import RulesSyntax

/// Writes the response of the hosted test API.
package enum HostedTestReport {
  /// The response to a suite.
  ///
  /// - Parameters:
  ///   - results: those of all cases in order; nil where the official compiler refuses the rules.
  ///   - model: the rules.
  /// - Returns: the response.
  package static func response(_ results: [HostedTestResult]?, _ model: SemanticModel) -> JSONValue
  {
    let positions = HostedPositions(model.tree)
    let issues = model.officialIssues.map { issue -> JSONValue in
      [
        "sourcePosition": positions.json(line: issue.line, column: issue.column),
        "description": .string(issue.description),
        "severity": issue.severity == .error ? "ERROR" : "WARNING",
      ]
    }
    var members: [(String, JSONValue)] = []
    if !issues.isEmpty { members.append(("issues", .array(issues))) }
    if let results, !results.isEmpty {
      members.append(("testResults", .array(results.map(\.json))))
    }
    return .object(members)
  }
}
