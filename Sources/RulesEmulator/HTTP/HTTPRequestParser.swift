/// Reads requests from the bytes of a connection, however they are cut.
///
/// Source: RFC 9112. Nothing is guessed: two lengths, a length beside chunks, a space before a colon and a folded
/// line are refused, as what two readers see differently can be used to smuggle a request past one of them.
package struct HTTPRequestParser: Sendable {
  private let limits: HTTPLimits
  private var buffer: ContiguousArray<UInt8> = []
  /// The first byte that is not used yet.
  private var start = 0
  /// Where the search for the end of a line goes on.
  private var searched = 0
  private var state = State.head
  private var request = HTTPRequest(method: "", target: [])
  private var headByteCount = 0

  private enum State {
    case head
    case fields
    case body(remaining: Int)
    case chunkSize
    case chunk(remaining: Int)
    case chunkEnd
    case trailers
  }

  /// A parser at the beginning of a connection.
  package init(limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
  }

  /// Whether a part of a request was read, so that its end is awaited.
  package var isInsideRequest: Bool {
    if case .head = state { start < buffer.count } else { true }
  }

  /// Whether the client waits for `100 Continue` before it sends the body of the request that was begun.
  package private(set) var wantsContinue = false

  /// Notes that the client was told to go on.
  package mutating func didContinue() { wantsContinue = false }

  /// Takes bytes in.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0, start == buffer.count || start > 1 << 16 {
      buffer.removeSubrange(..<start)
      searched = max(0, searched - start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// What was taken in and belongs to no request, as another protocol follows.
  package mutating func takeRest() -> ContiguousArray<UInt8> {
    defer {
      buffer = []
      start = 0
      searched = 0
    }
    return ContiguousArray(buffer[start...])
  }

  /// The next whole request; nil where more bytes are needed.
  ///
  /// - Throws: what is wrong; nothing can be read after that.
  package mutating func next() throws(HTTPSyntaxError) -> HTTPRequest? {
    while true {
      switch state {
      case .head:
        guard let line = try line() else { return nil }
        // Empty lines before a request are skipped, as old clients send one too many.
        if line.isEmpty { continue }
        try readRequestLine(buffer[line])
        state = .fields
      case .fields:
        guard let line = try line() else { return nil }
        if line.isEmpty { try beginBody() } else { try readField(buffer[line]) }
        if case .head = state { return finish() }
      case .body(let remaining):
        let left = take(remaining)
        state = .body(remaining: left)
        guard left == 0 else { return nil }
        return finish()
      case .chunkSize:
        guard let line = try line() else { return nil }
        try readChunkSize(buffer[line])
      case .chunk(let remaining):
        let left = take(remaining)
        state = left == 0 ? .chunkEnd : .chunk(remaining: left)
        guard left == 0 else { return nil }
      case .chunkEnd:
        guard let line = try line() else { return nil }
        guard line.isEmpty else { throw bad("expected a line break after a chunk") }
        state = .chunkSize
      case .trailers:
        guard let line = try line() else { return nil }
        if line.isEmpty { return finish() }
      }
    }
  }

  private mutating func finish() -> HTTPRequest {
    let finished = request
    request = HTTPRequest(method: "", target: [])
    headByteCount = 0
    wantsContinue = false
    state = .head
    return finished
  }

  /// Moves bytes to the body; gives how many are still missing.
  private mutating func take(_ wanted: Int) -> Int {
    let count = min(wanted, buffer.count - start)
    request.body.append(contentsOf: buffer[start..<start + count])
    start += count
    searched = start
    return wanted - count
  }

  // MARK: Lines

  /// Where the next line stands without its break; nil where its end is not there yet.
  private mutating func line() throws(HTTPSyntaxError) -> Range<Int>? {
    let index = endOfLine(from: max(start, searched))
    searched = index
    guard headByteCount + index - start <= limits.headerByteCount else {
      throw HTTPSyntaxError(status: 431, message: "The header is too long.")
    }
    guard index < buffer.count else { return nil }
    var end = index
    if end > start, buffer[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    let line = start..<end
    guard !holdsControl(line) else { throw bad("The header holds a control character.") }
    headByteCount += index + 1 - start
    start = index + 1
    searched = start
    return line
  }

  /// Where the next line feed is; the end where there is none.
  private func endOfLine(from index: Int) -> Int {
    let bytes = buffer.span
    var index = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
    return index
  }

  /// Whether a line holds what no line may.
  private func holdsControl(_ line: Range<Int>) -> Bool {
    let bytes = buffer.span
    return line.contains { bytes[$0] == 0 || bytes[$0] == UInt8(ascii: "\r") }
  }

  private func bad(_ message: String) -> HTTPSyntaxError {
    HTTPSyntaxError(status: 400, message: message)
  }

  private mutating func readRequestLine(
    _ line: ArraySlice<UInt8>
  ) throws(HTTPSyntaxError) {
    let blank = UInt8(ascii: " ")
    guard let first = line.firstIndex(of: blank), let last = line.lastIndex(of: blank),
      first + 1 < last, !line[(first + 1)..<last].contains(blank), isToken(line[..<first])
    else { throw bad("The request line is not one of HTTP/1.1.") }
    let version = line[(last + 1)...]
    if version.elementsEqual("HTTP/1.1".utf8) {
      request.keepsAlive = true
    } else if version.elementsEqual("HTTP/1.0".utf8) {
      request.keepsAlive = false
    } else {
      throw HTTPSyntaxError(status: 505, message: "Only HTTP/1.1 is spoken here.")
    }
    request.method = String(decoding: line[..<first], as: UTF8.self)
    request.target = originForm(ContiguousArray(line[(first + 1)..<last]))
  }

  /// The path and query of a target that names a host too, as requests through a proxy do.
  private func originForm(_ target: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let scheme = "http://".utf8
    guard target.first != UInt8(ascii: "/"), target.starts(with: scheme) else { return target }
    let rest = target.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return [UInt8(ascii: "/")] }
    return ContiguousArray(rest[slash...])
  }

  private mutating func readField(_ line: ArraySlice<UInt8>) throws(HTTPSyntaxError) {
    guard request.fields.count < limits.fieldCount else {
      throw HTTPSyntaxError(status: 431, message: "The header has too many fields.")
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else {
      throw bad("A line of the header is no field.")
    }
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var value = line[(colon + 1)...].drop(while: isBlank)
    while let last = value.last, isBlank(last) { value = value.dropLast() }
    let name = line[..<colon].map { byte in
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
    request.fields.append(
      (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    )
  }

  private func isToken(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  // MARK: Bodies

  private mutating func beginBody() throws(HTTPSyntaxError) {
    applyConnectionField()
    let lengths = request.fields.filter { $0.name == "content-length" }.map(\.value)
    let codings = request.fields.filter { $0.name == "transfer-encoding" }.map(\.value)
    if !codings.isEmpty {
      guard lengths.isEmpty else { throw bad("A body has a length or chunks, not both.") }
      guard codings.count == 1, codings[0].lowercased() == "chunked" else {
        throw HTTPSyntaxError(status: 501, message: "Bodies come whole or in chunks.")
      }
      try readExpectation()
      state = .chunkSize
      return
    }
    guard let text = lengths.first else {
      state = .head
      return
    }
    guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) else {
      throw bad("The length of the body is no number.")
    }
    guard let length = Int(text), length <= limits.bodyByteCount else {
      throw HTTPSyntaxError(status: 413, message: "The body is too large.")
    }
    if length == 0 {
      state = .head
      return
    }
    try readExpectation()
    // What the client claims is not what it sends: room is made only for what is common.
    request.body.reserveCapacity(min(length, 1 << 16))
    state = .body(remaining: length)
  }

  private mutating func readExpectation() throws(HTTPSyntaxError) {
    guard let expectation = request["expect"] else { return }
    guard expectation.lowercased() == "100-continue" else {
      throw HTTPSyntaxError(status: 417, message: "The only expectation that is met is to go on.")
    }
    wantsContinue = true
  }

  private mutating func applyConnectionField() {
    guard let connection = request["connection"]?.lowercased() else { return }
    if connection.contains("close") { request.keepsAlive = false }
    if connection.contains("keep-alive") { request.keepsAlive = true }
  }

  private mutating func readChunkSize(_ line: ArraySlice<UInt8>) throws(HTTPSyntaxError) {
    // The lines of chunks count for themselves, not for the header.
    headByteCount = 0
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
    guard (1...8).contains(digits.count),
      digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw bad("The size of a chunk is no number.") }
    guard request.body.count + size <= limits.bodyByteCount else {
      throw HTTPSyntaxError(status: 413, message: "The body is too large.")
    }
    state = size == 0 ? .trailers : .chunk(remaining: size)
  }
}
