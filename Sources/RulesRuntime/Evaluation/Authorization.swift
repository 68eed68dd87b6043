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
    BorrowedDocuments.lending(documents) { documents in
      decide(request, documents, limits, NoObserver()).decision
    }
  }

  /// Decides a request, watched by an observer, which is given back.
  public func decide<Observer: EvaluationObserver>(
    _ request: Request,
    documents: some DocumentSource,
    limits: Limits? = nil,
    observer: Observer
  ) -> (decision: Decision, observer: Observer) {
    BorrowedDocuments.lending(documents) { documents in
      decide(request, documents, limits, observer)
    }
  }

  /// Decides the writes of one commit, or the ways of one query, each judged as a request of its own; the first
  /// denial ends it.
  ///
  /// - Returns: a decision for each request up to the first that is denied.
  public func decide(
    commit requests: [Request],
    documents: some DocumentSource
  ) -> [Decision] {
    BorrowedDocuments.lending(documents) { documents in
      decide(commit: requests, documents, NoObserver()).decisions
    }
  }

  /// Decides the writes of one commit, or the ways of one query, watched by one observer, which is given back.
  public func decide<Observer: EvaluationObserver>(
    commit requests: [Request],
    documents: some DocumentSource,
    observer: Observer
  ) -> (decisions: [Decision], observer: Observer) {
    BorrowedDocuments.lending(documents) { documents in
      decide(commit: requests, documents, observer)
    }
  }

  private func decide<Observer: EvaluationObserver>(
    commit requests: [Request],
    _ documents: BorrowedDocuments,
    _ observer: Observer
  ) -> (decisions: [Decision], observer: Observer) {
    if requests.count == 1 {
      let (decision, observer) = decide(requests[0], documents, nil, observer)
      return ([decision], observer)
    }
    let isQuery = requests.first?.method == .list
    var commit: LookupBudget.Tally? = LookupBudget.Tally(
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
    _ documents: BorrowedDocuments,
    _ limits: Limits?,
    _ observer: Observer
  ) -> (decision: Decision, observer: Observer) {
    let limits = limits ?? self.limits
    // An operation of its own is a commit of one.
    let isBoundByCommit = request.method != .list && limits.lookupsPerCommit < limits.lookups
    let commit = isBoundByCommit ? LookupBudget.Tally(limit: limits.lookupsPerCommit) : nil
    let (decision, observer, _) = decide(
      request,
      documents: documents,
      limits: limits,
      commit: commit,
      observer: observer
    )
    return (decision, observer)
  }

  private func decide<Observer: EvaluationObserver>(
    _ request: Request,
    documents: BorrowedDocuments,
    limits: Limits,
    commit: LookupBudget.Tally?,
    observer: Observer
  ) -> (decision: Decision, observer: Observer, commit: LookupBudget.Tally?) {
    let lookups = LookupBudget(
      limit: request.method == .list ? limits.lookupsPerQuery : limits.lookups,
      commit: commit,
      countsDocuments: service == .storage
    )
    return evaluating(request, documents, observer, lookups, limits.expressions) { evaluator in
      let refusal: Decision.Refusal? =
        service == .storage && version == 1 && request.method == .list ? .listNeedsVersion2 : nil
      var attempts = Decision.Attempts()
      var verdict = Decision.Verdict.deny
      if refusal == nil {
        let found = routes.blocks(covering: request.path)
        for index in found.indices where verdict == .deny {
          verdict = evaluator.verdict(of: blocks[Int(found[index].index)].statements, &attempts)
        }
      }
      let decision = Decision(
        verdict: verdict,
        attempts: attempts,
        refusal: refusal,
        evaluatedExpressions: limits.expressions - evaluator.remainingExpressions,
        lookupCount: evaluator.lookups.operation.count
      )
      return (decision, evaluator.observer, evaluator.lookups.commit)
    }
  }

  /// Does some work with an evaluator, which borrows what is given here.
  @inline(__always)
  private func evaluating<Observer: EvaluationObserver, Result>(
    _ request: Request,
    _ documents: BorrowedDocuments,
    _ observer: Observer,
    _ lookups: LookupBudget,
    _ expressions: Int,
    _ work: (inout Evaluator<Observer>) -> Result
  ) -> Result {
    lending(self) { program in
      lending(request) { request in
        request.value.lendingParts { parts in
          withTemporaries { temporaries, slots in
            var evaluator = Evaluator(
              program,
              request,
              parts,
              documents,
              observer: observer,
              lookups: lookups,
              expressions: expressions,
              temporaries: temporaries,
              slots: slots
            )
            defer { evaluator.end() }
            return work(&evaluator)
          }
        }
      }
    }
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
    let lookups = LookupBudget(
      limit: Limits.firestore.lookups,
      commit: nil,
      countsDocuments: service == .storage
    )
    let nothing = Request(given: .null, method: .get, path: RoutePath([]), resource: .null)
    return BorrowedDocuments.lending(documents) { documents in
      evaluating(request ?? nothing, documents, observer, lookups, expressionLimit) { evaluator in
        evaluator.block = block
        for local in locals { evaluator.slots.push(.value(evaluator.temporaries.push(local))) }
        guard let value = evaluator.evaluate(expression) else {
          let fault = evaluator.fault ?? Fault(.undetermined, at: expression)
          return (.failure(fault), evaluator.observer)
        }
        return (.success(value.value), evaluator.observer)
      }
    }
  }
}

extension Evaluator {
  /// Tries statements one after another until one grants.
  @inline(__always)
  fileprivate mutating func verdict(
    of statements: Range<UInt32>,
    _ attempts: inout Decision.Attempts
  ) -> Decision.Verdict {
    for index in statements {
      let statement = program.value.statements[Int(index)]
      guard statement.methods.contains(MethodSet(request.value.method)) else { continue }
      let outcome = outcome(of: statement)
      attempts.append(Decision.Attempt(statement: StatementID(index: index), outcome: outcome))
      if case .granted = outcome { return .allow }
    }
    return .deny
  }

  /// Tries one statement.
  private mutating func outcome(of statement: Program.Statement) -> Decision.Outcome {
    guard let condition = statement.condition else { return .granted }
    block = statement.block
    switch truth(condition) {
    case .isTrue: return .granted
    case .isFalse: return .refused
    case .notBoolean: return .notBoolean(conditionType)
    case .failed:
      let fault = fault ?? Fault(.undetermined, at: condition)
      return request.value.path.tail != .none && fault.isOfUnknownDocument
        ? .undecided(fault) : .failed(fault)
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
