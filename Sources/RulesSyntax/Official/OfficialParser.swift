import RulesSource

/// Runs the official grammar over a file as ANTLR's generated parser does, errors included.
///
/// The error strategy is the one of ANTLR 4.7 and newer: single tokens are dropped or conjured up,
/// else tokens are skipped until one that some rule around can go on with.
struct OfficialParser {
  /// An issue at a token.
  struct Finding: Hashable {
    var lexeme: Int
    var text: String
  }

  /// Why a rule was left.
  private enum Failure: Error {
    case noViableAlternative(at: Int)
    case mismatch(expected: OfficialTokenSet)
    case exhausted
  }

  private let automaton = OfficialAutomaton.shared
  private let source: SourceFile
  private let lexemes: [OfficialLexeme]
  private var predictor: OfficialPredictor
  private var position = 0
  private var state: OfficialState = 0
  private var frames: [OfficialFrame] = []
  private var isRecovering = false
  /// Where the last recovery ended, and the states in which one ended there.
  private var lastRecovery: (position: Int, states: Set<OfficialState>) = (-1, [])
  /// The first place in which a rule could end before a token that does not fit.
  private var saved: (state: OfficialState, frames: [OfficialFrame])?
  private var lastWord = ""
  /// The token conjured up last, as text.
  private var missingText = ""
  /// All that was read as the name of a type.
  private var typeText = ""
  /// The last token that had been looked at when the first failure was met.
  private(set) var firstFailure: Int?
  /// The issues in the order in which they were met.
  private(set) var findings: [Finding] = []

  /// Deepest nesting of rules that is followed; a level takes about 5 KB of stack without optimisation.
  private static let maximumDepth = 600

  /// Parses a file; nil where the work would be too much.
  static func run(
    over lexemes: [OfficialLexeme],
    of source: SourceFile,
    steps: Int
  ) -> OfficialParser? {
    var parser = OfficialParser(lexemes, source, steps: steps)
    do throws(Failure) {
      try parser.run(.file, caller: -1, precedence: 0)
    } catch {
      return nil
    }
    return parser
  }

  private init(_ lexemes: [OfficialLexeme], _ source: SourceFile, steps: Int) {
    self.lexemes = lexemes
    self.source = source
    predictor = OfficialPredictor(lexemes, steps: steps)
  }

  private var token: OfficialToken { lexemes[position].type }

  private var tokenAfter: OfficialToken { lexemes[min(position + 1, lexemes.count - 1)].type }

  private func text(_ index: Int) -> String {
    lexemes[index].type == .endOfFile ? "<EOF>" : source.text(of: lexemes[index].range)
  }

  private mutating func consume() {
    lastWord = text(position)
    if token != .endOfFile { position += 1 }
  }

  // MARK: Rules

  private mutating func run(
    _ rule: OfficialRule,
    caller: OfficialState,
    precedence: Int
  ) throws(Failure) {
    guard frames.count < Self.maximumDepth else { throw .exhausted }
    let context =
      frames.last.map { predictor.pushed($0.context, automaton.follow(of: caller)) }
      ?? OfficialContexts.empty
    frames.append(
      OfficialFrame(
        rule: rule,
        caller: caller,
        precedence: precedence,
        start: position,
        context: context
      )
    )
    state = automaton.starts[rule.rawValue]
    if rule == .typeName { missingText = "" }
    do throws(Failure) {
      try run(automaton.programs[rule.rawValue])
    } catch .exhausted {
      throw .exhausted
    } catch {
      report(error)
      recover()
    }
    if rule == .typeName {
      let range = (frames.last?.start ?? position)..<position
      typeText = range.map { text($0) }.joined() + missingText
    }
    frames.removeLast()
    if caller >= 0 { state = caller }
  }

  private mutating func run(_ steps: [OfficialStep]) throws(Failure) {
    for step in steps { try run(step) }
  }

  private mutating func run(_ step: OfficialStep) throws(Failure) {
    switch step {
    case .match(let tokens, let at, _):
      state = at
      if tokens.contains(token) {
        endRecovery()
        consume()
      } else {
        try recoverInline()
      }
    case .call(let rule, let precedence, let at):
      state = at
      try run(rule, caller: at, precedence: precedence)
    case .notice(let notice):
      add(notice)
    case .choice(let decision, let alternatives):
      state = decision.state
      try sync()
      try run(alternatives[Int(try choose(decision)) - 1])
    case .optional(let decision, let steps):
      state = decision.state
      try sync()
      if try enters(decision) { try run(steps) }
    case .star(let decision, let back, let steps):
      state = decision.state
      try sync()
      while try enters(decision) {
        try run(steps)
        state = back
        try sync()
      }
    case .plus(let decision, let start, let steps):
      state = start
      try sync()
      repeat {
        try run(steps)
        state = decision.state
        try sync()
      } while try enters(decision)
    }
  }

  /// The alternative of a choice.
  private mutating func choose(_ decision: OfficialDecision) throws(Failure) -> Int32 {
    guard let sets = automaton.lookaheads[decision.index] else { return try predict(decision) }
    if let place = sets.firstIndex(where: { $0.contains(token) }) { return Int32(place + 1) }
    throw .noViableAlternative(at: position)
  }

  /// Whether an optional part or one more round of a loop comes.
  private mutating func enters(_ decision: OfficialDecision) throws(Failure) -> Bool {
    if let sets = automaton.lookaheads[decision.index] { return sets[0].contains(token) }
    return try predict(decision) == 1
  }

  private mutating func predict(_ decision: OfficialDecision) throws(Failure) -> Int32 {
    do throws(OfficialPredictor.Failure) {
      return try predictor.predict(
        decision,
        at: position,
        precedence: frames.last?.precedence ?? 0,
        context: frames.last?.context ?? OfficialContexts.empty
      )
    } catch .noViableAlternative(let index) {
      throw .noViableAlternative(at: index)
    } catch {
      throw .exhausted
    }
  }

  // MARK: Reports

  private mutating func add(_ notice: OfficialNotice) {
    let place =
      switch notice.place {
      case .next: position
      case .last: max(0, position - 1)
      case .ruleStart: frames.last?.start ?? position
      }
    switch notice {
    case .typeName:
      guard !SyntaxTree.typeNames.contains(typeText) else { return }
      findings.append(
        Finding(lexeme: place, text: OfficialWording.unsupportedType(typeText))
      )
    case .wrongAlias:
      guard lastWord != "as" else { return }
      findings.append(Finding(lexeme: place, text: notice.text))
    case .refusedServiceName:
      guard OfficialWording.refusedServiceNames.contains(lastWord) else { return }
      findings.append(Finding(lexeme: place, text: notice.text))
    default:
      findings.append(Finding(lexeme: place, text: notice.text))
    }
  }

  private func displayed(_ index: Int) -> String {
    "'" + OfficialWording.escaped(text(index)) + "'"
  }

  private mutating func report(_ failure: Failure) {
    guard !isRecovering else { return }
    beginRecovery()
    switch failure {
    case .noViableAlternative(let index):
      findings.append(Finding(lexeme: index, text: "Unexpected \(displayed(index))."))
    case .mismatch(let expected):
      findings.append(
        Finding(
          lexeme: position,
          text: "mismatched input \(displayed(position)) expecting \(expected.text)"
        )
      )
    case .exhausted:
      break
    }
  }

  /// Unlike in ANTLR's own strategy, the parser is not recovering afterwards.
  private mutating func reportUnwanted() {
    guard !isRecovering else { return }
    noteFailure()
    findings.append(Finding(lexeme: position, text: "Unexpected \(displayed(position))."))
  }

  private mutating func beginRecovery() {
    isRecovering = true
    noteFailure()
  }

  private mutating func noteFailure() {
    if firstFailure == nil { firstFailure = max(position, predictor.furthest) }
  }

  private mutating func endRecovery() {
    isRecovering = false
    lastRecovery = (-1, [])
  }

  // MARK: Recovery

  private var expected: OfficialTokenSet { automaton.expectedTokens(at: state, in: frames[...]) }

  /// The tokens that a rule around can go on with.
  private var recoverySet: OfficialTokenSet {
    var set = OfficialTokenSet.empty
    for frame in frames where frame.caller >= 0 {
      set.formUnion(
        automaton.nextTokens[Int(automaton.follow(of: frame.caller))].withoutRuleEnd
      )
    }
    return set
  }

  private mutating func consume(until set: OfficialTokenSet) {
    while token != .endOfFile, !set.contains(token) { consume() }
  }

  private mutating func recover() {
    if lastRecovery.position == position, lastRecovery.states.contains(state) { consume() }
    lastRecovery.position = position
    lastRecovery.states.insert(state)
    consume(until: recoverySet)
  }

  /// Looks for an error before a decision.
  private mutating func sync() throws(Failure) {
    guard !isRecovering else { return }
    let next = automaton.nextTokens[Int(state)]
    if next.contains(token) {
      saved = nil
      return
    }
    if next.containsRuleEnd {
      if saved == nil { saved = (state, frames) }
      return
    }
    switch automaton.kinds[Int(state)] {
    case .blockStart, .starBlockStart, .plusBlockStart, .starLoopEntry:
      if !dropOneToken() { throw .mismatch(expected: expected) }
    case .plusLoopBack, .starLoopBack:
      reportUnwanted()
      var set = expected
      set.formUnion(recoverySet)
      consume(until: set)
    case .basic, .ruleStop, .blockEnd:
      break
    }
  }

  /// Drops the current token where the next one fits.
  private mutating func dropOneToken() -> Bool {
    guard expected.contains(tokenAfter) else { return false }
    reportUnwanted()
    consume()
    endRecovery()
    return true
  }

  /// Mends a token that does not match.
  private mutating func recoverInline() throws(Failure) {
    if dropOneToken() {
      consume()
      return
    }
    if case .tokens(_, let target)? = automaton.transitions[Int(state)].first,
      automaton.expectedTokens(at: target, in: frames[...]).contains(token)
    {
      let missing = expected
      if !isRecovering {
        beginRecovery()
        findings.append(
          Finding(lexeme: position, text: "missing \(missing.text) at \(displayed(position))")
        )
      }
      missingText = "<missing \(missing.firstName)>"
      return
    }
    guard let saved else { throw .mismatch(expected: expected) }
    throw .mismatch(
      expected: automaton.expectedTokens(at: saved.state, in: saved.frames[...])
    )
  }
}

/// Texts of the official compiler that several places need.
enum OfficialWording {
  /// Words that cannot name a service.
  static let refusedServiceNames: Set<String> = [
    "allow", "deny", "false", "function", "if", "in", "is", "null", "return", "service", "match",
    "true", "package", "extends", "import", "not",
  ]

  /// The issue of a word after `is` that is no type.
  static func unsupportedType(_ word: String) -> String {
    "An unsupported type identifier was used with the 'is' operator. Received \(word)."
      + " Expected one of \(SyntaxTree.typeNames.joined(separator: ","))"
  }

  /// A token's text with its line breaks and tabs made visible.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
