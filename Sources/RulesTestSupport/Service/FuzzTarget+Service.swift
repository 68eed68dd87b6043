import RulesEmulator
import RulesRuntime

extension FuzzTarget {
  /// The local service: what clients send, cut into pieces by the zeros in it.
  static let service = FuzzTarget(
    name: "service",
    dictionary: [
      "GET ", "POST ", "PATCH ", "DELETE ", "PUT ", "OPTIONS ", "HEAD ", " HTTP/1.1\r\n",
      "Host: localhost\r\n", "Content-Length: ", "Transfer-Encoding: chunked\r\n", "\r\n\r\n",
      "Connection: close\r\n", "Expect: 100-continue\r\n", "Authorization: Bearer owner\r\n",
      "\r\n",
      "0\r\n\r\n", "5\r\n", "/v1/projects/p/databases/(default)/documents", "/a/b", ":commit",
      ":runQuery", ":batchGet", ":beginTransaction", ":rollback", ":runAggregationQuery",
      ":listCollectionIds", ":batchWrite", "/emulator/v1/projects/p:securityRules",
      "/emulator/v1/projects/p:ruleCoverage", "?pageSize=1", "&pageToken=",
      "?updateMask.fieldPaths=a.b",
      "{\"writes\":[", "{\"update\":{\"name\":\"projects/p/databases/(default)/documents/a/b\"",
      "\"fields\":{\"a\":{\"integerValue\":\"1\"}}",
      "{\"structuredQuery\":{\"from\":[{\"collectionId\":\"a\"}]",
      "\"orderBy\":[{\"field\":{\"fieldPath\":\"a\"}}]", "\"where\":{\"fieldFilter\":{", "}}", "]}",
      "%2F", "%00", "\u{0}", "GET /requests HTTP/1.1\r\n", "Upgrade: websocket\r\n",
      "Connection: Upgrade\r\n", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
      "Sec-WebSocket-Version: 13\r\n",
    ]
  ) { input in
    let emulator = EmulatorBox(Emulator(seed: 1))
    var client = Connection(at: 0)
    for piece in input.split(separator: separator, omittingEmptySubsequences: false) {
      guard client.wantsInput else { break }
      client.receive(piece, at: 1)
      client.process(at: 1) { request, isLastTry in emulator.answer(request, isLastTry) }
      if let (bytes, offset) = client.pending { client.didSend(bytes.count - offset, at: 1) }
      guard !client.isFinished else { break }
    }
    // Whatever was sent, the next client is served.
    let request = HTTPRequest(method: "GET", target: [UInt8(ascii: "/")])
    guard let response = emulator.answer(request, true), response.status == 200 else {
      return "the service does not answer any more"
    }
    return nil
  }
}

/// A service that several steps of a check share.
private final class EmulatorBox {
  private var emulator: Emulator

  init(_ emulator: Emulator) {
    self.emulator = emulator
  }

  func answer(_ request: HTTPRequest, _ isLastTry: Bool) -> HTTPResponse? {
    let time = Timestamp(seconds: 1_750_000_000, nanos: 0)
    switch emulator.handle(request, at: time, isLastTry: isLastTry) {
    case .reply(let response): return response
    case .waits: return nil
    }
  }
}
