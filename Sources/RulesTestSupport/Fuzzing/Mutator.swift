/// Makes inputs from others: bits flipped, tokens put in, pieces cut, doubled, repeated, taken from others.
package struct Mutator: Sendable {
  private let seeds: [ContiguousArray<UInt8>]
  private let dictionary: [ContiguousArray<UInt8>]
  private let maximumByteCount: Int

  /// A mutator from what it starts with.
  ///
  /// - Parameters:
  ///   - seeds: good inputs; without one it begins with the empty input.
  ///   - dictionary: pieces that such inputs are made of.
  ///   - maximumByteCount: what no mutation goes beyond.
  package init(
    seeds: [ContiguousArray<UInt8>],
    dictionary: [String],
    maximumByteCount: Int = 200_000
  ) {
    self.seeds = seeds.isEmpty ? [[]] : seeds
    self.dictionary = (dictionary + Mutator.hostilePieces).map { ContiguousArray($0.utf8) }
    self.maximumByteCount = maximumByteCount
  }

  /// Pieces that hurt in many places: limits of integers, odd characters, ends of lines.
  private static let hostilePieces = [
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
    "4294967295", "2147483648", "0", "-1", "1e309", "5e-324", "0.1", "\u{0}", "\u{FEFF}",
    "\u{E9}", "e\u{301}", "\u{1F600}", "\u{2028}", "\u{FFFD}", "\r\n", "\r", "\n", "\t", " ", "\\",
    "\\u0000", "\\uD83D", "\\uDE00", "\\x", "'", "\"", "`", "(", ")", "[", "]", "{", "}", "//",
    "/*", "*/",
  ]

  /// An input: a seed after some mutations.
  package func input(_ random: inout SeededRandom) -> ContiguousArray<UInt8> {
    var bytes = random.pick(seeds)
    let count = random.oneIn(20) ? 0 : 1 + random.below(random.oneIn(4) ? 16 : 3)
    for _ in 0..<count { mutate(&bytes, &random) }
    if bytes.count > maximumByteCount { bytes.removeLast(bytes.count - maximumByteCount) }
    return bytes
  }

  private func mutate(_ bytes: inout ContiguousArray<UInt8>, _ random: inout SeededRandom) {
    let place = random.below(bytes.count + 1)
    switch random.below(12) {
    case 0:
      guard place < bytes.count else { return }
      bytes[place] ^= 1 << UInt8(random.below(8))
    case 1:
      guard place < bytes.count else { return }
      bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 2, 3, 4:
      bytes.insert(contentsOf: random.pick(dictionary), at: place)
    case 5:
      let piece = random.pick(dictionary)
      bytes.replaceSubrange(place..<min(bytes.count, place + piece.count), with: piece)
    case 6:
      bytes.removeSubrange(range(from: place, in: bytes, &random))
    case 7:
      bytes.insert(contentsOf: bytes[range(from: place, in: bytes, &random)], at: place)
    case 8, 9:
      let other = random.pick(seeds)
      let piece = other[range(from: random.below(other.count + 1), in: other, &random)]
      bytes.replaceSubrange(range(from: place, in: bytes, &random), with: piece)
    case 10:
      bytes.insert(contentsOf: repeated(in: bytes, &random), at: place)
    default:
      bytes.removeLast(bytes.count - place)
    }
  }

  /// A run, mostly short.
  private func range(
    from start: Int,
    in bytes: ContiguousArray<UInt8>,
    _ random: inout SeededRandom
  ) -> Range<Int> {
    let length = random.below(random.oneIn(8) ? bytes.count + 1 : 24)
    return start..<min(bytes.count, start + length)
  }

  /// One piece many times over: what nests or chains does so deeply.
  private func repeated(
    in bytes: ContiguousArray<UInt8>,
    _ random: inout SeededRandom
  ) -> ContiguousArray<UInt8> {
    let piece =
      random.oneIn(2)
      ? random.pick(dictionary)
      : ContiguousArray(bytes[range(from: random.below(bytes.count + 1), in: bytes, &random)])
    let most = random.oneIn(10) ? 10_000 : 200
    let count = min(1 + random.below(most), maximumByteCount / max(1, piece.count))
    var result: ContiguousArray<UInt8> = []
    for _ in 0..<count { result.append(contentsOf: piece) }
    return result
  }
}
