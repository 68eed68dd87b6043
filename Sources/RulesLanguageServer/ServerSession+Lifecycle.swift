import RulesJSON

extension ServerSession {
  /// Learns what the client can do, and tells what the server can.
  mutating func initialize(_ parameters: Parameters) throws(ResponseError) -> JSONValue {
    client = ClientCapabilities(parameters["capabilities"].value)
    parentProcess = parameters["processId"].value.number?.int64.map { Int($0) }
    for folder in try parameters["workspaceFolders"].elements() {
      add(folder: try folder["uri"].text())
    }
    if files.folders.isEmpty {
      if let uri = parameters["rootUri"].value.text {
        add(folder: uri)
      } else if let path = parameters["rootPath"].value.text, path.utf8.first == UInt8(ascii: "/") {
        files.add(path)
      }
    }
    settings = ServerSettings(parameters["initializationOptions"].value, codes: services.codes)
    phase = .running
    return [
      "capabilities": Feature.announcement(to: client),
      "serverInfo": ["name": "rulescheck", "version": .string(services.version)],
    ]
  }

  private mutating func add(folder uri: String) {
    let folder = DocumentURI(uri)
    if folder.isFile { files.add(folder.name) }
  }

  /// Asks to be told of changes, now that requests may be sent.
  mutating func registerForChanges() {
    showProblemsOfSettings()
    var registrations: [JSONValue] = []
    if client.watchesFiles {
      let watchers = Self.watchedPatterns.map { ["globPattern": .string($0)] as JSONValue }
      registrations.append([
        "id": "watched-files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": ["watchers": .array(watchers)],
      ])
    }
    if client.registersForConfiguration {
      registrations.append([
        "id": "configuration",
        "method": "workspace/didChangeConfiguration",
        "registerOptions": ["section": .string(ServerSettings.section)],
      ])
    }
    if !registrations.isEmpty {
      _ = ask("client/registerCapability", ["registrations": .array(registrations)])
    }
    askForSettings()
    reportConfigurationFiles()
  }

  /// The files whose changes matter: rules, tests, documents of tests, and configuration.
  private static let watchedPatterns = [
    "**/*.rules", "**/*.rulestest", "**/*.json", "**/.firebaserc",
  ]

  // MARK: Settings

  private mutating func askForSettings() {
    guard client.hasConfiguration else { return }
    configurationRequest = ask(
      "workspace/configuration",
      ["items": [["section": .string(ServerSettings.section)]]]
    )
  }

  /// Takes new settings, or asks for them where the client only says that there are some.
  mutating func takeConfiguration(_ parameters: Parameters) {
    if client.hasConfiguration {
      askForSettings()
    } else {
      use(parameters["settings"].value)
    }
  }

  /// Takes the answer to a request of the server.
  mutating func takeResponse(_ id: RequestID, _ response: IncomingMessage.Response) {
    guard id == configurationRequest else {
      // The other requests ask for things that the client may refuse.
      if case .error(let message) = response { log("the client refuses: \(message)", .log) }
      return
    }
    configurationRequest = nil
    // A client that knows no such section answers null; what it said before then stays.
    guard case .result(let value) = response, let section = value[0], !section.isNull else {
      return
    }
    use(section)
  }

  private mutating func use(_ value: JSONValue) {
    settings = ServerSettings(value, codes: services.codes)
    changes.files += 1
    showProblemsOfSettings()
    pendAll()
    refreshLenses()
    if client.refreshesHints { _ = ask("workspace/inlayHint/refresh", .null) }
  }

  private func showProblemsOfSettings() {
    for problem in settings.problems { show("settings: \(problem)", .warning) }
  }

  /// Asks the client to ask for lenses again.
  mutating func refreshLenses() {
    if client.refreshesLenses { _ = ask("workspace/codeLens/refresh", .null) }
  }

  // MARK: Files and folders

  /// Forgets what was read of files, as some were changed.
  mutating func takeChangedFiles(_ parameters: Parameters) throws(ResponseError) {
    for change in try parameters["changes"].elements() {
      // What is open counts, whatever becomes of the file.
      let name = DocumentURI(try change["uri"].text()).name
      if documents[name] == nil { forgetResults(of: name) }
    }
    forgetDisk()
  }

  /// Takes folders in and out.
  mutating func changeFolders(_ parameters: Parameters) throws(ResponseError) {
    for folder in try parameters["event"]["removed"].elements() {
      let folder = DocumentURI(try folder["uri"].text())
      if folder.isFile { files.remove(folder.name) }
    }
    for folder in try parameters["event"]["added"].elements() {
      add(folder: try folder["uri"].text())
    }
    forgetDisk()
  }

  /// Reads files anew when they are needed next.
  mutating func forgetDisk() {
    changes.files += 1
    files.forgetDisk()
    pendAll()
    reportConfigurationFiles()
  }
}
