extension Program {
  /// Decides a request.
  ///
  /// Every block whose pattern covers the path is tried in source order, a block's own statements before those
  /// of the blocks in it; the first condition that is true ends it. Nothing matched is a denial.
  public func decide(
    _ request: Request, documents: some DocumentSource, limits: Limits? = nil
  ) -> Decision {
    decide(request, documents: documents, limits: limits, observer: NoObserver()).decision
  }

  /// Decides a request, watched by an observer, which is given back.
  public func decide<Observer: EvaluationObserver>(
    _ request: Request, documents: some DocumentSource, limits: Limits? = nil, observer: Observer
  ) -> (decision: Decision, observer: Observer) {
    let limits = limits ?? (service == .storage ? .storage : .firestore)
    var evaluator = Evaluator(
      program: self,
      context: EvaluationContext(
        request: request.value(for: service), resource: request.resource, path: request.path),
      documents: documents,
      observer: observer,
      lookups: LookupBudget(
        limit: request.method == .list ? limits.lookupsPerQuery : limits.lookups,
        ownDocuments: request.ownDocuments),
      expressions: limits.expressions)
    var attempts = ContiguousArray<Decision.Attempt>()
    var verdict = Decision.Verdict.deny
    for block in routes.blocks(covering: request.path) {
      for index in blocks[Int(block.index)].statements {
        let statement = statements[Int(index)]
        guard statement.methods.contains(MethodSet(request.method)) else { continue }
        let outcome = evaluator.outcome(of: statement)
        attempts.append(Decision.Attempt(statement: StatementID(index: index), outcome: outcome))
        if case .granted = outcome {
          verdict = .allow
          break
        }
      }
      if verdict == .allow { break }
    }
    let decision = Decision(
      verdict: verdict, attempts: attempts,
      evaluatedExpressions: limits.expressions - evaluator.remainingExpressions,
      lookupCount: evaluator.lookups.answered.count)
    return (decision, evaluator.observer)
  }

  /// The value of one expression of the program, for a request whose path the block's pattern covers.
  ///
  /// - Parameters:
  ///   - locals: the values of the variables that the expression was compiled with.
  /// - Throws: the fault of the expression.
  public func evaluate(
    _ expression: ExpressionID, in block: BlockID? = nil, for request: Request? = nil,
    documents: some DocumentSource = NoDocuments(), locals: ContiguousArray<Value> = [],
    expressionLimit: Int = Limits.firestore.expressions
  ) throws(Fault) -> Value {
    let context = EvaluationContext(
      request: request?.value(for: service) ?? .null, resource: request?.resource ?? .null,
      path: request?.path ?? RoutePath([]))
    var evaluator = Evaluator(
      program: self, context: context, documents: documents, observer: NoObserver(),
      lookups: LookupBudget(
        limit: Limits.firestore.lookups, ownDocuments: request?.ownDocuments ?? []),
      expressions: expressionLimit)
    evaluator.block = block
    evaluator.stack = ContiguousArray(locals.map { .value($0) })
    return try evaluator.evaluate(expression)
  }
}

extension Evaluator {
  /// Tries one statement.
  fileprivate mutating func outcome(of statement: Program.Statement) -> Decision.Outcome {
    guard let condition = statement.condition else { return .granted }
    block = statement.block
    do throws(Fault) {
      let value = try evaluate(condition)
      guard case .bool(let isTrue) = value else { return .notBoolean(value.type) }
      return isTrue ? .granted : .refused
    } catch {
      return .failed(error)
    }
  }
}
