package import RulesJSON
import RulesTesting

/// What both sides of a WebSocket say, as far as a server needs it that tells and is told nothing.
///
/// Source: RFC 6455.
package enum WebSocket {
  /// What a frame is.
  enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  /// A message of JSON, as one frame.
  package static func frame(_ message: JSONValue) -> ContiguousArray<UInt8> {
    frame(.text, message.bytes(.compact))
  }

  /// A frame of the server, which is not masked.
  static func frame(
    _ opcode: Opcode,
    _ content: ContiguousArray<UInt8>
  ) -> ContiguousArray<UInt8> {
    var bytes: ContiguousArray<UInt8> = [0x80 | opcode.rawValue]
    let count = UInt64(content.count)
    let shifts: [UInt64]
    switch count {
    case ..<126:
      bytes.append(UInt8(count))
      shifts = []
    case ..<0x1_0000:
      bytes.append(126)
      shifts = [8, 0]
    default:
      bytes.append(127)
      shifts = [56, 48, 40, 32, 24, 16, 8, 0]
    }
    for shift in shifts { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
    bytes.append(contentsOf: content)
    return bytes
  }

  /// The reply to a request for a WebSocket: what is sent first follows the header.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - first: the message that is sent first.
  /// - Returns: the reply; one that says what is missing where the request asks for something else.
  static func handshake(_ request: HTTPRequest, first: () -> JSONValue) -> HTTPResponse {
    let isUpgrade =
      holds("websocket", request["upgrade"]) && holds("upgrade", request["connection"])
    guard request.method == "GET", isUpgrade, let key = request["sec-websocket-key"],
      key.utf8.count == 24, request["sec-websocket-version"] == "13"
    else {
      var response = HTTPResponse(status: 426, text: "Expected a WebSocket of version 13.\n")
      response.fields += [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
      return response
    }
    let digest = SHA1.digest("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)
    var response = HTTPResponse(status: 101, text: "")
    response.fields = [
      ("Upgrade", "websocket"),
      ("Sec-WebSocket-Accept", Base64.encode(digest)),
    ]
    response.body = frame(first())
    return response
  }

  /// Whether a list of words holds one, in any case.
  private static func holds(_ word: String, _ list: String?) -> Bool {
    (list ?? "").split(separator: ",").contains { part in
      part.lowercased().filter { $0 != " " && $0 != "\t" } == word
    }
  }
}

/// Reads what a client says on a WebSocket, however it is cut: nothing but pings and the end matter.
struct WebSocketReader: Sendable {
  private var buffer: ContiguousArray<UInt8> = []
  /// Whether the next frame goes on with a message.
  private var isInsideMessage = false

  /// The most bytes of one frame: a client has nothing to tell.
  private static let frameLimit = 1 << 16

  /// What came of reading.
  struct Result {
    /// What is to be sent.
    var reply: ContiguousArray<UInt8> = []
    /// Whether nothing is to be read or sent after that.
    var isEnd = false
  }

  /// Why a connection is closed, by the numbers of the protocol.
  private enum Closing: UInt16 {
    case protocolError = 1002
    case tooBig = 1009
  }

  /// Takes bytes in, and gives what is to be said to them.
  mutating func read(_ bytes: some Collection<UInt8>) -> Result {
    buffer.append(contentsOf: bytes)
    var result = Result()
    var start = 0
    while !result.isEnd, let end = readFrame(at: start, &result) { start = end }
    buffer.removeSubrange(..<start)
    return result
  }

  /// The length of a frame's content, and where its mask stands; nil where they are not there in whole.
  private func length(ofFrameAt start: Int) -> (count: UInt64, mask: Int)? {
    let short = buffer[start + 1] & 0x7F
    let width = short == 127 ? 8 : short == 126 ? 2 : 0
    guard buffer.count >= start + 2 + width else { return nil }
    let long = buffer[(start + 2)..<(start + 2 + width)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return (width == 0 ? UInt64(short) : long, start + 2 + width)
  }

  /// Reads a frame, and gives where it ends; nil for one that is not there in whole, or wrong.
  private mutating func readFrame(at start: Int, _ result: inout Result) -> Int? {
    guard buffer.count >= start + 2 else { return nil }
    let isFinal = buffer[start] & 0x80 != 0
    let isMasked = buffer[start + 1] & 0x80 != 0
    // No extension was agreed on that would use the other bits, and every frame of a client is masked.
    guard isMasked, buffer[start] & 0x70 == 0,
      let opcode = WebSocket.Opcode(rawValue: buffer[start] & 0x0F)
    else { return close(.protocolError, &result) }
    guard let (count, mask) = length(ofFrameAt: start) else { return nil }
    let isControl = opcode.rawValue >= WebSocket.Opcode.close.rawValue
    guard count <= UInt64(Self.frameLimit) else { return close(.tooBig, &result) }
    if isControl, !isFinal || count > 125 { return close(.protocolError, &result) }
    let first = mask + 4
    let end = first + Int(count)
    guard buffer.count >= end else { return nil }
    switch opcode {
    case .continuation:
      guard isInsideMessage else { return close(.protocolError, &result) }
      isInsideMessage = !isFinal
    case .text, .binary:
      guard !isInsideMessage else { return close(.protocolError, &result) }
      isInsideMessage = !isFinal
    case .ping:
      result.reply += WebSocket.frame(.pong, unmasked(first..<end, mask))
    case .pong: break
    case .close:
      // The number is given back, what may stand behind it is not.
      let number = ContiguousArray(unmasked(first..<end, mask).prefix(2))
      result.reply += WebSocket.frame(.close, number.count == 2 ? number : [])
      result.isEnd = true
    }
    return end
  }

  private func unmasked(_ range: Range<Int>, _ mask: Int) -> ContiguousArray<UInt8> {
    ContiguousArray(range.map { buffer[$0] ^ buffer[mask + ($0 - range.lowerBound) % 4] })
  }

  private func close(_ reason: Closing, _ result: inout Result) -> Int? {
    result.reply += WebSocket.frame(
      .close,
      [UInt8(reason.rawValue >> 8), UInt8(reason.rawValue & 0xFF)]
    )
    result.isEnd = true
    return nil
  }
}
