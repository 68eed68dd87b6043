extension Pattern {
  /// The longest text that is made.
  private static let exampleLimit = 4000

  /// A text that a pattern matches as a whole, unless assertions within it forbid that.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - repeats: how often what may repeat does, where its own limits allow it.
  /// - Returns: the text; nil where the pattern is wrong, or matches only what is too long.
  public static func example(
    of pattern: ContiguousArray<UInt8>,
    repeats: Int
  ) -> ContiguousArray<UInt8>? {
    guard let syntax = try? PatternParser.parse(pattern) else { return nil }
    var example = Example(syntax: syntax, repeats: repeats, limit: exampleLimit)
    example.add(syntax.root)
    return example.isTooLong ? nil : example.bytes
  }
}

/// Writes a text that a syntax tree matches.
private struct Example {
  let syntax: Syntax
  let repeats: Int
  let limit: Int
  private(set) var bytes: ContiguousArray<UInt8> = []
  private(set) var isTooLong = false

  /// The characters that read best, the best first.
  private static let readable: [ClosedRange<UInt32>] = [
    0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x20...0x7E,
  ]

  init(syntax: Syntax, repeats: Int, limit: Int) {
    self.syntax = syntax
    self.repeats = repeats
    self.limit = limit
  }

  mutating func add(_ node: SyntaxNode) {
    guard !isTooLong else { return }
    switch node {
    case .empty, .assertion: return
    case .character(let index): add(syntax.classes[index])
    case .capture(_, let node): add(node)
    case .sequence(let nodes): for node in nodes { add(node) }
    case .alternation(let nodes): if let first = nodes.first { add(first) }
    case .repetition(let repetition, let node):
      let wanted = max(repetition.minimum, repeats)
      for _ in 0..<min(wanted, repetition.maximum ?? wanted) where !isTooLong { add(node) }
    }
  }

  private mutating func add(_ characters: CharacterClass) {
    guard bytes.count < limit, let scalar = Self.scalar(of: characters) else {
      isTooLong = true
      return
    }
    if let encoded = Unicode.UTF8.encode(scalar) { bytes += encoded }
  }

  private static func scalar(of characters: CharacterClass) -> Unicode.Scalar? {
    for wanted in readable {
      for range in characters.ranges where range.upper >= wanted.lowerBound {
        let code = max(range.lower, wanted.lowerBound)
        if code <= min(range.upper, wanted.upperBound) { return Unicode.Scalar(code) }
      }
    }
    return characters.ranges.lazy.compactMap { Unicode.Scalar($0.lower) }.first
  }
}
