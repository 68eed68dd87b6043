package import RulesRuntime
package import RulesSource

/// What became of a test.
package struct CaseResult: Sendable {
  /// The test.
  package let test: TestCase
  /// Its steps, in order; empty for a skipped test.
  package let steps: [StepResult]
  /// Whether it was left out: `skip`, or another test says `only`.
  package let isSkipped: Bool
  /// Count of the steps that did not do what they expect.
  package let failedStepCount: Int
  /// Whether an evaluation error is behind the denial of a step.
  package let hasErrors: Bool

  /// What became of a test, from its steps.
  package init(test: TestCase, steps: [StepResult], isSkipped: Bool) {
    self.test = test
    self.steps = steps
    self.isSkipped = isSkipped
    // By index: a step is not copied to be looked at.
    failedStepCount = steps.indices.count { steps[$0].failure != nil }
    hasErrors = steps.indices.contains { !steps[$0].errors.isEmpty }
  }

  /// Whether every step did what it expects.
  package var passed: Bool { failedStepCount == 0 }
}

/// What became of a step.
package struct StepResult: Sendable {
  /// The step.
  package let step: TestStep
  /// The decision about each of its operations; none where the service would refuse the write itself, and
  /// where nothing is explained, as they take much room.
  package var judgements: [Judgement] = []
  /// Whether the rules allow it all.
  package let isAllowed: Bool
  /// Whether the request was denied because an evaluation failed.
  package let isDeniedByError: Bool
  /// Why it failed; nil where it passed.
  package var failure: Failure?
  /// Why it came out so, one part for each operation; empty for a step that is not explained.
  package var explanation: [Explanation] = []
  /// What to add to a query that should be allowed, as a test file has it; nil where nothing is known.
  package var advice: String?
  /// The evaluation errors behind a denial.
  package var errors: [EvaluationError] = []

  /// Whether the step did what it expects.
  package var passed: Bool { failure == nil }

  /// A result that follows from decisions.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - decisions: the decision about each of its operations, which is not kept.
  ///   - failure: why it failed, where that is known already.
  init(_ step: TestStep, _ decisions: [Decision], failure: Failure?) {
    self.step = step
    self.failure = failure
    isAllowed = decisions.allSatisfy { $0.verdict == .allow }
    isDeniedByError = decisions.contains { $0.isDeniedByFault }
  }

  /// How a step can fail.
  package enum Failure: Sendable, Hashable {
    /// The service would refuse the write whatever the rules say.
    case impossible(String)
    /// It should be denied, or be an error.
    case isAllowed
    /// It should be allowed; or it should be denied, but not by an error.
    case isDenied(byError: Bool)
    /// It should be an error.
    case isDeniedWithoutError
    /// No line that decides the denial holds the text after `because`.
    case otherReason(expected: String)
  }
}

/// A request and what the rules say to it.
package struct Judgement: Sendable {
  /// The request.
  package let request: Request
  /// Allow or deny, and why.
  package let decision: Decision
}

/// An allow statement whose condition has no value, or one that is no bool.
package struct EvaluationError: Sendable, Hashable {
  /// What went wrong, in the words of the official service.
  package let message: String
  /// Where, in the rules.
  package let range: SourceRange

  /// The error of an attempt; nil where it has none.
  init?(_ attempt: Decision.Attempt, program: Program, rules: RulesText) {
    switch attempt.outcome {
    case .granted, .refused, .undecided: return nil
    case .failed(let fault):
      message = fault.reason.message.description
      range = program.origins[Int(fault.expression.index)].range
    case .notBoolean(let type):
      message = "the condition is no bool but \(type.name)"
      let statement = program.statements[Int(attempt.statement.index)]
      range =
        statement.condition.map { program.origins[Int($0.index)].range }
        ?? SourceRange(statement.offset, statement.endOffset)
    }
  }
}

extension ExpressionOrigin {
  /// Its own tokens.
  var range: SourceRange { SourceRange(lowerBound, upperBound) }
}
