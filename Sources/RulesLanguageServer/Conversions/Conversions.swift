package import RulesJSON
package import RulesSource

/// Turns the offsets of a document into positions of the protocol, and back.
///
/// This is the only place where that is done.
package struct Conversions: Sendable {
  /// The text.
  let bytes: ContiguousArray<UInt8>
  /// Its lines.
  let lines: LineIndex
  /// What characters are counted in.
  let encoding: PositionEncoding
  /// Counts of units.
  private let units: UnitIndex

  /// Conversions of a text.
  package init(
    _ bytes: ContiguousArray<UInt8>,
    lines: LineIndex? = nil,
    encoding: PositionEncoding
  ) {
    self.bytes = bytes
    self.lines = lines ?? LineIndex(bytes)
    self.encoding = encoding
    units = UnitIndex(bytes, encoding)
  }

  /// The byte offset of a position; what lies past the end of a line or of the text is its end, and what
  /// lies inside a character its start.
  package func offset(of position: Position) -> Int {
    lines.offset(of: position, in: bytes, encoding)
  }

  /// The position of a byte offset; the end of the text for what lies past it.
  package func position(of offset: Int) -> Position {
    let offset = min(max(0, offset), bytes.count)
    let line = lines.line(of: offset)
    return Position(line: line, character: units.count(of: lines.starts[line]..<offset, in: bytes))
  }

  /// The position of a byte offset.
  package func position(of offset: UInt32) -> Position { position(of: Int(offset)) }

  /// The byte offset of a position, as analyses count it.
  package func sourceOffset(of position: Position) -> UInt32 {
    UInt32(truncatingIfNeeded: offset(of: position))
  }

  /// The bytes between two positions; empty where the second comes before the first.
  package func sourceRange(of range: Range<Position>) -> SourceRange {
    SourceRange(sourceOffset(of: range.lowerBound), sourceOffset(of: range.upperBound))
  }

  /// Count of units of a part of one line.
  package func unitCount(of range: SourceRange) -> Int {
    let upper = min(Int(range.upperBound), bytes.count)
    return units.count(of: min(Int(range.lowerBound), upper)..<upper, in: bytes)
  }

  /// A byte offset as it is sent.
  package func json(_ offset: UInt32) -> JSONValue { position(of: offset).json }

  /// A range as it is sent.
  package func json(_ range: SourceRange) -> JSONValue {
    ["start": json(range.lowerBound), "end": json(range.upperBound)]
  }

  /// Edits as they are sent.
  package func json(_ edits: [TextEdit]) -> JSONValue {
    .array(
      edits.map { ["range": json($0.range), "newText": .string($0.replacement)] as JSONValue }
    )
  }
}

extension Position {
  /// The place as it is sent.
  package var json: JSONValue { ["line": .integer(line), "character": .integer(character)] }
}

extension LineIndex {
  /// The byte offset of a position.
  func offset(
    of position: Position,
    in bytes: ContiguousArray<UInt8>,
    _ encoding: PositionEncoding
  ) -> Int {
    let line = range(of: position.line, in: bytes)
    switch encoding {
    case .utf8:
      guard position.character < line.count else { return line.upperBound }
      var offset = line.lowerBound + max(0, position.character)
      while offset > line.lowerBound, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      return offset
    case .utf16:
      var offset = line.lowerBound
      var left = position.character
      while offset < line.upperBound {
        var next = offset + 1
        while next < line.upperBound, bytes[next] & 0xC0 == 0x80 { next += 1 }
        left -= bytes[offset] >= 0xF0 ? 2 : 1
        if left < 0 { return offset }
        offset = next
      }
      return line.upperBound
    }
  }
}
