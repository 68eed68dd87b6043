/// The header of a message.
struct MessageHeader {
  /// Count of bytes of the body.
  private(set) var length: Result<Int, FramingProblem>
  /// Why the body can't be read although its length is known.
  private(set) var refusal: FramingProblem?

  /// Reads the lines of a header, the empty one at their end with them.
  init(_ bytes: ArraySlice<UInt8>) {
    length = .failure(.missingLength)
    var count: Int?
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard !line.isEmpty else { continue }
      guard let field = Field(line) else {
        length = .failure(.brokenLine(text(line)))
        return
      }
      if HeaderName.matches(field.name, HeaderName.contentLength) {
        guard let value = Self.count(field.value), count.map({ $0 == value }) ?? true else {
          length = .failure(.brokenLength(text(field.value)))
          return
        }
        count = value
      } else if HeaderName.matches(field.name, HeaderName.contentType) {
        refusal = Self.refusal(ofType: field.value)
      }
    }
    if let count { length = .success(count) }
  }

  /// Where a header begins at whose empty line the bytes end; nil where they end with none.
  static func beginning(in bytes: ArraySlice<UInt8>, _ limits: MessageFramer.Limits) -> Int? {
    let tail = bytes.suffix(limits.headerByteCount)
    guard let start = HeaderName.lastIndex(of: HeaderName.contentLength, in: tail),
      case .success = MessageHeader(bytes[start...]).length
    else { return nil }
    return start
  }

  /// One line: a name and a value.
  private struct Field {
    let name: ArraySlice<UInt8>
    let value: ArraySlice<UInt8>

    init?(_ line: ArraySlice<UInt8>) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy({ 0x21...0x7E ~= $0 })
      else { return nil }
      name = line[..<colon]
      value = Self.trimmed(line[(colon + 1)...])
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      var bytes = bytes.drop(while: isSpace)
      while let last = bytes.last, isSpace(last) { bytes.removeLast() }
      return bytes
    }
  }

  private static func count(_ value: ArraySlice<UInt8>) -> Int? {
    guard !value.isEmpty, value.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return nil
    }
    return Int(String(decoding: value, as: UTF8.self))
  }

  /// Only UTF-8 is read; `utf8` is how older clients spell it.
  private static func refusal(ofType value: ArraySlice<UInt8>) -> FramingProblem? {
    let type = String(decoding: value, as: UTF8.self).lowercased()
    guard let charset = type.split(separator: ";").first(where: { $0.contains("charset=") }),
      let name = charset.split(separator: "=").last?.filter({ $0 != " " && $0 != "\"" }),
      name != "utf-8", name != "utf8"
    else { return nil }
    return .encoding(String(name.prefix(40)))
  }
}

/// Names of the fields of headers, which are compared without regard to case.
enum HeaderName {
  /// The field that each header has.
  static let contentLength = ContiguousArray("content-length".utf8)
  /// The field that may name an encoding.
  static let contentType = ContiguousArray("content-type".utf8)

  /// Whether bytes are a name.
  static func matches(_ bytes: ArraySlice<UInt8>, _ name: ContiguousArray<UInt8>) -> Bool {
    bytes.count == name.count && zip(bytes, name).allSatisfy { lowercase($0) == $1 }
  }

  /// Where a name first begins.
  static func firstIndex(of name: ContiguousArray<UInt8>, in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= name.count else { return nil }
    return (bytes.startIndex...(bytes.endIndex - name.count)).first { begins(name, at: $0, bytes) }
  }

  /// Where a name last begins.
  static func lastIndex(of name: ContiguousArray<UInt8>, in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= name.count else { return nil }
    return (bytes.startIndex...(bytes.endIndex - name.count)).last { begins(name, at: $0, bytes) }
  }

  private static func begins(
    _ name: ContiguousArray<UInt8>,
    at index: Int,
    _ bytes: ArraySlice<UInt8>
  ) -> Bool {
    // Most bytes differ from the first one of the name already.
    lowercase(bytes[index]) == name[0] && matches(bytes[index..<(index + name.count)], name)
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}

/// A part of a header as text for people, cut where it is long.
private func text(_ bytes: ArraySlice<UInt8>) -> String {
  String(decoding: bytes.prefix(40), as: UTF8.self)
}
