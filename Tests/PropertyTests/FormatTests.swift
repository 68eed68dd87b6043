import RulesFormat
import RulesJSON
import RulesSource
import RulesSyntax
import RulesTestSupport
import RulesWorkspace
import Testing

/// The layout of every file is the same each time, and says what the file said.
struct FormatTests {
  @Test("Random rules and tests, with comments at random places", arguments: UInt64(1)..<9)
  func generated(seed: UInt64) {
    #expect(FormatProperties.problem(ofGenerated: seed) == nil)
  }

  private static let root = FilePath.parent(of: FilePath.parent(of: FilePath.parent(of: #filePath)))

  @Test("Every rules and test file of the repository", arguments: [".rules", ".rulestest"])
  func repository(suffix: String) throws {
    var count = 0
    for folder in ["examples", "Tests"] {
      let files = try POSIXFileSystem().findFiles(
        withSuffix: suffix,
        under: "\(Self.root)/\(folder)"
      )
      for path in files.paths {
        let file = SourceFile(name: path, bytes: try POSIXFileSystem().read(path, limit: 1 << 20))
        let problem = FormatProperties.problem(of: file, isTests: suffix == ".rulestest")
        #expect(problem == nil, "\(path)")
        count += 1
      }
    }
    #expect(count > 3)
  }

  @Test("Recorded rules, in which the grammar is tried out")
  func recorded() throws {
    for name in ["compile-syntax", "compile-random", "documented"] {
      let path = "\(Self.root)/Tests/Conformance/rows/\(name).jsonl"
      for line in JSONLines(try POSIXFileSystem().read(path, limit: 1 << 26)) {
        guard line.number.isMultiple(of: 5), case .success(let row) = line.result,
          let source = row.object?["source"]?.string
        else { continue }
        let file = SourceFile(name: "\(name):\(line.number)", bytes: source)
        let problem = FormatProperties.problem(of: file, isTests: false)
        #expect(problem == nil, "\(file.name)")
      }
    }
  }

  @Test(
    "Long chains take time and space in proportion",
    arguments: [
      "a && ", "a || b && ", "!", "a ? b : ", "a + ", "a == ", "a is int && ", "a ? b : c || ",
    ]
  )
  func chains(link: String) throws {
    let text = "function f(a) { return \(String(repeating: link, count: 20_000))a; }"
    let result = try format(parseRules(SourceFile(name: "a.rules", text: text)))
    // Each link has a line of its own at most, and indents end somewhere.
    #expect(result.bytes.count < 140 * 20_000)
  }

  @Test(
    "Deep brackets",
    arguments: [("(", ")"), ("[", "]"), ("{'a': ", "}"), ("f(", ")"), ("!", "")]
  )
  func brackets(open: String, close: String) throws {
    let condition =
      String(repeating: open, count: 390) + "a" + String(repeating: close, count: 390)
    let text = "function f(a) { return \(condition); }"
    let result = try format(parseRules(SourceFile(name: "a.rules", text: text)))
    #expect(result.bytes.count < 100_000)
  }
}
