/// Finds which one of a fixed list of words some bytes are, without a copy of them.
///
/// A word is told by its last eight bytes, packed into an integer, and by its length; of longer words the rest is
/// compared too.
public struct WordTable: Sendable {
  @usableFromInline
  struct Slot: Sendable {
    /// The last eight bytes, the first of them highest.
    @usableFromInline var packed: UInt64
    /// Count of bytes; zero in a slot that is free.
    @usableFromInline var count: UInt32
    /// Index of the word in the list.
    @usableFromInline var index: UInt32

    @usableFromInline
    init(packed: UInt64, count: UInt32, index: UInt32) {
      self.packed = packed
      self.count = count
      self.index = index
    }
  }

  /// Four slots or more for each word, so that most searches end at the first one.
  @usableFromInline var slots: ContiguousArray<Slot>
  @usableFromInline var words: ContiguousArray<ContiguousArray<UInt8>>
  @usableFromInline var shift: UInt64

  /// A table of words; of equal ones the first is found.
  public init(_ list: [String]) {
    words = ContiguousArray(list.map { ContiguousArray($0.utf8) })
    var bitCount: UInt64 = 3
    while 1 << bitCount < 4 * list.count { bitCount += 1 }
    shift = 64 - bitCount
    slots = ContiguousArray(
      repeating: Slot(packed: 0, count: 0, index: 0),
      count: 1 << Int(bitCount)
    )
    for (index, word) in words.enumerated() where !word.isEmpty {
      let packed = Self.pack(word.span)
      var place = Self.place(packed, shift)
      while slots[place].count != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = Slot(
        packed: packed,
        count: UInt32(truncatingIfNeeded: word.count),
        index: UInt32(truncatingIfNeeded: index)
      )
    }
  }

  /// The last eight bytes in one integer.
  @inlinable
  public static func pack(_ bytes: Span<UInt8>) -> UInt64 {
    if bytes.count >= 8 {
      // SAFETY: there are eight bytes.
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(
        fromByteOffset: bytes.count - 8,
        as: UInt64.self
      )
      return UInt64(bigEndian: word)
    }
    var packed: UInt64 = 0
    for index in max(0, bytes.count - 8)..<bytes.count {
      packed = packed << 8 | UInt64(bytes[index])
    }
    return packed
  }

  /// The last eight bytes of a part in one integer.
  @inlinable
  public static func pack(_ bytes: Span<UInt8>, _ part: Range<Int>) -> UInt64 {
    guard part.upperBound >= 8, part.upperBound <= bytes.count, part.count < 8 else {
      return pack(bytes.extracting(part))
    }
    // SAFETY: eight bytes end at the upper bound, which is within the bytes.
    let word = unsafe bytes.bytes.unsafeLoadUnaligned(
      fromByteOffset: part.upperBound - 8,
      as: UInt64.self
    )
    return UInt64(bigEndian: word) & (1 << UInt64(8 * part.count) - 1)
  }

  @usableFromInline
  static func place(_ packed: UInt64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: (packed &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  /// The index of the word that the bytes are; nil where they are none.
  @inlinable
  public func index(of bytes: Span<UInt8>) -> Int? {
    index(ofPacked: Self.pack(bytes), bytes)
  }

  /// The index of the word that a part of some bytes is; nil where it is none.
  @inlinable
  public func index(of part: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    index(ofPacked: Self.pack(bytes, part), bytes.extracting(part))
  }

  /// The index of the word that the bytes are; nil where they are none.
  ///
  /// - Parameters:
  ///   - packed: the last eight of the bytes in one integer, as `pack` gives them.
  ///   - bytes: all of the bytes.
  /// - Returns: the index in the list.
  @inlinable
  public func index(ofPacked packed: UInt64, _ bytes: Span<UInt8>) -> Int? {
    var place = Int(truncatingIfNeeded: (packed &* 0x9E37_79B9_7F4A_7C15) >> shift)
    while slots[place].count != 0 {
      let slot = slots[place]
      if slot.packed == packed, Int(slot.count) == bytes.count,
        bytes.count <= 8 || isWord(Int(slot.index), bytes)
      {
        return Int(slot.index)
      }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  @usableFromInline
  func isWord(_ index: Int, _ bytes: Span<UInt8>) -> Bool {
    bytes.indices.allSatisfy { bytes[$0] == words[index][$0] }
  }
}
