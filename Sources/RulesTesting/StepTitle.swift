package import RulesSource

/// A request as one line for people: most are never shown, so the line is made when it is asked for.
package enum StepTitle: Sendable, CustomStringConvertible {
  /// The line itself.
  case text(String)
  /// The source of the request with its white space as single blanks.
  case source(SourceFile, SourceRange)

  /// The line.
  package var description: String {
    switch self {
    case .text(let text): text
    case .source(let source, let range): source.oneLine(range)
    }
  }
}

extension SourceFile {
  /// A part of the source with its white space as single blanks, for reports.
  func oneLine(_ range: SourceRange) -> String {
    let limit = 158
    let source = bytes[Int(range.lowerBound)..<min(Int(range.upperBound), bytes.count)]
    if source.count <= limit, Self.isOneLine(source) {
      return String(decoding: source, as: UTF8.self)
    }
    var line: [UInt8] = []
    for byte in source {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        if let last = line.last, last != UInt8(ascii: " ") { line.append(UInt8(ascii: " ")) }
      default: line.append(byte)
      }
    }
    while line.last == UInt8(ascii: ";") || line.last == UInt8(ascii: " ") { line.removeLast() }
    guard line.count > limit + 2 else { return String(decoding: line, as: UTF8.self) }
    if line.prefix(limit + 1).allSatisfy({ $0 < 0x80 }) {
      return String(decoding: line.prefix(limit), as: UTF8.self) + "…"
    }
    return String(String(decoding: line, as: UTF8.self).prefix(limit)) + "…"
  }

  /// Whether a request is shown as it is written.
  private static func isOneLine(_ source: ContiguousArray<UInt8>.SubSequence) -> Bool {
    var isAfterBlank = true
    for byte in source {
      let isBlank = byte == UInt8(ascii: " ")
      if byte < 0x20 || isBlank && isAfterBlank { return false }
      isAfterBlank = isBlank
    }
    return !isAfterBlank && source.last != UInt8(ascii: ";")
  }
}
