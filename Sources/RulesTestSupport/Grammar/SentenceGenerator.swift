/// Draws random sentences of a grammar.
package struct SentenceGenerator: Sendable {
  private let grammar: EBNF
  private var random: SeededRandom
  /// How deep the smallest derivation of each production is.
  private var depths: [String: Int] = [:]

  /// How many more tokens the sentence may have before only the smallest derivations are taken.
  private var budget = 0

  /// A generator from a seed.
  package init(_ grammar: EBNF, seed: UInt64) {
    self.grammar = grammar
    random = SeededRandom(seed: seed)
    var isChanged = true
    while isChanged {
      isChanged = false
      for (name, rule) in grammar.productions {
        let depth = depth(of: rule) + 1
        guard depth < depths[name] ?? Int.max / 2 else { continue }
        depths[name] = depth
        isChanged = true
      }
    }
  }

  /// A sentence of a production, its tokens separated by spaces.
  package mutating func sentence(of name: String, depth: Int) -> String {
    budget = 150
    return expand(.name(name), depth: depth).joined(separator: " ")
  }

  private func depth(of rule: EBNF.Rule) -> Int {
    switch rule {
    case .literal, .range, .optional, .repetition: 0
    case .name(let name): depths[name] ?? Int.max / 2
    case .sequence(let parts): parts.map { depth(of: $0) }.max() ?? 0
    case .choice(let parts): parts.map { depth(of: $0) }.min() ?? 0
    case .exception(let rule, _): depth(of: rule)
    }
  }

  /// The tokens of a rule.
  private mutating func expand(_ rule: EBNF.Rule, depth: Int) -> [String] {
    let depth = budget > 0 ? depth : 0
    switch rule {
    case .literal(let text):
      budget -= 1
      return [text]
    case .range: return [lexeme(rule)]
    case .name(let name):
      if EBNF.isToken(name) {
        budget -= 1
        return [token(name)]
      }
      guard let rule = grammar.productions[name] else { return [] }
      let tokens = expand(rule, depth: depth - 1)
      return Self.tightNames.contains(name) ? [tokens.joined()] : tokens
    case .sequence(let parts): return parts.flatMap { expand($0, depth: depth) }
    case .choice(let parts):
      let cheapest = parts.map { self.depth(of: $0) }.min() ?? 0
      let open = parts.filter { self.depth(of: $0) <= max(depth, cheapest) }
      return open.isEmpty ? [] : expand(random.pick(open), depth: depth)
    case .optional(let part):
      return self.depth(of: part) < depth && random.oneIn(2) ? expand(part, depth: depth) : []
    case .repetition(let part):
      guard self.depth(of: part) < depth else { return [] }
      return (0..<random.pick([0, 0, 0, 0, 1, 1, 2, 3])).flatMap { _ in expand(part, depth: depth) }
    case .exception(let rule, _): return expand(rule, depth: depth)
    }
  }

  /// Productions between whose tokens no space may stand.
  private static let tightNames: Set<String> = ["arrayOperator"]

  // MARK: Tokens

  /// A token; drawn again where it would begin a comment.
  private mutating func token(_ name: String) -> String {
    while true {
      let text = lexeme(.name(name))
      if !text.hasPrefix("/*") { return text }
    }
  }

  /// The characters of a rule of tokens.
  private mutating func lexeme(_ rule: EBNF.Rule) -> String {
    switch rule {
    case .literal(let text): return text
    case .name(let name): return grammar.productions[name].map { lexeme($0) } ?? ""
    case .sequence(let parts): return parts.map { lexeme($0) }.joined()
    case .choice(let parts): return lexeme(random.pick(parts))
    case .optional(let part): return random.oneIn(2) ? lexeme(part) : ""
    case .repetition(let part): return (0..<random.below(4)).map { _ in lexeme(part) }.joined()
    case .range(let range):
      let value =
        range.lowerBound + UInt32(random.below(Int(range.upperBound - range.lowerBound) + 1))
      return Unicode.Scalar(value).map { String($0) } ?? "a"
    case .exception(let part, let other):
      while true {
        let text = lexeme(part)
        if !Recognizer(grammar).matches(text, other) { return text }
      }
    }
  }
}
