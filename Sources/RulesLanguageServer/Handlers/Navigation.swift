import RulesIDE
import RulesJSON
import RulesSource

extension Feature {
  /// Where a name is declared.
  static let definition = Feature(
    "definitionProvider",
    true,
    .place("textDocument/definition") { offset, view, session in
      session.json(view.analysis.definitions(at: offset, in: view.index))
    }
  )

  /// Where a name is used.
  static let references = Feature(
    "referencesProvider",
    true,
    .document("textDocument/references") { parameters, view, session throws(ResponseError) in
      let position = try parameters["position"].position()
      let locations = view.analysis.references(
        at: view.conversions.sourceOffset(of: position),
        includingDeclaration: parameters["context"]["includeDeclaration"].value.bool ?? true,
        in: view.index
      )
      return session.json(locations)
    }
  )

  /// Where the name under the cursor stands in the document.
  static let documentHighlight = Feature(
    "documentHighlightProvider",
    true,
    .place("textDocument/documentHighlight") { offset, view, _ in
      let highlights = view.analysis.highlights(at: offset).map { highlight -> JSONValue in
        [
          "range": view.conversions.json(highlight.range),
          "kind": highlight.kind == .read ? 2 : 3,
        ]
      }
      return .array(highlights)
    }
  )

  /// Names of files that lead there.
  static let documentLinks = Feature(
    "documentLinkProvider",
    ["resolveProvider": false],
    .document("textDocument/documentLink") { _, view, session in
      let links = view.analysis.documentLinks().compactMap { link -> JSONValue? in
        guard let target = session.uri(ofLink: link.path, in: view) else { return nil }
        var members: [(String, JSONValue)] = [
          ("range", view.conversions.json(link.range)), ("target", .string(target)),
        ]
        if session.client.hasLinkTooltips { members.append(("tooltip", .string(link.tooltip))) }
        return .object(members)
      }
      return .array(links)
    }
  )
}
