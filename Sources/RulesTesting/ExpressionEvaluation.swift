package import RulesRuntime
import RulesSemantics
package import RulesSource

/// One expression, evaluated as in the condition of a rule.
package struct ExpressionEvaluation: Sendable {
  /// The expression, as a file; places of diagnostics count from its start.
  package let source: SourceFile

  /// What `request` and `resource` hold.
  package struct Context: Sendable {
    /// `request.auth`; null for nobody.
    package var auth = Value.null
    /// The fields of the document that is asked for; nil where it is not there.
    package var fields: MapValue?
    /// `request.time`.
    package var time: Timestamp

    /// A get of a document that is not there, by nobody.
    package init(at time: Timestamp) {
      self.time = time
    }
  }

  /// What an expression came to.
  package enum Outcome: Sendable {
    /// Its value.
    case value(Value)
    /// It has none: an error when it is evaluated, or one of the compiler.
    case failure([Diagnostic])
  }

  /// An evaluation of an expression's text.
  package init(_ text: String) {
    source = SourceFile(name: "expression", text: text)
  }

  private static let head = ContiguousArray(
    """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents/documents/{id} {
        allow get: if [
    """.utf8
  )
  private static let tail = ContiguousArray("\n] == 0; } }\n".utf8)

  /// Evaluates the expression in a condition for `get /documents/x`.
  package func outcome(in context: Context) -> Outcome {
    let file = SourceFile(name: source.name, bytes: Self.head + source.bytes + Self.tail)
    let model = SemanticModel.analyze(file)
    // What follows the first error may come from the rules around the expression, and what types make
    // impossible is shown by evaluating it.
    let problems = model.diagnostics
      .filter { $0.severity == .error && !DiagnosticCode.typeCodes.contains($0.code) }
      .prefix(1).map(relative)
    guard problems.isEmpty, let program = model.program, let list = list(program) else {
      return .failure(problems.isEmpty ? [noSingleExpression] : problems)
    }
    let path: ContiguousArray<Text> = ["documents", "x"]
    let resource = context.fields.map {
      FirestoreResource.value(fields: $0, documentPath: path, database: "(default)")
    }
    let request = Request(
      method: .get,
      path: RoutePath(FirestorePath.segments(database: "(default)", documentPath: path)),
      auth: context.auth,
      time: context.time,
      resource: resource ?? .null,
      ownDocuments: [path]
    )
    do throws(Fault) {
      let value = try program.evaluate(list, in: program.statements[0].block, for: request)
      guard case .list(let list) = value, let element = list.elements.first,
        list.elements.count == 1
      else { return .failure([noSingleExpression]) }
      return .value(element)
    } catch {
      // From the token that the official engine points at, to the end of the expression.
      let whole = program.origins[Int(error.expression.index)].range
      let offset = program.offset(of: error)
      let range = SourceRange(offset, max(whole.upperBound, offset + 1))
      return .failure([
        Diagnostic(
          .evaluationError,
          at: relative(range),
          error.reason.message.description
        )
      ])
    }
  }

  /// The list, in `[EXPR] == 0`.
  private func list(_ program: Program) -> ExpressionID? {
    guard let condition = program.statements.first?.condition, program.statements.count == 1,
      case .binary(.equal, let list, _) = program.expressions[Int(condition.index)],
      Int(program.origins[Int(list.index)].lowerBound) == Self.head.count - 1
    else { return nil }
    return list
  }

  private var noSingleExpression: Diagnostic {
    Diagnostic(
      .evaluationError,
      at: SourceRange(0, UInt32(truncatingIfNeeded: source.bytes.count)),
      "expected one expression"
    )
  }

  /// A diagnostic with its places counted from the start of the expression.
  private func relative(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    let isAtEnd = Int(diagnostic.range.lowerBound) >= Self.head.count + source.bytes.count
    if isAtEnd, diagnostic.message.hasPrefix("found `"),
      let rest = diagnostic.message.utf8.firstIndex(of: UInt8(ascii: ","))
    {
      // What follows is ours.
      diagnostic.message = "found the end\(diagnostic.message[rest...])"
    }
    diagnostic.range = relative(diagnostic.range)
    // Notes and fixes about what stands around the expression would point at nothing.
    diagnostic.notes = diagnostic.notes.filter { $0.range == nil }
    diagnostic.fixes = diagnostic.fixes.filter { fix in
      fix.edits.allSatisfy { isInside($0.range) }
    }
    return diagnostic
  }

  private func isInside(_ range: SourceRange) -> Bool {
    Int(range.lowerBound) >= Self.head.count
      && Int(range.upperBound) <= Self.head.count + source.bytes.count
  }

  private func relative(_ range: SourceRange) -> SourceRange {
    SourceRange(relative(range.lowerBound), relative(range.upperBound))
  }

  private func relative(_ offset: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: min(max(0, Int(offset) - Self.head.count), source.bytes.count))
  }
}
