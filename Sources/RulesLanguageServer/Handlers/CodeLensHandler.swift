import RulesIDE
import RulesJSON
import RulesSource

extension Feature {
  /// Lines above tests and matches.
  static let codeLenses = Feature(
    "codeLensProvider",
    ["resolveProvider": false],
    .document("textDocument/codeLens") { _, view, session in
      guard session.settings.showsLenses else { return [] }
      let lenses = view.analysis.codeLenses(in: view.index)
      return .array(lenses.map { session.json($0, view.conversions) })
    }
  )
}

extension ServerSession {
  fileprivate func json(_ lens: CodeLens, _ conversions: Conversions) -> JSONValue {
    var command: [(String, JSONValue)] = [("title", .string(lens.title))]
    switch lens.action {
    case .runTests(let document, let titles):
      let arguments = [uri(of: document)] + titles
      command += [
        ("command", .string(CommandName.runTests.rawValue)),
        ("arguments", .array(arguments.map(JSONValue.string))),
      ]
    case .runTestsOfRules(let document):
      command += [
        ("command", .string(CommandName.runTestsOfRules.rawValue)),
        ("arguments", [.string(uri(of: document))]),
      ]
    case .none:
      // A lens without a command only says something.
      command.append(("command", ""))
    }
    return ["range": conversions.json(lens.range), "command": .object(command)]
  }
}
