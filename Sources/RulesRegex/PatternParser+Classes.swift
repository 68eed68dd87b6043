extension PatternParser {
  /// `[…]`, from the bracket.
  mutating func parseClass() throws(PatternError) -> CharacterClass {
    let start = position
    position += 1
    let isInverted = peek() == "^"
    if isInverted { position += 1 }
    var ranges: [CodePointRange] = []
    var isFirst = true
    while isFirst || peek() != "]" {
      guard let character = peek() else {
        throw fault(.missingClosingBracket, from: start, to: start + 1)
      }
      isFirst = false
      if character == "[", let set = try posixClass() {
        ranges += set.ranges
      } else if character == "\\", let set = try classEscape() {
        ranges += set.ranges
      } else {
        let range = try classRange(from: start)
        ranges += flags.ignoresCase ? CaseFolding.closed([range]).ranges : [range]
      }
    }
    position += 1
    let set = CharacterClass(ranges)
    return isInverted ? set.inverted() : set
  }

  /// `a` or `a-z`.
  private mutating func classRange(from bracket: Int) throws(PatternError) -> CodePointRange {
    let start = position
    let lower = try classCharacter(from: bracket)
    // A `-` before the closing bracket is the character.
    guard peek() == "-", character(at: position + 1) != "]" else {
      return CodePointRange(lower: lower, upper: lower)
    }
    position += 1
    let upper = try classCharacter(from: bracket)
    guard lower <= upper else { throw fault(.reversedRange, from: start, to: position) }
    return CodePointRange(lower: lower, upper: upper)
  }

  private mutating func classCharacter(from bracket: Int) throws(PatternError) -> UInt32 {
    guard let character = peek() else {
      throw fault(.missingClosingBracket, from: bracket, to: bracket + 1)
    }
    return character == "\\" ? try characterEscape() : advance()
  }

  /// `[:name:]` or `[:^name:]`; nil when there is no `:]`, then the bracket is a character.
  private mutating func posixClass() throws(PatternError) -> CharacterClass? {
    guard character(at: position + 1) == ":" else { return nil }
    var end = position + 2
    while let character = character(at: end),
      !(character == ":" && self.character(at: end + 1) == "]")
    {
      end += 1
    }
    guard end < text.count else { return nil }
    let start = position
    position = end + 2
    let isInverted = character(at: start + 2) == "^"
    let name = string(from: min(isInverted ? start + 3 : start + 2, end), to: end)
    guard let set = CharacterClass.posix(name) else {
      throw fault(.unknownClass, from: start, to: position)
    }
    return folded(set, isInverted: isInverted)
  }

  /// `\d`, `\pL` and so on; nil before any other escape, the position then being where it was.
  mutating func classEscape() throws(PatternError) -> CharacterClass? {
    let named: CharacterClass
    switch character(at: position + 1) {
    case "d", "D": named = .digits
    case "s", "S": named = .whitespace
    case "w", "W": named = .word
    case "p", "P": return try unicodeClass()
    default: return nil
    }
    let isInverted = "DSW".unicodeScalars.contains { $0.value == text[position + 1] }
    position += 2
    return folded(named, isInverted: isInverted)
  }

  /// `\pL`, `\p{Greek}`, `\P{^L}`.
  private mutating func unicodeClass() throws(PatternError) -> CharacterClass {
    let start = position
    var isInverted = character(at: position + 1) == "P"
    position += 2
    var name = position..<position + 1
    if peek() == "{" {
      while let character = peek(), character != "}" { position += 1 }
      name = name.lowerBound + 1..<position
    }
    guard position < text.count else {
      throw fault(.unknownClass, from: start, to: position)
    }
    position += 1
    if name.upperBound < position, character(at: name.lowerBound) == "^" {
      isInverted.toggle()
      name = name.lowerBound + 1..<name.upperBound
    }
    let text = string(from: name.lowerBound, to: name.upperBound)
    guard let set = UnicodeClasses.named(text, ignoringCase: flags.ignoresCase) else {
      throw fault(.unknownClass, from: start, to: position)
    }
    return isInverted ? set.inverted() : set
  }

  private func folded(_ set: CharacterClass, isInverted: Bool) -> CharacterClass {
    let folded = flags.ignoresCase ? CaseFolding.closed(set.ranges) : set
    return isInverted ? folded.inverted() : folded
  }
}
