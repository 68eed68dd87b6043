/// A hash of short texts, fast and different in each process, so that nobody can prepare names that collide.
package enum ByteHash {
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
  package static func hash(_ bytes: Span<UInt8>, packed: UInt64) -> UInt64 {
    let (first, second) = seeds
    var hash = first ^ UInt64(bytes.count)
    var index = 0
    while index < bytes.count - 8 {
      hash = mixed(hash ^ UInt64(bytes[index]), second)
      index += 1
    }
    return mixed(hash ^ packed, second)
  }

  /// The hash of a number.
  package static func hash(_ number: UInt64) -> UInt64 {
    let (first, second) = seeds
    return mixed(first ^ number, second)
  }

  /// Two words multiplied to a double one, whose halves are joined.
  @inline(__always)
  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
