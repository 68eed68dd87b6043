package import RulesJSON

/// A reply to a request.
package struct HTTPResponse: Sendable {
  /// 200, 404, ….
  package var status: Int
  /// The fields of the header besides those of the connection.
  package var fields: [(name: String, value: String)] = []
  /// The body.
  package var body: ContiguousArray<UInt8> = []

  /// A reply from its parts.
  package init(status: Int, contentType: String, body: ContiguousArray<UInt8>) {
    self.status = status
    fields = [("Content-Type", contentType)]
    self.body = body
  }

  /// A reply of JSON.
  package init(status: Int = 200, _ json: JSONValue) {
    var body = json.bytes(.compact)
    body.append(UInt8(ascii: "\n"))
    self.init(status: status, json: body)
  }

  /// A reply of JSON that was written already.
  init(status: Int = 200, json body: ContiguousArray<UInt8>) {
    self.init(status: status, contentType: "application/json; charset=utf-8", body: body)
  }

  /// A reply of plain text.
  package init(status: Int, text: String) {
    self.init(
      status: status,
      contentType: "text/plain; charset=utf-8",
      body: ContiguousArray(text.utf8)
    )
  }

  /// The bytes that are sent.
  ///
  /// - Parameters:
  ///   - keepsAlive: whether the connection stays open.
  ///   - hasBody: whether the body itself is sent; a reply to `HEAD` has none.
  /// - Returns: the status line, the header, and the body.
  package func bytes(keepsAlive: Bool, hasBody: Bool = true) -> ContiguousArray<UInt8> {
    var bytes: ContiguousArray<UInt8> = []
    write(to: &bytes, keepsAlive: keepsAlive, hasBody: hasBody)
    return bytes
  }

  /// Appends the bytes that are sent.
  ///
  /// - Parameters:
  ///   - bytes: what is sent before them.
  ///   - keepsAlive: whether the connection stays open.
  ///   - hasBody: whether the body itself is sent; a reply to `HEAD` has none.
  func write(to bytes: inout ContiguousArray<UInt8>, keepsAlive: Bool, hasBody: Bool) {
    if bytes.isEmpty { bytes.reserveCapacity(body.count + 256) }
    func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
    add("HTTP/1.1 ")
    add(String(status))
    add(" ")
    add(Self.reason(status))
    add("\r\n")
    for field in fields {
      add(field.name)
      add(": ")
      add(field.value)
      add("\r\n")
    }
    guard status != 101 else {
      // What follows belongs to the other protocol.
      add("Connection: Upgrade\r\n\r\n")
      bytes.append(contentsOf: body)
      return
    }
    add("Content-Length: ")
    add(String(body.count))
    add("\r\n")
    add(keepsAlive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n")
    if hasBody { bytes.append(contentsOf: body) }
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 100: "Continue"
    case 101: "Switching Protocols"
    case 200: "OK"
    case 204: "No Content"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 417: "Expectation Failed"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Status"
    }
  }
}
