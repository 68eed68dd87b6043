import RulesIDE
import RulesJSON

extension Feature {
  /// The diagnostics of a document, and those of all files, for clients that ask for them.
  static let pullDiagnostics = Feature(
    "diagnosticProvider",
    handlers: [
      RequestHandler("textDocument/diagnostic") { request, session throws(ResponseError) in
        let name = try request.parameters.document().name
        guard session.documents[name] != nil, let report = session.report(of: name) else {
          throw ResponseError(.invalidParams, "`\(name)` is not open")
        }
        return report.json(since: request.parameters["previousResultId"].value.text)
      },
      RequestHandler("workspace/diagnostic") { request, session throws(ResponseError) in
        var known = NamedValues<String>()
        for previous in try request.parameters["previousResultIds"].elements() {
          known[DocumentURI(try previous["uri"].text()).name] = previous["value"].value.text
        }
        var items: [JSONValue] = []
        for name in session.allNames() {
          try request.cancellation.check()
          guard let report = session.report(of: name) else { continue }
          let version = session.documents[name].map { JSONValue.integer($0.version) } ?? .null
          items.append(
            report.json(
              since: known[name],
              [("uri", .string(session.uri(of: name))), ("version", version)]
            )
          )
        }
        return ["items": .array(items)]
      },
    ],
    // For others they are sent when something has changed.
    options: { client in
      client.pullsDiagnostics
        ? ["interFileDependencies": true, "workspaceDiagnostics": true] : nil
    }
  )
}

extension DiagnosticsReport {
  /// The report as it is sent to a client that may have it already.
  fileprivate func json(
    since previous: String?,
    _ members: [(String, JSONValue)] = []
  ) -> JSONValue {
    let name = ("resultId", JSONValue.string(String(id)))
    if previous == String(id) { return .object(members + [("kind", "unchanged"), name]) }
    return .object(members + [("kind", "full"), name, ("items", JSONValue(items))])
  }
}

extension ServerSession {
  /// The diagnostics of a file, by a name that stays the same as long as they do; nil where it can't be read.
  fileprivate mutating func report(of name: String) -> DiagnosticsReport? {
    var relevant = changes
    if documents[name] == nil {
      // What is on disk changes with the files; tests are read with rules that may be open.
      relevant.tests = 0
      if Analysis.Language(fileName: name) == .rules { relevant.rules = 0 }
    }
    let last = reports[name]
    if let last, last.changes == relevant { return last }
    guard let items = diagnostics(of: name) else { return nil }
    let id = if let last, last.items.bytes == items.bytes { last.id } else { nextNumber() }
    let report = DiagnosticsReport(id: id, items: items, changes: relevant)
    reports[name] = report
    return report
  }
}
