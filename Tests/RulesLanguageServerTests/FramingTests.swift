import Foundation
import RulesLanguageServer
import Testing

/// How a stream is cut into messages, good streams and hostile ones.
struct FramingTests {
  /// A message with its header.
  private static func message(_ body: String) -> String {
    "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static func read(
    _ stream: ContiguousArray<UInt8>,
    chunk: Int = .max,
    limits: MessageFramer.Limits = MessageFramer.Limits()
  ) -> [String] {
    var framer = MessageFramer(limits: limits)
    var found: [String] = []
    var rest = stream[...]
    while !rest.isEmpty {
      framer.append(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
      while let frame = framer.next() {
        switch frame {
        case .body(let body): found.append(String(decoding: body, as: UTF8.self))
        case .problem(let problem): found.append("! \(problem.message)")
        }
      }
    }
    return found
  }

  static let streams: [(stream: String, frames: [String])] = [
    (message("{}"), ["{}"]),
    (message("{}") + message("[1]"), ["{}", "[1]"]),
    (
      "content-length:2\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n{}", ["{}"]
    ),
    (
      "Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}",
      ["{}"]
    ),
    ("Content-Type: a\nContent-Length: 2\n\n{}", ["{}"]),
    ("\r\n\n" + message("{}") + "\r\n" + message("1"), ["{}", "1"]),
    (message(""), [""]),
    (message("{\r\n\r\n}"), ["{\r\n\r\n}"]),
    // What follows no form is told of once, and left out.
    (
      "hello\r\n\r\n" + message("{}"),
      ["! found `hello` in place of a header, expected `Content-Length: COUNT`", "{}"]
    ),
    ("garbage" + message("{}"), ["! the header has no `Content-Length`", "{}"]),
    (
      "Content-Length: -5\r\n\r\n{\"a\":1}" + message("{}"),
      ["! found `-5` as `Content-Length`, expected one count of bytes", "{}"]
    ),
    (
      "Content-Length: 99999999999999999999\r\n\r\n{}" + message("1"),
      ["! found `99999999999999999999` as `Content-Length`, expected one count of bytes", "1"]
    ),
    (
      "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}" + message("1"),
      ["! found `2` as `Content-Length`, expected one count of bytes", "{}", "1"]
    ),
    ("X: 1\r\n\r\n" + message("1"), ["! the header has no `Content-Length`", "1"]),
    // A message that was cut ends where the next one begins.
    (
      "Content-Length: 30\r\n\r\n{\"a\":" + message("{}") + message("1"),
      ["! the message ends after 5 bytes, its header says 30", "{}", "1"]
    ),
    (
      "Content-Length: 7\r\n\r\n{\"a\":" + message("{}") + message("1"),
      ["! the message ends after 5 bytes, its header says 7", "{}", "1"]
    ),
    (
      "Content-Length: 21\r\n\r\n{\"a\":" + message("{}") + message("1"),
      ["! the message ends after 5 bytes, its header says 21", "{}", "1"]
    ),
    (
      "Content-Length: 25\r\n\r\n{\"a\":" + message("{}") + message("1"),
      ["! the message ends after 5 bytes, its header says 25", "{}", "1"]
    ),
    // One that is too long is left out.
    (
      "Content-Length: 50\r\n\r\n" + String(repeating: "x", count: 50) + message("1"),
      ["! the message has 50 bytes, 40 are the most that are read", "1"]
    ),
    (
      "Content-Length: 9000000000\r\n\r\nxx" + message("1"),
      ["! the message has 9000000000 bytes, 40 are the most that are read", "1"]
    ),
    (
      String(repeating: "y", count: 300) + message("1"),
      ["! the header is longer than 256 bytes", "1"]
    ),
    (
      "Content-Length: 2\r\nContent-Type: x; charset=utf-16\r\n\r\nab" + message("1"),
      ["! the message is written in `utf-16`, only `utf-8` is read", "1"]
    ),
  ]

  @Test("A stream is cut into messages, however it arrives", arguments: streams)
  func cutting(stream: String, frames: [String]) {
    var limits = MessageFramer.Limits()
    limits.headerByteCount = 256
    limits.bodyByteCount = 40
    let bytes = ContiguousArray(stream.utf8)
    for chunk in [1, 2, 3, 7, Int.max] {
      let found = Self.read(bytes, chunk: chunk, limits: limits)
      #expect(found == frames, "in pieces of \(chunk)")
    }
  }

  @Test("What is not UTF-8 goes through as it is")
  func bytes() {
    let body: ContiguousArray<UInt8> = [0x22, 0xFF, 0xC3, 0x22]
    var framer = MessageFramer()
    framer.append(ContiguousArray("Content-Length: 4\r\n\r\n".utf8) + body)
    #expect(framer.next() == .body(body))
    #expect(framer.next() == nil)
  }

  @Test(
    "Four times the garbage takes no more than about four times the work",
    arguments: [
      "Content-Length: x", "\r\n\r\n", "Content-Length: 99999999\r\n\r\n", "c", "a: b\r\n",
    ]
  )
  func growth(piece: String) {
    func work(_ count: Int) -> Double {
      let stream = ContiguousArray(String(repeating: piece, count: count).utf8)
      let start = Self.processorSeconds()
      _ = Self.read(stream, chunk: 4096)
      return Self.processorSeconds() - start
    }
    _ = work(1_000)
    let small = (0..<3).map { _ in work(20_000) }.min() ?? 0
    let large = (0..<3).map { _ in work(80_000) }.min() ?? 0
    #expect(large < small * 10 + 0.02)
  }

  /// The time that this thread has spent on a processor; others may be what takes time on the wall.
  private static func processorSeconds() -> Double {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test("What was given out takes no memory")
  func memory() {
    var framer = MessageFramer()
    let message = ContiguousArray(Self.message(String(repeating: "a", count: 10_000)).utf8)
    for _ in 0..<2_000 {
      framer.append(message)
      while framer.next() != nil {}
    }
    #expect(!framer.isInsideMessage)
  }
}
