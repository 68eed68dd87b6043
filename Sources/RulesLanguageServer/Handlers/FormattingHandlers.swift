import RulesIDE
import RulesJSON
import RulesSource

extension Feature {
  /// The whole document in its usual form.
  static let formatting = Feature(
    "documentFormattingProvider",
    true,
    .document("textDocument/formatting") { _, view, _ in
      view.conversions.json(view.analysis.formattingEdits())
    }
  )

  /// Some lines in their usual form.
  static let rangeFormatting = Feature(
    "documentRangeFormattingProvider",
    true,
    .document("textDocument/rangeFormatting") { parameters, view, _ throws(ResponseError) in
      let range = view.conversions.sourceRange(of: try parameters["range"].range())
      return view.conversions.json(view.analysis.formattingEdits(in: range))
    }
  )

  /// What was typed in its usual form.
  static let onTypeFormatting = Feature(
    "documentOnTypeFormattingProvider",
    [
      "firstTriggerCharacter": .string(Analysis.formattingTriggers.first ?? "}"),
      "moreTriggerCharacter": .array(Analysis.formattingTriggers.dropFirst().map(JSONValue.string)),
    ],
    .document("textDocument/onTypeFormatting") { parameters, view, _ throws(ResponseError) in
      let position = try parameters["position"].position()
      let edits = view.analysis.formattingEdits(
        onTyping: try parameters["ch"].text(),
        at: view.conversions.sourceOffset(of: position)
      )
      return view.conversions.json(edits)
    }
  )
}
