/// A hash of short texts, fast and different in each process, so that nobody can prepare names that collide.
package struct ByteHash: Sendable {
  private let first: UInt64
  private let second: UInt64

  /// The hash of this process; whoever hashes much keeps it.
  package init() {
    (first, second) = Self.seeds
  }

  private static let seeds: (UInt64, UInt64) = {
    // The hasher of the standard library is seeded by chance.
    func seed(_ number: UInt64) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(number)
      return UInt64(bitPattern: Int64(hasher.finalize())) | 1
    }
    return (seed(1), seed(2))
  }()

  /// The hash of bytes.
  ///
  /// - Parameters:
  ///   - bytes: all of the bytes.
  ///   - packed: the last eight of them in one integer, as `WordTable.pack` gives them.
  /// - Returns: a hash that other processes do not have.
  package func hash(_ bytes: Span<UInt8>, packed: UInt64) -> UInt64 {
    var hash = first ^ UInt64(bytes.count)
    var index = 0
    while index + 8 < bytes.count {
      // SAFETY: there are more than eight bytes from the index on.
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      hash = Self.mixed(hash ^ word, second)
      index += 8
    }
    return Self.mixed(hash ^ packed, second)
  }

  /// The hash of a number.
  package func hash(_ number: UInt64) -> UInt64 {
    Self.mixed(first ^ number, second)
  }

  /// Two words multiplied to a double one, whose halves are joined.
  @inline(__always)
  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
