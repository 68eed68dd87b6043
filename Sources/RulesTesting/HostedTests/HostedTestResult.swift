import RulesJSON
package import RulesRuntime
package import RulesSource

/// What became of a case.
package struct HostedTestResult: Sendable {
  /// The case.
  package let test: HostedTestCase
  /// Allow or deny, and why.
  package let decision: Decision
  /// The evaluation errors behind a denial, in the order of the statements.
  package let errors: [HostedTestError]
  /// Why it came out so; nil for a case that is not explained.
  package let explanation: Explanation?
  /// The result as the hosted test API gives it.
  let json: JSONValue

  /// Whether the rules do what is expected.
  package var state: State {
    guard let expectation = test.expectation else { return .unspecified }
    return expectation == decision.verdict ? .success : .failure
  }

  /// Whether the rules do what is expected.
  package enum State: String, Sendable, Hashable {
    /// They do.
    case success = "SUCCESS"
    /// They don't.
    case failure = "FAILURE"
    /// Nothing is expected.
    case unspecified = "STATE_UNSPECIFIED"
  }
}

/// Why the condition of an allow statement has no value, or none that is a bool.
package struct HostedTestError: Sendable, Hashable {
  /// What went wrong, in the words of the official service.
  package let message: String
  /// The token that the official service points at.
  package let range: SourceRange
}
