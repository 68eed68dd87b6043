import RulesJSON

extension Feature {
  /// The diagnostics of a document, for clients that ask for them.
  static let pullDiagnostics = Feature(
    "diagnosticProvider",
    handlers: [
      RequestHandler("textDocument/diagnostic") { request, session throws(ResponseError) in
        let name = try request.parameters.document().name
        guard let items = session.diagnostics(of: name) else {
          throw ResponseError(.invalidParams, "`\(name)` is not open")
        }
        let previous = request.parameters["previousResultId"].value.text
        if let last = session.reports[name], previous == String(last.id), last.items == items {
          return ["kind": "unchanged", "resultId": .string(String(last.id))]
        }
        let report = DiagnosticsReport(id: session.nextNumber(), items: items)
        session.reports[name] = report
        return ["kind": "full", "resultId": .string(String(report.id)), "items": items]
      }
    ],
    // For others they are sent when something has changed.
    options: { client in
      client.pullsDiagnostics
        ? ["interFileDependencies": true, "workspaceDiagnostics": false] : nil
    }
  )
}
