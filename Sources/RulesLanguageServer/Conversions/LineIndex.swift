/// Where the lines of a text begin; a line ends with LF, CR LF, or CR, as the protocol has it.
package struct LineIndex: Sendable, Hashable {
  /// Offset of the first byte of each line; never empty.
  private(set) package var starts: ContiguousArray<Int>

  /// Finds the lines of a text.
  package init(_ bytes: ContiguousArray<UInt8>) {
    starts = [0]
    Self.appendStarts(in: bytes, 0..<bytes.count, to: &starts)
  }

  /// Appends the lines that begin behind the line breaks of a part of a text.
  private static func appendStarts(
    in bytes: ContiguousArray<UInt8>,
    _ part: Range<Int>,
    to starts: inout ContiguousArray<Int>
  ) {
    for index in part {
      let byte = bytes[index]
      // One comparison is enough for most bytes.
      guard byte <= UInt8(ascii: "\r") else { continue }
      if byte == UInt8(ascii: "\n") {
        starts.append(index + 1)
      } else if byte == UInt8(ascii: "\r"),
        index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")
      {
        starts.append(index + 1)
      }
    }
  }

  /// The 0-based line that holds a byte offset.
  ///
  /// Complexity: O(log lines).
  package func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The bytes of a line, its line break left out; those at the end of the text for a line past it.
  package func range(of line: Int, in bytes: ContiguousArray<UInt8>) -> Range<Int> {
    guard line >= 0, line < starts.count else { return bytes.count..<bytes.count }
    let start = starts[line]
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r")
    {
      end -= 1
    }
    return start..<end
  }

  /// Follows a change of the text.
  ///
  /// Only the lines around the change are looked at again.
  ///
  /// - Parameters:
  ///   - range: the bytes that were replaced, in the text before.
  ///   - count: how many took their place.
  ///   - bytes: the text after.
  package mutating func replace(
    _ range: Range<Int>,
    withCount count: Int,
    in bytes: ContiguousArray<UInt8>
  ) {
    let growth = count - range.count
    // A CR before the change and an LF behind it may have come together, or been parted.
    let first = max(0, line(of: range.lowerBound) - 1)
    let last = line(of: range.upperBound) + 1
    let rest = last + 1 < starts.count ? starts[(last + 1)...].map { $0 + growth } : []
    let end = rest.first ?? bytes.count
    starts.removeSubrange((first + 1)...)
    Self.appendStarts(in: bytes, starts[first]..<end, to: &starts)
    // What follows begins with the line that the search has met last.
    starts.append(contentsOf: rest.dropFirst(rest.first == starts.last ? 1 : 0))
  }
}
