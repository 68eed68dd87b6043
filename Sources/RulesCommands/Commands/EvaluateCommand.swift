import RulesJSON
import RulesRuntime
import RulesSource
import RulesTesting

extension Command {
  /// `rulescheck evaluate EXPRESSION…`.
  package static let evaluate = Command(
    name: "evaluate",
    summary: "Evaluate expressions of the rules language",
    operands: "EXPRESSION…",
    operandCount: 1...Int.max,
    options: [.auth, .resource],
    discussion: """
      Shows the type and the value of each expression, or why it has none. It is evaluated as in \
      the condition of a rule for a get of one document; unless the options say otherwise nobody \
      is signed in and the document is not there.

        rulescheck evaluate "'a-b'.split('-')"
        rulescheck evaluate --auth '{"uid": "alice"}' "request.auth.uid == 'alice'"

      The exit code is 1 when an expression has no value.
      """
  ) { arguments, context, console throws(CommandError) in
    let evaluationContext = try evaluationContext(arguments, context)
    let renderer = DiagnosticRenderer(isColored: console.isColored)
    var code = ExitCode.clean
    for operand in arguments.operands {
      let evaluation = ExpressionEvaluation(operand)
      switch evaluation.outcome(in: evaluationContext) {
      case .value(let value):
        console.writeLine("\(value.type.name) \(visible(value.sourceText(limit: 100_000)))")
      case .failure(let diagnostics):
        for diagnostic in diagnostics.prefix(10) {
          console.write(renderer.render(diagnostic, in: evaluation.source))
        }
        code = .findings
      }
    }
    return code
  }
}

extension CommandOption {
  fileprivate static let auth = value(
    "auth",
    "JSON",
    summary: "What request.auth holds: {\"uid\": …, \"token\": {…}}"
  )
  fileprivate static let resource = value(
    "resource",
    "JSON",
    summary: "The fields of the document: what resource.data holds"
  )
}

private func evaluationContext(
  _ arguments: ParsedArguments,
  _ context: CommandContext
) throws(CommandError) -> ExpressionEvaluation.Context {
  var result = ExpressionEvaluation.Context(at: context.now)
  if let auth = try map(.auth, arguments) { result.auth = .map(auth) }
  result.fields = try map(.resource, arguments)
  return result
}

/// The JSON object that is the value of an option.
private func map(
  _ option: CommandOption,
  _ arguments: ParsedArguments
) throws(CommandError) -> MapValue? {
  guard let text = arguments.value(of: option) else { return nil }
  let source = SourceFile(name: "--\(option.name)", text: text)
  guard case .map(let map) = try value(of: source, option) else {
    throw .misuse("`--\(option.name)` expects a JSON object")
  }
  return map
}

private func value(
  of source: SourceFile,
  _ option: CommandOption
) throws(CommandError) -> Value {
  let problem: String
  do throws(JSONSyntaxError) {
    switch FixtureDocuments.plainValue(try JSONValue(parsing: source)) {
    case .success(let value): return value
    case .failure(let error): problem = error.message
    }
  } catch {
    problem = error.diagnostic.message
  }
  throw .misuse("`--\(option.name)` expects JSON: \(problem)")
}
