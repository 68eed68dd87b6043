/// Counts of UTF-16 units before the bytes of a text, found without going through a long line each time.
struct UnitIndex: Sendable {
  /// Count of units before each block; empty where every byte is a unit.
  private var blocks: ContiguousArray<Int> = []

  private static let blockSize = 256

  /// Counts the units of a text.
  init(_ bytes: ContiguousArray<UInt8>, _ encoding: PositionEncoding) {
    guard encoding == .utf16, !Self.isASCII(bytes.span) else { return }
    blocks.reserveCapacity(bytes.count / Self.blockSize + 1)
    var count = 0
    for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      blocks.append(count)
      count += Self.count(of: bytes[start..<min(start + Self.blockSize, bytes.count)])
    }
  }

  /// Whether all bytes are ASCII; none is asked by itself, so that many are looked at in one step.
  private static func isASCII(_ bytes: Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for index in bytes.indices { all |= bytes[index] }
    return all < 0x80
  }

  /// Count of units of a part of the text.
  func count(of range: Range<Int>, in bytes: ContiguousArray<UInt8>) -> Int {
    guard !blocks.isEmpty else { return range.count }
    return count(before: range.upperBound, in: bytes) - count(before: range.lowerBound, in: bytes)
  }

  private func count(before offset: Int, in bytes: ContiguousArray<UInt8>) -> Int {
    let block = min(offset / Self.blockSize, blocks.count - 1)
    return blocks[block] + Self.count(of: bytes[(block * Self.blockSize)..<offset])
  }

  private static func count(of bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(into: 0) { count, byte in
      if byte & 0xC0 != 0x80 { count += byte >= 0xF0 ? 2 : 1 }
    }
  }
}
