import RulesRegex
import Testing

@Suite("matches")
struct MatchingTests {
  @Test(
    "takes the whole text",
    arguments: [
      ("abc", "", false), ("", "", true), ("a", "a|ab", true), ("ab", "a|ab", true),
      ("ab", "a", false), ("ab", "a??b?", true), ("aab", "(?:a*?)*b", true),
      ("a\nb", "a.b", false), ("a\nb", "(?s)a.b", true), ("\r", ".", true), ("\u{85}", ".", true),
      ("\u{2028}", ".", true), ("\n", "[^a]", true), ("a\n", "a$", false), ("\n", "$\n^", false),
      ("\n", "(?m)$\n^", true), ("a b", "a\\b \\bb", true), ("ab", "a\\bb", false),
      ("ab", "a\\Bb", true), ("é", "\\w", false), ("\u{B}", "\\s", false),
      ("\u{B}", "[[:space:]]", true), ("١", "\\d", false),
      ("\n", "\\12", true), ("S", "\\123", true), ("ǿ", "\\777", true), ("\u{0}8", "\\08", true),
      ("😀", ".", true), ("😀", "..", false), ("😀", "[😀-😂]", true), ("a.b", "\\Qa.b\\E", true),
      ("a{01}", "a{01}", true), ("aa", "a{01}", false), ("-", "[\\w-.]", true),
      ("&", "[a&&b]", true), ("aab", "^a{2}(?:b|c)$", true), ("A", "(?i)(?-i)a", false),
      ("b", "(?-i:a|(?i:B))", true), ("(", "[()]", true),
    ]
  )
  func wholeText(_ subject: String, _ pattern: String, _ expected: Bool) throws {
    #expect(try matches(subject, pattern) == expected)
  }

  @Test("takes half a surrogate pair for a character")
  func halves() throws {
    for pattern in [".", "\\p{Cs}", "[\\x{d800}-\\x{dfff}]", "\\P{L}", "\\p{Unknown}"] {
      #expect(try Pattern(bytes(pattern)).matches(highHalf), "\(pattern)")
      #expect(try Pattern(bytes(pattern)).matches(lowHalf), "\(pattern)")
    }
    #expect(try Pattern(bytes("\\x{d83d}\\x{de00}")).matches(bytes("😀")) == false)
    #expect(try Pattern(bytes("..")).matches(lowHalf + highHalf))
    #expect(try Pattern(highHalf).matches(highHalf))
  }

  @Test(
    "folds case by simple mappings and their orbits",
    arguments: [
      ("kK\u{212A}", "(?i)k{3}", true), ("sSſ", "(?i)S{3}", true), ("ωΩ\u{2126}", "(?i)Ω{3}", true),
      ("µμΜ", "(?i)µ{3}", true), ("ßẞ", "(?i)ß{2}", true), ("ǆǅǄ", "(?i)ǅ{3}", true),
      ("ss", "(?i)ß", false), ("İ", "(?i)i", false), ("ı", "(?i)I", false),
      ("ꭰ", "(?i)[Ꭰ]", true), ("𞤀", "(?i)𞤢", true), ("𞤀", "(?i)[𞤢a]", false),
      ("ſ", "(?i)[a-z]", true), ("\u{212A}", "(?i)\\w", true), ("\u{212A}", "(?i)\\W", false),
      ("a", "(?i)[^A]", false), ("a", "(?i)\\p{Lu}", true), ("A", "(?i)\\p{Ll}", false),
      ("a", "(?i)\\P{Lu}", false), ("a", "(?i)[[:upper:]]", true), ("в", "(?i)В", true),
    ]
  )
  func folding(_ subject: String, _ pattern: String, _ expected: Bool) throws {
    #expect(try matches(subject, pattern) == expected)
  }

  @Test("ends where the emulator searches for ever")
  func openOrbits() throws {
    for codePoint in 0x1C80...0x1C88 as ClosedRange<UInt32> {
      let scalar = try #require(Unicode.Scalar(codePoint))
      #expect(try matches(String(scalar), "(?i)\(scalar)"))
    }
    #expect(try matches("в", "(?i)[\\x{1C80}-\\x{1C88}]"))
  }

  @Test(
    "knows the characters of Unicode 6.0",
    arguments: [
      ("₹", "\\p{Sc}", true), ("₺", "\\p{Sc}", false), ("é", "\\pL", true), ("é", "\\p{^Lu}", true),
      ("É", "\\p{Lu}", true), ("ǅ", "\\p{Lt}", true), ("ª", "\\p{Ll}", true),
      ("§", "\\p{So}", true),
      ("\u{180E}", "\\p{Zs}", true), ("\u{378}", "\\pC", false), ("\u{378}", "\\p{Unknown}", false),
      ("\u{E000}", "\\p{Unknown}", true), ("\u{378}", "\\p{Any}", true), ("α", "\\p{Greek}", true),
      ("漢", "\\p{Han}", true), ("a", "\\p{Common}", false), ("\u{589}", "\\p{Common}", true),
      ("ꧏ", "\\p{Javanese}", true), ("ⴀ", "\\p{Georgian}", true), ("𐐀", "\\p{Deseret}", true),
      ("ꀀ", "\\p{Yi}", true), ("\u{300}", "\\p{Inherited}", true), ("٣", "\\p{Nd}", true),
    ]
  )
  func unicode(_ subject: String, _ pattern: String, _ expected: Bool) throws {
    #expect(try matches(subject, pattern) == expected)
    #expect(try matches(subject, "[^\(pattern)]") == !expected)
  }
}
