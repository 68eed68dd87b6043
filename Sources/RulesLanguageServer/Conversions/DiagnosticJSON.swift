import RulesJSON
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

  /// Diagnostics, no more than can be read.
  func json(_ diagnostics: [Diagnostic]) -> JSONValue {
    .array(diagnostics.prefix(Self.limit).map(json))
  }

  /// One diagnostic.
  func json(_ diagnostic: Diagnostic) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("range", conversions.json(diagnostic.range)),
      ("severity", .integer(Self.number(of: diagnostic.severity))),
      ("code", .string(diagnostic.code.id)),
    ]
    if client.hasLinks, let link = Documentation.link(for: diagnostic.code) {
      members.append(("codeDescription", ["href": .string(link)]))
    }
    members.append(("source", "rulescheck"))
    members.append(("message", .string(message(of: diagnostic))))
    if client.hasTags, let tag = Self.tag(of: diagnostic.code) {
      members.append(("tags", [.integer(tag)]))
    }
    let related = client.hasRelatedInformation ? diagnostic.notes.compactMap(related) : []
    if !related.isEmpty { members.append(("relatedInformation", .array(related))) }
    return .object(members)
  }

  /// The sentence, and a line for each remark that is shown in no other way.
  private func message(of diagnostic: Diagnostic) -> String {
    guard !diagnostic.notes.isEmpty else { return diagnostic.message }
    let notes = diagnostic.notes.filter { $0.range == nil || !client.hasRelatedInformation }
    return ([diagnostic.message] + notes.map(text)).joined(separator: "\n")
  }

  private func text(of note: DiagnosticNote) -> String {
    let line = note.range.map { conversions.position(of: $0.lowerBound).line + 1 }
    return "note: \(note.message)\(line.map { " (line \($0))" } ?? "")"
  }

  private func related(_ note: DiagnosticNote) -> JSONValue? {
    note.range.map { range in
      [
        "location": ["uri": .string(uri), "range": conversions.json(range)],
        "message": .string(note.message),
      ]
    }
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
