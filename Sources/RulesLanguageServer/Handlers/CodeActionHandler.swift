import RulesIDE
import RulesJSON
import RulesSource

extension Feature {
  /// Changes that can be asked for where something is selected.
  static let codeActions = Feature(
    "codeActionProvider",
    ["codeActionKinds": .array(CodeAction.Kind.all.map { .string($0.protocolName) })],
    .document("textDocument/codeAction") { parameters, view, session throws(ResponseError) in
      // A client that only knows commands would have to be told of each change once more.
      guard session.client.hasCodeActions else { return [] }
      let range = view.conversions.sourceRange(of: try parameters["range"].range())
      let wanted = try parameters["context"]["only"].elements().compactMap(\.value.text)
      var list: [JSONValue] = []
      for action in view.analysis.codeActions(in: range, in: view.index)
      where wanted.isEmpty || wanted.contains(where: action.kind.isInside) {
        list.append(session.json(action, view))
      }
      return .array(list)
    }
  )
}

extension ServerSession {
  fileprivate mutating func json(_ action: CodeAction, _ view: DocumentView) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("title", .string(action.title)), ("kind", .string(action.kind.protocolName)),
    ]
    if let diagnostic = action.diagnostic {
      let writer = DiagnosticWriter(
        conversions: view.conversions,
        uri: view.uri,
        client: client.diagnostics
      )
      let shown = settings.adjusted([diagnostic], project(of: view.analysis.source.name))
      members.append(("diagnostics", JSONValue(writer.text(shown))))
    }
    if action.isPreferred { members.append(("isPreferred", true)) }
    members.append(("edit", json(action.edits)))
    return .object(members)
  }
}

extension CodeAction.Kind {
  /// All kinds.
  fileprivate static let all: [CodeAction.Kind] = [.quickFix, .extract, .inline, .rewrite]

  /// What the protocol calls it.
  fileprivate var protocolName: String {
    switch self {
    case .quickFix: "quickfix"
    case .extract: "refactor.extract"
    case .inline: "refactor.inline"
    case .rewrite: "refactor.rewrite"
    }
  }

  /// Whether it belongs to a kind that was asked for, which may be one above it.
  fileprivate func isInside(_ kind: String) -> Bool {
    let name = protocolName
    return kind.isEmpty || name.utf8.elementsEqual(kind.utf8) || name.hasPrefix("\(kind).")
  }
}
