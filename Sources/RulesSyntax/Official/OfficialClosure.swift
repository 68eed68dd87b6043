/// The state of one closure.
struct OfficialClosure {
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

extension OfficialPredictor {
  /// Adds a configuration and all that it becomes without a token, leaving rules that end.
  mutating func close(
    _ configuration: OfficialConfiguration,
    isOutside: Bool,
    depth: Int,
    _ set: inout OfficialConfigurations,
    _ closure: inout OfficialClosure
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
    _ closure: inout OfficialClosure
  ) throws(Failure) {
    remainingSteps -= 1
    guard remainingSteps > 0 else { throw .exhausted }
    // What was expanded in the same circumstances adds nothing.
    let visit = OfficialClosure.Visit(
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
