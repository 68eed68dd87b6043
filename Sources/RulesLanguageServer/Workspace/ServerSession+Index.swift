import RulesIDE
import RulesSource
import RulesWorkspace

/// What other files tell about a document, and what that was made of.
struct KnownIndex: Sendable {
  /// The index.
  let index: ProjectIndex
  /// The state of all that it was made of.
  let changes: ChangeCounts
}

extension ServerSession {
  /// What is known of a file: as the client has it open, else as it is on disk.
  mutating func analysis(of name: String) -> Analysis? {
    if let open = documents.analysis(of: name) { return open }
    guard FilePath.isAbsolute(name) else { return nil }
    return files.analysis(of: name, in: disk)
  }

  /// The project that a file belongs to.
  mutating func project(of name: String) -> Project? {
    let (disk, documents) = (disk, documents)
    return files.project(
      of: name,
      in: OverlayFileSystem(disk, documents.all),
      codes: services.codes
    )
  }

  /// The files as the client sees them.
  var overlay: OverlayFileSystem { OverlayFileSystem(disk, documents.all) }

  /// What other files tell about a document.
  mutating func index(of analysis: Analysis) -> ProjectIndex {
    let name = analysis.source.name
    var relevant = changes
    relevant.runs = 0
    // Rules are tested by tests, whatever other rules say.
    if analysis.language == .rules { relevant.rules = 0 }
    var index: ProjectIndex
    if let known = indices[name], known.changes == relevant {
      index = known.index
    } else {
      index = makeIndex(of: analysis)
      indices[name] = KnownIndex(index: index, changes: relevant)
    }
    index.lastRun = lastRun
    return index
  }

  private mutating func makeIndex(of analysis: Analysis) -> ProjectIndex {
    let name = analysis.source.name
    let overlay = overlay
    let project = project(of: name)
    var index = ProjectIndex()
    index.disabledChecks = settings.disabledIDs(project)
    services.complete(&index, analysis, overlay)
    guard FilePath.isAbsolute(name) else { return index }
    let list = files.list(around: name, in: overlay, project)
    switch analysis.language {
    case .rules:
      index.tests = tests(of: name, among: list.tests, overlay)
    case .tests:
      let folder = FilePath.parent(of: name)
      index.rulesFiles = list.rules.map { relativePath(of: $0, from: folder) }
      index.fixtureFiles = list.fixtures.map { relativePath(of: $0, from: folder) }
      if let path = files.rulesPath(of: analysis, in: overlay, services) {
        index.rules = self.analysis(of: path)
        index.tests = tests(of: path, among: list.tests, overlay).filter {
          !$0.source.name.utf8.elementsEqual(name.utf8)
        }
      }
    }
    return index
  }

  /// The test files that test a rules file.
  private mutating func tests(
    of rules: String,
    among paths: [String],
    _ overlay: OverlayFileSystem
  ) -> [Analysis] {
    paths.compactMap { path in
      guard let analysis = analysis(of: path),
        let found = files.rulesPath(of: analysis, in: overlay, services),
        found.utf8.elementsEqual(FilePath.normalized(rules).utf8)
      else { return nil }
      return analysis
    }
  }

  /// The address of a document, as the client spells it where it has it open.
  func uri(of name: String) -> String {
    documents[name]?.uri ?? DocumentURI.text(ofName: name)
  }

  /// Turns offsets of a document into positions; nil where its text is not known.
  mutating func conversions(of name: String) -> Conversions? {
    if let open = documents.conversions(of: name, client.encoding) { return open }
    return analysis(of: name).map { Conversions($0.source.bytes, encoding: client.encoding) }
  }
}

extension ServerSession {
  /// The names of all files around the open documents and in the open folders, and of the open documents.
  mutating func allNames() -> [String] {
    var names = NamedValues<Bool>()
    let overlay = overlay
    for name in documents.names + files.folders.map({ FilePath.joined($0, Project.markerName) }) {
      if documents[name] != nil { names[name] = true }
      let list = files.list(around: name, in: overlay, project(of: name))
      for path in list.rules + list.tests { names[path] = true }
    }
    return names.names
  }

  /// The address of a file that a document names, relative to it; nil where there is none.
  func uri(ofLink path: String, in view: DocumentView) -> String? {
    let name = view.analysis.source.name
    guard FilePath.isAbsolute(name) else { return nil }
    let target = FilePath.joined(FilePath.parent(of: name), path)
    guard (try? overlay.kind(of: target)) == .file else { return nil }
    return uri(of: target)
  }
}
