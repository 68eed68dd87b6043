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
        "contents": .text(hover.markdown, session.client.hoverFormat),
        "range": view.conversions.json(hover.range),
      ]
    }
  )
}
