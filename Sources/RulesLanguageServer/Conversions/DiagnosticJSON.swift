import RulesSource

/// Writes diagnostics as the protocol has them.
struct DiagnosticWriter {
  /// Turns offsets of the document into positions.
  let conversions: Conversions
  /// The address of the document.
  let uri: String
  /// Which parts the client shows.
  let client: ClientCapabilities.Diagnostics

  /// The most diagnostics of one document that are sent; a file that is no text has one for every few bytes.
  static let limit = 500

  /// An array of diagnostics, no more than can be read.
  func text(_ diagnostics: [Diagnostic]) -> JSONText {
    var text = JSONText(capacity: 256 * min(diagnostics.count, Self.limit) + 2)
    text.append("[")
    for (index, diagnostic) in diagnostics.prefix(Self.limit).enumerated() {
      if index > 0 { text.append(",") }
      append(diagnostic, to: &text)
    }
    text.append("]")
    return text
  }

  private func append(_ diagnostic: Diagnostic, to text: inout JSONText) {
    text.append("{\"range\":")
    append(diagnostic.range, to: &text)
    text.append(",\"severity\":")
    text.append(Self.number(of: diagnostic.severity))
    text.append(",\"code\":")
    text.append(string: diagnostic.code.id)
    if client.hasLinks, let link = Documentation.link(for: diagnostic.code) {
      text.append(",\"codeDescription\":{\"href\":")
      text.append(string: link)
      text.append("}")
    }
    text.append(",\"source\":\"rulescheck\",\"message\":")
    text.append(string: message(of: diagnostic))
    if client.hasTags, let tag = Self.tag(of: diagnostic.code) {
      text.append(",\"tags\":[")
      text.append(tag)
      text.append("]")
    }
    if client.hasRelatedInformation { appendRelated(diagnostic.notes, to: &text) }
    text.append("}")
  }

  private func append(_ range: SourceRange, to text: inout JSONText) {
    text.append("{\"start\":")
    append(conversions.position(of: range.lowerBound), to: &text)
    text.append(",\"end\":")
    append(conversions.position(of: range.upperBound), to: &text)
    text.append("}")
  }

  private func append(_ position: Position, to text: inout JSONText) {
    text.append("{\"line\":")
    text.append(position.line)
    text.append(",\"character\":")
    text.append(position.character)
    text.append("}")
  }

  /// Appends the remarks that have a place.
  private func appendRelated(_ notes: [DiagnosticNote], to text: inout JSONText) {
    var opening = ",\"relatedInformation\":["
    for note in notes {
      guard let range = note.range else { continue }
      text.append(opening)
      opening = ","
      text.append("{\"location\":{\"uri\":")
      text.append(string: uri)
      text.append(",\"range\":")
      append(range, to: &text)
      text.append("},\"message\":")
      text.append(string: note.message)
      text.append("}")
    }
    if opening == "," { text.append("]") }
  }

  /// The sentence, and a line for each remark that is shown in no other way.
  private func message(of diagnostic: Diagnostic) -> ContiguousArray<UInt8> {
    var message = ContiguousArray(diagnostic.message.utf8)
    for note in diagnostic.notes where note.range == nil || !client.hasRelatedInformation {
      message.append(contentsOf: "\nnote: ".utf8)
      message.append(contentsOf: note.message.utf8)
      guard let range = note.range else { continue }
      let line = conversions.position(of: range.lowerBound).line + 1
      message.append(contentsOf: " (line \(line))".utf8)
    }
    return message
  }

  private static func number(of severity: Severity) -> Int {
    switch severity {
    case .error: 1
    case .warning: 2
    case .info: 3
    case .hint: 4
    }
  }

  /// 1 is what can be left out, 2 what should not be used any more; codes say so in their names.
  private static func tag(of code: DiagnosticCode) -> Int? {
    let words = code.id.split(separator: "-")
    if words.contains("unused") || words.contains("unreachable") || words.contains("redundant") {
      return 1
    }
    return words.contains("deprecated") ? 2 : nil
  }
}
