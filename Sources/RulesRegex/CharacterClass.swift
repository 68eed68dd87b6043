/// A closed range of code points.
struct CodePointRange: Hashable, Sendable {
  var lower: UInt32
  var upper: UInt32
}

/// A set of code points, lone surrogates among them.
///
/// INVARIANT: the ranges are sorted, do not overlap and do not touch.
struct CharacterClass: Hashable, Sendable {
  static let maximum: UInt32 = 0x10FFFF

  /// Every code point.
  static let all = CharacterClass([CodePointRange(lower: 0, upper: maximum)])

  /// Every code point but the line feed: what `.` stands for.
  static let allButNewline = CharacterClass([CodePointRange(lower: 0x0A, upper: 0x0A)]).inverted()

  let ranges: [CodePointRange]
  /// Membership of the code points below 128, one bit each.
  private let lowASCII: UInt64
  private let highASCII: UInt64

  /// The union of ranges that may be in any order and overlap.
  init(_ unordered: [CodePointRange]) {
    var merged: [CodePointRange] = []
    merged.reserveCapacity(unordered.count)
    for range in unordered.sorted(by: { $0.lower < $1.lower }) {
      if let last = merged.last, range.lower <= last.upper &+ 1 {
        merged[merged.count - 1].upper = max(last.upper, range.upper)
      } else {
        merged.append(range)
      }
    }
    self.init(normalized: merged)
  }

  private init(normalized ranges: [CodePointRange]) {
    self.ranges = ranges
    var words: (low: UInt64, high: UInt64) = (0, 0)
    for range in ranges where range.lower < 128 {
      for codePoint in range.lower...min(range.upper, 127) {
        if codePoint < 64 {
          words.low |= 1 << UInt64(codePoint)
        } else {
          words.high |= 1 << UInt64(codePoint - 64)
        }
      }
    }
    lowASCII = words.low
    highASCII = words.high
  }

  /// The one code point of a class that has exactly one.
  var only: UInt32? {
    guard ranges.count == 1, ranges[0].lower == ranges[0].upper else { return nil }
    return ranges[0].lower
  }

  /// Whether the class has any code point above 127.
  var hasNonASCII: Bool { (ranges.last?.upper ?? 0) > 127 }

  func contains(_ codePoint: UInt32) -> Bool {
    if codePoint < 64 { return lowASCII >> UInt64(codePoint) & 1 == 1 }
    if codePoint < 128 { return highASCII >> UInt64(codePoint - 64) & 1 == 1 }
    var lower = 0
    var upper = ranges.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if ranges[middle].upper < codePoint {
        lower = middle + 1
      } else {
        upper = middle
      }
    }
    return lower < ranges.count && ranges[lower].lower <= codePoint
  }

  /// The code points that are not in this class.
  func inverted() -> CharacterClass {
    var gaps: [CodePointRange] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lower > next {
        gaps.append(CodePointRange(lower: next, upper: range.lower - 1))
      }
      next = range.upper + 1
    }
    if next <= CharacterClass.maximum {
      gaps.append(CodePointRange(lower: next, upper: CharacterClass.maximum))
    }
    return CharacterClass(normalized: gaps)
  }
}

// MARK: - Classes with a name of their own in the syntax

extension CharacterClass {
  static let digits = ascii(("0", "9"))
  static let whitespace = ascii(("\t", "\n"), ("\u{C}", "\r"), (" ", " "))
  static let word = ascii(("0", "9"), ("A", "Z"), ("_", "_"), ("a", "z"))

  /// The class `[:name:]` stands for, or nil.
  static func posix(_ name: String) -> CharacterClass? {
    switch name {
    case "alnum": ascii(("0", "9"), ("A", "Z"), ("a", "z"))
    case "alpha": ascii(("A", "Z"), ("a", "z"))
    case "ascii": ascii(("\0", "\u{7F}"))
    case "blank": ascii(("\t", "\t"), (" ", " "))
    case "cntrl": ascii(("\0", "\u{1F}"), ("\u{7F}", "\u{7F}"))
    case "digit": digits
    case "graph": ascii(("!", "~"))
    case "lower": ascii(("a", "z"))
    case "print": ascii((" ", "~"))
    case "punct": ascii(("!", "/"), (":", "@"), ("[", "`"), ("{", "~"))
    case "space": ascii(("\t", "\r"), (" ", " "))
    case "upper": ascii(("A", "Z"))
    case "word": word
    case "xdigit": ascii(("0", "9"), ("A", "F"), ("a", "f"))
    default: nil
    }
  }

  private static func ascii(_ pairs: (Unicode.Scalar, Unicode.Scalar)...) -> CharacterClass {
    CharacterClass(pairs.map { CodePointRange(lower: $0.0.value, upper: $0.1.value) })
  }
}
