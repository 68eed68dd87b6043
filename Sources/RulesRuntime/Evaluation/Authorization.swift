extension Program {
  /// Decides a request.
  ///
  /// Every block whose pattern covers the path is tried in source order, a block's own statements before those
  /// of the blocks in it; the first condition that is true ends it. Nothing matched is a denial.
  public func decide(
    _ request: Request,
    documents: some DocumentSource,
    limits: Limits? = nil
  ) -> Decision {
    decide(request, documents: documents, limits: limits, observer: NoObserver()).decision
  }

  /// Decides a request, watched by an observer, which is given back.
  public func decide<Observer: EvaluationObserver>(
    _ request: Request,
    documents: some DocumentSource,
    limits: Limits? = nil,
    observer: Observer
  ) -> (decision: Decision, observer: Observer) {
    let limits = limits ?? self.limits
    let commit = LookupBudget.Tally(
      limit: request.method == .list ? limits.lookupsPerQuery : limits.lookupsPerCommit
    )
    let (decision, observer, _) = decide(
      request,
      documents: documents,
      limits: limits,
      commit: commit,
      observer: observer
    )
    return (decision, observer)
  }

  /// Decides the writes of one commit, or the ways of one query, each judged as a request of its own; the first
  /// denial ends it.
  ///
  /// - Returns: a decision for each request up to the first that is denied.
  public func decide(
    commit requests: [Request],
    documents: some DocumentSource
  ) -> [Decision] {
    decide(commit: requests, documents: documents, observer: NoObserver()).decisions
  }

  /// Decides the writes of one commit, or the ways of one query, watched by one observer, which is given back.
  public func decide<Observer: EvaluationObserver>(
    commit requests: [Request],
    documents: some DocumentSource,
    observer: Observer
  ) -> (decisions: [Decision], observer: Observer) {
    let isQuery = requests.first?.method == .list
    var commit = LookupBudget.Tally(
      limit: isQuery ? limits.lookupsPerQuery : limits.lookupsPerCommit
    )
    var decisions: [Decision] = []
    var observer = observer
    for request in requests {
      let (decision, watched, tally) = decide(
        request,
        documents: documents,
        limits: limits,
        commit: commit,
        observer: observer
      )
      decisions.append(decision)
      observer = watched
      guard decision.verdict == .allow else { break }
      commit = tally
    }
    return (decisions, observer)
  }

  /// What the service lets one request cost.
  private var limits: Limits { service == .storage ? .storage : .firestore }

  private func decide<Observer: EvaluationObserver>(
    _ request: Request,
    documents: some DocumentSource,
    limits: Limits,
    commit: LookupBudget.Tally,
    observer: Observer
  ) -> (decision: Decision, observer: Observer, commit: LookupBudget.Tally) {
    var evaluator = Evaluator(
      program: self,
      context: EvaluationContext(
        request: request.value(for: service),
        resource: request.resource,
        isGiven: request.given != nil,
        path: request.path,
        unknowns: request.unknowns
      ),
      documents: documents,
      observer: observer,
      lookups: LookupBudget(
        limit: request.method == .list ? limits.lookupsPerQuery : limits.lookups,
        ownDocuments: request.ownDocuments,
        commit: commit,
        countsDocuments: service == .storage
      ),
      expressions: limits.expressions
    )
    var attempts = ContiguousArray<Decision.Attempt>()
    var verdict = Decision.Verdict.deny
    let refusal: Decision.Refusal? =
      service == .storage && version == 1 && request.method == .list ? .listNeedsVersion2 : nil
    for block in refusal == nil ? routes.blocks(covering: request.path) : [] {
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
      verdict: verdict,
      attempts: attempts,
      refusal: refusal,
      evaluatedExpressions: limits.expressions - evaluator.remainingExpressions,
      lookupCount: evaluator.lookups.operation.made.count
    )
    return (decision, evaluator.observer, evaluator.lookups.commit)
  }

  /// The value of one expression of the program.
  ///
  /// - Parameters:
  ///   - expression: what is evaluated.
  ///   - block: the block whose wildcards are in force; its pattern covers the request's path.
  ///   - request: what `request` and `resource` are.
  ///   - documents: what lookups find.
  ///   - locals: the values of the variables that the expression was compiled with.
  ///   - expressionLimit: how many expressions may be evaluated.
  /// - Returns: its value.
  /// - Throws: the fault of the expression.
  public func evaluate(
    _ expression: ExpressionID,
    in block: BlockID? = nil,
    for request: Request? = nil,
    documents: some DocumentSource = NoDocuments(),
    locals: ContiguousArray<Value> = [],
    expressionLimit: Int = Limits.firestore.expressions
  ) throws(Fault) -> Value {
    try evaluate(
      expression,
      in: block,
      for: request,
      documents: documents,
      locals: locals,
      expressionLimit: expressionLimit,
      observer: NoObserver()
    ).result.get()
  }

  /// The value or fault of one expression of the program, watched by an observer, which is given back.
  public func evaluate<Observer: EvaluationObserver>(
    _ expression: ExpressionID,
    in block: BlockID?,
    for request: Request?,
    documents: some DocumentSource,
    locals: ContiguousArray<Value>,
    expressionLimit: Int,
    observer: Observer
  ) -> (result: Result<Value, Fault>, observer: Observer) {
    let context = EvaluationContext(
      request: request?.value(for: service) ?? .null,
      resource: request == nil ? .null : request?.resource,
      path: request?.path ?? RoutePath([])
    )
    var evaluator = Evaluator(
      program: self,
      context: context,
      documents: documents,
      observer: observer,
      lookups: LookupBudget(
        limit: Limits.firestore.lookups,
        ownDocuments: request?.ownDocuments ?? [],
        commit: LookupBudget.Tally(limit: Limits.firestore.lookups),
        countsDocuments: service == .storage
      ),
      expressions: expressionLimit
    )
    evaluator.block = block
    evaluator.stack = ContiguousArray(locals.map { .value($0) })
    do throws(Fault) {
      return (.success(try evaluator.evaluate(expression)), evaluator.observer)
    } catch {
      return (.failure(error), evaluator.observer)
    }
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
      return context.path.tail != .none && error.isOfUnknownDocument
        ? .undecided(error) : .failed(error)
    }
  }
}

extension Fault {
  /// Whether it is what reading an unknown document of a query comes to: a field that is not constrained, the
  /// document's own id, or a comparison that the constraints don't decide.
  fileprivate var isOfUnknownDocument: Bool {
    switch reason {
    case .undetermined, .undefinedProperty, .nullValue, .constraintInSet: true
    default: false
    }
  }
}
