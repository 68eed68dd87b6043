import RulesIDE
import RulesJSON
import RulesSource

extension Feature {
  /// The parameters of the function that is called around a place.
  static let signatureHelp = Feature(
    "signatureHelpProvider",
    ["triggerCharacters": .array(Analysis.signatureTriggers.map(JSONValue.string))],
    .place("textDocument/signatureHelp") { offset, view, session in
      guard let help = view.analysis.signatureHelp(at: offset, in: view.index) else {
        return .null
      }
      return [
        "signatures": .array(help.signatures.map { json($0, session.client) }),
        "activeSignature": .integer(help.activeSignature),
        "activeParameter": .integer(help.activeParameter),
      ]
    }
  )

  private static func json(
    _ signature: SignatureHelp.Signature,
    _ client: ClientCapabilities
  ) -> JSONValue {
    let bytes = ContiguousArray(signature.label.utf8)
    // Offsets into labels are counted as positions in documents are: in UTF-16 in any case.
    let label = Conversions(bytes, encoding: .utf16)
    let parameters = signature.parameters.map { range -> JSONValue in
      let start = label.position(of: range.lowerBound).character
      let end = label.position(of: range.upperBound).character
      return ["label": [.integer(start), .integer(end)]]
    }
    var members: [(String, JSONValue)] = [
      ("label", .string(signature.label)), ("parameters", .array(parameters)),
    ]
    if !signature.documentation.isEmpty {
      members.append(
        (
          "documentation",
          .text(signature.documentation, client.signatureFormat)
        )
      )
    }
    return .object(members)
  }
}
