import Testing

@testable import RulesRegex

@Suite("The automaton and the simulation")
struct AutomatonTests {
  private static let parts = [
    "a", "b", "c", "é", "😀", ".", "\\w", "\\W", "[^a]", "[a-cé]", "\\pL", "(?i:K)", "^", "$", "\\b",
    "\\B", "\\A", "\\z", "(?m:^)", "(?m:$)", "\\n", "[\\x{d800}-\\x{dfff}]", "\\x{de00}",
  ]
  private static let subjectParts: [ContiguousArray<UInt8>] =
    ["a", "b", "c", "k", "é", "😀", "\n", " ", "_", "\u{212A}"].map(bytes) + [highHalf, lowHalf]

  private static func pattern(
    depth: Int,
    using generator: inout some RandomNumberGenerator
  ) -> String {
    func part(_ generator: inout some RandomNumberGenerator) -> String {
      depth > 0 && Int.random(in: 0..<3, using: &generator) > 0
        ? "(?:" + pattern(depth: depth - 1, using: &generator) + ")"
        : parts[Int.random(in: 0..<parts.count, using: &generator)]
    }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...2: return part(&generator) + part(&generator)
    case 3...4: return part(&generator) + "|" + part(&generator)
    case 5: return part(&generator) + "*"
    case 6: return part(&generator) + "??"
    default: return part(&generator) + "{1,3}"
    }
  }

  @Test("are built once for all who match at once")
  func sharing() async throws {
    for round in 0..<40 {
      let pattern = try Pattern(bytes("[a-z]+(-[a-z]+){0,\(round)}"))
      let matches = await withTaskGroup(of: Bool.self) { group in
        for index in 0..<16 {
          group.addTask { pattern.matches(bytes(index.isMultiple(of: 2) ? "red-river" : "Red-1")) }
        }
        return await group.reduce(into: 0) { count, isMatch in if isMatch { count += 1 } }
      }
      #expect(matches == (round > 0 ? 8 : 0))
      #expect(pattern.automaton != nil)
    }
  }

  @Test("agree on random patterns")
  func agreement() throws {
    var generator = SeededGenerator(state: 2026)
    var (count, matched) = (0, 0)
    for _ in 0..<400 {
      let source = AutomatonTests.pattern(depth: 3, using: &generator)
      let pattern = try Pattern(bytes(source))
      guard pattern.automaton != nil else { continue }
      for _ in 0..<10 {
        var subject: ContiguousArray<UInt8> = []
        for _ in 0..<Int.random(in: 0..<5, using: &generator) {
          let index = Int.random(in: 0..<AutomatonTests.subjectParts.count, using: &generator)
          let part = AutomatonTests.subjectParts[index]
          // Two halves that meet are written as one character.
          if part == lowHalf, subject.suffix(3) == highHalf[...] { continue }
          subject += part
        }
        let simulated = pattern.simulatedMatch(subject)
        #expect(pattern.matches(subject) == simulated, "\(source) on \(shown(subject))")
        count += 1
        if simulated { matched += 1 }
      }
    }
    #expect(count > 3000)
    #expect(matched > 200)
  }

  @Test("know the borders of classes")
  func borders() throws {
    let lengths: [UInt32] = [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xFFFF, 0x10000, 0x10FFFF]
    for source in ["\\pL", "\\p{Greek}", "[^\\p{Lu}]", "(?i)[k-s]", ".", "\\P{Han}"] {
      let pattern = try Pattern(bytes(source))
      let automaton = try #require(pattern.automaton)
      let set = pattern.program.classes[0]
      let places = set.ranges.flatMap { [max($0.lower, 1) - 1, $0.lower, $0.upper, $0.upper + 1] }
      let wrong = (places + lengths).filter { codePoint in
        guard codePoint <= CharacterClass.maximum else { return false }
        var subject: ContiguousArray<UInt8> = []
        WTF8.append(codePoint, to: &subject)
        return automaton.accepts(subject) != set.contains(codePoint)
      }
      #expect(wrong.isEmpty, "\(source)")
    }
  }

  @Test("the automaton stays small")
  func sizes() throws {
    for source in ["(a|b)*a(a|b){20}", "[\\pL\\s]{1,400}", "(?:a?){900}a{900}"] {
      #expect(try Pattern(bytes(source)).automaton == nil)
    }
    let common = try #require(try Pattern(bytes("^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$")).automaton)
    #expect(common.accepting.count < 16)
    #expect(common.table.count < 512)
    let bounded = try #require(try Pattern(bytes(".{1,1000}")).automaton)
    #expect(bounded.table.count <= 262_144)
  }

  @Test(
    "the simulation takes time in proportion to the text",
    arguments: [
      "(a+)+$", "(a*)*b", "(a|a)*b", "(a|aa)+$", "(.*)(.*)(.*)b", "(?:a?){30}a{30}b", "a*a*a*a*a*b",
    ]
  )
  func linearity(_ source: String) throws {
    let pattern = try Pattern(bytes(source))
    func steps(_ length: Int, _ goal: Matcher.Goal) -> Int {
      let units = ContiguousArray<UInt16>(repeating: 0x61, count: length)
      var matcher = Matcher(
        pattern.program,
        units: units,
        slotCount: 2 * (pattern.groupCount + 1)
      )
      _ = matcher.match(from: 0, goal)
      return matcher.steps
    }
    for goal in [Matcher.Goal.search, .whole] {
      let limit = 2 * pattern.program.instructions.count
      #expect(steps(200, goal) <= 201 * limit)
      #expect(steps(400, goal) * 10 <= steps(200, goal) * 21 + limit * 10)
    }
  }

  @Test("hostile patterns answer")
  func hostile() throws {
    let subject = String(repeating: "a", count: 2000) + "!"
    #expect(try matches(subject, "(a+)+") == false)
    #expect(try matches(subject, "(?:a?){500}a{500}") == false)
    #expect(try matches(subject, "(a|b)*a(a|b){20}") == false)
    #expect(try replaced(subject, "(a+)+$", "x") == subject)
    #expect(try split(subject, "(?:a*)*b").count == 1)
  }

  @Test("a search does not visit what no match can start with")
  func skipping() throws {
    let pattern = try Pattern(bytes("/+"))
    let units = ContiguousArray<UInt16>(repeating: 0x61, count: 1000)
    var matcher = Matcher(pattern.program, units: units, slotCount: 2)
    #expect(matcher.match(from: 0) == nil)
    #expect(matcher.steps == 0)
  }

  @Test("broken bytes do not stop anything")
  func brokenBytes() throws {
    let broken: [ContiguousArray<UInt8>] = [
      [0xFF], [0x80], [0xC0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80], [0xF0], [0x61, 0xED],
    ]
    for bytes in broken {
      let pattern = try Pattern(RulesRegexTests.bytes(".+"))
      _ = pattern.matches(bytes)
      _ = pattern.split(bytes)
      _ = try pattern.replacing(in: bytes, with: bytes, limit: 100)
      _ = try Pattern(bytes)
    }
  }
}
