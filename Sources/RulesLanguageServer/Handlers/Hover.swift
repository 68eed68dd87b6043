import RulesIDE
import RulesJSON
import RulesSource

extension Feature {
  /// What is shown of a word.
  static let hover = Feature(
    "hoverProvider",
    true,
    .place("textDocument/hover") { offset, view, session in
      guard let hover = view.analysis.hover(at: offset, in: view.index) else { return .null }
      return [
        "contents": .markup(hover.markdown, isMarkdown: session.client.hasMarkdownHovers),
        "range": view.conversions.json(hover.range),
      ]
    }
  )
}

extension JSONValue {
  /// A text for people, as Markdown where the client shows it.
  static func markup(_ markdown: String, isMarkdown: Bool) -> JSONValue {
    ["kind": isMarkdown ? "markdown" : "plaintext", "value": .string(markdown)]
  }
}
