/// Cyclic redundancy checks of 32 bits, reflected.
package struct CRC32: Sendable {
  private let table: ContiguousArray<UInt32>

  /// The checksum of zip and PNG.
  package static let ieee = CRC32(polynomial: 0xEDB8_8320)
  /// The checksum of iSCSI.
  package static let castagnoli = CRC32(polynomial: 0x82F6_3B78)

  private init(polynomial: UInt32) {
    table = ContiguousArray(
      (0..<256).map { (byte: UInt32) in
        (0..<8).reduce(byte) { value, _ in
          value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1
        }
      }
    )
  }

  /// The four bytes of the checksum, the least significant first.
  @Sendable
  package func checksum(_ bytes: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    var value = ~(0 as UInt32)
    for byte in bytes {
      value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8
    }
    value = ~value
    return ContiguousArray(
      ([0, 8, 16, 24] as [UInt32]).map { UInt8(truncatingIfNeeded: value >> $0) }
    )
  }
}
