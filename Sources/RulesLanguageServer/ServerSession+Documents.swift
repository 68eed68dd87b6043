import RulesIDE
import RulesJSON
import RulesSource
import RulesWorkspace

extension ServerSession {
  /// Takes a document in that was opened.
  mutating func open(_ parameters: Parameters) throws(ResponseError) {
    let item = parameters["textDocument"]
    let uri = try item["uri"].text()
    let name = DocumentURI(uri).name
    guard let language = Self.language(ofID: item["languageId"].value.text, name: name) else {
      log("`\(name)` is left out: it holds neither rules nor tests", .log)
      return
    }
    let document = OpenDocument(
      uri: uri,
      name: name,
      language: language,
      version: try item["version"].integer(),
      bytes: try item["text"].bytes()
    )
    let isSaved = isAsSaved(document)
    documents.open(document)
    // Whether a document is open decides whose text counts.
    changes.files += 1
    // What tests have said of a file holds as long as the text is that of the file.
    noteChange(of: name, document.language, keepsResults: isSaved)
  }

  /// Whether a document has the text of its file.
  private mutating func isAsSaved(_ document: OpenDocument) -> Bool {
    guard FilePath.isAbsolute(document.name) else { return false }
    return files.analysis(of: document.name, in: disk)?.source.bytes == document.bytes
  }

  /// Changes the text of a document.
  mutating func change(_ parameters: Parameters) throws(ResponseError) {
    let name = try parameters.document().name
    guard let document = documents[name] else {
      throw ResponseError(.invalidParams, "`\(name)` is not open")
    }
    do throws(ResponseError) {
      let version = try parameters["textDocument"]["version"].integer()
      let changes = try Self.changes(parameters["contentChanges"])
      if version <= document.version {
        log("`\(name)` has version \(version) after version \(document.version)", .log)
      }
      let encoding = client.encoding
      documents.update(name) { $0.apply(changes, version: version, encoding) }
    } catch {
      documents.update(name) { $0.fallOutOfStep() }
      show("the text of `\(name)` is lost, open it again: \(error.message)", .error)
    }
    noteChange(of: name, document.language)
  }

  private static func changes(_ list: Parameters) throws(ResponseError) -> [TextChange] {
    guard !list.value.isNull else { throw list.expected("an array") }
    var changes: [TextChange] = []
    for change in try list.elements() {
      let text = try change["text"].bytes()
      if change["range"].value.isNull {
        changes.append(.all(text))
      } else {
        changes.append(.part(try change["range"].range(), text))
      }
    }
    return changes
  }

  /// Notes that a document was saved: other files may be other ones, too.
  mutating func save(_ parameters: Parameters) throws(ResponseError) {
    _ = try parameters.document()
    // A client that watches files tells of what has changed.
    if !client.watchesFiles { forgetDisk() }
  }

  /// Leaves a document out that was closed.
  mutating func close(_ parameters: Parameters) throws(ResponseError) {
    let name = try parameters.document().name
    guard let document = documents[name], documents.close(name) else {
      throw ResponseError(.invalidParams, "`\(name)` is not open")
    }
    tokens[name] = nil
    indices[name] = nil
    reports[name] = nil
    files.forget(name)
    if !isAsSaved(document) { forgetResults(of: name) }
    pending.remove(name)
    unfinished.remove(name)
    changes.files += 1
    clearDiagnostics(of: document)
    pendDependents(of: document.language)
  }

  /// Notes what depends on a document that has another text now.
  private mutating func noteChange(
    of name: String,
    _ language: Analysis.Language,
    keepsResults: Bool = false
  ) {
    files.forget(name)
    if !keepsResults { forgetResults(of: name) }
    pending.add(name)
    switch language {
    case .rules: changes.rules += 1
    case .tests: changes.tests += 1
    }
    pendDependents(of: language)
  }

  /// Forgets what runs of tests have said about places of a file.
  mutating func forgetResults(of name: String) {
    failures[name] = nil
    lastRun?.coverage[name] = nil
  }

  /// Tests are read with their rules.
  private mutating func pendDependents(of language: Analysis.Language) {
    guard language == .rules else { return }
    for document in documents.all where document.language == .tests {
      pending.add(document.name, onlyIfOther: true)
    }
  }

  /// Sends the diagnostics of all documents again.
  mutating func pendAll() {
    for name in documents.names { pending.add(name, onlyIfOther: true) }
  }

  /// The language of a document, by the end of its name, or by what the client calls it; nil for another one.
  private static func language(ofID id: String?, name: String) -> Analysis.Language? {
    if name.hasSuffix(".rulestest") { return .tests }
    if name.hasSuffix(".rules") { return .rules }
    // Names of languages are the client's; those of ours hold these words in all of them.
    let id = id?.lowercased() ?? ""
    guard id.contains("rules") else { return nil }
    return id.contains("test") ? .tests : .rules
  }
}
