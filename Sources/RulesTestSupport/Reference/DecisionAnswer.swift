package import RulesRuntime

/// A decision as plain text and numbers, to compare with another one.
package struct DecisionAnswer: Sendable, Hashable {
  /// Whether the request is allowed.
  package var isAllowed: Bool
  /// How each statement that was tried ended, with the offset of its `allow`.
  package var attempts: [Attempt]
  /// How many expressions were evaluated; the budget itself where it was spent.
  package var evaluatedExpressions: Int
  /// How many documents were looked up.
  package var lookupCount: Int

  /// How one statement ended.
  package struct Attempt: Sendable, Hashable {
    /// The offset of its `allow`.
    package var offset: UInt32
    /// The outcome; an error with its text.
    package var outcome: String
    /// Where the error points, if there is one.
    package var errorOffset: UInt32?

    /// An attempt from its parts.
    package init(offset: UInt32, outcome: String, errorOffset: UInt32? = nil) {
      self.offset = offset
      self.outcome = outcome
      self.errorOffset = errorOffset
    }
  }

  /// An answer from its parts.
  package init(
    isAllowed: Bool,
    attempts: [Attempt],
    evaluatedExpressions: Int,
    lookupCount: Int
  ) {
    self.isAllowed = isAllowed
    self.attempts = attempts
    self.evaluatedExpressions = evaluatedExpressions
    self.lookupCount = lookupCount
  }
}

extension Decision {
  /// The decision as plain text and numbers.
  package func answer(of program: Program) -> DecisionAnswer {
    DecisionAnswer(
      isAllowed: verdict == .allow,
      attempts: attempts.map { attempt in
        let offset = program.statements[Int(attempt.statement.index)].offset
        switch attempt.outcome {
        case .granted: return DecisionAnswer.Attempt(offset: offset, outcome: "granted")
        case .refused: return DecisionAnswer.Attempt(offset: offset, outcome: "refused")
        case .notBoolean(let type):
          return DecisionAnswer.Attempt(offset: offset, outcome: "not boolean: \(type)")
        case .failed(let fault), .undecided(let fault):
          return DecisionAnswer.Attempt(
            offset: offset,
            outcome: fault.reason.message.description,
            errorOffset: program.offset(of: fault)
          )
        }
      },
      evaluatedExpressions: evaluatedExpressions,
      lookupCount: lookupCount
    )
  }
}
