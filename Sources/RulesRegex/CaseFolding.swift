/// Simple, one-to-one case folding: the code points that `(?i)` takes for the same.
enum CaseFolding {
  /// The code points that fold together with one, itself first.
  ///
  /// U+1C80–U+1C88 lead into the orbit of a Cyrillic pair that does not lead back to them; the
  /// emulator then searches for ever, this ends when a code point comes a second time.
  static func orbit(of codePoint: UInt32) -> [UInt32] {
    var members = [codePoint]
    var next = successor(of: codePoint)
    while !members.contains(next) {
      members.append(next)
      next = successor(of: next)
    }
    return members
  }

  /// The ranges with everything that folds together with a member.
  ///
  /// As in the emulator, members of ranges outside U+0041–U+1044F stay as they are.
  static func closed(_ ranges: [CodePointRange]) -> CharacterClass {
    var result = ranges
    for range in ranges {
      if range.lower <= foldable.lower && range.upper >= foldable.upper { continue }
      let lower = max(range.lower, foldable.lower)
      let upper = min(range.upper, foldable.upper)
      guard lower <= upper else { continue }
      for codePoint in folding where codePoint >= lower && codePoint <= upper {
        for member in orbit(of: codePoint).dropFirst() {
          result.append(CodePointRange(lower: member, upper: member))
        }
      }
    }
    return CharacterClass(result)
  }

  private static let foldable = CodePointRange(lower: 0x41, upper: 0x1044F)

  private static func successor(of codePoint: UInt32) -> UInt32 {
    if codePoint < 128 && codePoint != 0x4B && codePoint != 0x53 {
      // The ASCII letters but `K` and `S` and their small forms, and nothing else, are pairs.
      switch codePoint {
      case 0x41...0x5A: return codePoint + 32
      case 0x61...0x7A where codePoint != 0x6B && codePoint != 0x73: return codePoint - 32
      case 0x61...0x7A: break
      default: return codePoint
      }
    }
    return successors[codePoint] ?? codePoint
  }

  /// Every code point that folds with another one, in order.
  private static let folding = successors.keys.sorted()

  private static let successors: [UInt32: UInt32] = {
    var result: [UInt32: UInt32] = [:]
    var numbers = PackedNumbers(packedRuns)
    var start: UInt32 = 0
    while let distance = numbers.next(), let count = numbers.next(), let stride = numbers.next(),
      let zigzag = numbers.next()
    {
      start += distance
      for step in 0..<count {
        let codePoint = start + step * stride
        let shift = (zigzag + 1) / 2
        result[codePoint] = zigzag & 1 == 0 ? codePoint + shift : codePoint - shift
      }
    }
    return result
  }()
}
