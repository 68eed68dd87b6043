import RulesEmulator
import RulesJSON
import RulesRuntime
import Testing

/// Clients that watch requests, as far as a connection and the service behind it go.
struct WebSocketTests {
  /// A client and the service that it talks to.
  private struct Watcher {
    var emulator = Emulator(seed: 1)
    var connection = Connection(at: 0)

    /// Sends bytes, cut into pieces, and gives what comes back.
    mutating func send(_ bytes: [UInt8], cutAt size: Int = .max) -> [UInt8] {
      var reply: [UInt8] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        var client = connection
        client.receive(rest.prefix(size), at: 0)
        rest = rest.dropFirst(size)
        client.process(at: 0) { request, isLastTry in answer(request, isLastTry) }
        connection = client
        reply += take()
      }
      return reply
    }

    mutating func answer(_ request: HTTPRequest, _ isLastTry: Bool = true) -> HTTPResponse? {
      let time = Timestamp(seconds: 1_750_000_000, nanos: 0)
      guard case .reply(let response) = emulator.handle(request, at: time, isLastTry: isLastTry)
      else { return nil }
      return response
    }

    mutating func take() -> [UInt8] {
      guard let (bytes, offset) = connection.pending else { return [] }
      connection.didSend(bytes.count - offset, at: 0)
      return Array(bytes[offset...])
    }
  }

  /// The handshake of the protocol's own example.
  private let handshake = Array(
    """
    GET /requests HTTP/1.1\r
    Host: localhost\r
    Upgrade: WebSocket\r
    Connection: keep-alive, Upgrade\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Version: 13\r
    \r

    """.utf8
  )

  /// A frame of a client.
  private func frame(_ first: UInt8, _ content: [UInt8], isMasked: Bool = true) -> [UInt8] {
    var bytes = [first]
    let bit: UInt8 = isMasked ? 0x80 : 0
    if content.count < 126 {
      bytes.append(bit | UInt8(content.count))
    } else {
      bytes += [bit | 126, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
    }
    guard isMasked else { return bytes + content }
    let mask: [UInt8] = [1, 2, 3, 4]
    return bytes + mask + content.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  @Test("A client that asks for it watches, and is told what was", arguments: [1, 3, 7, 10_000])
  func begins(size: Int) {
    var watcher = Watcher()
    let reply = watcher.send(handshake, cutAt: size)
    let text = String(decoding: reply, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
    // Source: section 1.3 of RFC 6455.
    #expect(text.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    #expect(text.contains("\r\nConnection: Upgrade\r\n\r\n"))
    #expect(!text.contains("Content-Length"))
    #expect(reply.suffix(4) == [0x81, 2, UInt8(ascii: "["), UInt8(ascii: "]")])
    #expect(watcher.connection.isWatching)
  }

  static let refused = [
    ("Upgrade: WebSocket", "Upgrade: h2c"), ("Version: 13", "Version: 8"), ("ZQ==", "Z"),
    ("keep-alive, Upgrade", "keep-alive"), ("GET /", "PUT /"),
  ]

  @Test("What is no handshake is told what is expected", arguments: refused)
  func refuses(found: String, other: String) {
    var watcher = Watcher()
    let text = String(decoding: handshake, as: UTF8.self).replacing(found, with: other)
    let reply = String(decoding: watcher.send(Array(text.utf8)), as: UTF8.self)
    #expect(reply.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
    #expect(!watcher.connection.isWatching)
  }

  @Test("Pings are answered, and what a client tells is left out", arguments: [1, 5, 10_000])
  func frames(size: Int) {
    var watcher = Watcher()
    _ = watcher.send(handshake)
    let ping: [UInt8] = [0x8A, 2, 104, 105]
    #expect(watcher.send(frame(0x89, [104, 105]), cutAt: size) == ping)
    let message = frame(0x01, [104]) + frame(0x89, [104, 105]) + frame(0x80, [105])
    #expect(watcher.send(message, cutAt: size) == ping)
    #expect(watcher.send(frame(0x82, [UInt8](repeating: 7, count: 60_000)), cutAt: 999).isEmpty)
    #expect(watcher.send(frame(0x8A, []), cutAt: size).isEmpty)
    #expect(watcher.send(frame(0x88, [3, 232, 120]), cutAt: size) == [0x88, 2, 3, 232])
    #expect(watcher.connection.isFinished)
  }

  @Test("What the protocol forbids ends the connection with a reason")
  func broken() {
    let rows: [(bytes: [UInt8], number: Int)] = [
      (frame(0x81, [104], isMasked: false), 1002), (frame(0xC1, [104]), 1002),
      (frame(0x83, []), 1002), (frame(0x80, [104]), 1002),
      (frame(0x01, []) + frame(0x81, []), 1002), (frame(0x09, []), 1002),
      (frame(0x89, [UInt8](repeating: 0, count: 126)), 1002),
      ([0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 1], 1009),
      ([0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 1009),
    ]
    for row in rows {
      var watcher = Watcher()
      _ = watcher.send(handshake)
      let closing = [0x88, 2, UInt8(row.number >> 8), UInt8(row.number & 0xFF)]
      #expect(watcher.send(row.bytes) == closing, "\(row.bytes.prefix(12))")
      #expect(watcher.connection.isFinished)
    }
  }

  @Test("A client that does not read is let go")
  func backlog() {
    var watcher = Watcher()
    _ = watcher.send(handshake)
    let frame = ContiguousArray<UInt8>(repeating: 0, count: 1 << 20)
    for _ in 0..<16 { watcher.connection.tell(frame) }
    #expect(watcher.connection.isWatching)
    watcher.connection.tell(frame)
    #expect(!watcher.connection.isWatching && watcher.connection.isFinished)
  }

  /// A value with the members of objects in the order of their names.
  private func sorted(_ json: JSONValue?) -> JSONValue {
    guard let json else { return .null }
    switch json.content {
    case .object(let object):
      return .object(object.members.map { ($0.name, sorted($0.value)) }.sorted { $0.0 < $1.0 })
    case .array(let elements): return .array(elements.map { sorted($0) })
    case .null, .bool, .number, .string: return json
    }
  }

  /// The rules of the recorded session.
  private let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{d}/documents {
        match /a/{id} {
          allow get: if resource.data.x == 1;
          allow get: if request.auth.uid == 'u';
          allow list: if resource.data.x == 1 && request.query.limit == 3;
          allow write: if request.resource.data.x > 0;
        }
      }
    }
    """

  @Test("Each request that rules judge is told once, as the official emulator tells it")
  func messages() throws {
    var watcher = Watcher()
    func call(_ method: String, _ target: String, _ body: JSONValue? = nil) {
      var request = HTTPRequest(method: method, target: ContiguousArray(target.utf8))
      if let body { request.body = body.bytes() }
      _ = watcher.answer(request)
    }
    let documents = "/v1/projects/demo/databases/(default)/documents"
    call(
      "PUT",
      "/emulator/v1/projects/demo:securityRules",
      ["rules": ["files": [["content": .string(rules)]]]]
    )
    call("PATCH", "\(documents)/a/z", ["fields": ["x": ["integerValue": "1"]]])
    call("GET", "\(documents)/a/z")
    call("GET", "\(documents)/c/none")
    call("DELETE", "\(documents)/a/z")
    call(
      "POST",
      "\(documents):runQuery",
      [
        "structuredQuery": [
          "from": [["collectionId": "a"]], "limit": 3,
          "where": [
            "fieldFilter": [
              "field": ["fieldPath": "x"], "op": "EQUAL", "value": ["integerValue": "1"],
            ]
          ],
        ]
      ]
    )
    let reply = watcher.send(handshake)
    let start = try #require(reply.firstIndex(of: UInt8(ascii: "[")))
    let list = try JSONValue(parsing: ContiguousArray(reply[start...])).array ?? []
    let told = list.map { entry in
      let context = entry["rulesContext"]
      let lines = entry["granularAllowOutcomes"]?.array ?? []
      return [
        context?["method"]?.text ?? "", context?["path"]?.text ?? "", entry["outcome"]?.text ?? "",
        lines.map { "\($0["line"]?.number?.int64 ?? 0)\($0["outcome"]?.bool == true ? "+" : "-")" }
          .joined(),
      ].joined(separator: " ")
    }
    #expect(
      told == [
        "create /databases/(default)/documents/a/z allow 8+",
        "get /databases/(default)/documents/a/z allow 5+",
        "get /databases/(default)/documents/c/none deny ",
        "delete /databases/(default)/documents/a/z error 8-",
        "list /databases/(default)/documents/a/* allow 7+",
      ]
    )
    // Source: recorded from the official emulator, the order of members aside.
    let path: JSONValue = [
      "pathValue": [
        "segments": [
          ["simple": "databases"], ["simple": "(default)"], ["simple": "documents"],
          ["simple": "a"], ["simple": "z"],
        ]
      ]
    ]
    let document: JSONValue = [
      "mapValue": [
        "fields": [
          "data": ["mapValue": ["fields": ["x": ["intValue": "1"]]]], "__name__": path,
          "id": ["stringValue": "z"],
        ]
      ]
    ]
    #expect(
      sorted(list[0]["rulesContext"]?["request"])
        == sorted([
          "mapValue": [
            "fields": [
              "auth": ["nullValue": .null], "headers": ["mapValue": [:]],
              "inTransaction": ["boolValue": true], "method": ["stringValue": "create"],
              "path": path, "readFields": ["nullValue": .null], "resource": document,
              "time": ["timestampValue": "2025-06-15T15:06:40Z"],
              "transforms": ["nullValue": .null], "writeFields": ["nullValue": .null],
            ]
          ]
        ])
    )
    #expect(sorted(list[1]["rulesContext"]?["resource"]) == sorted(document))
    #expect(
      list[4]["rulesContext"]?["resource"] == [
        "mapValue": ["fields": ["data": ["mapValue": ["fields": ["x": ["intValue": "1"]]]]]]
      ]
    )
    #expect(watcher.emulator.evaluationCount == 5)
    #expect(watcher.emulator.messages(after: 3).count == 2)
    #expect(list[0]["rules"]?.text == rules)
  }
}
