extension DecisionCode {
  /// What the fast path has found.
  struct Outcome {
    /// Nil where it can't tell.
    var verdict: Decision.Verdict?
    /// The statement that was tried first, and whether it granted; and all others.
    var first: FastAttempt?
    var others: ContiguousArray<FastAttempt>?
    var evaluatedExpressions = 0
    var lookupCount = 0

    @inline(__always)
    mutating func append(_ attempt: FastAttempt) {
      guard first != nil else {
        first = attempt
        return
      }
      if others == nil { others = [] }
      others?.append(attempt)
    }
  }

  /// A statement that came to a bool.
  struct FastAttempt {
    let statement: UInt32
    let isGranted: Bool
  }
}

extension DecisionCode.Tables {
  typealias Outcome = DecisionCode.Outcome

  /// Decides a request that nobody watches.
  @inline(__always)
  static func decide<Documents: DocumentSource>(
    by tables: UnsafeMutablePointer<Self>,
    _ request: borrowing Request,
    _ documents: Documents,
    _ limits: Limits
  ) -> Outcome {
    var outcome = Outcome()
    // What queries ask for is not known, and what tests give or leave out is rare.
    guard request.path.tail == .none, request.method != .list, request.given == nil,
      request.unknowns.isEmpty, !Documents.answersCalls, limits.lookups <= limits.lookupsPerCommit
    else { return outcome }
    if unsafe tables.pointee.looksUpDocuments {
      BorrowedDocuments.lending(documents) { documents in
        unsafe decide(by: tables, request, documents, limits, &outcome)
      }
    } else {
      unsafe decide(by: tables, request, tables.pointee.noDocuments, limits, &outcome)
    }
    return outcome
  }

  private static func decide(
    by tables: UnsafeMutablePointer<Self>,
    _ request: borrowing Request,
    _ documents: BorrowedDocuments,
    _ limits: Limits,
    _ outcome: inout Outcome
  ) {
    let hasIncoming = unsafe request.method.isWrite || tables.pointee.countsDocuments
    // SAFETY: slots are written before they are read, and hold no references. More than a kilobyte would be allocated.
    unsafe withUnsafeTemporaryAllocation(of: FlatValue.self, capacity: 40) { memory in
      var evaluator = unsafe FastEvaluator(
        code: tables,
        auth: FlatValue(request.auth),
        stored: FlatValue(request.resource),
        incoming: hasIncoming
          ? FlatValue(request.requestResource, otherwise: .null) : .unsettled,
        method: request.method,
        time: request.time,
        path: request.path.segments.withUnsafeBufferPointer { unsafe $0 },
        documents: documents,
        ownDocuments: tables.pointee.looksUpDocuments ? request.ownDocuments : nil,
        expressionLimit: limits.expressions,
        lookupLimit: limits.lookups,
        slots: UnsafeMutableBufferPointer(rebasing: memory[..<24]),
        segments: UnsafeMutableBufferPointer(rebasing: memory[24...])
      )
      switch evaluator.route() {
      case .nowhere: evaluator.settle(.deny, &outcome)
      case .node(let node): evaluator.decide(at: node, &outcome)
      case .several:
        let blocks = unsafe tables.pointee.routes.blockList(covering: request.path)
        evaluator.decide(in: blocks, &outcome)
      }
    }
  }
}

extension FastEvaluator {
  /// Where the blocks stand that cover the path.
  fileprivate enum Route {
    /// No block covers it.
    case nowhere
    /// All are at one node of the trie.
    case node(UInt32)
    /// More than one node may have some.
    case several
  }

  /// Tries the statements of the blocks at a node.
  @inline(__always)
  fileprivate mutating func decide(at node: UInt32, _ outcome: inout DecisionCode.Outcome) {
    var verdict: Decision.Verdict? = .deny
    for place in unsafe code.pointee.nodes[Int(node)].blocks where verdict == .deny {
      verdict = self.verdict(of: unsafe code.pointee.nodeBlocks[Int(place)], &outcome)
    }
    settle(verdict, &outcome)
  }

  /// Tries the statements of some blocks.
  fileprivate mutating func decide(in blocks: BlockList, _ outcome: inout DecisionCode.Outcome) {
    var verdict: Decision.Verdict? = .deny
    for block in blocks where verdict == .deny { verdict = self.verdict(of: block, &outcome) }
    settle(verdict, &outcome)
  }

  /// Says how the statements ended, unless that took more expressions than may be evaluated.
  @inline(__always)
  fileprivate mutating func settle(
    _ verdict: Decision.Verdict?,
    _ outcome: inout DecisionCode.Outcome
  ) {
    guard cost <= expressionLimit else { return }
    outcome.verdict = verdict
    outcome.evaluatedExpressions = cost
    outcome.lookupCount = lookups?.count ?? 0
  }

  /// Follows the path through the trie for as long as there is but one way.
  @inline(__always)
  fileprivate mutating func route() -> Route {
    var node: UInt32 = 0
    for place in 0..<(unsafe path.count) {
      let current = unsafe code.pointee.nodes[Int(node)]
      guard !current.hasGlob else { return .several }
      var next: UInt32 = 0
      if current.literalCount == 1 {
        if unsafe current.literal.hasText(path[place]) { next = current.afterLiteral }
      } else if current.literalCount > 1 {
        next = unsafe code.pointee.routes.successor(ofFlat: node, over: path[place])
      }
      guard next == 0 || current.wildcard == 0 else { return .several }
      node = next | current.wildcard
      if node == 0 { return .nowhere }
    }
    return unsafe code.pointee.nodes[Int(node)].hasGlob ? .several : .node(node)
  }

  /// Tries the statements of a block until one grants; nil where a condition is not settled.
  private mutating func verdict(
    of block: BlockID,
    _ outcome: inout DecisionCode.Outcome
  ) -> Decision.Verdict? {
    let block = unsafe code.pointee.blocks[Int(block.index)]
    let method = MethodSet(method)
    firstCapture = Int(block.firstCapture)
    for index in block.statements {
      let statement = unsafe code.pointee.statements[Int(index)]
      guard statement.methods.contains(method) else { continue }
      let truth: Truth =
        if let condition = statement.condition { truth(condition.index) } else { .isTrue }
      guard truth != .unsettled else { return nil }
      outcome.append(DecisionCode.FastAttempt(statement: index, isGranted: truth == .isTrue))
      if truth == .isTrue { return .allow }
    }
    return .deny
  }
}

extension Decision {
  /// The decision that the fast path came to; nil where it came to none.
  @inline(__always)
  init?(_ outcome: DecisionCode.Outcome) {
    guard let verdict = outcome.verdict else { return nil }
    var attempts = Attempts()
    if let first = outcome.first { attempts.append(Attempt(first)) }
    if let others = outcome.others {
      for other in others { attempts.append(Attempt(other)) }
    }
    self.init(
      verdict: verdict,
      attempts: attempts,
      refusal: nil,
      evaluatedExpressions: outcome.evaluatedExpressions,
      lookupCount: outcome.lookupCount
    )
  }
}

extension Decision.Attempt {
  @inline(__always)
  fileprivate init(_ attempt: DecisionCode.FastAttempt) {
    self.init(
      statement: StatementID(index: attempt.statement),
      outcome: attempt.isGranted ? .granted : .refused
    )
  }
}
