extension DecisionCode.Tables {
  /// Decides a request that nobody watches; false where the fast path can't tell.
  @inline(__always)
  static func decide(
    by tables: UnsafeMutablePointer<Self>,
    _ request: borrowing Request,
    _ documents: some DocumentSource,
    _ limits: Limits,
    into decision: inout Decision
  ) -> Bool {
    // What queries ask for is not known, and what tests give or leave out is rare.
    guard request.path.tail == .none, request.method != .list, request.given == nil,
      request.unknowns.isEmpty
    else { return false }
    let path = unsafe request.path.segments.withUnsafeBufferPointer { unsafe $0 }
    let group: DecisionCode.TrialGroup?
    switch unsafe tables.pointee.route(path) {
    case .nowhere: return true
    case .node(let node):
      let place = Int(node) &* Method.allCases.count &+ Int(request.method.rawValue)
      group = unsafe tables.pointee.groups[place]
    case .several: group = nil
    }
    let needs = unsafe group?.needs ?? tables.pointee.needs
    guard needs.makesPaths else {
      return unsafe decide(by: tables, request, group, nil, limits.expressions, into: &decision)
    }
    return unsafe decide(by: tables, request, group, lookingUp: documents, limits, into: &decision)
  }

  /// Decides a request by rules that may look up documents.
  @inline(never)
  private static func decide<Documents: DocumentSource>(
    by tables: UnsafeMutablePointer<Self>,
    _ request: borrowing Request,
    _ group: DecisionCode.TrialGroup?,
    lookingUp documents: Documents,
    _ limits: Limits,
    into decision: inout Decision
  ) -> Bool {
    guard !Documents.answersCalls, limits.lookups <= limits.lookupsPerCommit else { return false }
    return BorrowedDocuments.lending(documents) { documents in
      lending(request.ownDocuments) { own in
        unsafe FastLookups.lending(
          documents,
          own,
          limit: limits.lookups,
          countsDocuments: tables.pointee.countsDocuments
        ) { lookups in
          unsafe decide(by: tables, request, group, lookups, limits.expressions, into: &decision)
        }
      }
    }
  }

  @inline(never)
  private static func decide(
    by tables: UnsafeMutablePointer<Self>,
    _ request: borrowing Request,
    _ group: DecisionCode.TrialGroup?,
    _ lookups: UnsafeMutablePointer<FastLookups>?,
    _ expressionLimit: Int,
    into decision: inout Decision
  ) -> Bool {
    // SAFETY: slots are written before they are read, and hold no references.
    unsafe withUnsafeTemporaryAllocation(
      of: FlatValue.self,
      capacity: FastEvaluator.slotCapacity
    ) { slots in
      var evaluator = unsafe FastEvaluator(
        code: tables,
        path: request.path.segments.withUnsafeBufferPointer { unsafe $0 },
        lookups: lookups,
        expressionLimit: expressionLimit,
        slots: slots
      )
      let verdict: Decision.Verdict?
      if let group {
        evaluator.enterRoots(group.needs.roots, of: request)
        verdict = evaluator.verdict(of: group, &decision.attempts)
      } else {
        unsafe evaluator.enterRoots(tables.pointee.needs.roots, of: request)
        verdict = unsafe evaluator.verdict(
          of: tables.pointee.routes.blockList(covering: request.path),
          request.method,
          &decision.attempts
        )
      }
      guard let verdict, evaluator.cost <= expressionLimit else {
        decision.attempts = Decision.Attempts()
        return false
      }
      decision.verdict = verdict
      decision.evaluatedExpressions = evaluator.cost
      decision.lookupCount = unsafe lookups?.pointee.count ?? 0
      return true
    }
  }
}

extension DecisionCode.Tables {
  /// Where the blocks stand that cover a path.
  private enum Route {
    /// No block covers it.
    case nowhere
    /// All are at one node of the trie.
    case node(UInt32)
    /// More than one node may have some.
    case several
  }

  /// Follows a path through the trie for as long as there is but one way.
  @inline(__always)
  private func route(_ path: UnsafeBufferPointer<Text>) -> Route {
    var node: UInt32 = 0
    var place = 0
    if entry != 0, unsafe isDocument(path) {
      node = entry
      place = 3
    }
    while place < path.count {
      let current = unsafe nodes.baseAddress.unsafelyUnwrapped + Int(node)
      guard unsafe !current.pointee.hasGlob else { return .several }
      var next: UInt32 = 0
      if unsafe current.pointee.literalCount == 1 {
        if unsafe current.pointee.literal.hasText(path[place]) {
          next = unsafe current.pointee.afterLiteral
        }
      } else if unsafe current.pointee.literalCount > 1 {
        next = unsafe edges.next(from: node, over: path[place])
      }
      let wildcard = unsafe current.pointee.wildcard
      if next == 0 {
        next = wildcard
        if next == 0 { return .nowhere }
      } else if wildcard != 0 {
        return .several
      }
      node = next
      place &+= 1
    }
    return unsafe nodes[Int(node)].hasGlob ? .several : .node(node)
  }

  /// Whether a path begins as that of a document.
  @inline(__always)
  private func isDocument(_ path: UnsafeBufferPointer<Text>) -> Bool {
    unsafe path.count > 3 && databases.isText(path[0]) && documents.isText(path[2])
  }
}

extension FastEvaluator {
  /// Tries the statements of a group until one grants; nil where a condition is not settled.
  @inline(__always)
  fileprivate mutating func verdict(
    of group: DecisionCode.TrialGroup,
    _ attempts: inout Decision.Attempts
  ) -> Decision.Verdict? {
    var index = group.first
    while index < group.end {
      let trial = unsafe code.pointee.trials[Int(index)]
      firstCapture = Int(trial.firstCapture)
      switch attempt(trial.statement, trial.condition, &attempts) {
      case .isTrue: return .allow
      case .isFalse: index &+= 1
      case .failed, .unsettled: return nil
      }
    }
    return .deny
  }

  /// Tries the statements of some blocks until one grants; nil where a condition is not settled.
  @inline(never)
  fileprivate mutating func verdict(
    of blocks: BlockList,
    _ method: Method,
    _ attempts: inout Decision.Attempts
  ) -> Decision.Verdict? {
    let method = MethodSet(method)
    for block in blocks {
      let block = unsafe code.pointee.blocks[Int(block.index)]
      firstCapture = Int(block.firstCapture)
      for index in block.statements {
        let statement = unsafe code.pointee.statements[Int(index)]
        guard statement.methods.contains(method) else { continue }
        switch attempt(index, statement.condition?.index, &attempts) {
        case .isTrue: return .allow
        case .isFalse: continue
        case .failed, .unsettled: return nil
        }
      }
    }
    return .deny
  }

  /// Tries a statement and notes what came of it: a fault is as good as false.
  @inline(__always)
  private mutating func attempt(
    _ statement: UInt32,
    _ condition: UInt32?,
    _ attempts: inout Decision.Attempts
  ) -> Truth {
    let truth: Truth = if let condition { truth(condition) } else { .isTrue }
    switch truth {
    case .isTrue: attempts.append(StatementID(index: statement), isGranted: true)
    case .isFalse: attempts.append(StatementID(index: statement), isGranted: false)
    case .failed: return appendFault(of: statement, &attempts) ? .isFalse : .unsettled
    case .unsettled: break
    }
    return truth
  }

  /// Adds a statement whose condition came to a fault; false where that can't be told.
  @inline(never)
  private func appendFault(of statement: UInt32, _ attempts: inout Decision.Attempts) -> Bool {
    guard let failure else { return false }
    let statement = StatementID(index: statement)
    attempts.append(Decision.Attempt(statement: statement, outcome: .failed(failure)))
    return true
  }
}
