import RulesIDE
import RulesJSON
import RulesSource
import RulesWorkspace

/// The diagnostics of a document that were sent last.
struct DiagnosticsReport: Sendable {
  /// The name of the result.
  let id: Int64
  /// The diagnostics.
  let items: JSONValue
}

extension ServerSession {
  /// Sends the diagnostics of what was changed, as there is nothing else to do.
  package mutating func settle() {
    guard phase == .running, !pending.isEmpty else { return }
    let work = pending
    pending.removeAll()
    if client.pullsDiagnostics {
      // The client asks for those of a document that it has changed; of others it is told.
      let others = work.names.contains { work.isOnlyIfOther($0) }
      if others, client.refreshesDiagnostics { _ = ask("workspace/diagnostic/refresh", .null) }
      return
    }
    for name in work.names { publish(name, onlyIfOther: work.isOnlyIfOther(name)) }
  }

  /// The diagnostics of a document that is open, as they are sent.
  mutating func diagnostics(of name: String) -> JSONValue? {
    guard let document = documents[name] else { return nil }
    // Places of a text that is not the client's say nothing.
    guard !document.isOutOfStep, let analysis = analysis(of: name),
      let conversions = conversions(of: name)
    else { return [] }
    let index = index(of: analysis)
    let found = analysis.diagnostics(in: index) + (failures[name] ?? [])
    let writer = DiagnosticWriter(
      conversions: conversions,
      uri: document.uri,
      client: client.diagnostics
    )
    return writer.json(settings.adjusted(found, project(of: name)))
  }

  private mutating func publish(_ name: String, onlyIfOther: Bool) {
    guard let items = diagnostics(of: name), let document = documents[name] else { return }
    if onlyIfOther, let last = reports[name], last.items == items { return }
    reports[name] = DiagnosticsReport(id: 0, items: items)
    publish(items, uri: document.uri, version: document.version)
  }

  /// Sends diagnostics of a document.
  private func publish(_ items: JSONValue, uri: String, version: Int?) {
    var members: [(String, JSONValue)] = [("uri", .string(uri))]
    if client.diagnostics.hasVersions, let version {
      members.append(("version", .integer(version)))
    }
    members.append(("diagnostics", items))
    send(
      .notification(method: "textDocument/publishDiagnostics", parameters: .object(members))
    )
  }

  /// Takes the diagnostics of a document away that is not open any more.
  func clearDiagnostics(of document: OpenDocument) {
    guard !client.pullsDiagnostics else { return }
    publish([], uri: document.uri, version: nil)
  }

  /// Sends what is wrong with the configuration of the projects that are open.
  mutating func reportConfigurationFiles() {
    guard phase == .running else { return }
    var problems = NamedValues<[Project.Problem]>()
    for folder in files.folders {
      guard let project = project(of: FilePath.joined(folder, Project.markerName)) else { continue }
      for problem in project.problems {
        problems[problem.file.name] = (problems[problem.file.name] ?? []) + [problem]
      }
    }
    for name in configurationFiles.names where problems[name] == nil {
      publish([], uri: uri(of: name), version: nil)
      configurationFiles[name] = nil
    }
    for name in problems.names {
      guard let found = problems[name], let file = found.first?.file else { continue }
      let writer = DiagnosticWriter(
        conversions: Conversions(file.bytes, encoding: client.encoding),
        uri: uri(of: name),
        client: client.diagnostics
      )
      let items = writer.json(found.map(\.diagnostic))
      guard configurationFiles[name] != items else { continue }
      configurationFiles[name] = items
      publish(items, uri: writer.uri, version: nil)
    }
  }
}
