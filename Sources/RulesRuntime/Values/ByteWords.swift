/// Bytes compared and hashed a word at a time.
enum ByteWords {
  /// Whether both hold the same bytes.
  @inline(__always)
  static func areEqual(_ left: ContiguousArray<UInt8>, _ right: ContiguousArray<UInt8>) -> Bool {
    // SAFETY: the buffers are read within the closures only.
    unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in unsafe areEqual(left, right) }
    }
  }

  /// Whether both hold the same bytes.
  @inline(__always)
  static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    // SAFETY: every load lies within the first `count` bytes of both.
    let count = left.count
    guard count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress, unsafe first != second
    else { return true }
    if count >= 8 {
      var offset = 0
      while offset < count &- 8 {
        guard unsafe word(first, offset) == word(second, offset) else { return false }
        offset &+= 8
      }
      // The last word may overlap the one before it.
      return unsafe word(first, count &- 8) == word(second, count &- 8)
    }
    if count >= 4 {
      return unsafe half(first, 0) == half(second, 0)
        && half(first, count &- 4) == half(second, count &- 4)
    }
    for index in 0..<count {
      guard
        unsafe first.load(fromByteOffset: index, as: UInt8.self)
          == second.load(fromByteOffset: index, as: UInt8.self)
      else { return false }
    }
    return true
  }

  /// Whether both hold the same bytes between two offsets, of which the greater one is at least eight.
  ///
  /// What stands in the eight bytes before the greater one may be looked at again.
  @inline(__always)
  static func areEqual(
    _ left: UnsafeRawPointer?,
    _ right: UnsafeRawPointer?,
    from offset: Int,
    to count: Int
  ) -> Bool {
    // SAFETY: every load lies within the first `count` bytes of both.
    guard let first = unsafe left, let second = unsafe right else { return true }
    let last = count &- 8
    var offset = offset
    while offset < last {
      guard unsafe word(first, offset) == word(second, offset) else { return false }
      offset &+= 8
    }
    return unsafe word(first, last) == word(second, last)
  }

  /// The first eight bytes, or all of fewer; two of less than eight are the same if they are as many and this is.
  @inline(__always)
  static func head(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    // SAFETY: every load lies within the bytes.
    guard let first = bytes.baseAddress else { return 0 }
    let count = bytes.count
    if count >= 8 { return unsafe word(first, 0) }
    if count >= 4 {
      return unsafe UInt64(half(first, 0)) | UInt64(half(first, count &- 4)) &<< 32
    }
    var head: UInt64 = 0
    for index in 0..<count {
      head = unsafe head &<< 8 | UInt64(first.load(fromByteOffset: index, as: UInt8.self))
    }
    return head
  }

  /// Count of bytes at the beginning of which whole words, or all of them, are ASCII.
  @inline(__always)
  static func asciiCount(_ bytes: UnsafeRawBufferPointer) -> Int {
    // SAFETY: every load lies within the bytes.
    guard let first = bytes.baseAddress else { return 0 }
    let count = bytes.count
    var offset = 0
    while offset &+ 8 <= count {
      guard unsafe word(first, offset) & 0x8080_8080_8080_8080 == 0 else { return offset }
      offset &+= 8
    }
    if offset < count, count >= 8 {
      return unsafe word(first, count &- 8) & 0x8080_8080_8080_8080 == 0 ? count : offset
    }
    return offset
  }

  /// A hash of all bytes; equal bytes have equal hashes, and so may others.
  @inline(__always)
  static func hash(_ bytes: ContiguousArray<UInt8>) -> UInt32 {
    // SAFETY: the buffer is read within the closure only.
    unsafe bytes.withUnsafeBytes { unsafe hash($0) }
  }

  /// A hash of all bytes; equal bytes have equal hashes, and so may others.
  @inline(__always)
  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let mixed = unsafe mix(bytes, seed: 0)
    return UInt32(truncatingIfNeeded: mixed ^ mixed &>> 32)
  }

  /// A hash of all bytes that depends on a seed.
  @inline(__always)
  static func mix(_ bytes: ContiguousArray<UInt8>, seed: UInt64) -> UInt64 {
    // SAFETY: the buffer is read within the closure only.
    unsafe bytes.withUnsafeBytes { unsafe mix($0, seed: seed) }
  }

  /// A hash of all bytes that depends on a seed.
  @inline(__always)
  static func mix(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    // SAFETY: every load lies within the bytes.
    let count = bytes.count
    var state = (seed ^ UInt64(truncatingIfNeeded: count)) &* multiplier
    guard let first = bytes.baseAddress, count > 0 else { return state }
    if count >= 8 {
      var offset = 0
      while offset < count &- 8 {
        state = unsafe step(state, word(first, offset))
        offset &+= 8
      }
      return unsafe step(state, word(first, count &- 8))
    }
    return unsafe step(state, head(bytes))
  }

  private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word).multipliedFullWidth(by: multiplier)
    return product.high ^ product.low &+ word
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inline(__always)
  private static func half(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt32 {
    unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }
}
