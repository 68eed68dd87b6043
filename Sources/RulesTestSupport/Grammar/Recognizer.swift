import RulesSource
package import RulesSyntax

/// Says whether a text is a sentence of a grammar, by trying every way.
///
/// It knows nothing of our parser but where the lexer cut the text into tokens, and where the names of
/// services are, which are cut otherwise.
package struct Recognizer {
  private let grammar: EBNF

  /// A recogniser of a grammar.
  package init(_ grammar: EBNF) {
    self.grammar = grammar
  }

  /// Why a file is no sentence of a production; nil where it is one.
  package func problem(with tree: SyntaxTree, as name: String) -> String? {
    let tokens = tokens(of: tree)
    var checked: Set<String> = []
    for token in tokens where checked.insert(token.text).inserted {
      if let name = token.names.first, !matches(token.text, .name(name)) {
        return "`\(token.text)` is no \(name)"
      }
    }
    var search = Search(grammar: grammar, tokens: tokens)
    if search.ends(of: .name(name), from: 0).contains(tokens.count) { return nil }
    let furthest = search.furthest < tokens.count ? tokens[search.furthest].text : "the end"
    return "no rule goes on at token \(search.furthest): \(furthest)"
  }

  /// Whether a text is what a rule of tokens stands for.
  func matches(_ text: String, _ rule: EBNF.Rule) -> Bool {
    let characters = Array(text.unicodeScalars)
    var search = Search(
      grammar: grammar,
      tokens: characters.map { Token(text: String($0), names: []) }
    )
    search.isLexical = true
    return search.ends(of: rule, from: 0).contains(characters.count)
  }

  /// A token, and the productions that it may stand for.
  private struct Token {
    var text: String
    var names: [String]
  }

  private func tokens(of tree: SyntaxTree) -> [Token] {
    var names: [Int: Int] = [:]
    for node in tree.nodes where node.kind == .serviceName && node.firstToken < node.endToken {
      names[Int(node.firstToken.index)] = Int(node.endToken.index)
    }
    var tokens: [Token] = []
    var index = 0
    while index < tree.tokens.count - 1 {
      let end = names[index] ?? index + 1
      let range = tree.tokens[index].range.union(tree.tokens[end - 1].range)
      let kinds = names[index] == nil ? Self.names(of: tree.tokens[index].kind) : ["SERVICE_NAME"]
      tokens.append(Token(text: tree.source.text(of: range), names: kinds))
      index = end
    }
    return tokens
  }

  private static func names(of kind: TokenKind) -> [String] {
    switch kind {
    case .identifier: ["IDENTIFIER", "MEMBER", "WORD"]
    case .intLiteral: ["INTEGER"]
    case .floatLiteral: ["FLOAT"]
    case .stringLiteral: ["STRING"]
    case .bytesLiteral: ["BYTES"]
    case .pathSegment: ["PATH_SEGMENT"]
    case .rulesVersionKeyword, .serviceKeyword: ["reservedWord", "WORD"]
    default: kind.isWord ? ["reservedWord", "MEMBER", "WORD"] : []
    }
  }

  /// All ends that each production can have from each place.
  private struct Search {
    let grammar: EBNF
    let tokens: [Token]
    /// Whether tokens are characters, so that literals have several.
    var isLexical = false
    /// The furthest token that was asked for.
    var furthest = 0
    private var known: [String: ContiguousArray<Set<Int>?>] = [:]

    init(grammar: EBNF, tokens: [Token]) {
      self.grammar = grammar
      self.tokens = tokens
    }

    mutating func ends(of rule: EBNF.Rule, from start: Int) -> Set<Int> {
      switch rule {
      case .literal(let text): return literalEnds(text, from: start)
      case .range(let range):
        guard start < tokens.count, let scalar = tokens[start].text.unicodeScalars.first else {
          return []
        }
        return range.contains(scalar.value) ? [start + 1] : []
      case .name(let name): return ends(ofProduction: name, from: start)
      case .sequence(let parts):
        var places: Set<Int> = [start]
        for part in parts {
          if places.count == 1, let place = places.first {
            places = ends(of: part, from: place)
            continue
          }
          var next: Set<Int> = []
          for place in places { next.formUnion(ends(of: part, from: place)) }
          places = next
          if places.isEmpty { break }
        }
        return places
      case .choice(let parts):
        var places: Set<Int> = []
        for part in parts { places.formUnion(ends(of: part, from: start)) }
        return places
      case .optional(let part): return ends(of: part, from: start).union([start])
      case .repetition(let part): return repeatedEnds(part, from: start)
      case .exception(let part, let other):
        return ends(of: part, from: start).subtracting(ends(of: other, from: start))
      }
    }

    private mutating func literalEnds(_ text: String, from start: Int) -> Set<Int> {
      if isLexical {
        let scalars = text.unicodeScalars.map { String($0) }
        let end = start + scalars.count
        guard end <= tokens.count else { return [] }
        return zip(tokens[start..<end], scalars).allSatisfy { $0.text == $1 } ? [end] : []
      }
      furthest = max(furthest, start)
      return start < tokens.count && tokens[start].text == text ? [start + 1] : []
    }

    private mutating func ends(ofProduction name: String, from start: Int) -> Set<Int> {
      if !isLexical, EBNF.isToken(name) {
        furthest = max(furthest, start)
        return start < tokens.count && tokens[start].names.contains(name) ? [start + 1] : []
      }
      if let places = known[name], let ends = places[start] { return ends }
      let ends = grammar.productions[name].map { self.ends(of: $0, from: start) } ?? []
      known[name, default: ContiguousArray(repeating: nil, count: tokens.count + 1)][start] = ends
      return ends
    }

    private mutating func repeatedEnds(_ part: EBNF.Rule, from start: Int) -> Set<Int> {
      var places: Set<Int> = [start]
      var open = [start]
      while let place = open.popLast() {
        for end in ends(of: part, from: place) where places.insert(end).inserted {
          open.append(end)
        }
      }
      return places
    }
  }
}
