/// The numbers of a packed table: base 32, most significant digit first.
///
/// A last digit is a byte from 48 up, a digit that is followed by another one 32 more; anything below
/// 48 (line ends, indentation) separates nothing and is skipped. The text form compiles in no time,
/// where an array literal of the same length takes seconds.
struct PackedNumbers: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: StaticString) {
    bytes = text.withUTF8Buffer { buffer in unsafe Array(buffer) }
  }

  mutating func next() -> UInt32? {
    var value: UInt32 = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte >= 48 else { continue }
      value = value << 5 | UInt32((byte - 48) & 31)
      if byte < 80 { return value }
    }
    return nil
  }
}
