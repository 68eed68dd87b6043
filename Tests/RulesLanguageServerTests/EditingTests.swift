import RulesJSON
import RulesLanguageServer
import RulesTestSupport
import Testing

/// A document has the diagnostics of its text, whatever was typed on the way to it.
struct EditingTests {
  private static let path = "/p/firestore.rules"
  private static let pieces = [
    "x", ".", "{", "}", "(", ")", "'", "/*", "*/", "//", ";", "\n", "\r\n", " ", "allow ", "\u{E9}",
    "match /x/{y} {",
    "function f() { return 1; }", "let a = 1;", "rulescheck:ignore open-read -- x",
    "// rulescheck:ig", "nore",
  ]

  /// A change of a text of characters that are one UTF-16 unit each.
  private func change(_ text: inout [Unicode.Scalar], _ random: inout SeededRandom) -> JSONValue {
    // No position lies between the two halves of a line break.
    func isPlace(_ offset: Int) -> Bool {
      offset == 0 || offset == text.count || text[offset - 1] != "\r" || text[offset] != "\n"
    }
    func position(_ offset: Int) -> (Int, Int) {
      var (line, start) = (0, 0)
      for index in 0..<offset where text[index] == "\n" || text[index] == "\r" && isPlace(index + 1)
      {
        (line, start) = (line + 1, index + 1)
      }
      return (line, offset - start)
    }
    var start = random.oneIn(6) ? 0 : random.below(text.count + 1)
    var end = random.oneIn(2) ? start : min(text.count, start + random.below(12))
    while !isPlace(start) { start -= 1 }
    while !isPlace(end) { end += 1 }
    let piece = random.oneIn(4) ? "" : random.pick(Self.pieces)
    let change = edit(position(start), position(end), piece)
    text.replaceSubrange(start..<end, with: Array(piece.unicodeScalars))
    return change
  }

  /// What a client was told first.
  private func firstDiagnostics(of client: Client) -> ContiguousArray<JSONValue> {
    client.heard.lazy.compactMap { message -> ContiguousArray<JSONValue>? in
      guard case .notification(let method, let parameters) = message,
        method == "textDocument/publishDiagnostics"
      else { return nil }
      return parameters["diagnostics"]?.array
    }.first ?? []
  }

  private func string(_ text: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    return String(view)
  }

  @Test(
    "What is said of a changed text is what is said of it when it is opened",
    arguments: UInt64(1)..<5
  )
  func sameDiagnostics(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var generator = ProgramGenerator(seed: 9_000 + seed)
    var text = generator.program().unicodeScalars.map { $0.value < 0x10000 ? $0 : "x" }
    var client = Client(capabilities: [:])
    client.open(Self.path, string(text))
    for _ in 0..<40 {
      var changes: [JSONValue] = []
      for _ in 0...random.below(3) { changes.append(change(&text, &random)) }
      client.heard = []
      client.change(Self.path, changes)
      var other = Client(capabilities: [:])
      other.open(Self.path, string(text))
      let (ours, theirs) = (
        client.lastDiagnostics(of: Self.path), other.lastDiagnostics(of: Self.path)
      )
      // What is said at once is a part of it, and beside it stands what else was known of the version before.
      let (ourDraft, theirDraft) = (firstDiagnostics(of: client), firstDiagnostics(of: other))
      let isSame =
        ours?["diagnostics"] == theirs?["diagnostics"]
        && theirDraft.allSatisfy { ourDraft.contains($0) }
      #expect(isSame, "\(string(text))")
      guard isSame else { return }
    }
  }
}
