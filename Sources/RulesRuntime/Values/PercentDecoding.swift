/// The decoding of path segments: `%2F` as UTF-8, and `+` as a blank, as in a URL form.
public enum PercentDecoding {
  /// The text that a segment as written stands for.
  ///
  /// - Throws: `Unable to decode TEXT to url. Error: …`, with the words of Java's decoder.
  public static func decode(_ text: Text) throws(FaultReason) -> Text {
    let percent = UInt8(ascii: "%")
    guard text.utf8.contains(where: { $0 == percent || $0 == UInt8(ascii: "+") }) else {
      return text
    }
    var result = ContiguousArray<UInt8>()
    result.reserveCapacity(text.utf8.count)
    var index = 0
    while index < text.utf8.count {
      let byte = text.utf8[index]
      if byte == percent {
        var decoded = ContiguousArray<UInt8>()
        while index < text.utf8.count, text.utf8[index] == percent {
          decoded.append(try escape(in: text, at: index))
          index += 3
        }
        appendUTF8(decoded, to: &result)
      } else {
        result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return Text(wtf8: result)
  }

  /// The byte of an escape.
  private static func escape(in text: Text, at percent: Int) throws(FaultReason) -> UInt8 {
    var units = UnitSequence(text: text, byte: percent + 1)
    guard let high = units.next(), let low = units.next() else {
      throw fault(text, "Incomplete trailing escape (%) pattern")
    }
    guard let highDigit = hexadecimalDigit(high) else { throw fault(text, badDigit: high) }
    guard let lowDigit = hexadecimalDigit(low) else { throw fault(text, badDigit: low) }
    return highDigit << 4 | lowDigit
  }

  private static func hexadecimalDigit(_ unit: UInt16) -> UInt8? {
    switch UInt8(exactly: unit) {
    case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): byte - 0x30
    case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): byte - 0x57
    case .some(let byte) where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte): byte - 0x37
    default: nil
    }
  }

  private static func fault(_ text: Text, badDigit unit: UInt16) -> FaultReason {
    let digit = Unicode.Scalar(unit).map { String($0) } ?? "?"
    return fault(
      text,
      "Illegal hex characters in escape (%) pattern - not a hexadecimal digit: "
        + "\"\(digit)\" = \(unit)"
    )
  }

  private static func fault(_ text: Text, _ reason: String) -> FaultReason {
    .other(text.wrapped("Unable to decode ", " to url. Error: URLDecoder: \(reason)"))
  }

  /// Adds bytes as UTF-8; each part that cannot be read becomes U+FFFD, as Java counts such parts:
  /// half a surrogate pair is one.
  private static func appendUTF8(
    _ bytes: ContiguousArray<UInt8>,
    to result: inout ContiguousArray<UInt8>
  ) {
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      let (length, second): (Int, ClosedRange<UInt8>) =
        switch lead {
        case 0..<0x80: (1, 0x80...0xBF)
        case 0xC2..<0xE0: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xE1..<0xF0: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1..<0xF4: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: (0, 0x80...0xBF)
        }
      var read = 1
      while read < length, index + read < bytes.count,
        (read == 1 ? second : 0x80...0xBF).contains(bytes[index + read])
      {
        read += 1
      }
      let isSurrogate = lead == 0xED && read > 1 && bytes[index + 1] >= 0xA0
      if read == length, !isSurrogate {
        result.append(contentsOf: bytes[index..<(index + read)])
      } else {
        result.append(contentsOf: "\u{FFFD}".utf8)
      }
      index += read
    }
  }
}
