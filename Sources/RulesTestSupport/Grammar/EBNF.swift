/// A grammar as it stands in `grammar/*.ebnf`.
package struct EBNF: Sendable {
  /// What a production is made of.
  package indirect enum Rule: Sendable {
    /// A text.
    case literal(String)
    /// A production.
    case name(String)
    /// A character of a range.
    case range(ClosedRange<UInt32>)
    case sequence([Rule])
    case choice([Rule])
    case optional(Rule)
    case repetition(Rule)
    /// What the first one stands for and the second one does not.
    case exception(Rule, Rule)
  }

  /// The productions by name.
  package private(set) var productions: [String: Rule] = [:]
  /// The nodes of other names that comments give to productions.
  package private(set) var nodeNames: Set<String> = []
  /// Why the text is no grammar; nil where it is one.
  package private(set) var problem: String?

  /// Reads grammars, which may use each other's productions.
  package init(_ texts: String...) {
    for text in texts {
      var reader = EBNFReader(text)
      do throws(EBNFReader.Problem) {
        let productions = try reader.productions()
        self.productions.merge(productions) { $1 }
      } catch {
        problem = error.message
      }
      nodeNames.formUnion(reader.nodeNames)
    }
  }

  /// Whether a production is a token, made of characters.
  package static func isToken(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { !$0.properties.isLowercase }
  }

  /// The names that productions use and no production has.
  package var missingNames: Set<String> {
    var names: Set<String> = []
    var rules = Array(productions.values)
    while let rule = rules.popLast() {
      switch rule {
      case .literal, .range: continue
      case .name(let name): names.insert(name)
      case .sequence(let parts), .choice(let parts): rules += parts
      case .optional(let part), .repetition(let part): rules.append(part)
      case .exception(let part, let other): rules += [part, other]
      }
    }
    return names.subtracting(productions.keys)
  }
}

/// Reads the notation of `grammar/*.ebnf`.
struct EBNFReader {
  struct Problem: Error {
    var message: String
  }

  private enum Token: Equatable {
    case name(String), literal(String), character(UInt32), mark(Character)
  }

  private var tokens: [Token] = []
  private var index = 0
  private(set) var nodeNames: Set<String> = []

  init(_ text: String) {
    var rest = Substring(text)
    while let first = rest.first {
      if rest.hasPrefix("(*") {
        let end = rest.firstRange(of: "*)")?.upperBound ?? rest.endIndex
        let words = rest[..<end].split { $0 == " " || $0 == "\n" }
        for (word, next) in zip(words, words.dropFirst()) where word == "node:" {
          nodeNames.insert(String(next))
        }
        rest = rest[end...]
      } else if first == "\"" {
        let end = rest.dropFirst().firstIndex(of: "\"") ?? rest.endIndex
        tokens.append(.literal(String(rest[..<end].dropFirst())))
        rest = rest[end...].dropFirst()
      } else if rest.hasPrefix("U+") {
        let digits = rest.dropFirst(2).prefix { $0.isHexDigit }
        tokens.append(.character(UInt32(digits, radix: 16) ?? 0))
        rest = rest[digits.endIndex...]
      } else if first.isLetter {
        let name = rest.prefix { $0.isLetter || $0 == "_" }
        tokens.append(.name(String(name)))
        rest = rest[name.endIndex...]
      } else {
        if !first.isWhitespace { tokens.append(.mark(first)) }
        rest.removeFirst()
      }
    }
  }

  mutating func productions() throws(Problem) -> [String: EBNF.Rule] {
    var result: [String: EBNF.Rule] = [:]
    while index < tokens.count {
      guard case .name(let name) = tokens[index] else { throw problem("a name") }
      index += 1
      try take("=")
      guard result[name] == nil else { throw Problem(message: "`\(name)` stands twice") }
      result[name] = try choice()
      try take(";")
    }
    return result
  }

  private func problem(_ expected: String) -> Problem {
    let found = tokens[max(0, index - 3)..<min(tokens.count, index + 1)]
    return Problem(message: "expected \(expected) at the end of \(found)")
  }

  private func isAt(_ mark: Character) -> Bool {
    index < tokens.count && tokens[index] == .mark(mark)
  }

  private mutating func take(_ mark: Character) throws(Problem) {
    guard isAt(mark) else { throw problem("`\(mark)`") }
    index += 1
  }

  private mutating func choice() throws(Problem) -> EBNF.Rule {
    var parts = [try sequence()]
    while isAt("|") {
      index += 1
      parts.append(try sequence())
    }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws(Problem) -> EBNF.Rule {
    var parts: [EBNF.Rule] = []
    while index < tokens.count, !isAt("|"), !isAt(";"), !isAt(")"), !isAt("]"), !isAt("}") {
      parts.append(try term())
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func term() throws(Problem) -> EBNF.Rule {
    let first = try primary()
    guard isAt("-") else { return first }
    index += 1
    return .exception(first, try primary())
  }

  private mutating func primary() throws(Problem) -> EBNF.Rule {
    guard index < tokens.count else { throw problem("a rule") }
    let token = tokens[index]
    index += 1
    switch token {
    case .name(let name): return .name(name)
    case .literal(let text):
      guard isAt("…"), let scalar = text.unicodeScalars.first else { return .literal(text) }
      return try range(from: scalar.value)
    case .character(let value): return isAt("…") ? try range(from: value) : .range(value...value)
    case .mark("("): return try bracketed(")")
    case .mark("["): return .optional(try bracketed("]"))
    case .mark("{"): return .repetition(try bracketed("}"))
    case .mark: throw problem("a rule")
    }
  }

  private mutating func bracketed(_ close: Character) throws(Problem) -> EBNF.Rule {
    let rule = try choice()
    try take(close)
    return rule
  }

  private mutating func range(from lower: UInt32) throws(Problem) -> EBNF.Rule {
    try take("…")
    guard index < tokens.count else { throw problem("a character") }
    defer { index += 1 }
    switch tokens[index] {
    case .character(let upper) where upper >= lower: return .range(lower...upper)
    case .literal(let text):
      guard let upper = text.unicodeScalars.first?.value, upper >= lower else { break }
      return .range(lower...upper)
    default: break
    }
    throw problem("a character")
  }
}
