/// ANTLR's adaptive prediction: looks ahead until one alternative is left.
struct OfficialPredictor {
  /// Why no alternative was chosen.
  enum Failure: Error {
    /// No alternative goes on with the token of this index.
    case noViableAlternative(at: Int)
    /// The work has become too much.
    case exhausted
  }

  let automaton = OfficialAutomaton.shared
  private let lexemes: [OfficialLexeme]
  var contexts = OfficialContexts()
  /// The last token that was looked at.
  private(set) var furthest = 0
  /// Count of the closure steps that may still be made.
  var remainingSteps: Int
  /// What was found out about the tokens after decisions, as a tree for each decision.
  private var nodes: [Node] = []
  private var roots: [Root: Int] = [:]

  /// Tokens looked at after a decision, without knowledge of the rules around it.
  private struct Node {
    var configurations: OfficialConfigurations
    var next: [OfficialToken: Int] = [:]
    var outcome: Outcome
  }

  private enum Outcome {
    case open
    case dead
    case chosen(Int32)
    case conflict
  }

  private struct Root: Hashable {
    var state: OfficialState
    var precedence: Int
  }

  init(_ lexemes: [OfficialLexeme], steps: Int) {
    self.lexemes = lexemes
    remainingSteps = steps
  }

  /// A context that returns to a state and then to what another one returns to.
  mutating func pushed(_ context: Int32, _ state: OfficialState) -> Int32 {
    contexts.single(context, state)
  }

  /// The 1-based alternative of a decision.
  mutating func predict(
    _ decision: OfficialDecision,
    at start: Int,
    precedence: Int,
    context: Int32
  ) throws(Failure) -> Int32 {
    var node = try root(of: decision, precedence: precedence)
    var index = start
    while true {
      furthest = max(furthest, index)
      let token = lexemes[index].type
      let following = try successor(of: node, token)
      switch nodes[following].outcome {
      case .dead:
        if let finished = finishedAlternative(nodes[node].configurations) { return finished }
        throw .noViableAlternative(at: index)
      case .chosen(let alternative):
        return alternative
      case .conflict:
        return try predictFully(decision, at: start, precedence: precedence, context: context)
      case .open:
        node = following
        if token != .endOfFile { index += 1 }
      }
    }
  }

  private mutating func root(
    of decision: OfficialDecision,
    precedence: Int
  ) throws(Failure) -> Int {
    let key = Root(state: decision.state, precedence: decision.isPrecedence ? precedence : 0)
    if let known = roots[key] { return known }
    var start = try startSet(
      decision,
      context: OfficialContexts.empty,
      isFull: false,
      precedence: precedence
    )
    if decision.isPrecedence { start = filtered(start, precedence: precedence) }
    nodes.append(Node(configurations: start, outcome: .open))
    roots[key] = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func successor(
    of node: Int,
    _ token: OfficialToken
  ) throws(Failure) -> Int {
    if let known = nodes[node].next[token] { return known }
    let reached = try reach(nodes[node].configurations, token)
    let outcome: Outcome
    if reached.list.isEmpty {
      outcome = .dead
    } else if let alternative = reached.uniqueAlternative {
      outcome = .chosen(alternative)
    } else if isConflict(reached) {
      outcome = .conflict
    } else {
      outcome = .open
    }
    nodes.append(Node(configurations: reached, outcome: outcome))
    nodes[node].next[token] = nodes.count - 1
    return nodes.count - 1
  }

  private func isConflict(_ set: OfficialConfigurations) -> Bool {
    if set.list.allSatisfy({ automaton.kinds[Int($0.state)] == .ruleStop }) { return true }
    return set.conflicts.contains { $0.count > 1 } && !set.hasStateOfOneAlternative
  }

  /// Prediction that knows the rules around the decision.
  private mutating func predictFully(
    _ decision: OfficialDecision,
    at start: Int,
    precedence: Int,
    context: Int32
  ) throws(Failure) -> Int32 {
    var previous = try startSet(
      decision,
      context: context,
      isFull: true,
      precedence: precedence
    )
    var index = start
    while true {
      furthest = max(furthest, index)
      let token = lexemes[index].type
      let reached = try reach(previous, token)
      if reached.list.isEmpty {
        if let finished = finishedAlternative(previous) { return finished }
        throw .noViableAlternative(at: index)
      }
      if let alternative = reached.uniqueAlternative { return alternative }
      let least = Set(reached.conflicts.map { $0[0] })
      if least.count == 1, let only = least.first { return only }
      previous = reached
      if token != .endOfFile { index += 1 }
    }
  }

  /// The least alternative that has reached the end of the decision's rule.
  private func finishedAlternative(_ set: OfficialConfigurations) -> Int32? {
    var least: Int32?
    for (place, configuration) in set.list.enumerated() {
      let isFinished =
        set.isOutside[place]
        || automaton.kinds[Int(configuration.state)] == .ruleStop
          && contexts.hasEmptyPath(configuration.context)
      if isFinished { least = min(least ?? .max, configuration.alternative) }
    }
    return least
  }

  // MARK: Sets

  private mutating func startSet(
    _ decision: OfficialDecision,
    context: Int32,
    isFull: Bool,
    precedence: Int
  ) throws(Failure) -> OfficialConfigurations {
    var set = OfficialConfigurations(isFull: isFull)
    for (place, transition) in automaton.transitions[Int(decision.state)].enumerated() {
      guard case .epsilon(let target) = transition else { continue }
      var closure = OfficialClosure(isFull: isFull, precedence: precedence, collects: true)
      closure.decisionRule =
        decision.isPrecedence ? automaton.rules[Int(decision.state)] : nil
      try close(
        OfficialConfiguration(
          state: target,
          alternative: Int32(place + 1),
          context: context
        ),
        isOutside: false,
        depth: 0,
        &set,
        &closure
      )
    }
    return set
  }

  /// Drops what the precedence of the rule's use forbids, and what both continuing and leaving the
  /// loop would do.
  private mutating func filtered(
    _ set: OfficialConfigurations,
    precedence: Int
  ) -> OfficialConfigurations {
    var result = OfficialConfigurations(isFull: false)
    var contextsOfFirst: [OfficialState: Int32] = [:]
    for (place, configuration) in set.list.enumerated() where configuration.alternative == 1 {
      guard configuration.precedence < 0 || Int(configuration.precedence) >= precedence else {
        continue
      }
      var passed = configuration
      passed.precedence = -1
      contextsOfFirst[configuration.state] = configuration.context
      result.add(passed, isOutside: set.isOutside[place], &contexts)
    }
    for (place, configuration) in set.list.enumerated() where configuration.alternative != 1 {
      if !configuration.isFilterSuppressed,
        contextsOfFirst[configuration.state] == configuration.context
      {
        continue
      }
      result.add(configuration, isOutside: set.isOutside[place], &contexts)
    }
    return result
  }

  private mutating func reach(
    _ set: OfficialConfigurations,
    _ token: OfficialToken
  ) throws(Failure) -> OfficialConfigurations {
    var intermediate = OfficialConfigurations(isFull: set.isFull)
    var stopped: [Int] = []
    for (place, configuration) in set.list.enumerated() {
      if automaton.kinds[Int(configuration.state)] == .ruleStop {
        if set.isFull || token == .endOfFile { stopped.append(place) }
        continue
      }
      for case .tokens(let tokens, let target) in automaton.transitions[Int(configuration.state)]
      where tokens.contains(token) {
        var moved = configuration
        moved.state = target
        intermediate.add(moved, isOutside: set.isOutside[place], &contexts)
      }
    }
    if stopped.isEmpty, token != .endOfFile, intermediate.uniqueAlternative != nil {
      return intermediate
    }
    var result = OfficialConfigurations(isFull: set.isFull)
    var closure = OfficialClosure(isFull: set.isFull, precedence: 0, collects: false)
    closure.treatsEndAsEmpty = token == .endOfFile
    for (place, configuration) in intermediate.list.enumerated() {
      try close(
        configuration,
        isOutside: intermediate.isOutside[place],
        depth: 0,
        &result,
        &closure
      )
    }
    if token == .endOfFile { result = onlyStopped(result) }
    let hasStopped = result.list.contains { automaton.kinds[Int($0.state)] == .ruleStop }
    if !set.isFull || !hasStopped {
      for place in stopped {
        result.add(set.list[place], isOutside: set.isOutside[place], &contexts)
      }
    }
    return result
  }

  private mutating func onlyStopped(_ set: OfficialConfigurations) -> OfficialConfigurations {
    var result = OfficialConfigurations(isFull: set.isFull)
    for (place, configuration) in set.list.enumerated()
    where automaton.kinds[Int(configuration.state)] == .ruleStop {
      result.add(configuration, isOutside: set.isOutside[place], &contexts)
    }
    return result
  }
}
