package import RulesRuntime

/// How the paths of a case and of its result are written.
package enum HostedPathEncoding: Sendable, Hashable {
  /// Segments as in the path of a URL: `/databases/%28default%29/documents/a`.
  case urlEncoded
  /// Segments as they are.
  case plain

  /// The segments of a path as written.
  ///
  /// - Throws: the fault of an escape that is none.
  package func segments(of text: Text) throws(FaultReason) -> ContiguousArray<Text> {
    var parts = text.split(by: UInt8(ascii: "/"))
    if parts.first?.isEmpty == true { parts.removeFirst() }
    guard case .urlEncoded = self else { return ContiguousArray(parts) }
    var segments: ContiguousArray<Text> = []
    for part in parts { segments.append(try PercentDecoding.decode(part)) }
    return segments
  }

  /// A path as it is written.
  package func text(of segments: ContiguousArray<Text>) -> ContiguousArray<UInt8> {
    var text: ContiguousArray<UInt8> = []
    for segment in segments {
      text.append(UInt8(ascii: "/"))
      let bytes = segment.replacingLoneSurrogates(by: [UInt8(ascii: "?")])
      switch self {
      case .plain: text.append(contentsOf: bytes)
      case .urlEncoded: for byte in bytes { Self.appendEncoded(byte, to: &text) }
      }
    }
    return text.isEmpty ? [UInt8(ascii: "/")] : text
  }

  private static let hexadecimal = ContiguousArray("0123456789ABCDEF".utf8)

  /// Source: recorded from the hosted test API: brackets are escaped (RFC 3986, unreserved characters).
  private static func appendEncoded(_ byte: UInt8, to text: inout ContiguousArray<UInt8>) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      text.append(byte)
    default:
      text.append(UInt8(ascii: "%"))
      text.append(hexadecimal[Int(byte >> 4)])
      text.append(hexadecimal[Int(byte & 15)])
    }
  }
}
