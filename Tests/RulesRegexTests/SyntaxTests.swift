import RulesRegex
import Testing

@Suite("Pattern syntax")
struct SyntaxTests {
  @Test(
    "is accepted",
    arguments: [
      "", "a|", "|a", "()", "(?:)", "(?)a", "(?imsU)a", "(?i:a)", "(?i-m:a)", "(?-i)a", "(?ii)a",
      "(?P<n>a)", "(?<n>a)", "(?P<1a>a)", "(?P<_>a)", "\\d\\D\\w\\W\\s\\S\\b\\B\\A\\z",
      "\\a\\f\\t\\n\\r\\v", "\\Q.*\\E+", "\\Qa", "a\\Q\\E*", "\\0", "\\08", "\\12", "\\123",
      "\\777",
      "\\x41", "\\x{41}", "\\x{000000000041}", "\\x{10FFFF}", "\\_", "\\é", "\\ ", "\\😀",
      "a{2}", "a{2,}", "a{0,1000}", "a{01}", "a{,2}", "a{1", "{", "\\{*", "a{,2}*", "a(?i)*",
      "a*(?i)*",
      "^*", "$+", "\\b+", "[]a]", "[^]a]", "[-a]", "[a-]", "[a-c-e]", "[\\d-z]", "[+--]", "[a&&b]",
      "[[:alpha:]]", "[[:^digit:]]", "[[:word:]-z]", "[[.a.]]", "[:alpha:]", "[[:alpha]]", "[()]",
      "\\pL", "\\PL", "\\p{L}", "\\p{^Lu}", "\\p{Greek}", "\\p{Common}", "\\p{Unknown}", "\\p{Any}",
      String(repeating: "(", count: 20) + "a" + String(repeating: ")", count: 20),
      String(repeating: "a", count: 4096), String(repeating: "é", count: 4096),
      String(repeating: "😀", count: 2048), "((a{100}){10}){10}",
    ]
  )
  func accepted(_ pattern: String) throws {
    _ = try Pattern(bytes(pattern))
  }

  @Test(
    "is refused, and the error says why and where",
    arguments: [
      ("(", .missingClosingParenthesis, 0..<1), ("a(b", .missingClosingParenthesis, 1..<2),
      (")", .unexpectedClosingParenthesis, 0..<1), ("é)", .unexpectedClosingParenthesis, 2..<3),
      ("[(]", .unescapedParenthesis, 1..<2), ("[)]", .unescapedParenthesis, 1..<2),
      ("\\Q(\\E", .unescapedParenthesis, 2..<3), ("a[^)](b|[)])?", .unescapedParenthesis, 3..<4),
      ("[", .missingClosingBracket, 0..<1), ("a[b", .missingClosingBracket, 1..<2),
      ("[^]", .missingClosingBracket, 0..<1), ("[a-", .missingClosingBracket, 0..<1),
      ("*", .nothingToRepeat, 0..<1), ("(*)", .nothingToRepeat, 1..<2),
      ("a|*", .nothingToRepeat, 2..<3), ("{1}", .nothingToRepeat, 0..<3),
      ("(?i)*", .nothingToRepeat, 4..<5),
      ("a**", .stackedRepetition, 2..<3), ("a*+", .stackedRepetition, 2..<3),
      ("{*", .stackedRepetition, 1..<2), ("a{{2}", .stackedRepetition, 2..<5),
      ("a{1}{2}", .stackedRepetition, 4..<7), ("a???", .stackedRepetition, 3..<4),
      ("a{1001}", .repeatTooLarge, 1..<7), ("a{99999999999999999999}", .repeatTooLarge, 1..<23),
      ("a{2,1}", .reversedRepeat, 1..<6),
      ("\\Z", .invalidEscape, 0..<2), ("\\C", .invalidEscape, 0..<2),
      ("\\q", .invalidEscape, 0..<2),
      ("\\cA", .invalidEscape, 0..<2), ("\\u0041", .invalidEscape, 0..<2),
      ("[\\b]", .invalidEscape, 1..<3), ("[\\Qa\\E]", .invalidEscape, 1..<3),
      ("\\x1", .invalidEscape, 0..<3), ("\\x{}", .invalidEscape, 0..<3),
      ("\\x{110000}", .invalidEscape, 0..<9), ("a\\", .trailingBackslash, 1..<2),
      ("[z-a]", .reversedRange, 1..<4), ("[a-\\-]", .reversedRange, 1..<5),
      ("[a--z]", .reversedRange, 1..<4), ("[a-\\d]", .invalidEscape, 3..<5),
      ("[[:foo:]]", .unknownClass, 1..<8), ("[[:Alpha:]]", .unknownClass, 1..<10),
      ("\\pl", .unknownClass, 0..<3), ("\\p{lu}", .unknownClass, 0..<6),
      ("\\p{Letter}", .unknownClass, 0..<10), ("\\p{Latn}", .unknownClass, 0..<8),
      ("\\p{Cn}", .unknownClass, 0..<6), ("\\p{Takri}", .unknownClass, 0..<9),
      ("\\p{", .unknownClass, 0..<3), ("\\p", .unknownClass, 0..<2),
      ("\\p{}", .unknownClass, 0..<4),
      ("(?P<>a)", .invalidGroupName, 0..<4), ("(?P<a-b>a)", .invalidGroupName, 4..<6),
      ("(?P<é>a)", .invalidGroupName, 4..<6), ("(?<a>a)(?P<a>b)", .duplicateGroupName, 7..<13),
      ("(?x)", .invalidFlag, 0..<3), ("(?-)", .invalidFlag, 0..<4), ("(?i-)a", .invalidFlag, 0..<5),
      ("(?i--i)a", .invalidFlag, 0..<5),
      ("(?=a)", .lookaroundUnsupported, 0..<3), ("(?!a)", .lookaroundUnsupported, 0..<3),
      ("(?<=a)", .lookaroundUnsupported, 0..<4), ("a(?<!a)", .lookaroundUnsupported, 1..<5),
      ("\\1", .backreferenceUnsupported, 0..<2), ("\\18", .backreferenceUnsupported, 0..<2),
      ("\\8", .backreferenceUnsupported, 0..<2), ("(?P=n)", .backreferenceUnsupported, 0..<4),
      ("(?>a)", .atomicGroupUnsupported, 0..<3), ("(?#a)", .commentUnsupported, 0..<3),
    ] as [(String, PatternError.Kind, Range<Int>)]
  )
  func refused(_ pattern: String, _ kind: PatternError.Kind, _ range: Range<Int>) {
    #expect(throws: PatternError.self) { try Pattern(bytes(pattern)) }
    do throws(PatternError) {
      _ = try Pattern(bytes(pattern))
    } catch {
      #expect(error.kind == kind)
      #expect(error.bytes == range)
    }
  }

  @Test(
    "has limits",
    arguments: [
      (String(repeating: "a", count: 4097), .tooLong),
      (String(repeating: "😀", count: 2049), .tooLong),
      (String(repeating: "(", count: 100_000), .tooLong),
      (String(repeating: "(", count: 21), .nestedTooDeeply),
      ("[" + String(repeating: "(", count: 21), .nestedTooDeeply),
      (
        String(repeating: "(?:", count: 21) + "a" + String(repeating: ")", count: 21),
        .nestedTooDeeply
      ),
      ("(x{1000}){1000}", .tooLarge), ("((a{100}){100}){100}", .tooLarge),
      ("a" + String(repeating: "(?i){2}", count: 500), .tooLarge),
      ("(?:(?:){1000}){1000}", .tooLarge),
    ] as [(String, PatternError.Kind)]
  )
  func limited(_ pattern: String, _ kind: PatternError.Kind) {
    do throws(PatternError) {
      _ = try Pattern(bytes(pattern))
      Issue.record("accepted")
    } catch {
      #expect(error.kind == kind)
    }
  }

  @Test("nests repetitions as deep as a pattern is long")
  func nestedRepetitions() throws {
    let pattern = "a" + String(repeating: "(?i)*(?i)+", count: 409)
    #expect(try matches("AAA", pattern) == false)
    #expect(try matches("aaa", pattern))
  }

  @Test("counts groups")
  func groupCount() throws {
    #expect(try Pattern(bytes("(a)(?:b)(?P<n>c(d))")).groupCount == 3)
  }
}
