import RulesEmulator
import Testing

/// Requests are read however they are cut, and what could be read in two ways is refused.
struct HTTPTests {
  private func requests(
    _ text: String,
    cutAt size: Int = .max
  ) -> (requests: [HTTPRequest], status: Int?) {
    var parser = HTTPRequestParser()
    var requests: [HTTPRequest] = []
    var rest = ContiguousArray(text.utf8)[...]
    while !rest.isEmpty {
      parser.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      do throws(HTTPSyntaxError) {
        while let request = try parser.next() { requests.append(request) }
      } catch {
        return (requests, error.status)
      }
    }
    return (requests, nil)
  }

  static let whole: [(text: String, methods: [String], bodies: [String])] = [
    ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", ["GET"], [""]),
    ("\r\n\r\nGET / HTTP/1.1\r\n\r\n", ["GET"], [""]),
    ("GET / HTTP/1.1\n\n", ["GET"], [""]),
    ("POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", ["POST"], ["hello"]),
    (
      "POST /a HTTP/1.1\r\nContent-Length: 2\r\n\r\nhiGET /b HTTP/1.1\r\n\r\n", ["POST", "GET"],
      ["hi", ""]
    ),
    (
      "PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n",
      ["PUT"], ["abcde"]
    ),
    (
      "PUT /a HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n1\r\na\r\n0\r\nTrailer: x\r\n\r\nGET / HTTP/1.1\r\n\r\n",
      ["PUT", "GET"], ["a", ""]
    ),
    ("DELETE http://localhost/a/b HTTP/1.1\r\n\r\n", ["DELETE"], [""]),
  ]

  @Test(
    "A request is the same however its bytes are cut",
    arguments: whole.indices,
    [1, 2, 3, 7, 1000]
  )
  func cut(index: Int, size: Int) {
    let row = Self.whole[index]
    let (requests, status) = requests(row.text, cutAt: size)
    #expect(status == nil)
    #expect(requests.map(\.method) == row.methods)
    #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == row.bodies)
  }

  static let broken: [(text: String, status: Int)] = [
    ("GET\r\n\r\n", 400), ("GET / HTTP/2.0\r\n\r\n", 505), ("G T / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nA : b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nA: b\u{0}\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFF\r\n", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n", 413),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", 400),
    ("POST / HTTP/1.1\r\nExpect: a miracle\r\nContent-Length: 1\r\n\r\n", 417),
    ("GET / HTTP/1.1\r\nA: \(String(repeating: "x", count: 70_000))\r\n\r\n", 431),
    (String(repeating: "x", count: 70_000), 431),
    ("GET / HTTP/1.1\r\n\(String(repeating: "A: b\r\n", count: 300))\r\n", 431),
  ]

  @Test("What is no request is refused", arguments: broken.indices)
  func refused(index: Int) {
    let row = Self.broken[index]
    #expect(requests(row.text).status == row.status)
    #expect(requests(row.text, cutAt: 1).status == row.status)
  }

  static let origins: [(fields: [(String, String)], isAllowed: Bool)] = [
    ([], true), ([("host", "localhost:8080")], true), ([("host", "127.0.0.1:1")], true),
    ([("host", "[::1]:8080")], true), ([("host", "app.localhost")], true),
    ([("host", "LOCALHOST")], true), ([("host", "evil.example")], false),
    ([("host", "localhost.evil.example")], false), ([("host", "127.0.0.1.evil.example")], false),
    ([("host", "localhost"), ("origin", "http://localhost:3000")], true),
    ([("host", "localhost"), ("origin", "https://127.0.0.1")], true),
    ([("host", "localhost"), ("origin", "https://evil.example")], false),
    ([("host", "localhost"), ("origin", "null")], false),
    ([("host", "localhost"), ("origin", "http://localhost.evil.example")], false),
    ([("host", "emulators.test")], true), ([("host", "EMULATORS.test:80")], true),
  ]

  @Test("Only this machine and its pages are let in", arguments: origins.indices)
  func origin(index: Int) {
    let row = Self.origins[index]
    var request = HTTPRequest(method: "GET", target: [UInt8(ascii: "/")])
    request.fields = row.fields.map { (name: $0.0, value: $0.1) }
    let policy = OriginPolicy(allowedHosts: ["emulators.test"])
    #expect((policy.refusal(of: request) == nil) == row.isAllowed)
  }

  @Test("A client that does not read gets no more replies, and loses none")
  func backpressure() {
    var client = Connection(at: 0)
    let request = "GET / HTTP/1.1\r\n\r\n"
    client.receive(String(repeating: request, count: 100).utf8, at: 0)
    var count = 0
    let large = ContiguousArray(repeating: UInt8(ascii: "x"), count: 100_000)
    let answer = { (request: HTTPRequest, isLastTry: Bool) -> HTTPResponse? in
      count += 1
      return HTTPResponse(status: 200, contentType: "text/plain", body: large)
    }
    client.process(at: 0, answer)
    #expect(count < 20)
    #expect(!client.wantsInput)
    while let (bytes, offset) = client.pending {
      client.didSend(bytes.count - offset, at: 0)
      client.process(at: 0, answer)
    }
    #expect(count == 100)
  }

  @Test("A request that waits keeps the ones behind it in order, and is told when its time is up")
  func waiting() {
    var client = Connection(at: 0)
    client.receive("POST /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n".utf8, at: 0)
    var log: [String] = []
    let answer = { (request: HTTPRequest, isLastTry: Bool) -> HTTPResponse? in
      log.append("\(request.method) \(isLastTry)")
      return request.method == "POST" && !isLastTry ? nil : HTTPResponse(status: 200, text: "")
    }
    client.process(at: 0, answer)
    client.process(at: 1000, answer)
    #expect(client.isWaiting)
    client.process(at: 2000, answer)
    #expect(!client.isWaiting)
    #expect(log == ["POST false", "POST false", "POST true", "GET false"])
  }
}
