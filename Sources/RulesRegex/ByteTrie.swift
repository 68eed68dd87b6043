/// A step from one node of a trie to another one on a range of bytes.
struct ByteEdge: Hashable, Sendable {
  let lower: UInt8
  let upper: UInt8
  let target: UInt32
}

/// The encodings of the characters of classes as byte sequences; equal parts are shared.
struct ByteTrie {
  /// The target of an edge that completes a character.
  static let complete: UInt32 = 0

  /// The edges of each node in the order of their bytes, without overlap; node 0 has none.
  private(set) var nodes: [[ByteEdge]] = [[]]
  private var numbers: [[ByteEdge]: UInt32] = [:]

  /// The root for a class.
  mutating func insert(_ set: CharacterClass) -> UInt32 {
    var sequences: [Sequence] = []
    for range in set.ranges { ByteTrie.split(range, into: &sequences) }
    return insert(sequences[...], depth: 0)
  }

  /// A set of encodings of one length: a range for each byte.
  private struct Sequence {
    let lower: ContiguousArray<UInt8>
    let upper: ContiguousArray<UInt8>
  }

  private mutating func insert(_ sequences: ArraySlice<Sequence>, depth: Int) -> UInt32 {
    var edges: [ByteEdge] = []
    var rest = sequences
    while let first = rest.first {
      // Ranges at one place are the same or apart, and the same ones follow each other.
      let same = rest.prefix {
        $0.lower[depth] == first.lower[depth] && $0.upper[depth] == first.upper[depth]
      }
      let isLast = first.lower.count == depth + 1
      let target = isLast ? ByteTrie.complete : insert(same, depth: depth + 1)
      edges.append(ByteEdge(lower: first.lower[depth], upper: first.upper[depth], target: target))
      rest = rest.dropFirst(same.count)
    }
    if let number = numbers[edges] { return number }
    let number = UInt32(nodes.count)
    nodes.append(edges)
    numbers[edges] = number
    return number
  }

  /// Cuts a range where the encoding gets longer and where a byte but the first one wraps.
  private static func split(_ range: CodePointRange, into sequences: inout [Sequence]) {
    var pending = [range]
    next: while let range = pending.popLast() {
      func cut(before codePoint: UInt32) {
        pending.append(CodePointRange(lower: codePoint, upper: range.upper))
        pending.append(CodePointRange(lower: range.lower, upper: codePoint - 1))
      }
      for limit: UInt32 in [0x80, 0x800, 0x10000] where range.lower < limit && limit <= range.upper
      {
        cut(before: limit)
        continue next
      }
      if range.upper >= 0x80 {
        let length: UInt32 = range.upper < 0x800 ? 2 : range.upper < 0x10000 ? 3 : 4
        for digit in 1..<length {
          let mask: UInt32 = 1 << (6 * digit) - 1
          guard range.lower & ~mask != range.upper & ~mask else { continue }
          if range.lower & mask != 0 {
            cut(before: (range.lower | mask) + 1)
            continue next
          }
          if range.upper & mask != mask {
            cut(before: range.upper & ~mask)
            continue next
          }
        }
      }
      var (lower, upper): (ContiguousArray<UInt8>, ContiguousArray<UInt8>) = ([], [])
      WTF8.append(range.lower, to: &lower)
      WTF8.append(range.upper, to: &upper)
      sequences.append(Sequence(lower: lower, upper: upper))
    }
  }
}
