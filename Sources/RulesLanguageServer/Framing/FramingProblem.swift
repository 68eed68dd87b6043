/// Why bytes of a stream are no message.
package enum FramingProblem: Error, Sendable, Hashable {
  /// A line of a header is no name, colon and value.
  case brokenLine(String)
  /// A header does not say how long the body is.
  case missingLength
  /// A header says it with something that is no count, or says two counts.
  case brokenLength(String)
  /// A header does not end.
  case headerTooLong(limit: Int)
  /// A body would be too long.
  case bodyTooLong(Int, limit: Int)
  /// A body ends where the next message begins.
  case cutBody(Int, expected: Int)
  /// A body is written in another encoding than UTF-8.
  case encoding(String)

  /// One sentence for people, lower-case start, no final stop.
  package var message: String {
    switch self {
    case .brokenLine(let line):
      "found `\(line)` in place of a header, expected `Content-Length: COUNT`"
    case .missingLength:
      "the header has no `Content-Length`"
    case .brokenLength(let value):
      "found `\(value)` as `Content-Length`, expected one count of bytes"
    case .headerTooLong(let limit):
      "the header is longer than \(limit) bytes"
    case .bodyTooLong(let count, let limit):
      "the message has \(count) bytes, \(limit) are the most that are read"
    case .cutBody(let count, let expected):
      "the message ends after \(count) bytes, its header says \(expected)"
    case .encoding(let name):
      "the message is written in `\(name)`, only `utf-8` is read"
    }
  }
}
