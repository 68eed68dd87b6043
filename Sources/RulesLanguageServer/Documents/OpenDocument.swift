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
  /// What was found, in this version or an earlier one, that a draft does not tell, where it stands in this one.
  private(set) var findings: [Diagnostic] = []
  private var draft: Kept<AnalysisDraft>?
  private var analysis: Kept<Analysis>?
  /// What is known of the version before, until this one is analyzed: the draft is made with its help, and no key
  /// waits until it is taken apart.
  private var earlier: (draft: Kept<AnalysisDraft>, analysis: Kept<Analysis>?)?
  private var conversions: Kept<Conversions>?

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

  /// What is known of this version as soon as it is read; made when it is first asked for.
  mutating func drafted() -> AnalysisDraft {
    if let draft { return draft.value }
    let made = AnalysisDraft(
      SourceFile(name: name, bytes: bytes),
      language,
      after: earlier?.draft.value
    )
    draft = Kept(made)
    return made
  }

  /// What is known of this version; made when it is first asked for.
  mutating func analyzed() -> Analysis {
    if let analysis { return analysis.value }
    let made = Analysis(drafted())
    analysis = Kept(made)
    earlier = nil
    return made
  }

  /// Turns offsets of this version into positions; made when it is first asked for.
  mutating func converted(_ encoding: PositionEncoding) -> Conversions {
    if let conversions { return conversions.value }
    let made = Conversions(bytes, lines: lines, encoding: encoding)
    conversions = Kept(made)
    return made
  }

  /// Makes the changes of a message, one after the other, and the next version of them.
  mutating func apply(_ changes: [TextChange], version: Int, _ encoding: PositionEncoding) {
    self.version = version
    if let draft { earlier = (draft, analysis) }
    draft = nil
    analysis = nil
    conversions = nil
    for change in changes { apply(change, encoding) }
  }

  /// Keeps what a draft does not tell, to be shown beside the draft of the next version.
  mutating func keep(_ findings: [Diagnostic]) {
    self.findings = findings
  }

  /// Notes that a change could not be understood.
  mutating func fallOutOfStep() {
    isOutOfStep = true
    findings = []
    draft = nil
    analysis = nil
    earlier = nil
  }

  private mutating func apply(_ change: TextChange, _ encoding: PositionEncoding) {
    switch change {
    case .all(let text):
      moveFindings(past: Self.difference(of: bytes, text), text.count - bytes.count)
      bytes = text
      lines = LineIndex(text)
      isOutOfStep = false
    case .part(let positions, let text):
      let range = offsets(of: positions, encoding)
      moveFindings(past: range, text.count - range.count)
      bytes.replaceSubrange(range, with: text)
      lines.replace(range, withCount: text.count, in: bytes)
    }
  }

  /// Moves what was found along with the text; what was found in the part that is replaced is forgotten.
  private mutating func moveFindings(past range: Range<Int>, _ growth: Int) {
    guard !findings.isEmpty else { return }
    findings = findings.compactMap { $0.moved(past: range, growth) }
  }

  /// The part of a text in which another one differs from it.
  private static func difference(
    of old: ContiguousArray<UInt8>,
    _ new: ContiguousArray<UInt8>
  ) -> Range<Int> {
    let shared = min(old.count, new.count)
    var start = 0
    while start < shared, old[start] == new[start] { start += 1 }
    var tail = 0
    while tail < shared - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      tail += 1
    }
    return start..<(old.count - tail)
  }

  private func offsets(of range: Range<Position>, _ encoding: PositionEncoding) -> Range<Int> {
    let lower = lines.offset(of: range.lowerBound, in: bytes, encoding)
    return lower..<max(lower, lines.offset(of: range.upperBound, in: bytes, encoding))
  }
}

/// A large value that is held once, so that a copy of the document that has it costs little.
private final class Kept<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// One change of a text.
enum TextChange: Sendable {
  /// The whole text is another one.
  case all(ContiguousArray<UInt8>)
  /// A part is replaced.
  case part(Range<Position>, ContiguousArray<UInt8>)
}

extension Diagnostic {
  /// The diagnostic where its text stands after a change; nil where that was changed itself.
  ///
  /// - Parameters:
  ///   - range: the bytes that were replaced.
  ///   - growth: how many more took their place.
  /// - Returns: the diagnostic with all its places moved.
  fileprivate func moved(past range: Range<Int>, _ growth: Int) -> Diagnostic? {
    guard let place = self.range.moved(past: range, growth) else { return nil }
    var moved = self
    moved.range = place
    for index in notes.indices {
      guard let place = notes[index].range else { continue }
      guard let place = place.moved(past: range, growth) else { return nil }
      moved.notes[index].range = place
    }
    return moved
  }
}

extension SourceRange {
  /// The range after a change of the text; nil where it holds some of what was changed.
  fileprivate func moved(past range: Range<Int>, _ growth: Int) -> SourceRange? {
    if Int(upperBound) <= range.lowerBound { return self }
    guard Int(lowerBound) >= range.upperBound else { return nil }
    return SourceRange(
      UInt32(clamping: Int(lowerBound) + growth),
      UInt32(clamping: Int(upperBound) + growth)
    )
  }
}
