package import RulesJSON
package import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting

/// A case of the kind `value`: an expression, evaluated as the recorded answers were.
package struct ValueCase: Sendable {
  /// The expression.
  package let expression: ContiguousArray<UInt8>
  /// Functions declared beside it.
  package let functions: ContiguousArray<UInt8>

  /// What an expression came to.
  package enum Answer: Sendable {
    /// Its value.
    case value(Value)
    /// Its error, and where: in code points from the start of the expression or of the functions.
    case error(String, offset: Int, isInFunctions: Bool)
    /// It does not compile: the official compiler's errors.
    case issues([Issue])
    /// The expression does not stand where it should, as brackets close too early.
    case none
  }

  /// An error of the compiler, relative to the expression or the functions; both counts are 1-based.
  package struct Issue: Sendable, Hashable {
    /// Its line.
    package let line: Int
    /// Its column, in code points.
    package let column: Int
    /// Its text.
    package let description: String
    /// Whether it is relative to the functions.
    package let isInFunctions: Bool
  }

  /// A case from its expression and functions.
  package init(expression: ContiguousArray<UInt8>, functions: ContiguousArray<UInt8> = []) {
    self.expression = expression
    self.functions = functions
  }

  private static let head = ContiguousArray(
    "rules_version = '2';\nservice cloud.firestore {\nmatch /databases/{database}/documents {\nmatch /e0/{id} {\n"
      .utf8
  )
  private static let beforeExpression = ContiguousArray("\nallow get: if [".utf8)
  private static let afterExpression = ContiguousArray("] == 0 || true; }\n}\n}\n".utf8)

  /// The budget of expressions, large, as the recorded answers leave the budget out.
  private static let expressionLimit = 10_000

  /// The rules file around the expression.
  private var source: SourceFile {
    SourceFile(
      name: "firestore.rules",
      bytes: Self.head + functions + Self.beforeExpression + expression + Self.afterExpression
    )
  }

  private var functionsStart: Int { Self.head.count }
  private var expressionStart: Int {
    Self.head.count + functions.count + Self.beforeExpression.count
  }

  /// Evaluates the expression for a get, signed out, of a document that does not exist.
  package func answer() -> Answer {
    evaluation().answer
  }

  /// Evaluates the expression, and tells whether the emulator's answer can't be trusted, see
  /// `BrokenLiteralObserver`.
  package func evaluation() -> (answer: Answer, isBeyondTheEmulator: Bool) {
    let model = SemanticModel.analyze(source)
    guard let program = model.program else { return (.issues(issues(model)), false) }
    guard let list = list(program) else { return (.none, false) }
    let request = Request(
      method: .get,
      path: RoutePath(["databases", "(default)", "documents", "e0", "x"]),
      auth: .null,
      time: Timestamp(seconds: 1_700_000_000, nanos: 0),
      resource: .null,
      ownDocuments: [["e0", "x"]]
    )
    let (result, observer) = program.evaluate(
      list,
      in: program.statements[0].block,
      for: request,
      documents: NoDocuments(),
      locals: [],
      expressionLimit: Self.expressionLimit,
      observer: BrokenLiteralObserver(program)
    )
    return (answer(result, program), observer.hasMetOne)
  }

  private func answer(_ result: Result<Value, Fault>, _ program: Program) -> Answer {
    switch result {
    case .success(.list(let list)) where list.elements.count == 1: return .value(list.elements[0])
    case .success: return .none
    case .failure(let fault):
      let offset = program.offset(of: fault)
      let isInFunctions = offset < expressionStart
      let file = source
      let origin = file.codePointOffset(
        of: UInt32(isInFunctions ? functionsStart : expressionStart)
      )
      return .error(
        fault.reason.message.description,
        offset: file.codePointOffset(of: offset) - origin,
        isInFunctions: isInFunctions
      )
    }
  }

  /// The list, in `[EXPR] == 0 || true`.
  private func list(_ program: Program) -> ExpressionID? {
    guard let condition = program.statements.first?.condition,
      case .or(let comparison, _) = program.expressions[Int(condition.index)],
      case .binary(.equal, let list, _) = program.expressions[Int(comparison.index)]
    else { return nil }
    return list
  }

  private func issues(_ model: SemanticModel) -> [Issue] {
    let file = source
    return model.officialIssues.filter { $0.severity == .error }.map { issue in
      relative(issue, file, to: expressionStart, isInFunctions: false)
        ?? relative(issue, file, to: functionsStart, isInFunctions: true)
        ?? Issue(
          line: issue.line,
          column: issue.column,
          description: issue.description,
          isInFunctions: false
        )
    }
  }

  /// An issue relative to an offset; nil where it stands before it.
  private func relative(
    _ issue: OfficialIssue,
    _ file: SourceFile,
    to offset: Int,
    isInFunctions: Bool
  ) -> Issue? {
    let origin = file.position(of: UInt32(offset))
    let line = issue.line - origin.line + 1
    let column = line == 1 ? issue.column - origin.column + 1 : issue.column
    guard line > 1 || (line == 1 && column >= 1) else { return nil }
    return Issue(
      line: line,
      column: column,
      description: issue.description,
      isInFunctions: isInFunctions
    )
  }
}

extension ValueCase.Answer {
  /// The members of an answer line.
  package var json: [(String, JSONValue)] {
    switch self {
    case .value(let value): return [("value", TypedValue.json(value))]
    case .error(let message, let offset, let isInFunctions):
      return [
        ("error", .string(message)),
        (isInFunctions ? "functionsOffset" : "offset", .integer(offset)),
      ]
    case .issues(let issues):
      return [("issues", .array(issues.map(\.json)))]
    case .none: return [("unresolved", true)]
    }
  }
}

extension ValueCase.Issue {
  fileprivate var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("line", .integer(line)), ("column", .integer(column)), ("description", .string(description)),
    ]
    if isInFunctions { members.append(("in", "functions")) }
    return .object(members)
  }
}
