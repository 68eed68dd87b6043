/// What the evaluation of a request has made an observer count, so that the same can be counted again.
package struct CoverageTrace: Sendable {
  /// What was counted of expressions, in order.
  var steps: ContiguousArray<Step> = []
  /// How the statements that were tried ended.
  var attempts: [(statement: StatementID, outcome: Decision.Outcome)] = []
  /// Whether it is the same for each request that is the same but for its time.
  var canRepeat = true

  /// Something that was counted of an expression.
  struct Step {
    let expression: UInt32
    /// Where the outcome stands in the occurrences of the expression; nil where it is not kept.
    let place: UInt32?
    /// As what it was counted; nil for an operand that was skipped.
    let kind: OutcomeCounts.Kind?
    /// Whether the value is `request`, which is another one each time.
    let isRequest: Bool
  }
}

extension CoverageObserver {
  /// Begins to note what is counted.
  package mutating func beginTrace() { recording = CoverageTrace() }

  /// What was counted since then; nil where it may not be the same another time.
  package mutating func endTrace() -> CoverageTrace? {
    defer { recording = nil }
    guard let trace = recording, trace.canRepeat else { return nil }
    return trace
  }

  /// Counts the same once more, for a request that is the same but for its time.
  package mutating func count(_ trace: CoverageTrace, for request: Request) {
    let mayKeep = mayKeep(request)
    if mayKeep { noteTime(of: request) }
    var value: Value?
    for step in trace.steps {
      let index = Int(step.expression)
      if let kind = step.kind { counts[index].count(kind) }
      if step.isRequest {
        guard mayKeep else { continue }
        let request = value ?? request.value(for: program.service)
        _ = keep(request, of: index)
        value = request
      } else if let place = step.place {
        occurrences[index][Int(place)].count += 1
      }
    }
    for attempt in trace.attempts {
      statements[Int(attempt.statement.index)].count(attempt.outcome)
    }
  }

  /// Notes what was counted of an expression.
  mutating func record(_ index: Int, _ kind: OutcomeCounts.Kind?, _ place: Int?) {
    if kind != nil, isChangeable[index] { recording?.canRepeat = false }
    var isRequest = false
    if kind != nil, case .request = program.expressions[index] { isRequest = true }
    let step = CoverageTrace.Step(
      expression: UInt32(truncatingIfNeeded: index),
      place: place.map { UInt32(truncatingIfNeeded: $0) },
      kind: kind,
      isRequest: isRequest
    )
    recording?.steps.append(step)
  }
}

extension Program {
  /// For each expression, whether it may come to something else for the same request at another time: lookups, the
  /// time, and `request` where more is done with it than to read a member.
  var changeableExpressions: ContiguousArray<Bool> {
    var changeable = ContiguousArray(repeating: false, count: expressions.count)
    var readRequests: Set<UInt32> = []
    for (index, expression) in expressions.enumerated() {
      switch expression {
      case .lookup: changeable[index] = true
      case .members(let root, let firstName, _):
        guard case .request = expressions[Int(root.index)] else { continue }
        readRequests.insert(root.index)
        changeable[index] = names[Int(firstName)].requestMember == .time
      default: continue
      }
    }
    for (index, expression) in expressions.enumerated() {
      guard case .request = expression else { continue }
      changeable[index] = !readRequests.contains(UInt32(truncatingIfNeeded: index))
    }
    return changeable
  }
}
