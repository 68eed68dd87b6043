import Testing

@testable import RulesRuntime

/// Digests and checksums against published vectors.
struct DigestTests {
  static func hexadecimal(_ bytes: ContiguousArray<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func md5(text: String, digest: String) {
    #expect(Self.hexadecimal(MD5.digest(ContiguousArray(text.utf8))) == digest)
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func sha256(text: String, digest: String) {
    #expect(Self.hexadecimal(SHA256.digest(ContiguousArray(text.utf8))) == digest)
  }

  @Test func sha256OfAMillionLetters() {
    let bytes = ContiguousArray(repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      Self.hexadecimal(SHA256.digest(bytes))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    )
  }

  @Test func checksums() {
    let digits = ContiguousArray("123456789".utf8)
    #expect(Self.hexadecimal(CRC32.ieee.checksum(digits)) == "2639f4cb")
    #expect(Self.hexadecimal(CRC32.castagnoli.checksum(digits)) == "839206e3")
    #expect(Self.hexadecimal(CRC32.ieee.checksum([])) == "00000000")
  }
}
