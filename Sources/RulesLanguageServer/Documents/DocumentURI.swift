/// The address of a document, and the name that it has here: the path of a file, the whole address of others.
package struct DocumentURI: Sendable, Hashable {
  /// The name: a path for the scheme `file`, else the address as it was sent.
  package let name: String

  /// An address as a client sends it.
  package init(_ text: String) {
    name = Self.path(of: text) ?? text
  }

  /// Whether the document is a file.
  package var isFile: Bool { name.utf8.first == UInt8(ascii: "/") }

  /// The address of a name.
  package static func text(ofName name: String) -> String {
    guard name.utf8.first == UInt8(ascii: "/") else { return name }
    var text = "file://"
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    text += String(decoding: bytes, as: UTF8.self)
    return text
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// The path of an address of the scheme `file`; nil for others, and for files of other machines.
  private static func path(of text: String) -> String? {
    let bytes = Array(text.utf8)
    let scheme = Array("file:".utf8)
    guard bytes.count > scheme.count,
      zip(bytes, scheme).allSatisfy({ ($0 | 0x20) == ($1 | 0x20) })
    else { return nil }
    var rest = bytes[scheme.count...]
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || host.elementsEqual("localhost".utf8) else { return nil }
      rest = rest.dropFirst(host.count)
    }
    rest = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    return String(decoding: decoded(rest), as: UTF8.self)
  }

  /// The bytes with each `%` and two digits replaced by the byte that they stand for.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
