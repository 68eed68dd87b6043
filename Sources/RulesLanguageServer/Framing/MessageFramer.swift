/// Cuts a stream of bytes into the bodies of messages.
///
/// A message is a header of lines that end in CR LF, an empty line, and as many bytes as
/// `Content-Length` says. Bytes that follow no such form are told of once and left out up to the
/// next header. A message that was cut off is known by the header of the next one inside its body:
/// JSON holds no raw line break in a string, so a body can't hold a header.
package struct MessageFramer: Sendable {
  /// What a stream holds.
  package enum Frame: Sendable, Hashable {
    /// The body of a message.
    case body(ContiguousArray<UInt8>)
    /// Bytes that are no message, and why.
    case problem(FramingProblem)
  }

  /// How large the parts of a message may be.
  package struct Limits: Sendable, Hashable {
    /// Count of bytes of a header.
    package var headerByteCount = 8 << 10
    /// Count of bytes of a body.
    package var bodyByteCount = 64 << 20

    /// Limits that no editor reaches.
    package init() {}
  }

  private enum State {
    /// The next bytes are a header.
    case header
    /// Bytes are left out up to the next header.
    case garbage
    /// So many bytes of a body are awaited.
    case body(count: Int)
    /// The bytes of a body are awaited that is not wanted.
    case unwantedBody(count: Int)
  }

  private let limits: Limits
  private var state = State.header
  /// What was received and not yet given out begins at `start`.
  private var buffer: ContiguousArray<UInt8> = []
  private var start = 0
  /// What lies before it was searched for the end of a header.
  private var searched = 0
  /// Where the last empty line inside a body ends; a header of a next message begins behind it.
  private var emptyLine = 0

  /// A framer that has received nothing.
  package init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Takes bytes that were received.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    buffer.append(contentsOf: bytes)
  }

  /// The next part of what was received; nil where more bytes are needed.
  package mutating func next() -> Frame? {
    defer { compact() }
    while true {
      switch state {
      case .header:
        guard let found = takeHeader() else { return nil }
        if case .failure(let problem) = found { return .problem(problem) }
      case .garbage:
        guard skipGarbage() else { return nil }
      case .body(let count):
        guard let frame = takeBody(count) else { return nil }
        return frame
      case .unwantedBody(let count):
        guard skipBody(count) else { return nil }
      }
    }
  }

  /// Whether a part of a message was received, and not its end.
  package var isInsideMessage: Bool {
    if case .header = state { return start < buffer.count }
    return true
  }

  // MARK: Headers

  /// Reads a header, and says what is wrong with it; nil where its end was not received.
  private mutating func takeHeader() -> Result<Void, FramingProblem>? {
    // Line breaks between messages do no harm.
    while start < buffer.count,
      buffer[start] == UInt8(ascii: "\r") || buffer[start] == UInt8(ascii: "\n")
    {
      start += 1
    }
    let end = endOfHeader()
    if (end?.upperBound ?? buffer.count) - start > limits.headerByteCount {
      dropHeader(upTo: end?.upperBound ?? buffer.count)
      return .failure(.headerTooLong(limit: limits.headerByteCount))
    }
    guard let end else { return nil }
    let header = MessageHeader(buffer[start..<end.upperBound])
    switch header.length {
    case .failure(let problem):
      dropHeader(upTo: end.upperBound)
      return .failure(problem)
    case .success(let count):
      start = end.upperBound
      searched = start
      emptyLine = start
      if let problem = header.refusal ?? sizeProblem(count) {
        state = .unwantedBody(count: count)
        return .failure(problem)
      }
      state = .body(count: count)
      return .success(())
    }
  }

  private func sizeProblem(_ count: Int) -> FramingProblem? {
    count > limits.bodyByteCount ? .bodyTooLong(count, limit: limits.bodyByteCount) : nil
  }

  /// Leaves out a header that is none; one that begins inside it is kept.
  private mutating func dropHeader(upTo end: Int) {
    let name = HeaderName.contentLength
    if let next = HeaderName.lastIndex(of: name, in: buffer[(start + 1)..<max(start + 1, end)]) {
      start = next
      state = .header
    } else {
      start = end
      state = .garbage
    }
    searched = start
  }

  /// Where the empty line after a header is, its line breaks with it.
  private mutating func endOfHeader() -> Range<Int>? {
    var index = max(start, searched)
    while index < buffer.count {
      if buffer[index] == UInt8(ascii: "\n") {
        // An empty line is one that ends where it begins, a CR aside.
        var before = index - 1
        if before >= start, buffer[before] == UInt8(ascii: "\r") { before -= 1 }
        if before < start || buffer[before] == UInt8(ascii: "\n") {
          return start..<(index + 1)
        }
      }
      index += 1
    }
    searched = buffer.count
    return nil
  }

  /// Leaves bytes out up to the name of the field that each header has.
  private mutating func skipGarbage() -> Bool {
    let name = HeaderName.contentLength
    if let next = HeaderName.firstIndex(of: name, in: buffer[start...]) {
      start = next
      searched = next
      state = .header
      return true
    }
    // The name may have been received in part.
    start = max(start, buffer.count - (name.count - 1))
    searched = start
    return false
  }

  // MARK: Bodies

  private mutating func takeBody(_ count: Int) -> Frame? {
    if let header = headerInBody(count) {
      let found = header - start
      start = header
      searched = header
      state = .header
      return .problem(.cutBody(found, expected: count))
    }
    guard buffer.count - start >= count else { return nil }
    if let header = headerBegun(in: start..<(start + count)) {
      let found = header - start
      start = header
      searched = header
      state = .header
      return .problem(.cutBody(found, expected: count))
    }
    let body = ContiguousArray(buffer[start..<(start + count)])
    start += count
    searched = start
    state = .header
    return .body(body)
  }

  private mutating func skipBody(_ count: Int) -> Bool {
    if let header = headerInBody(count) {
      start = header
      searched = header
      state = .header
      return true
    }
    let available = min(count, buffer.count - start)
    if available == count {
      start += count
      searched = start
      state = .header
      return true
    }
    // What may be the beginning of a header is kept.
    let kept = min(available, limits.headerByteCount)
    let dropped = available - kept
    start += dropped
    state = .unwantedBody(count: count - dropped)
    return false
  }

  /// Where a header begins among the bytes of a body.
  private mutating func headerInBody(_ count: Int) -> Int? {
    let end = min(buffer.count, count > buffer.count - start ? buffer.count : start + count)
    var index = max(start + 3, searched)
    while index < end {
      if buffer[index] == UInt8(ascii: "\n"), buffer[index - 1] == UInt8(ascii: "\r"),
        buffer[index - 2] == UInt8(ascii: "\n"), buffer[index - 3] == UInt8(ascii: "\r")
      {
        let block = buffer[max(start, emptyLine)..<(index + 1)]
        if let header = MessageHeader.beginning(in: block, limits) { return header }
        emptyLine = index + 1
      }
      index += 1
    }
    searched = end
    return nil
  }

  /// Where a header begins in the last bytes of a body and goes on behind them: no JSON ends so.
  private func headerBegun(in body: Range<Int>) -> Int? {
    guard let last = buffer[body].last, last != UInt8(ascii: "}") else { return nil }
    // A length has a few digits.
    let first = max(body.lowerBound, body.upperBound - HeaderName.contentLength.count - 30)
    return (first..<body.upperBound).first { isBeginningOfHeader(buffer[$0..<body.upperBound]) }
  }

  /// Whether bytes may go on as the field that each header has.
  private func isBeginningOfHeader(_ bytes: ContiguousArray<UInt8>.SubSequence) -> Bool {
    let name = HeaderName.contentLength
    guard zip(bytes, name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else { return false }
    let rest = bytes.dropFirst(name.count).drop {
      $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ")
    }
    return rest.drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      .allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
  }

  /// Gives back the memory of what was given out.
  private mutating func compact() {
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
    } else if start > 1 << 16, start > buffer.count / 2 {
      buffer = ContiguousArray(buffer[start...])
    } else {
      return
    }
    searched = max(0, searched - start)
    emptyLine = max(0, emptyLine - start)
    start = 0
  }
}
