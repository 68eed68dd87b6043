/// Reads the fields of a protocol buffer, whatever its type is.
struct WireReader {
  private let bytes: ContiguousArray<UInt8>.SubSequence
  private var index: Int

  /// What a field holds.
  enum Content {
    case varint(UInt64)
    case fixed64(UInt64)
    case fixed32
    /// A text, bytes, a message.
    case bytes(ContiguousArray<UInt8>.SubSequence)
    /// The fields of a group.
    case group(ContiguousArray<UInt8>.SubSequence)
  }

  /// A reader of bytes.
  init(_ bytes: ContiguousArray<UInt8>.SubSequence) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// The next field; nil at the end.
  mutating func next() throws(ExportProblem) -> (number: UInt64, content: Content)? {
    guard index < bytes.endIndex else { return nil }
    let key = try varint()
    let number = key >> 3
    switch key & 7 {
    case 0: return (number, .varint(try varint()))
    case 1: return (number, .fixed64(try fixed(8)))
    case 2: return (number, .bytes(try counted()))
    case 3: return (number, .group(try group(number)))
    case 5:
      _ = try fixed(4)
      return (number, .fixed32)
    default: throw Self.damaged
    }
  }

  private static let damaged = ExportProblem("an entity is no protocol buffer")

  private mutating func varint() throws(ExportProblem) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard index < bytes.endIndex else { throw Self.damaged }
      let byte = bytes[index]
      index += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Self.damaged
  }

  private mutating func fixed(_ count: Int) throws(ExportProblem) -> UInt64 {
    guard bytes.endIndex - index >= count else { throw Self.damaged }
    defer { index += count }
    return bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func counted() throws(ExportProblem) -> ContiguousArray<UInt8>.SubSequence {
    let count = try varint()
    guard count <= UInt64(bytes.endIndex - index) else { throw Self.damaged }
    defer { index += Int(count) }
    return bytes[index..<index + Int(count)]
  }

  /// What lies before the end of a group that has begun; groups inside it are skipped without recursion.
  private mutating func group(
    _ number: UInt64
  ) throws(ExportProblem) -> ContiguousArray<UInt8>.SubSequence {
    let start = index
    var open = [number]
    while true {
      let end = index
      let key = try varint()
      switch key & 7 {
      case 0: _ = try varint()
      case 1: _ = try fixed(8)
      case 2: _ = try counted()
      case 3: open.append(key >> 3)
      case 4:
        guard open.popLast() == key >> 3 else { throw Self.damaged }
        if open.isEmpty { return bytes[start..<end] }
      case 5: _ = try fixed(4)
      default: throw Self.damaged
      }
    }
  }
}

/// Writes the fields of a protocol buffer.
struct WireWriter {
  /// What was written.
  private(set) var bytes: ContiguousArray<UInt8> = []

  /// A field that is a number.
  mutating func varint(_ number: UInt64, _ value: UInt64) {
    append(number << 3)
    append(value)
  }

  /// A field that is a double.
  mutating func double(_ number: UInt64, _ value: Double) {
    append(number << 3 | 1)
    let bits = value.bitPattern
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  /// A field that is text, bytes, or a message.
  mutating func bytes(_ number: UInt64, _ value: some Collection<UInt8>) {
    append(number << 3 | 2)
    append(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// A field that is a group.
  mutating func group(_ number: UInt64, _ write: (inout WireWriter) -> Void) {
    append(number << 3 | 3)
    write(&self)
    append(number << 3 | 4)
  }

  /// Adds the fields of another one.
  mutating func append(_ other: WireWriter) {
    bytes.append(contentsOf: other.bytes)
  }

  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
