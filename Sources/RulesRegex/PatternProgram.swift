/// One step of a pattern's machine.
///
/// Numbers are those of instructions, classes and slots.
enum Instruction: Hashable, Sendable {
  case match
  /// Takes one character of a class.
  case character(set: UInt32, next: UInt32)
  case split(preferred: UInt32, other: UInt32)
  case jump(UInt32)
  case assertion(Assertion, next: UInt32)
  /// Notes the place as a group's start (slot 2n) or end (2n + 1).
  case save(slot: UInt32, next: UInt32)
}

/// The machine of a pattern.
struct PatternProgram: Sendable {
  let instructions: ContiguousArray<Instruction>
  let start: UInt32
  let classes: [CharacterClass]
  /// Without the whole match.
  let groupCount: Int
  let groupNames: [String: Int]
  /// The characters a match can start with; nil when a match may be empty.
  let firstCharacters: FirstCharacters?
  /// The low half of a surrogate pair, when every match starts with just that one.
  let leadingLowHalf: UInt32?
}

/// A rough set of characters: exact below 128.
struct FirstCharacters: Hashable, Sendable {
  private var lowASCII: UInt64 = 0
  private var highASCII: UInt64 = 0
  private var hasNonASCII = false

  mutating func formUnion(_ set: CharacterClass) {
    for codePoint in 0..<UInt32(64) {
      if set.contains(codePoint) { lowASCII |= 1 << UInt64(codePoint) }
      if set.contains(codePoint + 64) { highASCII |= 1 << UInt64(codePoint) }
    }
    hasNonASCII = hasNonASCII || set.hasNonASCII
  }

  /// Whether a match may start with a character whose first unit this is.
  func contains(unit: UInt16) -> Bool {
    if unit < 64 { return lowASCII >> UInt64(unit) & 1 == 1 }
    if unit < 128 { return highASCII >> UInt64(unit - 64) & 1 == 1 }
    return hasNonASCII
  }
}
