package import RulesRuntime
package import RulesSource

extension Decision {
  /// The denial in the official emulator's grammar: one cause for each statement that was tried.
  ///
  /// Source: recorded from the official emulator, which tries each statement twice and prints both; this prints
  /// what the last time came to.
  package func message(for method: Method, _ program: Program, _ source: SourceFile) -> String {
    guard !attempts.isEmpty else { return "No matching allow statements" }
    let causes = attempts.map { attempt in
      let statement = program.statements[Int(attempt.statement.index)]
      let line = source.position(of: statement.offset).line
      let cause = attempt.outcome.cause(of: statement, program, source)
      return "\(cause) for '\(method.name)' @ L\(line)"
    }
    return "\n" + causes.joined(separator: ", ")
  }
}

extension Fault {
  /// What is not known before a query runs has no cause; the emulator prints where the condition begins.
  fileprivate func cause(
    of statement: Program.Statement,
    _ program: Program,
    _ source: SourceFile
  ) -> String {
    guard case .undetermined = reason, let condition = statement.condition else {
      return reason.message.description
    }
    let position = source.position(of: program.origins[Int(condition.index)].start)
    return "evaluation error at L\(position.line):\(position.column)"
  }
}

extension Decision.Outcome {
  fileprivate func cause(
    of statement: Program.Statement,
    _ program: Program,
    _ source: SourceFile
  ) -> String {
    switch self {
    case .granted, .refused: "false"
    case .failed(let fault), .undecided(let fault): fault.cause(of: statement, program, source)
    case .notBoolean(let type):
      FaultReason.unexpectedType(type, expected: .bool).message.description
    }
  }
}
