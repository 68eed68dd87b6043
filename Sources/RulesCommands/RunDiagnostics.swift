package import RulesSource

extension DiagnosticCode {
  /// The kinds of finding that runs of the commands have beyond those of files.
  package static let runCodes: [DiagnosticCode] = [
    failedStep, deniedByError, survivingMutant, unreadableFile,
  ]

  static let failedStep = DiagnosticCode(
    "failed-step",
    .error,
    "a step of a test to which the rules say something else",
    explanation: """
      The rules allow what the step denies, or the other way round. `rulescheck test` shows each allow statement \
      that was tried with the values in its condition.
      """
  )

  static let deniedByError = DiagnosticCode(
    "denied-by-error",
    .info,
    "a request that is denied because an evaluation fails",
    explanation: """
      The step expects a denial and there is one, but no condition is false: one has no value, as when a field is \
      read that is not there. A misspelt field in the rules denies everything in this way, so the step says little.

      Write the condition so that it has a value, as with `data.get('owner', null)`, or expect the error with \
      `error` in place of `deny`. `--deny-errors fail` makes such steps fail.
      """
  )

  static let survivingMutant = DiagnosticCode(
    "surviving-mutant",
    .warning,
    "a mistake in the rules that no test would notice",
    explanation: """
      `rulescheck test --mutate` changes the rules a little and runs the tests: none fails, although there are \
      requests that the changed rules judge otherwise. Such a mistake could be made for good, and nobody would see it.

      Add the step that the finding names to the test file: it passes for the rules as they are, and fails for the \
      mistake. Where that step shows that the rules are wrong, mend the rules instead.
      """
  )

  static let unreadableFile = DiagnosticCode(
    "unreadable-file",
    .error,
    "a file or folder that can't be read",
    explanation: """
      It is not there, may not be read, or is too large. What lies elsewhere is checked and run nevertheless.
      """
  )
}
