import RulesIDE
import RulesSource

/// A document that the client has open, at the version that was sent last.
struct OpenDocument: Sendable {
  /// The address, as the client spells it.
  let uri: String
  /// The name that it has here.
  let name: String
  /// What it is written in.
  let language: Analysis.Language
  /// The version.
  private(set) var version: Int
  /// The text.
  private(set) var bytes: ContiguousArray<UInt8>
  /// Its lines.
  private(set) var lines: LineIndex
  /// Whether a change could not be understood, so that the text is not the client's.
  private(set) var isOutOfStep = false
  private var analysis: Analysis?
  private var conversions: Conversions?

  init(
    uri: String,
    name: String,
    language: Analysis.Language,
    version: Int,
    bytes: ContiguousArray<UInt8>
  ) {
    self.uri = uri
    self.name = name
    self.language = language
    self.version = version
    self.bytes = bytes
    lines = LineIndex(bytes)
  }

  /// What is known of this version; made when it is first asked for.
  mutating func analyzed() -> Analysis {
    if let analysis { return analysis }
    let made = Analysis(SourceFile(name: name, bytes: bytes), language)
    analysis = made
    return made
  }

  /// Turns offsets of this version into positions; made when it is first asked for.
  mutating func converted(_ encoding: PositionEncoding) -> Conversions {
    if let conversions { return conversions }
    let made = Conversions(bytes, lines: lines, encoding: encoding)
    conversions = made
    return made
  }

  /// Makes the changes of a message, one after the other, and the next version of them.
  mutating func apply(_ changes: [TextChange], version: Int, _ encoding: PositionEncoding) {
    self.version = version
    analysis = nil
    conversions = nil
    for change in changes { apply(change, encoding) }
  }

  /// Notes that a change could not be understood.
  mutating func fallOutOfStep() {
    isOutOfStep = true
    analysis = nil
  }

  private mutating func apply(_ change: TextChange, _ encoding: PositionEncoding) {
    switch change {
    case .all(let text):
      bytes = text
      lines = LineIndex(text)
      isOutOfStep = false
    case .part(let positions, let text):
      let range = offsets(of: positions, encoding)
      bytes.replaceSubrange(range, with: text)
      lines.replace(range, withCount: text.count, in: bytes)
    }
  }

  private func offsets(of range: Range<Position>, _ encoding: PositionEncoding) -> Range<Int> {
    let lower = lines.offset(of: range.lowerBound, in: bytes, encoding)
    return lower..<max(lower, lines.offset(of: range.upperBound, in: bytes, encoding))
  }
}

/// One change of a text.
enum TextChange: Sendable {
  /// The whole text is another one.
  case all(ContiguousArray<UInt8>)
  /// A part is replaced.
  case part(Range<Position>, ContiguousArray<UInt8>)
}
