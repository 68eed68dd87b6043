extension Program {
  /// Decides a request.
  ///
  /// Every block whose pattern covers the path is tried in source order, a block's own statements before those
  /// of the blocks in it; the first condition that is true ends it. Nothing matched is a denial.
  public func decide(
    _ request: borrowing Request,
    documents: some DocumentSource,
    limits: Limits? = nil
  ) -> Decision {
    let limits = limits ?? self.limits
    if let tables = unsafe decisionTables {
      var decision = Decision.untried
      // SAFETY: the program, and with it its code, outlives the call.
      if unsafe DecisionCode.Tables.decide(by: tables, request, documents, limits, into: &decision)
      {
        return decision
      }
    }
    return decideByEvaluator(request, documents, limits)
  }

  /// Decides a request that the fast path can't tell: only here is it copied.
  @inline(never)
  private func decideByEvaluator(
    _ request: borrowing Request,
    _ documents: some DocumentSource,
    _ limits: Limits
  ) -> Decision {
    var observer = NoObserver()
    return decide(copy request, documents, limits, &observer)
  }

  /// What the fast path comes to; nil where it can't tell, and where the program was not made ready for it.
  package func decideByFastPath(
    _ request: borrowing Request,
    documents: some DocumentSource
  ) -> Decision? {
    guard let tables = unsafe decisionTables else { return nil }
    var decision = Decision.untried
    // SAFETY: the program, and with it its code, outlives the call.
    let isDecided = unsafe DecisionCode.Tables.decide(
      by: tables,
      request,
      documents,
      limits,
      into: &decision
    )
    return isDecided ? decision : nil
  }

  /// Decides a request, watched by an observer, which is given back.
  public func decide<Observer: EvaluationObserver>(
    _ request: Request,
    documents: some DocumentSource,
    limits: Limits? = nil,
    observer: Observer
  ) -> (decision: Decision, observer: Observer) {
    var observer = observer
    let decision = decide(request, documents, limits, &observer)
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
    var observer = NoObserver()
    return decide(commit: requests, documents, &observer)
  }

  /// Decides the writes of one commit, or the ways of one query, watched by one observer, which is given back.
  public func decide<Observer: EvaluationObserver>(
    commit requests: [Request],
    documents: some DocumentSource,
    observer: Observer
  ) -> (decisions: [Decision], observer: Observer) {
    var observer = observer
    let decisions = decide(commit: requests, documents, &observer)
    return (decisions, observer)
  }

  /// Decides the writes of one commit, or the ways of one query, watched by one observer where it stands: what it
  /// has counted is not copied.
  public func decide<Observer: EvaluationObserver>(
    commit requests: [Request],
    documents: some DocumentSource,
    watchedBy observer: inout Observer
  ) -> [Decision] {
    decide(commit: requests, documents, &observer)
  }

  /// Decides a request, watched by an observer where it stands.
  public func decide<Observer: EvaluationObserver>(
    _ request: Request,
    documents: some DocumentSource,
    watchedBy observer: inout Observer
  ) -> Decision {
    decide(request, documents, nil, &observer)
  }

  @inline(__always)
  func decide<Observer: EvaluationObserver>(
    commit requests: [Request],
    _ documents: some DocumentSource,
    _ observer: inout Observer
  ) -> [Decision] {
    if requests.count == 1 {
      if !Observer.watches { return [decide(requests[0], documents: documents)] }
      return [decide(requests[0], documents, nil, &observer)]
    }
    let isQuery = requests.first?.method == .list
    var commit: LookupBudget.Tally? = LookupBudget.Tally(
      limit: isQuery ? limits.lookupsPerQuery : limits.lookupsPerCommit
    )
    var decisions: [Decision] = []
    for request in requests {
      let before = commit
      let decision = decide(request, documents, limits, &commit, &observer)
      decisions.append(decision)
      guard decision.verdict == .allow else {
        commit = before
        break
      }
    }
    return decisions
  }

  /// Decides an operation of its own, which is a commit of one.
  @inline(__always)
  func decide<Observer: EvaluationObserver>(
    _ request: Request,
    _ documents: some DocumentSource,
    _ limits: Limits?,
    _ observer: inout Observer
  ) -> Decision {
    let limits = limits ?? self.limits
    let isBoundByCommit = request.method != .list && limits.lookupsPerCommit < limits.lookups
    var commit = isBoundByCommit ? LookupBudget.Tally(limit: limits.lookupsPerCommit) : nil
    return decide(request, documents, limits, &commit, &observer)
  }

  /// Lends everything to the evaluator, so that nothing is copied.
  @inline(__always)
  private func decide<Observer: EvaluationObserver>(
    _ request: Request,
    _ documents: some DocumentSource,
    _ limits: Limits,
    _ commit: inout LookupBudget.Tally?,
    _ observer: inout Observer
  ) -> Decision {
    lending(self) { program in
      lending(request) { request in
        BorrowedDocuments.lending(documents) { documents in
          Evaluator.decide(program, request, documents, limits, &commit, &observer)
        }
      }
    }
  }

  /// What the service lets one request cost.
  fileprivate var limits: Limits { service == .storage ? .storage : .firestore }

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
    let nothing = Request(given: .null, method: .get, path: RoutePath([]), resource: .null)
    var observer = observer
    var commit: LookupBudget.Tally?
    let result = lending(self) { program in
      lending(request ?? nothing) { request in
        BorrowedDocuments.lending(documents) { documents in
          var limits = Limits.firestore
          limits.expressions = expressionLimit
          return Evaluator.with(program, request, documents, limits, &commit, &observer) {
            evaluator in
            evaluator.block = block
            return evaluator.result(of: expression, locals)
          }
        }
      }
    }
    return (result, observer)
  }
}

extension Evaluator {
  /// Does some work with an evaluator that borrows what is given here.
  @inline(__always)
  fileprivate static func with<Result>(
    _ program: Borrowed<Program>,
    _ request: Borrowed<Request>,
    _ documents: BorrowedDocuments,
    _ limits: Limits,
    _ commit: inout LookupBudget.Tally?,
    _ observer: inout Observer,
    _ work: (inout Evaluator<Observer>) -> Result
  ) -> Result {
    Watch.lending(&observer) { observer in
      request.value.lendingParts { parts in
        withTemporaries { temporaries, slots in
          var evaluator = Evaluator(
            program: program,
            request: request,
            parts: parts,
            documents: documents,
            shared: .shared,
            observer: observer,
            lookups: LookupBudget(
              limit: request.value.method == .list ? limits.lookupsPerQuery : limits.lookups,
              commit: commit,
              countsDocuments: program.value.service == .storage
            ),
            remainingExpressions: limits.expressions,
            temporaries: temporaries,
            slots: slots
          )
          let result = work(&evaluator)
          evaluator.end()
          if commit != nil { commit = evaluator.lookups.commit }
          return result
        }
      }
    }
  }

  /// Decides a request.
  fileprivate static func decide(
    _ program: Borrowed<Program>,
    _ request: Borrowed<Request>,
    _ documents: BorrowedDocuments,
    _ limits: Limits,
    _ commit: inout LookupBudget.Tally?,
    _ observer: inout Observer
  ) -> Decision {
    with(program, request, documents, limits, &commit, &observer) { evaluator in
      let isRefused =
        program.value.service == .storage && program.value.version == 1
        && request.value.method == .list
      var attempts = Decision.Attempts()
      var verdict = Decision.Verdict.deny
      if !isRefused {
        let found = program.value.routes.blockList(covering: request.value.path)
        for index in found.indices where verdict == .deny {
          let block = program.value.blocks.borrowed(Int(found[index].index))
          verdict = evaluator.verdict(of: block.value.statements, &attempts)
        }
      }
      return Decision(
        verdict: verdict,
        attempts: attempts,
        refusal: isRefused ? .listNeedsVersion2 : nil,
        evaluatedExpressions: limits.expressions - evaluator.remainingExpressions,
        lookupCount: evaluator.lookups.operation.count
      )
    }
  }

  /// The value or fault of an expression, evaluated with some locals.
  fileprivate mutating func result(
    of expression: ExpressionID,
    _ locals: ContiguousArray<Value>
  ) -> Result<Value, Fault> {
    for local in locals { slots.push(.value(temporaries.push(local))) }
    guard let value = evaluate(expression) else {
      return .failure(fault ?? Fault(.undetermined, at: expression))
    }
    return .success(value.value)
  }

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
