import RulesIDE
import RulesJSON
import RulesSource
import RulesWorkspace

/// The diagnostics of a document that were sent last.
struct DiagnosticsReport: Sendable {
  /// The name of the result.
  let id: Int64
  /// The diagnostics.
  let items: JSONText
  /// The state of all that they depend on.
  let changes: ChangeCounts
}

extension ServerSession {
  /// Sends what the syntax and the names of what was changed say, as there is nothing else to do.
  ///
  /// What takes longer is left to `settleNext`.
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
    for name in work.names {
      if !work.isOnlyIfOther(name) { publishDraft(name) }
      unfinished.add(name, onlyIfOther: true)
    }
  }

  /// Sends all diagnostics of the next document of which a part was sent, if that was not all.
  ///
  /// - Returns: whether there was such a document.
  package mutating func settleNext() -> Bool {
    guard phase == .running, let name = unfinished.names.first else { return false }
    unfinished.remove(name)
    if let items = diagnostics(of: name), reports[name]?.items.bytes != items.bytes {
      publish(name, items)
    }
    return true
  }

  /// The diagnostics of a file, as they are sent; nil where it can't be read.
  mutating func diagnostics(of name: String) -> JSONText? {
    // Places of a text that is not the client's say nothing.
    if documents[name]?.isOutOfStep ?? false { return .emptyArray }
    guard let analysis = analysis(of: name) else { return nil }
    let found = analysis.diagnostics(in: index(of: analysis))
    if !client.pullsDiagnostics, let draft = documents.draft(of: name) {
      let told = Set(draft.diagnostics(in: knownIndex(of: name)))
      let findings = found.filter { !told.contains($0) }
      _ = documents.update(name) { $0.keep(findings) }
    }
    return text(found + (failures[name] ?? []), of: name)
  }

  /// Sends what is known at once, beside what else was known of the version before.
  private mutating func publishDraft(_ name: String) {
    guard let document = documents[name] else { return }
    guard !document.isOutOfStep, let draft = documents.draft(of: name) else {
      publish(name, .emptyArray)
      return
    }
    let found = draft.diagnostics(in: knownIndex(of: name), beside: document.findings)
    publish(name, text(found + (failures[name] ?? []), of: name))
  }

  /// What other files told about a document when that was asked last.
  private func knownIndex(of name: String) -> ProjectIndex {
    indices[name]?.index ?? ProjectIndex()
  }

  private mutating func text(_ found: [Diagnostic], of name: String) -> JSONText {
    guard let conversions = conversions(of: name) else { return .emptyArray }
    let writer = DiagnosticWriter(
      conversions: conversions,
      uri: uri(of: name),
      client: client.diagnostics
    )
    return writer.text(settings.adjusted(found, project(of: name)))
  }

  private mutating func publish(_ name: String, _ items: JSONText) {
    guard let document = documents[name] else { return }
    reports[name] = DiagnosticsReport(id: 0, items: items, changes: changes)
    publish(items, uri: document.uri, version: document.version)
  }

  /// Sends diagnostics of a document.
  private func publish(_ items: JSONText, uri: String, version: Int?) {
    var body = JSONText(capacity: items.bytes.count + uri.utf8.count + 160)
    body.append(
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\",\"params\":{\"uri\":"
    )
    body.append(string: uri)
    if client.diagnostics.hasVersions, let version {
      body.append(",\"version\":")
      body.append(version)
    }
    body.append(",\"diagnostics\":")
    body.append(items.bytes)
    body.append("}}")
    send(.written(body: body.bytes))
  }

  /// Takes the diagnostics of a document away that is not open any more.
  func clearDiagnostics(of document: OpenDocument) {
    guard !client.pullsDiagnostics else { return }
    publish(.emptyArray, uri: document.uri, version: nil)
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
      publish(.emptyArray, uri: uri(of: name), version: nil)
      configurationFiles[name] = nil
    }
    for name in problems.names {
      guard let found = problems[name], let file = found.first?.file else { continue }
      let writer = DiagnosticWriter(
        conversions: Conversions(file.bytes, encoding: client.encoding),
        uri: uri(of: name),
        client: client.diagnostics
      )
      let items = writer.text(found.map(\.diagnostic))
      guard configurationFiles[name]?.bytes != items.bytes else { continue }
      configurationFiles[name] = items
      publish(items, uri: writer.uri, version: nil)
    }
  }
}
