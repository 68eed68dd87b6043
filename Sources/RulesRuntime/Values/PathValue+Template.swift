extension PathValue {
  /// The path that a text spells, captures included: what `path('a/{b}')` gives.
  ///
  /// Source: observation: measured values, §9.
  public init(template: Text) throws(FaultReason) {
    if template.isEmpty { throw .other("Empty Path Template is not allowed.") }
    let slash = UInt8(ascii: "/")
    let bytes = template.utf8.first == slash ? template.utf8.dropFirst() : template.utf8[...]
    var segments: ContiguousArray<Segment> = []
    for piece in bytes.split(separator: slash, omittingEmptySubsequences: false) {
      if segments.count == ValueLimit.elements { throw ValueLimit.elementFault }
      segments.append(try Self.segment(Self.trimmed(piece), of: template))
    }
    try self.init(unique: segments)
  }

  /// A path of segments that were put together.
  ///
  /// - Throws: `Variable NAME already exists in the PathTemplate.` for a capture that repeats.
  public init(unique segments: ContiguousArray<Segment>) throws(FaultReason) {
    if let name = Self.repeatedCapture(segments) {
      throw .other(name.wrapped("Variable ", " already exists in the PathTemplate."))
    }
    self.init(segments)
    try ValueLimit.check(elements: Int(plainCount))
  }

  /// The segment that a piece between slashes spells.
  private static func segment(
    _ piece: Text,
    of template: Text
  ) throws(FaultReason) -> Segment {
    if piece.isEmpty { throw invalid(template, "Empty segment is not allowed.") }
    guard piece.utf8.first == UInt8(ascii: "{") else {
      return .simple(try PercentDecoding.decode(piece))
    }
    guard piece.utf8.count > 1, piece.utf8.last == UInt8(ascii: "}") else {
      throw invalid(template, "The capture segment is not closed.")
    }
    var inside = piece.utf8.dropFirst().dropLast()
    var isGlob = false
    if inside.suffix(3).elementsEqual("=**".utf8) {
      isGlob = true
      inside.removeLast(3)
    } else if inside.suffix(2).elementsEqual("=*".utf8) {
      inside.removeLast(2)
    }
    let name = Text(wtf8: ContiguousArray(inside)).trimmed
    guard isIdentifier(name) else {
      throw .other(
        name.wrapped(
          "[Identifier [",
          "] should start with letter, dollar sign, or underscore and should not start with digit "
            + "and must not contain spaces."
        ).prefixed(template)
      )
    }
    return isGlob ? .glob(name: name, bound: nil) : .capture(name: name, bound: nil)
  }

  private static func invalid(_ template: Text, _ reason: Text) -> FaultReason {
    .other(reason.prefixed(template))
  }

  private static func isIdentifier(_ name: Text) -> Bool {
    for (index, byte) in name.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"), UInt8(ascii: "$"):
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "9") where index > 0: continue
      default: return false
      }
    }
    return !name.isEmpty
  }

  private static func repeatedCapture(_ segments: ContiguousArray<Segment>) -> Text? {
    var names: Set<Text> = []
    for segment in segments {
      switch segment {
      case .simple: continue
      case .capture(let name, _), .glob(let name, _):
        if !names.insert(name).inserted { return name }
      }
    }
    return nil
  }

  /// The piece without Unicode white space at its ends.
  private static func trimmed(_ piece: ArraySlice<UInt8>) -> Text {
    let text = Text(wtf8: ContiguousArray(piece))
    var start = 0
    while start < text.utf8.count, isWhiteSpace(text.codePoint(at: start)) {
      start = text.nextCharacter(after: start)
    }
    var end = text.utf8.count
    while end > start {
      var first = end - 1
      while first > start, text.utf8[first] & 0xC0 == 0x80 { first -= 1 }
      guard isWhiteSpace(text.codePoint(at: first)) else { break }
      end = first
    }
    return Text(wtf8: ContiguousArray(text.utf8[start..<end]))
  }

  private static func isWhiteSpace(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    case 9...13, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
      true
    default: false
    }
  }
}

extension Text {
  /// The text without units up to U+0020 at its ends: what `trim()` gives.
  var trimmed: Text {
    guard let first = utf8.first, let last = utf8.last, first <= 0x20 || last <= 0x20 else {
      return self
    }
    var rest = utf8.drop { $0 <= 0x20 }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    return Text(wtf8: ContiguousArray(rest))
  }

  /// The byte offset of the character after the one that starts at a byte offset.
  func nextCharacter(after byte: Int) -> Int {
    var next = byte + 1
    while next < utf8.count, utf8[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }

  /// The reason behind the words that name the template.
  fileprivate func prefixed(_ template: Text) -> Text {
    var builder = TextBuilder()
    builder.append(template.wrapped("Invalid Path Template ", ". "))
    builder.append(self)
    return builder.text
  }
}
