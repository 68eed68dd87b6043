import RulesEmulator
import Testing

/// Which addresses only this machine reaches, and how they stand in an address of the web.
struct AddressTests {
  static let rows: [(host: String, isLoopback: Bool, webHost: String)] = [
    ("127.0.0.1", true, "127.0.0.1"), ("127.9.9.9", true, "127.9.9.9"),
    ("localhost", true, "localhost"), ("::1", true, "[::1]"), ("[::1]", true, "[::1]"),
    ("0:0:0:0:0:0:0:1", true, "[0:0:0:0:0:0:0:1]"), ("0.0.0.0", false, "0.0.0.0"),
    ("::", false, "[::]"), ("fd00::1", false, "[fd00::1]"), ("192.168.1.1", false, "192.168.1.1"),
    ("::ffff:127.0.0.1", false, "[::ffff:127.0.0.1]"), ("127.0.0.1.2", false, "127.0.0.1.2"),
    ("example.com", false, "example.com"), ("", false, ""), ("[", false, "["),
  ]

  @Test("An address tells whom it lets in", arguments: rows)
  func address(host: String, isLoopback: Bool, webHost: String) {
    let address = ListeningAddress(host: host, port: 1)
    #expect(address.isLoopback == isLoopback)
    #expect(address.webHost == webHost)
  }
}
