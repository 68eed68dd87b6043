import RulesSource

/// What is said about each way in which a text can be no JSON.
extension JSONScanner {
  /// Something else stands at the offset than what the grammar allows.
  func unexpected(_ expected: String) -> JSONSyntaxError {
    guard let byte = current else {
      return malformed(offset..<offset, found: "the end of the text", expected: expected)
    }
    if isWordByte(byte) {
      let word = wordRange(from: offset)
      return malformed(word, found: quoted(word), expected: expected)
    }
    guard let length = wellFormedLength(of: bytes[offset..<min(offset + 4, end)]) else {
      return illFormedText(at: offset)
    }
    let place = offset..<offset + length
    if byte < 0x20 || byte == 0x7F {
      return malformed(place, found: controlName(byte), expected: expected)
    }
    if bytes[place].elementsEqual([0xEF, 0xBB, 0xBF]) {
      return malformed(place, found: "a byte order mark", expected: expected)
    }
    return malformed(place, found: quoted(place), expected: expected)
  }

  /// The digits and letters from an offset make no number.
  func malformedNumber(from start: Int, _ expected: String) -> JSONSyntaxError {
    var place = wordRange(from: offset)
    place = start..<place.upperBound
    return malformed(place, found: quoted(place), expected: expected)
  }

  /// A control character stands in a string.
  func controlCharacter() -> JSONSyntaxError {
    malformed(
      offset..<offset + 1,
      found: "\(controlName(bytes[offset])) in a string",
      expected: "its escape"
    )
  }

  /// A backslash with a character that it does not escape.
  func invalidEscape(from start: Int) -> JSONSyntaxError {
    guard offset < end else { return unclosedString(from: start) }
    guard let length = wellFormedLength(of: bytes[offset..<min(offset + 4, end)]) else {
      return illFormedText(at: offset)
    }
    let place = start..<offset + length
    let byte = bytes[offset]
    let found = byte < 0x20 ? "a backslash before \(controlName(byte))" : quoted(place)
    return malformed(
      place,
      found: found,
      expected: #"one of `\" \\ \/ \b \f \n \r \t \uXXXX`"#
    )
  }

  /// A string that the text ends in.
  func unclosedString(from start: Int) -> JSONSyntaxError {
    malformed(end..<end, found: "the end of the text in a string", expected: "`\"`")
  }

  /// A comment that the text ends in.
  func unclosedComment(from start: Int) -> JSONSyntaxError {
    malformed(start..<min(start + 2, end), found: "a comment without an end", expected: "`*/`")
  }

  /// Bytes that are not UTF-8.
  func illFormedText(at start: Int) -> JSONSyntaxError {
    let digits = String(bytes[start], radix: 16, uppercase: true)
    let name = digits.utf8.count < 2 ? "0\(digits)" : digits
    return JSONSyntaxError(
      Diagnostic(
        .illFormedJSONText,
        at: sourceRange(start..<start + 1),
        "found the byte 0x\(name), expected well-formed UTF-8"
      )
    )
  }

  /// A bracket or brace beyond the limit of depth.
  func tooDeep() -> JSONSyntaxError {
    JSONSyntaxError(
      Diagnostic(
        .deeplyNestedJSON,
        at: sourceRange(offset..<offset + 1),
        "found more than \(JSONValue.depthLimit) arrays and objects inside each other, "
          + "expected at most \(JSONValue.depthLimit)"
      )
    )
  }

  private func malformed(
    _ place: Range<Int>,
    found: String,
    expected: String
  ) -> JSONSyntaxError {
    JSONSyntaxError(
      Diagnostic(.malformedJSON, at: sourceRange(place), "found \(found), expected \(expected)")
    )
  }

  private func wordRange(from start: Int) -> Range<Int> {
    var stop = start
    while stop < end, isWordByte(bytes[stop]) || bytes[stop] == UInt8(ascii: ".") { stop += 1 }
    return start..<stop
  }

  /// The text of a place in backticks, cut where it is long.
  private func quoted(_ place: Range<Int>) -> String {
    let limit = 40
    let text = String(decoding: bytes[place].prefix(limit), as: UTF8.self)
    return place.count > limit ? "`\(text)…`" : "`\(text)`"
  }

  private func controlName(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return "a line break"
    case UInt8(ascii: "\t"): return "a tab"
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return "the control character U+00\(byte < 0x10 ? "0" : "")\(digits)"
    }
  }

  private func sourceRange(_ place: Range<Int>) -> SourceRange {
    SourceRange(
      UInt32(truncatingIfNeeded: place.lowerBound),
      UInt32(truncatingIfNeeded: place.upperBound)
    )
  }
}
