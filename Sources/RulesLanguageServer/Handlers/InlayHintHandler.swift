import RulesIDE
import RulesJSON
import RulesSource

extension Feature {
  /// Remarks inside lines.
  static let inlayHints = Feature(
    "inlayHintProvider",
    ["resolveProvider": false],
    .document("textDocument/inlayHint") { parameters, view, session throws(ResponseError) in
      guard session.settings.showsInlayHints else { return [] }
      let range = view.conversions.sourceRange(of: try parameters["range"].range())
      let hints = view.analysis.inlayHints(in: range, in: view.index).map { hint -> JSONValue in
        let isType = hint.kind == .type
        return [
          "position": view.conversions.json(hint.offset), "label": .string(hint.label),
          "kind": isType ? 1 : 2, "paddingLeft": false, "paddingRight": .bool(!isType),
        ]
      }
      return .array(hints)
    }
  )
}
