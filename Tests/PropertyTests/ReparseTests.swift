import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTestSupport
import RulesWorkspace
import Testing

/// A tree that is made with the help of an earlier one is the tree that is made without, whatever was changed; so are the
/// meanings of its names.
struct ReparseTests {
  private static let root = FilePath.parent(of: FilePath.parent(of: FilePath.parent(of: #filePath)))

  /// Pieces that open, close, hide or split what stands around them.
  private static let pieces = [
    "{", "}", "(", ")", "[", "]", "'", "\"", "'\\x'", "'a", "//", "/*", "*/", "/", "/(", "/{a}",
    "/{a=**}", "/$(",
    ";", ":", ",", ".", "..", "$", "%", "%4", "|", "||", "&", "&&", "=", "==", "!", "-", "--", "b'",
    "b'\\", "0", "00",
    "9223372036854775808", "1e3", "\n", "\r\n", "\r", " ", "\t", "\u{0}", "\u{E9}", "\u{FEFF}", "x",
    "auth", "in ",
    " is ", " is foo", "if ", "allow ", "allow read;", "allow read, write: if a.b", "match ",
    "match /x/{y} {",
    "match /x/{y=**} { allow read; }", "function ", "function f(a) { return a; }", "function f() {",
    "let ", "let a = 1;",
    "return ", "return 1;", "service ", "service cloud.firestore {", "rules_version = '2';",
    "rules_version = '1';",
    "import 'a' as b;", "// x\n", "/* x */", "math", "a ? b : c", "a /* b", "/a[", "}}}", "((((",
  ].map { ContiguousArray($0.utf8) }

  private static func texts() throws -> [ContiguousArray<UInt8>] {
    let files = POSIXFileSystem()
    let corpus = try files.read("\(root)/grammar/corpus/rules.txt", limit: 1 << 24)
    var texts = CorpusFile(String(decoding: corpus, as: UTF8.self)).cases
      .map { ContiguousArray($0.source.utf8) }.filter { $0.count > 400 }
    for example in ["flashcards", "task-burner", "bookshelf"] {
      texts.append(try files.read("\(root)/examples/\(example)/firestore.rules", limit: 1 << 24))
    }
    for seed in UInt64(0)..<4 {
      var generator = ProgramGenerator(seed: 7_000 + seed)
      texts.append(ContiguousArray(generator.program().utf8))
    }
    return texts
  }

  /// A text after one change.
  private func edited(
    _ text: ContiguousArray<UInt8>,
    _ random: inout SeededRandom
  ) -> ContiguousArray<UInt8> {
    var text = text
    let place =
      switch random.below(8) {
      case 0: 0
      case 1: text.count
      default: random.below(text.count + 1)
      }
    let end = min(text.count, place + random.below(random.oneIn(6) ? 200 : 6))
    switch random.below(8) {
    case 0, 1: text.removeSubrange(place..<end)
    case 2: text.replaceSubrange(place..<end, with: random.pick(Self.pieces))
    case 3: text.insert(contentsOf: text[place..<end], at: random.below(text.count + 1))
    case 4:
      if random.oneIn(20) {
        text = ContiguousArray(text.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
      } else {
        text.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
      }
    default: text.insert(contentsOf: random.pick(Self.pieces), at: place)
    }
    return text
  }

  /// Whether names mean the same, and the same is made of them.
  private func meaningIsSame(_ names: NamedRules, _ others: NamedRules) -> Bool {
    guard names.diagnostics == others.diagnostics else { return false }
    let (model, other) = (SemanticModel.analyze(names), SemanticModel.analyze(others))
    return model.diagnostics == other.diagnostics && model.isDeployable == other.isDeployable
      && model.tree.nodes.indices.allSatisfy { index in
        let node = NodeID(index: UInt32(index))
        return model.references[node] == other.references[node]
      }
      && model.costs.statements == other.costs.statements
  }

  @Test("A tree after an earlier one is the same as a new one", arguments: UInt64(1)..<9)
  func sameTree(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let texts = try Self.texts()
    for _ in 0..<12 {
      let original = random.pick(texts)
      var history = [original]
      var tree = parseRules(SourceFile(name: "a.rules", bytes: original))
      var names = NamedRules(tree)
      for _ in 0..<40 {
        var text = history[history.count - 1]
        if history.count > 1, random.oneIn(3) {
          // As it was before: what was broken is whole again.
          history.removeLast()
          text = history[history.count - 1]
        } else {
          for _ in 0...(random.oneIn(4) ? random.below(4) : 0) { text = edited(text, &random) }
          history.append(text)
        }
        let source = SourceFile(name: "a.rules", bytes: text)
        let whole = parseRules(source)
        let (next, shared) = parseRules(source, after: tree)
        tree = next
        names = NamedRules(tree, after: shared.map { (names, $0) })
        let isSame =
          tree.tokens == whole.tokens && tree.nodes == whole.nodes
          && tree.childIDs == whole.childIDs && tree.diagnostics == whole.diagnostics
          && tree.isWellFormed == whole.isWellFormed && tree.source.bytes == text
          && meaningIsSame(names, NamedRules(whole))
        #expect(isSame, "\(String(decoding: text, as: UTF8.self))")
        guard isSame else { return }
      }
    }
  }
}
