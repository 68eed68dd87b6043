import RulesSource
import Testing

@testable import RulesSyntax

@Suite struct LiteralTests {
  private func tree(_ text: String) -> SyntaxTree {
    parseExpression(SourceFile(name: "x", text: text))
  }

  @Test(arguments: [
    (#"'a\n\'\"\\\t'"#, Array("a\n'\"\\\t".utf8)),
    (#"'\x41\u00e9\101'"#, Array("AéA".utf8)),
    (#"'\uD83D\uDE00'"#, Array("😀".utf8)),
    (#"'\uD83D'"#, [0xED, 0xA0, 0xBD]),
    (#"'\uDE00\uD83D'"#, [0xED, 0xB8, 0x80, 0xED, 0xA0, 0xBD]),
    (#"'\uD83D\uD83D\uDE00'"#, [0xED, 0xA0, 0xBD, 0xF0, 0x9F, 0x98, 0x80]),
    (#""é'""#, Array("é'".utf8)),
  ])
  func decodesStrings(_ source: String, _ expected: [UInt8]) {
    let tree = tree(source)
    #expect(Array(tree.stringValue(of: tree.root)) == expected)
  }

  @Test func repairsIllFormedStrings() {
    let tree = parseExpression(SourceFile(name: "x", bytes: [0x27, 0xFF, 0x61, 0x27]))
    #expect(Array(tree.stringValue(of: tree.root)) == Array("\u{FFFD}a".utf8))
  }

  @Test func decodesBytes() {
    #expect(bytes(#"b'a\xff\101é'"#) == [0x61, 0xFF, 0x41, 0xC3, 0xA9])
    #expect(bytes(#"B"\n""#) == [0x0A])
    #expect(bytes(#"b'\u0041'"#) == nil)
  }

  private func bytes(_ source: String) -> ContiguousArray<UInt8>? {
    let tree = tree(source)
    return tree.bytesValue(of: tree.root)
  }

  @Test func decodesNumbers() {
    let int = tree("18446744073709551615")
    #expect(int.intMagnitude(of: int.root) == .max)
    let large = tree("18446744073709551616")
    #expect(large.intMagnitude(of: large.root) == nil)
    for (text, value) in [("1.5", 1.5), (".5", 0.5), ("5.", 5.0)] {
      let float = tree(text)
      #expect(float.floatValue(of: float.root) == value)
    }
  }

  @Test(arguments: [
    ("/a+b", Array("a b".utf8)), ("/a%2Bb", Array("a+b".utf8)),
    ("/(default)", Array("(default)".utf8)),
    ("/%F0%9F%98%80", Array("😀".utf8)), ("/%C3%28", Array("\u{FFFD}(".utf8)),
  ])
  func decodesSegments(_ source: String, _ expected: [UInt8]) throws {
    let tree = tree(source)
    let segment = try #require(tree.child(0, of: tree.root))
    #expect(Array(tree.segmentText(of: segment)) == expected)
  }

  @Test func knowsReservedWords() {
    #expect(isReservedWord("default"))
    #expect(isReservedWord("rules_version"))
    #expect(!isReservedWord("as"))
    #expect(!isReservedWord("get"))
  }
}
