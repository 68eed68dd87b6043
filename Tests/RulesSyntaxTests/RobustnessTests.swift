import RulesSource
import Testing

@testable import RulesSyntax

@Suite struct RobustnessTests {
  /// Each byte is in a token or in trivia, and children come before their parents.
  private func checkShape(_ tree: SyntaxTree) {
    var offset: UInt32 = 0
    for index in tree.tokens.indices {
      let id = TokenID(index: UInt32(index))
      for piece in tree.trivia(before: id) {
        guard piece.range.lowerBound == offset, !piece.range.isEmpty else {
          Issue.record("a gap before \(offset)")
          return
        }
        offset = piece.range.upperBound
      }
      guard tree[id].range.lowerBound == offset else {
        Issue.record("a gap at \(offset)")
        return
      }
      offset = tree[id].range.upperBound
    }
    #expect(Int(offset) == tree.source.bytes.count)
    for index in tree.nodes.indices {
      for child in tree.children(of: NodeID(index: UInt32(index))) where Int(child.index) >= index {
        Issue.record("child \(child.index) of \(index)")
      }
    }
  }

  @Test func survivesMutations() {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "{", "}", "(", ")", "[", "]", "'", "/", "/*", ";", "if", "match", "&", ".", "\u{E9}",
    ]
    for sample in [Samples.rules, Samples.tests] {
      for _ in 0..<100 {
        var bytes = ContiguousArray(sample.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
          case 1: bytes.removeSubrange(place..<min(bytes.count, place + 7))
          default:
            let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            bytes.insert(contentsOf: piece.utf8, at: place)
          }
        }
        let file = SourceFile(name: "x", bytes: bytes)
        let tree = parseRules(file)
        checkShape(tree)
        #expect(officialSyntaxIssues(tree).isEmpty == tree.diagnostics.isEmpty)
        checkShape(parseTests(file))
        checkShape(parseExpression(file))
      }
    }
  }

  @Test func survivesNoise() {
    var generator = SeededGenerator(seed: 11)
    for length in 0..<300 {
      let bytes = ContiguousArray(
        (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      )
      let file = SourceFile(name: "x", bytes: bytes)
      checkShape(parseRules(file))
      checkShape(parseTests(file))
      checkShape(parseExpression(file))
    }
  }

  @Test(arguments: [
    ("(", "1", ")"), ("[", "1", "]"), ("!", "a", ""), ("-(", "1", ")"), ("{'a':", "1", "}"),
    ("f(", "", ")"), ("a ? ", "b", " : c"), ("a ? b : ", "c", ""), ("a && ", "b", ""),
    ("/a/$(", "b", ")"), ("a", "", ".b"), ("a.b(", "", ")"), ("a in ", "b", ""), ("(", "", ""),
  ])
  func endsDeepNestingWithOneDiagnostic(_ open: String, _ middle: String, _ close: String) {
    let count = 100_000
    let source =
      String(repeating: open, count: open == "a" ? 1 : count) + middle
      + String(repeating: close, count: count)
    let tree = parseRules(Samples.program("allow read: if \(source);"))
    #expect(tree.diagnostics.count == 1)
  }

  @Test func endsDeepBlocks() {
    let source = "service a {" + String(repeating: "match /a {", count: 100_000)
    #expect(parseRules(SourceFile(name: "x", text: source)).diagnostics.count <= 2)
  }

  @Test func acceptsTheLongestChain() {
    for (count, isRefused) in [(2_451, false), (2_452, true)] {
      let source = "a" + String(repeating: ".b", count: count)
      let tree = parseExpression(SourceFile(name: "x", text: source))
      #expect(tree.diagnostics.isEmpty != isRefused)
    }
  }

  /// Twice the source makes twice the tokens and nodes, no more.
  @Test func growsLinearly() {
    let once = parseRules(SourceFile(name: "x", text: Samples.rules))
    let many = parseRules(
      SourceFile(name: "x", text: String(repeating: Samples.rules, count: 50))
    )
    #expect(many.tokens.count <= 50 * once.tokens.count)
    #expect(many.nodes.count <= 51 * once.nodes.count)
  }
}
