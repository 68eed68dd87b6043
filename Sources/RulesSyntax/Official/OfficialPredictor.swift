/// ANTLR's adaptive prediction: looks ahead until one alternative is left.
struct OfficialPredictor {
  /// Why no alternative was chosen.
  enum Failure: Error {
    /// No alternative goes on with the token of this index.
    case noViableAlternative(at: Int)
    /// The work has become too much.
    case exhausted
  }

  private let automaton = OfficialAutomaton.shared
  private let lexemes: [OfficialLexeme]
  private(set) var contexts = OfficialContexts()
  /// The last token that was looked at.
  private(set) var furthest = 0
  /// Count of the closure steps that may still be made.
  private var remainingSteps: Int
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
      var closure = Closure(isFull: isFull, precedence: precedence, collects: true)
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
    var closure = Closure(isFull: set.isFull, precedence: 0, collects: false)
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

  // MARK: Closure

  /// The state of one closure.
  private struct Closure {
    let isFull: Bool
    /// The precedence of the use of the rule that the decision is in.
    let precedence: Int
    /// Whether precedences matter: only before the first token.
    let collects: Bool
    var treatsEndAsEmpty = false
    var decisionRule: OfficialRule?
    /// What was reached by leaving a rule.
    var seen: Set<OfficialConfiguration> = []
    var visits: Set<Visit> = []

    /// A configuration and the circumstances of its expansion.
    struct Visit: Hashable {
      var configuration: OfficialConfiguration
      var isOutside: Bool
      var depth: Int
    }

    init(isFull: Bool, precedence: Int, collects: Bool) {
      self.isFull = isFull
      self.precedence = precedence
      self.collects = collects
    }
  }

  /// Adds a configuration and all that it becomes without a token, leaving rules that end.
  private mutating func close(
    _ configuration: OfficialConfiguration,
    isOutside: Bool,
    depth: Int,
    _ set: inout OfficialConfigurations,
    _ closure: inout Closure
  ) throws(Failure) {
    guard automaton.kinds[Int(configuration.state)] == .ruleStop else {
      return try expand(configuration, isOutside: isOutside, depth: depth, &set, &closure)
    }
    for entry in contexts.nodes[Int(configuration.context)] {
      if entry.returnState == OfficialContexts.emptyReturn {
        if closure.isFull {
          var stopped = configuration
          stopped.context = OfficialContexts.empty
          set.add(stopped, isOutside: isOutside, &contexts)
        } else {
          try expand(configuration, isOutside: isOutside, depth: depth, &set, &closure)
        }
        continue
      }
      var returned = configuration
      returned.state = entry.returnState
      returned.context = entry.parent
      try close(returned, isOutside: isOutside, depth: depth - 1, &set, &closure)
    }
  }

  private mutating func expand(
    _ configuration: OfficialConfiguration,
    isOutside: Bool,
    depth: Int,
    _ set: inout OfficialConfigurations,
    _ closure: inout Closure
  ) throws(Failure) {
    remainingSteps -= 1
    guard remainingSteps > 0 else { throw .exhausted }
    // What was expanded in the same circumstances adds nothing.
    let visit = Closure.Visit(
      configuration: configuration,
      isOutside: isOutside,
      depth: max(-1, depth)
    )
    guard closure.visits.insert(visit).inserted else { return }
    let state = Int(configuration.state)
    let isStop = automaton.kinds[state] == .ruleStop
    let transitions = automaton.transitions[state]
    if transitions.isEmpty { set.add(configuration, isOutside: isOutside, &contexts) }
    for (place, transition) in transitions.enumerated() {
      if place == 0, canDropLoop(configuration) { continue }
      var target = configuration
      var nextDepth = depth
      var outside = isOutside
      switch transition {
      case .tokens(let tokens, let next):
        set.add(configuration, isOutside: isOutside, &contexts)
        guard closure.treatsEndAsEmpty, tokens.contains(.endOfFile) else { continue }
        target.state = next
        guard closure.seen.insert(target).inserted else { continue }
      case .epsilon(let next):
        target.state = next
      case .precedence(let precedence, let next):
        target.state = next
        if closure.collects, depth == 0 {
          if closure.isFull {
            guard precedence >= closure.precedence else { continue }
          } else {
            target.precedence = Int32(precedence)
          }
        }
      case .rule(let rule, _, let follow):
        target.state = automaton.starts[rule.rawValue]
        target.context = contexts.single(configuration.context, follow)
        if nextDepth >= 0 { nextDepth += 1 }
      case .ruleReturn(let next, let rule, let isOutermost):
        target.state = next
        if isOutermost, closure.decisionRule == rule { target.isFilterSuppressed = true }
        outside = true
        nextDepth -= 1
      }
      if isStop, !closure.seen.insert(target).inserted { continue }
      try close(target, isOutside: outside, depth: nextDepth, &set, &closure)
    }
  }

  /// Whether going on in a left-recursive loop is the same as going on in the one around it.
  private func canDropLoop(_ configuration: OfficialConfiguration) -> Bool {
    guard let blockEnd = automaton.precedenceBlockEnds[configuration.state],
      !contexts.hasEmptyPath(configuration.context)
    else { return false }
    let rule = automaton.rules[Int(configuration.state)]
    return contexts.nodes[Int(configuration.context)].allSatisfy { entry in
      let state = Int(entry.returnState)
      guard automaton.rules[state] == rule, automaton.transitions[state].count == 1,
        case .epsilon(let target) = automaton.transitions[state][0]
      else { return false }
      if entry.returnState == blockEnd || target == blockEnd { return true }
      guard automaton.kinds[Int(target)] == .blockEnd,
        automaton.transitions[Int(target)].count == 1,
        case .epsilon(let behind) = automaton.transitions[Int(target)][0]
      else { return false }
      return behind == configuration.state
    }
  }
}
