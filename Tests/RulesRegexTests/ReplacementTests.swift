import RulesRegex
import Testing

@Suite("replace and split")
struct ReplacementTests {
  @Test(
    "replaces every match",
    arguments: [
      ("abc", "b*", "-", "-a--c-"), ("aaa", "a*", "-", "--"), ("abc", "", "-", "-a-b-c-"),
      ("abc", "x", "$9", "abc"), ("aab", "(|a)*", "-", "-a-a-b-"), ("aab", "a|ab", "-", "--b"),
      ("aab", "(a|)*", "<$0,$1>", "<aa,a><,>b<,>"), ("aab", "(a*)*", "<$0,$1>", "<aa,aa><,>b<,>"),
      ("aab", "(a*)+", "<$0,$1>", "<aa,aa><,>b<,>"), ("aab", "(|a)*?b", "<$0,$1>", "<aab,a>"),
      ("aab", "(?:a|(b))*", "<$0,$1>", "<aab,b><,>"), ("aab", "a+?", "-", "--b"),
      ("aab", "(?U)a+", "-", "--b"), ("a\nb\n", "(?m)^", "-", "-a\n-b\n-"),
      ("a\nb", "(?m)$", "-", "a-\nb-"), ("é a", "\\b", "-", "é -a-"), ("aXbX", "(?i)x", "", "ab"),
      ("aaa", "a(?i)*", "-", "--"),
    ]
  )
  func everyMatch(
    _ subject: String,
    _ pattern: String,
    _ template: String,
    _ expected: String
  ) throws {
    #expect(try replaced(subject, pattern, template) == expected)
  }

  @Test(
    "goes on by UTF-16 units",
    arguments: [
      ("a😀b", "", "-", "-a-?-?-b-"), ("a😀b", "a*|\\x{de00}", "<$0>", "<a><>?<>?<>b<>"),
      ("😀a", "\\B", "-", "-?-?a"), ("a😀b", "\\x{d83d}", "-", "a😀b"),
      // The emulator finds a low half that a pattern starts with, but not a class of them.
      ("a😀b", "\\x{de00}", "-", "a?-b"), ("a😀b", "(\\x{de00})b", "-", "a?-"),
      ("a😀b", "[\\x{de00}\\x{de01}]", "-", "a😀b"),
    ]
  )
  func units(
    _ subject: String,
    _ pattern: String,
    _ template: String,
    _ expected: String
  ) throws {
    #expect(try replaced(subject, pattern, template) == expected)
  }

  @Test("joins halves that meet")
  func joinedHalves() throws {
    let pattern = try Pattern(bytes("-"))
    let subject = highHalf + bytes("-") + lowHalf
    #expect(try pattern.replacing(in: subject, with: [], limit: 100) == bytes("😀"))
    #expect(pattern.split(subject) == [highHalf, lowHalf])
  }

  @Test(
    "evaluates templates",
    arguments: [
      ("xay", "(a)", "[$0$1]", "x[aa]y"), ("xay", "(a)", "$10", "xa0y"),
      ("xay", "(a)", "$01", "xay"),
      ("ab", "(a)(b)", "$12", "a2"), ("ab", "(a)(b)", "$2$1", "ba"), ("a", "a", "$", "$"),
      ("a", "a", "$&$x$$", "$&$x$$"), ("a", "a", "\\$0\\\\", "$0\\"), ("a", "a", "b\\", "b\\"),
      ("a", "(?P<n>a)", "<${n}>", "<a>"), ("a", "(?P<1>a)", "${1}", "a"),
      ("b", "(a)?b", "<$1>", "<>"),
      ("b", "(?P<n>a)?b", "<$1${n}>", "<null>"), ("a", "a", "😀", "😀"),
      (
        "abcdefghijk", "(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)", "$11$10$1\\0", "kja0"
      ),
    ]
  )
  func templates(
    _ subject: String,
    _ pattern: String,
    _ template: String,
    _ expected: String
  ) throws {
    #expect(try replaced(subject, pattern, template) == expected)
  }

  @Test(
    "refuses a template that names no group",
    arguments: [
      ("(a)", "$2"), ("a", "$1"), ("(a)", "${1}"), ("(?P<n>a)", "${m}"), ("(?P<n>a)", "${n"),
      ("(?P<n>a)", "${n }"), ("a", "${}"),
    ]
  )
  func wrongTemplates(_ pattern: String, _ template: String) throws {
    let compiled = try Pattern(bytes(pattern))
    #expect(throws: ReplacementError.invalidReplacement) {
      try compiled.replacing(in: bytes("a"), with: bytes(template), limit: 100)
    }
    #expect(try replaced("x", pattern, template) == "x")
  }

  @Test("stops at the limit")
  func limit() throws {
    let pattern = try Pattern(bytes(""))
    let subject = ContiguousArray<UInt8>(repeating: UInt8(ascii: "a"), count: 1000)
    let template = ContiguousArray<UInt8>(repeating: UInt8(ascii: "b"), count: 1000)
    #expect(throws: ReplacementError.tooLong) {
      try pattern.replacing(in: subject, with: template, limit: 10_000)
    }
    #expect(try pattern.replacing(in: bytes("a"), with: bytes("é"), limit: 5).count == 5)
    #expect(throws: ReplacementError.tooLong) {
      try pattern.replacing(in: bytes("a"), with: bytes("é"), limit: 4)
    }
  }

  @Test(
    "splits",
    arguments: [
      ("abc", "", ["", "a", "b", "c"]), (",", ",", [""]), ("", "x", [""]), ("", "", [""]),
      ("a,,b,,", ",", ["a", "", "b"]), (",a", ",", ["", "a"]), ("abc", "^", ["", "abc"]),
      ("abc", "$", ["abc"]), ("abc", "b", ["a", "c"]), ("a1b2", "([0-9])", ["a", "b"]),
      ("😀", "", ["", "?", "?"]), ("baab", "a*", ["", "b", "", "b"]),
      ("aaa", "a*?", ["", "a", "a", "a"]),
    ]
  )
  func splits(_ subject: String, _ pattern: String, _ expected: [String]) throws {
    #expect(try split(subject, pattern) == expected)
  }
}
