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

  /// Finds the lines of a file's content.
  package init(_ bytes: ContiguousArray<UInt8>) {
    var starts: ContiguousArray<UInt32> = [0]
    starts.reserveCapacity(bytes.count / 32 + 2)
    let (low, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let content = bytes.span
    var offset = 0
    // Eight bytes at a time.
    while offset + 8 <= content.count {
      // SAFETY: the eight bytes are within the content.
      let word = unsafe content.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
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
      if content[offset] == 0x0A { starts.append(UInt32(truncatingIfNeeded: offset + 1)) }
      offset += 1
    }
    self.starts = starts
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
    var column = 1
    for byte in bytes[Int(starts[line])..<clamped] where byte & 0xC0 != 0x80 { column += 1 }
    return SourcePosition(line: line + 1, column: column)
  }

  /// The 0-based line and the 0-based column, in UTF-16 units, of a byte offset.
  package func utf16Position(
    of offset: UInt32,
    in bytes: ContiguousArray<UInt8>
  ) -> (line: Int, column: Int) {
    let clamped = min(Int(offset), bytes.count)
    let line = lineIndex(of: UInt32(truncatingIfNeeded: clamped))
    var column = 0
    for byte in bytes[Int(starts[line])..<clamped] where byte & 0xC0 != 0x80 {
      column += byte >= 0xF0 ? 2 : 1
    }
    return (line, column)
  }
}
