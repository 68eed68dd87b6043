import RulesSource

/// The values of literals.
extension SyntaxTree {
  /// The content of a string literal in WTF-8: two escapes that form a surrogate pair are one
  /// character, a lone one is three bytes, and ill-formed source bytes are U+FFFD.
  ///
  /// The node is one whose main token is a string, so also a version statement or a test's title.
  package func stringValue(of id: NodeID) -> ContiguousArray<UInt8> {
    stringValue(of: self[id].mainToken)
  }

  /// The content of a string token; see `stringValue(of:)` of a node.
  package func stringValue(of token: TokenID) -> ContiguousArray<UInt8> {
    guard let content = content(of: token, prefix: 0) else { return [] }
    let isPlain = content.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
    if isPlain { return ContiguousArray(content) }
    var output = TextDecoder.repaired(content)
    guard content.contains(UInt8(ascii: "\\")) else { return output }
    let source = output
    output.removeAll(keepingCapacity: true)
    var pendingHigh: UInt16?
    func flush() {
      if let high = pendingHigh { TextDecoder.append(UInt32(high), to: &output) }
      pendingHigh = nil
    }
    var index = 0
    while index < source.count {
      guard source[index] == UInt8(ascii: "\\"), index + 1 < source.count else {
        flush()
        output.append(source[index])
        index += 1
        continue
      }
      let (unit, length) = Self.escape(in: source, at: index)
      index += length
      if let high = pendingHigh, (0xDC00...0xDFFF).contains(unit) {
        pendingHigh = nil
        let scalar = 0x10000 + (UInt32(high & 0x3FF) << 10) + UInt32(unit & 0x3FF)
        TextDecoder.append(scalar, to: &output)
        continue
      }
      flush()
      if (0xD800...0xDBFF).contains(unit) {
        pendingHigh = unit
      } else {
        TextDecoder.append(UInt32(unit), to: &output)
      }
    }
    flush()
    return output
  }

  /// The octets of a bytes literal; nil where it has an escape that only strings have.
  package func bytesValue(of id: NodeID) -> ContiguousArray<UInt8>? {
    guard let content = content(of: self[id].mainToken, prefix: 1) else { return nil }
    let source = TextDecoder.repaired(content)
    var output: ContiguousArray<UInt8> = []
    output.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      guard source[index] == UInt8(ascii: "\\"), index + 1 < source.count else {
        output.append(source[index])
        index += 1
        continue
      }
      guard source[index + 1] != UInt8(ascii: "u") else { return nil }
      let (unit, length) = Self.escape(in: source, at: index)
      output.append(UInt8(truncatingIfNeeded: unit))
      index += length
    }
    return output
  }

  /// The digits of an int literal as a number; nil where it is past `UInt64.max`.
  package func intMagnitude(of id: NodeID) -> UInt64? {
    let digits = bytes(of: self[id].mainToken)
    guard !digits.isEmpty else { return nil }
    var magnitude: UInt64 = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (tens, isTooGreat) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isGreater) = tens.addingReportingOverflow(UInt64(byte &- UInt8(ascii: "0")))
      guard !isTooGreat, !isGreater else { return nil }
      magnitude = sum
    }
    return magnitude
  }

  /// The value of a float literal, infinity where its digits exceed a double.
  package func floatValue(of id: NodeID) -> Double {
    var text = mainText(of: id)
    if text.hasPrefix(".") { text = "0" + text }
    if text.hasSuffix(".") { text += "0" }
    return Double(text) ?? .infinity
  }

  /// The text of a literal path segment in WTF-8, decoded as the part of a URL.
  ///
  /// `%HH` is UTF-8, with U+FFFD for what is ill-formed, and `+` a space; `(x)` keeps its
  /// parentheses.
  package func segmentText(of id: NodeID) -> ContiguousArray<UInt8> {
    let source = bytes(of: self[id].mainToken).dropFirst()
    let isPlain = source.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
    if isPlain { return ContiguousArray(source) }
    var output: ContiguousArray<UInt8> = []
    var index = source.startIndex
    while index < source.endIndex {
      guard source[index] == UInt8(ascii: "%") else {
        output.append(source[index] == UInt8(ascii: "+") ? 0x20 : source[index])
        index += 1
        continue
      }
      // A run of escapes is one piece of UTF-8.
      var run: ContiguousArray<UInt8> = []
      while index + 2 < source.endIndex, source[index] == UInt8(ascii: "%"),
        let high = source[index + 1].hexValue, let low = source[index + 2].hexValue
      {
        run.append(high << 4 | low)
        index += 3
      }
      if run.isEmpty {
        output.append(source[index])
        index += 1
      }
      output.append(contentsOf: TextDecoder.repaired(run[...]))
    }
    return output
  }

  /// What stands between the quotes of a string token; nil where the token is none.
  private func content(
    of token: TokenID,
    prefix: Int
  ) -> ContiguousArray<UInt8>.SubSequence? {
    let bytes = bytes(of: token)
    let expected: TokenKind = prefix == 0 ? .stringLiteral : .bytesLiteral
    guard self[token].kind == expected, bytes.count >= prefix + 2 else { return nil }
    return bytes.dropFirst(prefix + 1).dropLast()
  }

  /// The UTF-16 unit of the escape at an index, and its length; a wrong escape is the character
  /// behind the backslash.
  private static func escape(
    in bytes: ContiguousArray<UInt8>,
    at index: Int
  ) -> (UInt16, Int) {
    func number(_ count: Int, from first: Int, radix shift: UInt16) -> UInt16 {
      bytes[first..<first + count].reduce(0) { $0 << shift | UInt16($1.hexValue ?? 0) }
    }
    guard let length = StringRules.escapeLength(bytes.span, at: index) else {
      return bytes[index + 1] < 0x80 ? (UInt16(bytes[index + 1]), 2) : (0x5C, 1)
    }
    switch bytes[index + 1] {
    case UInt8(ascii: "n"): return (0x0A, length)
    case UInt8(ascii: "r"): return (0x0D, length)
    case UInt8(ascii: "t"): return (0x09, length)
    case UInt8(ascii: "b"): return (0x08, length)
    case UInt8(ascii: "f"): return (0x0C, length)
    case UInt8(ascii: "x"): return (number(2, from: index + 2, radix: 4), length)
    case UInt8(ascii: "u"): return (number(4, from: index + 2, radix: 4), length)
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      return (number(3, from: index + 1, radix: 3), length)
    default: return (UInt16(bytes[index + 1]), length)
    }
  }
}

/// Conversions between bytes and text.
enum TextDecoder {
  /// The bytes with each ill-formed part replaced by U+FFFD, as Java's decoder does it.
  static func repaired(_ bytes: ContiguousArray<UInt8>.SubSequence) -> ContiguousArray<UInt8> {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return ContiguousArray(bytes) }
    return ContiguousArray(String(decoding: bytes, as: UTF8.self).utf8)
  }

  /// Appends a code point in WTF-8: surrogates are three bytes.
  static func append(_ value: UInt32, to output: inout ContiguousArray<UInt8>) {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: value >> shift & 0x3F) }
    switch value {
    case 0..<0x80:
      output.append(UInt8(truncatingIfNeeded: value))
    case 0x80..<0x800:
      output.append(0xC0 | UInt8(truncatingIfNeeded: value >> 6))
      output.append(tail(0))
    case 0x800..<0x10000:
      output.append(0xE0 | UInt8(truncatingIfNeeded: value >> 12))
      output.append(tail(6))
      output.append(tail(0))
    default:
      output.append(0xF0 | UInt8(truncatingIfNeeded: value >> 18))
      output.append(tail(12))
      output.append(tail(6))
      output.append(tail(0))
    }
  }
}
