import RulesJSON
import RulesSource
import RulesSyntax
import RulesTestSupport
import RulesWorkspace
import Testing

/// The grammars of `grammar/` and the parser say the same.
struct GrammarTests {
  private static let root = FilePath.parent(of: FilePath.parent(of: FilePath.parent(of: #filePath)))

  private static func text(of path: String) throws -> String {
    String(decoding: try POSIXFileSystem().read("\(root)/\(path)", limit: 1 << 24), as: UTF8.self)
  }

  private static func rules() throws -> EBNF { EBNF(try text(of: "grammar/rules.ebnf")) }

  private static func tests() throws -> EBNF {
    EBNF(try text(of: "grammar/rules.ebnf"), try text(of: "grammar/rulestest.ebnf"))
  }

  @Test("Each kind of node has a production of its name")
  func names() throws {
    let grammar = try Self.tests()
    #expect(grammar.problem == nil)
    #expect(grammar.missingNames == [])
    let names = grammar.nodeNames.union(grammar.productions.keys)
    let kinds = SyntaxKind.allCases.filter { $0 != .missingExpression && $0 != .unexpected }
    #expect(Set(kinds.map { "\($0)" }).subtracting(names) == [])
    #expect(grammar.nodeNames.subtracting(SyntaxKind.allCases.map { "\($0)" }) == [])
  }

  @Test("The parser takes what the grammar of rules says", arguments: UInt64(1)..<5)
  func rulesSentences(seed: UInt64) throws {
    var generator = SentenceGenerator(try Self.rules(), seed: seed)
    for _ in 0..<60 {
      let text = generator.sentence(of: "file", depth: 30)
      let tree = parseRules(SourceFile(name: "file", text: text))
      #expect(tree.isWellFormed, "\(tree.diagnostics.map(\.message)): \(text)")
    }
  }

  @Test("The parser takes what the grammar of tests says", arguments: UInt64(1)..<5)
  func testSentences(seed: UInt64) throws {
    var generator = SentenceGenerator(try Self.tests(), seed: seed)
    for _ in 0..<60 {
      let text = generator.sentence(of: "testFile", depth: 26)
      let tree = parseTests(SourceFile(name: "file", text: text))
      #expect(tree.isWellFormed, "\(tree.diagnostics.map(\.message)): \(text)")
    }
  }

  /// Says why the grammar does not take a file that the parser takes; nil where both take it, or neither.
  private func disagreement(_ file: SourceFile, isTests: Bool, _ recognizer: Recognizer) -> String?
  {
    let tree = isTests ? parseTests(file) : parseRules(file)
    let problem = recognizer.problem(with: tree, as: isTests ? "testFile" : "file")
    return tree.isWellFormed == (problem == nil)
      ? nil : "\(problem ?? "the grammar takes what the parser refuses"): \(file.name)"
  }

  @Test("The grammar takes every rules and test file of the repository that the parser takes")
  func repository() throws {
    let recognizers = [Recognizer(try Self.rules()), Recognizer(try Self.tests())]
    for folder in ["examples", "Tests"] {
      for (index, suffix) in [".rules", ".rulestest"].enumerated() {
        let files = try POSIXFileSystem().findFiles(
          withSuffix: suffix,
          under: "\(Self.root)/\(folder)"
        )
        for path in files.paths {
          let file = SourceFile(name: path, bytes: try POSIXFileSystem().read(path, limit: 1 << 20))
          #expect(disagreement(file, isTests: index == 1, recognizers[index]) == nil)
        }
      }
    }
  }

  @Test(
    "The grammar and the parser take the same of the recorded rules",
    arguments: ["compile-syntax", "compile-random", "documented"]
  )
  func recorded(name: String) throws {
    let recognizer = Recognizer(try Self.rules())
    let path = "\(Self.root)/Tests/Conformance/rows/\(name).jsonl"
    for line in JSONLines(try POSIXFileSystem().read(path, limit: 1 << 26)) {
      guard line.number.isMultiple(of: 16), case .success(let row) = line.result,
        let source = row.object?["source"]?.string, source.count < 3000
      else { continue }
      let file = SourceFile(name: "\(name):\(line.number)", bytes: source)
      #expect(disagreement(file, isTests: false, recognizer) == nil)
    }
  }

  @Test("The grammar takes random rules and tests", arguments: UInt64(1)..<9)
  func generated(seed: UInt64) throws {
    var programs = ProgramGenerator(seed: seed)
    var tests = TestFileGenerator(seed: seed)
    let rules = SourceFile(name: "rules", text: programs.program())
    #expect(disagreement(rules, isTests: false, Recognizer(try Self.rules())) == nil)
    let file = SourceFile(name: "tests", text: tests.file())
    #expect(disagreement(file, isTests: true, Recognizer(try Self.tests())) == nil)
  }

  @Test("The corpus has the trees that the parser makes", arguments: ["rules", "tests"])
  func corpus(name: String) throws {
    let corpus = CorpusFile(try Self.text(of: "grammar/corpus/\(name).txt"))
    let grammar = try Self.tests()
    #expect(corpus.cases.count > 10)
    for entry in corpus.cases {
      let isTests = name == "tests"
      let file = SourceFile(name: entry.title, text: entry.source)
      let tree = isTests ? parseTests(file) : parseRules(file)
      #expect(tree.isWellFormed, "\(entry.title)")
      #expect(CorpusFile.text(of: tree) == entry.tree, "\(entry.title)")
      #expect(disagreement(file, isTests: isTests, Recognizer(grammar)) == nil)
    }
  }
}
