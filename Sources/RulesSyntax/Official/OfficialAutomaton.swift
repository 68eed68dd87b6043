/// The index of a state of the automaton.
typealias OfficialState = Int32

/// An edge of the automaton.
enum OfficialTransition {
  case epsilon(OfficialState)
  /// Leaves a rule for what follows one of its uses; the flag says that a left-recursive rule was
  /// used there without precedence.
  case ruleReturn(OfficialState, rule: OfficialRule, isOutermost: Bool)
  case rule(OfficialRule, precedence: Int, follow: OfficialState)
  case tokens(OfficialTokenSet, OfficialState)
  /// Passable where the precedence is at least that of the rule's use.
  case precedence(Int, OfficialState)
}

/// What a state is, as far as error recovery and prediction ask.
enum OfficialStateKind {
  case basic, ruleStop, blockStart, blockEnd
  case starBlockStart, plusBlockStart, starLoopEntry, starLoopBack, plusLoopBack
}

/// The grammar as a program: what the official parser does, with the state it is in meanwhile.
indirect enum OfficialStep {
  case match(OfficialTokenSet, state: OfficialState, isSet: Bool)
  case call(OfficialRule, precedence: Int, state: OfficialState)
  case notice(OfficialNotice)
  case choice(OfficialDecision, [[OfficialStep]])
  case optional(OfficialDecision, [OfficialStep])
  case star(OfficialDecision, back: OfficialState, [OfficialStep])
  case plus(OfficialDecision, start: OfficialState, [OfficialStep])
}

/// A place where the parser has to choose.
struct OfficialDecision {
  /// The state that the choice starts from, one transition for each alternative.
  var state: OfficialState
  /// The state that the parser is in when it looks for errors before choosing.
  var isPrecedence = false
  /// Index into the automaton's table of one-token decisions.
  var index: Int
}

/// ANTLR's automaton of the official grammar.
struct OfficialAutomaton {
  /// The edges of each state.
  private(set) var transitions: [[OfficialTransition]] = []
  private(set) var kinds: [OfficialStateKind] = []
  private(set) var rules: [OfficialRule] = []
  private(set) var starts: [OfficialState] = []
  private(set) var stops: [OfficialState] = []
  /// What each rule does.
  private(set) var programs: [[OfficialStep]] = []
  /// For each decision, what each alternative can begin with where one token is enough to choose.
  private(set) var lookaheads: [[OfficialTokenSet]?] = []
  /// The tokens that can follow each state within its rule.
  private(set) var nextTokens: [OfficialTokenSet] = []
  /// The end of the block of a left-recursive loop, by the loop's entry.
  private(set) var precedenceBlockEnds: [OfficialState: OfficialState] = [:]
  private var decisionStates: [OfficialState] = []
  private var currentRule = OfficialRule.file

  /// The automaton of the grammar.
  static let shared = OfficialAutomaton()

  private init() {
    for rule in OfficialRule.allCases {
      currentRule = rule
      starts.append(newState(.basic))
      stops.append(newState(.ruleStop))
    }
    for rule in OfficialRule.allCases {
      currentRule = rule
      let part = sequence(rule.elements)
      epsilon(starts[rule.rawValue], part.left)
      epsilon(part.right, stops[rule.rawValue])
      programs.append(part.steps)
    }
    addReturns()
    for index in transitions.indices { nextTokens.append(look(from: Int32(index), global: false)) }
    for state in decisionStates { lookaheads.append(lookahead(of: state)) }
  }

  // MARK: Construction

  private struct Part {
    var left: OfficialState
    var right: OfficialState
    var steps: [OfficialStep]
  }

  private mutating func newState(_ kind: OfficialStateKind) -> OfficialState {
    transitions.append([])
    kinds.append(kind)
    rules.append(currentRule)
    return OfficialState(transitions.count - 1)
  }

  private mutating func add(_ transition: OfficialTransition, to state: OfficialState) {
    transitions[Int(state)].append(transition)
  }

  private mutating func epsilon(_ source: OfficialState, _ target: OfficialState) {
    add(.epsilon(target), to: source)
  }

  private mutating func decision(_ state: OfficialState) -> OfficialDecision {
    decisionStates.append(state)
    return OfficialDecision(state: state, index: decisionStates.count - 1)
  }

  private mutating func sequence(_ elements: [OfficialElement]) -> Part {
    var result: Part?
    for element in elements {
      let part = self.part(element)
      guard let before = result else {
        result = part
        continue
      }
      epsilon(before.right, part.left)
      result = Part(left: before.left, right: part.right, steps: before.steps + part.steps)
    }
    if let result { return result }
    let state = newState(.basic)
    return Part(left: state, right: state, steps: [])
  }

  private mutating func part(_ element: OfficialElement) -> Part {
    switch element {
    case .token(let tokens):
      let (left, right) = (newState(.basic), newState(.basic))
      let set = OfficialTokenSet(tokens)
      add(.tokens(set, right), to: left)
      return Part(
        left: left,
        right: right,
        steps: [.match(set, state: left, isSet: tokens.count > 1)]
      )
    case .rule(let rule, let precedence):
      let (left, right) = (newState(.basic), newState(.basic))
      add(.rule(rule, precedence: precedence, follow: right), to: left)
      return Part(
        left: left,
        right: right,
        steps: [.call(rule, precedence: precedence, state: left)]
      )
    case .notice(let notice):
      let state = newState(.basic)
      return Part(left: state, right: state, steps: [.notice(notice)])
    case .choice(let alternatives):
      return block(alternatives.map { (nil, $0) }, start: .blockStart)
    case .optional(let elements):
      let (start, end) = (newState(.blockStart), newState(.blockEnd))
      let body = sequence(elements)
      epsilon(start, body.left)
      epsilon(start, end)
      epsilon(body.right, end)
      return Part(left: start, right: end, steps: [.optional(decision(start), body.steps)])
    case .star(let elements):
      return star(elements)
    case .plus(let elements):
      return plus(elements)
    case .operators(let alternatives):
      return operators(alternatives)
    }
  }

  /// Alternatives between the start and the end of a block.
  private mutating func block(
    _ alternatives: [(precedence: Int?, elements: [OfficialElement])],
    start: OfficialStateKind
  ) -> Part {
    let (left, right) = (newState(start), newState(.blockEnd))
    var steps: [[OfficialStep]] = []
    for (precedence, elements) in alternatives {
      let body = sequence(elements)
      var entry = body.left
      if let precedence {
        entry = newState(.basic)
        add(.precedence(precedence, body.left), to: entry)
      }
      epsilon(left, entry)
      epsilon(body.right, right)
      steps.append(body.steps)
    }
    if alternatives.count == 1 { return Part(left: left, right: right, steps: steps[0]) }
    return Part(left: left, right: right, steps: [.choice(decision(left), steps)])
  }

  /// The body of a loop: a block of one alternative, or of those of the choice that it is.
  private mutating func loopBlock(
    _ elements: [OfficialElement],
    start: OfficialStateKind
  ) -> Part {
    if elements.count == 1, case .choice(let alternatives) = elements[0] {
      return block(alternatives.map { (nil, $0) }, start: start)
    }
    return block([(nil, elements)], start: start)
  }

  private mutating func star(_ elements: [OfficialElement]) -> Part {
    let body = loopBlock(elements, start: .starBlockStart)
    return starLoop(around: body).part
  }

  private mutating func starLoop(
    around body: Part
  ) -> (part: Part, entry: OfficialState) {
    let entry = newState(.starLoopEntry)
    let (back, end) = (newState(.starLoopBack), newState(.basic))
    epsilon(entry, body.left)
    epsilon(entry, end)
    epsilon(body.right, back)
    epsilon(back, entry)
    let step = OfficialStep.star(decision(entry), back: back, body.steps)
    return (Part(left: entry, right: end, steps: [step]), entry)
  }

  private mutating func plus(_ elements: [OfficialElement]) -> Part {
    let body = loopBlock(elements, start: .plusBlockStart)
    let (back, end) = (newState(.plusLoopBack), newState(.basic))
    epsilon(body.right, back)
    epsilon(back, body.left)
    epsilon(back, end)
    return Part(
      left: body.left,
      right: end,
      steps: [.plus(decision(back), start: body.left, body.steps)]
    )
  }

  private mutating func operators(
    _ alternatives: [(precedence: Int, elements: [OfficialElement])]
  ) -> Part {
    let body = block(alternatives.map { ($0.precedence, $0.elements) }, start: .starBlockStart)
    let (part, entry) = starLoop(around: body)
    precedenceBlockEnds[entry] = body.right
    guard case .star(var decision, let back, let steps)? = part.steps.first else { return part }
    decision.isPrecedence = true
    return Part(
      left: part.left,
      right: part.right,
      steps: [.star(decision, back: back, steps)]
    )
  }

  /// Links the end of each rule with what follows its uses.
  private mutating func addReturns() {
    for index in transitions.indices {
      for case .rule(let rule, let precedence, let follow) in transitions[index] {
        add(
          .ruleReturn(
            follow,
            rule: rule,
            isOutermost: rule.isLeftRecursive && precedence == 0
          ),
          to: stops[rule.rawValue]
        )
      }
    }
  }

  // MARK: Look-ahead

  /// The tokens that can come first from a state.
  ///
  /// A global search goes on behind the rule with what follows any of its uses; otherwise the
  /// rule's end is noted in the set.
  private func look(from state: OfficialState, global: Bool) -> OfficialTokenSet {
    var set = OfficialTokenSet.empty
    var seen: Set<LookPlace> = []
    var stack = [LookPlace(state: state, uses: [])]
    while let place = stack.popLast() {
      guard seen.insert(place).inserted else { continue }
      if kinds[Int(place.state)] == .ruleStop {
        if let use = place.uses.last {
          stack.append(LookPlace(state: use.follow, uses: place.uses.dropLast()))
          continue
        }
        if !global {
          set.formUnion(.ruleEnd)
          continue
        }
      }
      for transition in transitions[Int(place.state)] {
        switch transition {
        case .epsilon(let target), .precedence(_, let target), .ruleReturn(let target, _, _):
          stack.append(LookPlace(state: target, uses: place.uses))
        case .tokens(let tokens, _):
          set.formUnion(tokens)
        case .rule(let rule, _, let follow):
          // A rule that is entered again without a token begins with nothing new.
          guard !place.uses.contains(where: { $0.rule == rule }) else { continue }
          stack.append(
            LookPlace(
              state: starts[rule.rawValue],
              uses: place.uses + [LookPlace.Use(rule: rule, follow: follow)]
            )
          )
        }
      }
    }
    return set
  }

  /// A state, and the rules entered on the way to it.
  private struct LookPlace: Hashable {
    struct Use: Hashable {
      var rule: OfficialRule
      var follow: OfficialState
    }

    var state: OfficialState
    var uses: [Use]
  }

  /// What the alternatives of a decision begin with, nil unless one token tells them apart.
  private func lookahead(of state: OfficialState) -> [OfficialTokenSet]? {
    guard precedenceBlockEnds[state] == nil else { return nil }
    var all = OfficialTokenSet.empty
    var sets: [OfficialTokenSet] = []
    for case .epsilon(let target) in transitions[Int(state)] {
      if case .precedence? = transitions[Int(target)].first { return nil }
      let set = look(from: target, global: true)
      guard set.isDisjoint(with: all), !set.isEmpty else { return nil }
      all.formUnion(set)
      sets.append(set)
    }
    return sets
  }

  /// The tokens that can follow a state, given the states in which the rules around it were used.
  func expectedTokens(
    at state: OfficialState,
    in frames: ArraySlice<OfficialFrame>
  ) -> OfficialTokenSet {
    var following = nextTokens[Int(state)]
    var expected = following.withoutRuleEnd
    var frames = frames
    while following.containsRuleEnd, let frame = frames.popLast(), frame.caller >= 0 {
      following = nextTokens[Int(follow(of: frame.caller))]
      expected.formUnion(following.withoutRuleEnd)
    }
    if following.containsRuleEnd { expected.insert(.endOfFile) }
    return expected
  }

  /// The state behind the use of a rule.
  func follow(of caller: OfficialState) -> OfficialState {
    for case .rule(_, _, let follow) in transitions[Int(caller)] { return follow }
    return caller
  }
}

/// A rule that the official parser is in.
struct OfficialFrame {
  var rule: OfficialRule
  /// The state in which the rule was used, -1 for the first one.
  var caller: OfficialState
  var precedence: Int
  /// Index of the first token.
  var start: Int
  /// The states to return to, as prediction sees them.
  var context: Int32
}
