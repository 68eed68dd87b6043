extension DecisionCode.Tables {
  /// Decides a request that nobody watches; nil where the fast path can't tell.
  @inline(__always)
  static func decide<Documents: DocumentSource>(
    by tables: UnsafeMutablePointer<Self>,
    _ request: borrowing Request,
    _ documents: Documents,
    _ limits: Limits
  ) -> Decision? {
    // What queries ask for is not known, and what tests give or leave out is rare.
    guard request.path.tail == .none, request.method != .list, request.given == nil,
      request.unknowns.isEmpty, !Documents.answersCalls, limits.lookups <= limits.lookupsPerCommit
    else { return nil }
    guard unsafe tables.pointee.makesPaths else {
      return unsafe decide(by: tables, request, nil, limits)
    }
    return unsafe decide(by: tables, request, lookingUp: documents, limits)
  }

  /// Decides a request by rules that may look up documents.
  private static func decide(
    by tables: UnsafeMutablePointer<Self>,
    _ request: borrowing Request,
    lookingUp documents: some DocumentSource,
    _ limits: Limits
  ) -> Decision? {
    BorrowedDocuments.lending(documents) { documents in
      lending(request.ownDocuments) { own in
        unsafe FastLookups.lending(
          documents,
          own,
          limit: limits.lookups,
          countsDocuments: tables.pointee.countsDocuments
        ) { lookups in
          unsafe decide(by: tables, request, lookups, limits)
        }
      }
    }
  }

  private static func decide(
    by tables: UnsafeMutablePointer<Self>,
    _ request: borrowing Request,
    _ lookups: UnsafeMutablePointer<FastLookups>?,
    _ limits: Limits
  ) -> Decision? {
    let hasIncoming = unsafe request.method.isWrite || tables.pointee.countsDocuments
    // SAFETY: slots are written before they are read, and hold no references.
    return unsafe withUnsafeTemporaryAllocation(of: FlatValue.self, capacity: 40) { slots in
      var evaluator = unsafe FastEvaluator(
        code: tables,
        auth: FlatValue(request.auth),
        stored: FlatValue(request.resource),
        incoming: hasIncoming
          ? FlatValue(request.requestResource, otherwise: .null) : .unsettled,
        method: request.method,
        time: request.time,
        path: request.path.segments.withUnsafeBufferPointer { unsafe $0 },
        lookups: lookups,
        expressionLimit: limits.expressions,
        slots: slots
      )
      var attempts = Decision.Attempts()
      let verdict: Decision.Verdict? =
        switch evaluator.route() {
        case .nowhere: .deny
        case .node(let node): evaluator.verdict(at: node, &attempts)
        case .several:
          unsafe evaluator.verdict(
            of: tables.pointee.routes.blockList(covering: request.path),
            &attempts
          )
        }
      guard let verdict, evaluator.cost <= limits.expressions else { return nil }
      return unsafe Decision(
        verdict: verdict,
        attempts: attempts,
        refusal: nil,
        evaluatedExpressions: evaluator.cost,
        lookupCount: lookups?.pointee.count ?? 0
      )
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

  /// Tries the statements of the blocks at a node; nil where a condition is not settled.
  @inline(__always)
  fileprivate mutating func verdict(
    at node: UInt32,
    _ attempts: inout Decision.Attempts
  ) -> Decision.Verdict? {
    var verdict: Decision.Verdict? = .deny
    for place in unsafe code.pointee.nodes[Int(node)].blocks where verdict == .deny {
      verdict = self.verdict(of: unsafe code.pointee.nodeBlocks[Int(place)], &attempts)
    }
    return verdict
  }

  /// Tries the statements of some blocks; nil where a condition is not settled.
  @inline(never)
  fileprivate mutating func verdict(
    of blocks: BlockList,
    _ attempts: inout Decision.Attempts
  ) -> Decision.Verdict? {
    var verdict: Decision.Verdict? = .deny
    for block in blocks where verdict == .deny { verdict = self.verdict(of: block, &attempts) }
    return verdict
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
  @inline(__always)
  private mutating func verdict(
    of block: BlockID,
    _ attempts: inout Decision.Attempts
  ) -> Decision.Verdict? {
    let block = unsafe code.pointee.blocks[Int(block.index)]
    let method = MethodSet(method)
    firstCapture = Int(block.firstCapture)
    for index in block.statements {
      let statement = unsafe code.pointee.statements[Int(index)]
      guard statement.methods.contains(method) else { continue }
      let truth: Truth =
        if let condition = statement.condition { truth(condition.index) } else { .isTrue }
      switch truth {
      case .isTrue:
        attempts.append(StatementID(index: index), isGranted: true)
        return .allow
      case .isFalse: attempts.append(StatementID(index: index), isGranted: false)
      case .failed: guard appendFault(of: index, &attempts) else { return nil }
      case .unsettled: return nil
      }
    }
    return .deny
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
