/// A place in a file, as people count it.
package struct SourcePosition: Sendable, Hashable {
  /// 1-based line.
  package var line: Int

  /// 1-based column, counted in code points.
  package var column: Int

  /// A position from its 1-based line and column.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The byte offsets at which lines begin; a line ends after LF.
package struct LineTable: Sendable {
  /// Offset of the first byte of each line; never empty.
  package let starts: ContiguousArray<UInt32>

  /// What stands before each block of bytes; empty where every byte is a code point.
  ///
  /// A column in a long line is found from its block, and not from the start of the line.
  private let blocks: ContiguousArray<Counts>

  /// Count of bytes in a block.
  private static let blockLength = 512

  /// Counts of what some bytes hold.
  private struct Counts {
    var codePoints = 0
    /// Code points that are two UTF-16 units.
    var surrogatePairs = 0

    mutating func add(_ byte: UInt8) {
      if byte & 0xC0 != 0x80 { codePoints += 1 }
      if byte >= 0xF0 { surrogatePairs += 1 }
    }
  }

  /// Finds the lines of a file's content.
  package init(_ bytes: ContiguousArray<UInt8>) {
    var starts: ContiguousArray<UInt32> = [0]
    starts.reserveCapacity(bytes.count / 32 + 2)
    let (low, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let content = bytes.span
    var offset = 0
    var allBits: UInt64 = 0
    // Eight bytes at a time.
    while offset + 8 <= content.count {
      // SAFETY: the eight bytes are within the content.
      let word = unsafe content.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      allBits |= word
      let rest = UInt64(littleEndian: word) ^ (low &* 0x0A)
      // The highest bit of each byte that is zero in `rest`.
      var breaks = ~(((rest & ~high) &+ ~high) | rest) & high
      while breaks != 0 {
        let next = offset + breaks.trailingZeroBitCount / 8 + 1
        starts.append(UInt32(truncatingIfNeeded: next))
        breaks &= breaks - 1
      }
      offset += 8
    }
    while offset < content.count {
      allBits |= UInt64(content[offset])
      if content[offset] == 0x0A { starts.append(UInt32(truncatingIfNeeded: offset + 1)) }
      offset += 1
    }
    self.starts = starts
    blocks = allBits & high == 0 ? [] : Self.blocks(of: bytes)
  }

  private static func blocks(of bytes: ContiguousArray<UInt8>) -> ContiguousArray<Counts> {
    var blocks: ContiguousArray<Counts> = []
    blocks.reserveCapacity(bytes.count / blockLength + 1)
    var counts = Counts()
    for (offset, byte) in bytes.enumerated() {
      if offset.isMultiple(of: blockLength) { blocks.append(counts) }
      counts.add(byte)
    }
    // The end of the content has a block, too.
    if bytes.count.isMultiple(of: blockLength) { blocks.append(counts) }
    return blocks
  }

  /// What stands before an offset that is not past the end.
  private func counts(before offset: Int, in bytes: ContiguousArray<UInt8>) -> Counts {
    guard !blocks.isEmpty else { return Counts(codePoints: offset) }
    let block = offset / Self.blockLength
    var counts = blocks[block]
    for byte in bytes[block * Self.blockLength..<offset] { counts.add(byte) }
    return counts
  }

  /// Count of code points before a byte offset.
  package func codePointOffset(of offset: UInt32, in bytes: ContiguousArray<UInt8>) -> Int {
    counts(before: min(Int(offset), bytes.count), in: bytes).codePoints
  }

  /// 0-based index of the line that holds a byte offset.
  ///
  /// Complexity: O(log lines).
  package func lineIndex(of offset: UInt32) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The range of a line's bytes, its line break left out.
  ///
  /// - Parameters:
  ///   - index: 0-based.
  ///   - bytes: the content of the file.
  /// - Returns: the empty range at the end for an index past it.
  package func lineRange(_ index: Int, in bytes: ContiguousArray<UInt8>) -> SourceRange {
    guard index >= 0, index < starts.count else {
      return SourceRange(at: UInt32(truncatingIfNeeded: bytes.count))
    }
    let start = Int(starts[index])
    var end = index + 1 < starts.count ? Int(starts[index + 1]) - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceRange(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: end))
  }

  /// The 1-based line and the 1-based column, in code points, of a byte offset.
  package func position(of offset: UInt32, in bytes: ContiguousArray<UInt8>) -> SourcePosition {
    let clamped = min(Int(offset), bytes.count)
    let line = lineIndex(of: UInt32(truncatingIfNeeded: clamped))
    let before = counts(before: Int(starts[line]), in: bytes)
    let counts = counts(before: clamped, in: bytes)
    return SourcePosition(line: line + 1, column: counts.codePoints - before.codePoints + 1)
  }

  /// The 0-based line and the 0-based column, in UTF-16 units, of a byte offset.
  package func utf16Position(
    of offset: UInt32,
    in bytes: ContiguousArray<UInt8>
  ) -> (line: Int, column: Int) {
    let clamped = min(Int(offset), bytes.count)
    let line = lineIndex(of: UInt32(truncatingIfNeeded: clamped))
    let before = counts(before: Int(starts[line]), in: bytes)
    let counts = counts(before: clamped, in: bytes)
    let codePoints = counts.codePoints - before.codePoints
    return (line, codePoints + counts.surrogatePairs - before.surrogatePairs)
  }
}
