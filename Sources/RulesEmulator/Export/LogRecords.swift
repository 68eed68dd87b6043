import RulesRuntime

/// Records in the blocks of a LevelDB log, which exports are written in.
///
/// A file is blocks of 32 KiB. A record lies in one piece, or in several where it would leave its block; each begins
/// with seven bytes: the masked CRC-32C of what follows the length, the length, and which piece it is. Where a block
/// has fewer than seven bytes left, they are zero.
package enum LogRecords {
  private static let blockSize = 32 << 10
  private static let headSize = 7

  /// Which piece of a record something is.
  private enum Piece: UInt8 {
    case whole = 1
    case first, middle, last
  }

  /// The records of a file.
  ///
  /// - Throws: what is wrong with it, and at which byte.
  static func read(
    _ bytes: ContiguousArray<UInt8>
  ) throws(ExportProblem) -> [ContiguousArray<UInt8>] {
    var records: [ContiguousArray<UInt8>] = []
    var open: ContiguousArray<UInt8>?
    var index = 0
    while index < bytes.count {
      let left = blockSize - index % blockSize
      guard left >= headSize else {
        index += left
        continue
      }
      guard index + headSize <= bytes.count else { throw damaged(index, "the head is cut off") }
      let end = index + headSize + Int(bytes[index + 4]) + Int(bytes[index + 5]) << 8
      guard end <= bytes.count, end - index <= left else {
        throw damaged(index, "its length is not that of what follows")
      }
      // What a writer has set aside and not used is zero up to the end of the block.
      if bytes[index + 6] == 0, end == index + headSize {
        index += left
        continue
      }
      guard let piece = Piece(rawValue: bytes[index + 6]) else {
        throw damaged(index, "its kind is \(bytes[index + 6])")
      }
      guard bytes[index..<index + 4].elementsEqual(checksum(bytes[(index + 6)..<end])) else {
        throw damaged(index, "its checksum is wrong")
      }
      let content = bytes[(index + headSize)..<end]
      switch (piece, open) {
      case (.whole, nil): records.append(ContiguousArray(content))
      case (.first, nil): open = ContiguousArray(content)
      case (.middle, .some): open?.append(contentsOf: content)
      case (.last, .some(var record)):
        open = nil
        record.append(contentsOf: content)
        records.append(record)
      default: throw damaged(index, "it is no piece that can follow")
      }
      index = end
    }
    guard open == nil else { throw damaged(index, "the last record is cut off") }
    return records
  }

  /// A file of records.
  package static func write(_ records: [ContiguousArray<UInt8>]) -> ContiguousArray<UInt8> {
    var bytes: ContiguousArray<UInt8> = []
    for record in records {
      var rest = record[...]
      var isFirst = true
      repeat {
        var left = blockSize - bytes.count % blockSize
        if left < headSize {
          bytes.append(contentsOf: repeatElement(0, count: left))
          left = blockSize
        }
        let content = rest.prefix(left - headSize)
        rest = rest.dropFirst(content.count)
        let piece: Piece =
          switch (isFirst, rest.isEmpty) {
          case (true, true): .whole
          case (true, false): .first
          case (false, false): .middle
          case (false, true): .last
          }
        let marked = [piece.rawValue] + content
        bytes.append(contentsOf: checksum(marked[...]))
        bytes.append(UInt8(truncatingIfNeeded: content.count))
        bytes.append(UInt8(truncatingIfNeeded: content.count >> 8))
        bytes.append(contentsOf: marked)
        isFirst = false
      } while !rest.isEmpty
    }
    return bytes
  }

  private static func damaged(_ index: Int, _ reason: String) -> ExportProblem {
    ExportProblem("the record at byte \(index) is damaged: \(reason)")
  }

  /// The checksum of bytes, turned and shifted as LevelDB does, as a file with checksums may have one itself.
  private static func checksum(_ bytes: some Collection<UInt8>) -> ContiguousArray<UInt8> {
    let value = CRC32.castagnoli.checksum(ContiguousArray(bytes)).reversed()
      .reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    let masked = (value >> 15 | value << 17) &+ 0xA282_EAD8
    return ContiguousArray(
      ([0, 8, 16, 24] as [UInt32]).map { UInt8(truncatingIfNeeded: masked >> $0) }
    )
  }
}
