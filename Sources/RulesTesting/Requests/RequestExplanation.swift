package import RulesRuntime

/// All that there is to say about one request: the blocks that were considered, the values, the cost.
package struct RequestExplanation: Sendable {
  /// The request as it was asked.
  package let title: String
  /// What became of it.
  package let outcome: Outcome
  /// What was judged: one part, more for a batch and for the ways of a query.
  package let parts: [Part]
  /// What to add to a query that is denied, as a test file has it; nil where nothing is known.
  package let advice: String?

  /// How a request ends.
  package enum Outcome: Sendable, Hashable {
    case allowed
    case denied
    /// It is denied because an evaluation failed.
    case deniedByError
    /// The service would refuse it whatever the rules say.
    case impossible(String)
  }

  /// One operation that was judged.
  package struct Part: Sendable {
    /// The method and the path that it is routed by.
    package let title: String
    /// Whether the rules allow it.
    package let isAllowed: Bool
    /// The blocks that cover its path, and those that nearly do.
    package let blocks: CoveringBlocks
    /// The statements that were tried; nil for a way of a query that others decide.
    package let explanation: Explanation?
    /// How many expressions were evaluated, of how many that may be.
    package let expressions: Usage
    /// How many documents were looked up, of how many that may be.
    package let lookups: Usage
  }

  /// A count and its limit.
  package struct Usage: Sendable, Hashable {
    /// The count.
    package let count: Int
    /// The most that there may be.
    package let limit: Int
  }

  /// Explains the only request of a question.
  ///
  /// - Parameters:
  ///   - suite: the suite of the question, which holds one test of one step.
  ///   - program: the rules.
  ///   - rules: their text.
  ///   - now: the time of the request, if it names none.
  /// - Returns: the explanation; nil for a suite without a step.
  package static func explain(
    _ suite: TestSuite,
    _ program: Program,
    rules: RulesText,
    now: Timestamp
  ) -> RequestExplanation? {
    guard let test = suite.cases.first else { return nil }
    var options = TestRunner.Options()
    options.explainsPassingSteps = true
    let runner = TestRunner(
      program,
      rules: rules,
      database: suite.database,
      now: now.ofRequest,
      options: options
    )
    guard let result = runner.run(test).steps.first else { return nil }
    return RequestExplanation(result, program)
  }

  private init(_ result: StepResult, _ program: Program) {
    title = result.step.title.description
    advice = result.advice
    outcome =
      switch result.failure {
      case .impossible(let reason): .impossible(reason)
      case nil, .isAllowed, .isDenied, .isDeniedWithoutError, .otherReason:
        result.isAllowed ? .allowed : result.isDeniedByError ? .deniedByError : .denied
      }
    // Of a query that is denied only the last way is explained.
    let unexplained = max(0, result.judgements.count - result.explanation.count)
    parts = result.judgements.enumerated().map { index, judgement in
      Part(
        judgement,
        program,
        index >= unexplained ? result.explanation[index - unexplained] : nil
      )
    }
  }
}

extension RequestExplanation.Part {
  fileprivate init(_ judgement: Judgement, _ program: Program, _ explanation: Explanation?) {
    let request = judgement.request
    let limits: Limits = program.service == .storage ? .storage : .firestore
    self.init(
      title: "\(request.method.name) \(request.path.sourceText)",
      isAllowed: judgement.decision.verdict == .allow,
      blocks: CoveringBlocks(of: request, in: program),
      explanation: explanation,
      expressions: RequestExplanation.Usage(
        count: judgement.decision.evaluatedExpressions,
        limit: limits.expressions
      ),
      lookups: RequestExplanation.Usage(
        count: judgement.decision.lookupCount,
        limit: request.method == .list ? limits.lookupsPerQuery : limits.lookups
      )
    )
  }
}

extension RoutePath {
  /// The path for people, what is not known as wildcards.
  var sourceText: String {
    let known = "/" + segments.map(\.description).joined(separator: "/")
    return switch tail {
    case .none: known
    case .document: "\(known)/*"
    case .group(let collection): "\(known)/**/\(collection.description)/*"
    case .anything: "\(known)/**"
    case .anyCollection: "\(known)/*/*"
    }
  }
}
