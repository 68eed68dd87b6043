/// The functions of `hashing`.
enum Hashing {
  private static let source = "rules.hashing; observation: measured values, §8"

  static let builtins: ContiguousArray<Builtin> = [
    digest(
      "md5",
      "The MD5 digest, 16 bytes, of bytes or of a string's UTF-8.",
      Builtin.Example(
        "hashing.md5('abc').toHexString()",
        "'900150983CD24FB0D6963F7D28E17F72'"
      ),
      MD5.digest
    ),
    digest(
      "sha256",
      "The SHA-256 digest, 32 bytes, of bytes or of a string's UTF-8.",
      Builtin.Example(
        "hashing.sha256('abc').toHexString()",
        "'BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD'"
      ),
      SHA256.digest
    ),
    digest(
      "crc32",
      "The CRC-32 checksum, 4 bytes, the least significant first.",
      Builtin.Example("hashing.crc32('123456789').toHexString()", "'2639F4CB'"),
      CRC32.ieee.checksum
    ),
    digest(
      "crc32c",
      "The CRC-32C checksum, 4 bytes, the least significant first.",
      Builtin.Example("hashing.crc32c('123456789').toHexString()", "'839206E3'"),
      CRC32.castagnoli.checksum
    ),
  ]

  private static func digest(
    _ name: String,
    _ summary: String,
    _ example: Builtin.Example,
    _ body: @escaping @Sendable (ContiguousArray<UInt8>) -> ContiguousArray<UInt8>
  ) -> Builtin {
    Builtin(
      .namespaced("hashing"),
      name,
      [Builtin.Overload([.type(.bytes)], .bytes), Builtin.Overload([.type(.string)], .bytes)],
      summary: summary,
      source: source,
      examples: [example],
      .of { (value: Value) in
        switch value {
        case .bytes(let octets): .bytes(Octets(body(octets.bytes)))
        case .string(let text): .bytes(Octets(body(Strings.utf8(text).bytes)))
        case .null, .bool, .int, .float, .list, .set, .map, .mapDiff, .timestamp, .duration,
          .latlng, .path, .vector, .constraint:
          .null
        }
      }
    )
  }
}
