import RulesJSON
import RulesRuntime
package import RulesSemantics
import RulesSource
import RulesSyntax

/// Decides cases as the hosted test API does: `request` and `resource` hold what a case gives and nothing else,
/// the service's functions are mocked, and `debug` is no function.
package struct HostedTestRunner: Sendable {
  /// How cases are run.
  package struct Options: Sendable {
    /// Whether cases that do what is expected are explained too.
    package var explainsSuccesses = false

    /// The usual way.
    package init() {}
  }

  private let program: Program
  private let rules: RulesText
  private let tree: SyntaxTree
  private let positions: HostedPositions
  private let conditionRanges: [UInt32: SourceRange]
  private let roots: [ReportedExpression]
  private let arguments: Set<ExpressionID>
  private let options: Options

  /// A runner of the cases of a suite; nil where the official compiler refuses the rules.
  package init?(_ model: SemanticModel, options: Options = Options()) {
    guard let program = model.program,
      !model.officialIssues.contains(where: { $0.severity == .error })
    else { return nil }
    self.program = program.withoutDebug()
    self.options = options
    rules = RulesText(model.tree.source)
    tree = model.tree
    positions = HostedPositions(model.tree)
    let reported = ReportedExpressions(model.tree, program)
    conditionRanges = reported.conditionRanges
    roots = reported.roots
    arguments = HostedObserver.arguments(in: program)
  }

  /// Runs a case.
  package func run(_ test: HostedTestCase) -> HostedTestResult {
    let mocks = MockedFunctions(mocks: test.mocks, service: program.service)
    let (decision, observer) = program.decide(
      test.request,
      documents: mocks,
      observer: HostedObserver(program, arguments: arguments, test)
    )
    let isExpected = test.expectation.map { $0 == decision.verdict } ?? true
    let errors = self.errors(of: decision)
    var members = [("state", JSONValue.string(state(test, decision).rawValue))]
    add("debugMessages", errors.map { .string(debugMessage($0)) }, to: &members)
    if let error = errors.first { members.append(("errorPosition", positions.json(error.range))) }
    var writer = PlainValueWriter(test.pathEncoding)
    add("functionCalls", observer.calls.map { json($0, &writer) }, to: &members)
    add("visitedExpressions", decision.attempts.map { json($0) }, to: &members)
    let reports =
      switch test.reportLevel {
      case .none: [JSONValue]()
      case .full: roots.map { report($0, observer, visitedOnly: false) ?? .object([]) }
      case .visited: roots.compactMap { report($0, observer, visitedOnly: true) }
      }
    add("expressionReports", reports, to: &members)
    return HostedTestResult(
      test: test,
      decision: decision,
      errors: errors,
      explanation: isExpected && !options.explainsSuccesses ? nil : explanation(of: test, mocks),
      json: .object(members)
    )
  }

  /// Runs a case once more, and counts what it sees of the rules.
  package func record(_ test: HostedTestCase, in recorder: inout CoverageRecorder) {
    let (decision, observer) = program.decide(
      test.request,
      documents: MockedFunctions(mocks: test.mocks, service: program.service),
      observer: recorder.observer
    )
    recorder.count(decision, seenBy: observer)
  }

  private func state(_ test: HostedTestCase, _ decision: Decision) -> HostedTestResult.State {
    guard let expectation = test.expectation else { return .unspecified }
    return expectation == decision.verdict ? .success : .failure
  }

  private func explanation(of test: HostedTestCase, _ mocks: MockedFunctions) -> Explanation {
    let (decision, trace) = program.decide(
      test.request,
      documents: mocks,
      observer: TraceObserver()
    )
    return Explanation(
      of: decision,
      for: test.request,
      trace: trace,
      program: program,
      rules: rules,
      isPartOfBatch: false
    )
  }

  // MARK: Errors

  /// The errors that a denial comes from; in what is allowed they are of no consequence.
  private func errors(of decision: Decision) -> [HostedTestError] {
    guard decision.verdict == .deny else { return [] }
    return decision.attempts.compactMap { attempt in
      switch attempt.outcome {
      case .granted, .refused: return nil
      case .failed(let fault), .undecided(let fault):
        return HostedTestError(
          message: fault.reason.message.description,
          range: positions.tokenRange(at: program.offset(of: fault))
        )
      case .notBoolean(let type):
        let reason = FaultReason.unexpectedType(type, expected: .bool)
        let condition = program.statements[Int(attempt.statement.index)].condition
        let offset = condition.map { program.origins[Int($0.index)].start } ?? 0
        return HostedTestError(
          message: reason.message.description,
          range: positions.tokenRange(at: offset)
        )
      }
    }
  }

  /// The text of an error.
  ///
  ///     Error: firestore.rules line [14], column [24]. Null value error.
  private func debugMessage(_ error: HostedTestError) -> String {
    let position = tree.source.position(of: error.range.lowerBound)
    return "Error: \(tree.source.name) line [\(position.line)], column [\(position.column)]. "
      + error.message
  }

  // MARK: Reports

  private func add(_ name: String, _ list: [JSONValue], to members: inout [(String, JSONValue)]) {
    if !list.isEmpty { members.append((name, .array(list))) }
  }

  private func json(_ call: HostedObserver.Call, _ writer: inout PlainValueWriter) -> JSONValue {
    var arguments: [JSONValue] = []
    for argument in call.arguments { arguments.append(writer.json(argument) ?? .null) }
    return [
      "function": .string(call.function.description), "args": .array(arguments),
    ]
  }

  /// The condition of a statement that was tried, and its value unless that is an error.
  private func json(_ attempt: Decision.Attempt) -> JSONValue {
    let statement = program.statements[Int(attempt.statement.index)]
    let range =
      conditionRanges[statement.offset] ?? SourceRange(statement.offset, statement.endOffset)
    let position = positions.json(range)
    switch attempt.outcome {
    case .granted: return ["sourcePosition": position, "value": true]
    case .refused: return ["sourcePosition": position, "value": false]
    case .failed, .undecided, .notBoolean: return ["sourcePosition": position]
    }
  }

  /// The report of an expression; nil for one that was not evaluated, where only those that were are asked for.
  private func report(
    _ expression: ReportedExpression,
    _ observer: HostedObserver,
    visitedOnly: Bool
  ) -> JSONValue? {
    let values = expression.expression.flatMap { observer.values[$0] } ?? []
    let children = expression.children.compactMap {
      report($0, observer, visitedOnly: visitedOnly)
    }
    if visitedOnly, values.isEmpty, children.isEmpty { return nil }
    var members = [("sourcePosition", positions.json(expression.range))]
    add("values", values.map { json($0) }, to: &members)
    add("children", children, to: &members)
    return .object(members)
  }

  private func json(_ value: HostedObserver.CountedValue) -> JSONValue {
    let count = ("count", JSONValue.integer(value.count))
    return .object(value.value.map { [("value", $0), count] } ?? [count])
  }
}
