/// One client: what it has sent, and what it is still to get.
///
/// Knows nothing of sockets, so that tests can be clients.
package struct Connection: Sendable {
  private var parser: HTTPRequestParser
  private var output: ContiguousArray<UInt8> = []
  private var sent = 0
  /// What reads the client's frames once it watches; nil before that.
  private var frames: WebSocketReader?
  /// A request that waits for a transaction, and since when.
  private var waiting: (request: HTTPRequest, since: Int)?
  /// Whether it is closed when all is sent.
  private var isEnding = false
  /// When something was last received or sent, in milliseconds.
  private var lastActivity: Int

  /// The most bytes that may wait for a client that watches; one that does not read is let go.
  private static let watcherOutputLimit = 16 << 20
  /// The most bytes of replies that may wait; a client that does not read gets no further ones.
  private static let outputLimit = 1 << 20
  /// How long a client may take for a request that it has begun, in milliseconds.
  private static let requestTimeLimit = 30_000
  /// How long a connection may rest.
  private static let idleTimeLimit = 300_000
  /// How long a request may wait for a transaction.
  ///
  /// Source: recorded from the official emulator.
  static let lockTimeLimit = 2000

  /// A connection that was just made.
  package init(limits: HTTPLimits = HTTPLimits(), at time: Int) {
    parser = HTTPRequestParser(limits: limits)
    lastActivity = time
  }

  /// Whether more may be read from the client.
  package var wantsInput: Bool {
    !isEnding && waiting == nil && output.count - sent < Self.outputLimit
  }

  /// What is to be sent, from an offset on.
  package var pending: (bytes: ContiguousArray<UInt8>, offset: Int)? {
    sent < output.count ? (output, sent) : nil
  }

  /// Whether there is nothing left to do.
  package var isFinished: Bool { isEnding && sent == output.count && waiting == nil }

  /// Whether a request waits for a transaction.
  package var isWaiting: Bool { waiting != nil }

  /// Takes bytes of the client in.
  package mutating func receive(_ bytes: some Collection<UInt8>, at time: Int) {
    lastActivity = time
    if frames == nil { parser.append(bytes) } else { read(bytes) }
  }

  private mutating func read(_ bytes: some Collection<UInt8>) {
    guard let result = frames?.read(bytes) else { return }
    output.append(contentsOf: result.reply)
    if result.isEnd { isEnding = true }
  }

  /// Whether the client watches requests.
  package var isWatching: Bool { frames != nil && !isEnding }

  /// Tells a client that watches.
  package mutating func tell(_ frame: ContiguousArray<UInt8>) {
    guard isWatching else { return }
    guard output.count - sent + frame.count <= Self.watcherOutputLimit else {
      isEnding = true
      output = []
      sent = 0
      return
    }
    output.append(contentsOf: frame)
  }

  /// Notes that bytes were sent.
  package mutating func didSend(_ count: Int, at time: Int) {
    sent += count
    lastActivity = time
    if sent == output.count {
      output.removeAll(keepingCapacity: output.capacity <= 1 << 16)
      sent = 0
    }
  }

  /// Answers the requests that are whole, one after the other.
  ///
  /// - Parameters:
  ///   - time: milliseconds of any clock that only goes forward.
  ///   - answer: gives the reply to a request, or nil for one that has to wait; it is told whether it may not wait
  ///     any longer.
  package mutating func process(
    at time: Int,
    _ answer: (HTTPRequest, _ isLastTry: Bool) -> HTTPResponse?
  ) {
    if let (request, since) = waiting {
      guard let response = answer(request, time - since >= Self.lockTimeLimit) else { return }
      waiting = nil
      reply(response, to: request)
    }
    while wantsInput, frames == nil {
      do throws(HTTPSyntaxError) {
        guard let request = try parser.next() else { break }
        guard let response = answer(request, false) else {
          waiting = (request, time)
          return
        }
        reply(response, to: request)
      } catch {
        output.append(
          contentsOf: HTTPResponse(status: error.status, text: error.message + "\n")
            .bytes(keepsAlive: false)
        )
        isEnding = true
      }
    }
    if parser.wantsContinue, !isEnding {
      output.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
      parser.didContinue()
    }
  }

  private mutating func reply(_ response: HTTPResponse, to request: HTTPRequest) {
    response.write(
      to: &output,
      keepsAlive: request.keepsAlive,
      hasBody: request.method != "HEAD"
    )
    if response.status == 101 {
      frames = WebSocketReader()
      read(parser.takeRest())
    } else if !request.keepsAlive {
      isEnding = true
    }
  }

  /// Notes that the client sends nothing any more.
  package mutating func endInput() { isEnding = true }

  /// Whether the client has taken too long.
  package func isStale(at time: Int) -> Bool {
    guard waiting == nil else { return false }
    // Who watches may have nothing to see for any time, but has to read what there is.
    if frames != nil { return pending != nil && time - lastActivity > Self.requestTimeLimit }
    let limit =
      parser.isInsideRequest || pending != nil ? Self.requestTimeLimit : Self.idleTimeLimit
    return time - lastActivity > limit
  }
}
