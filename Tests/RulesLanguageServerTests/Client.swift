import RulesCommands
import RulesJSON
import RulesLanguageServer
import RulesRuntime
import RulesTestSupport
import RulesWorkspace

/// A client that talks to a server without threads.
struct Client {
  var server: ScriptedServer
  private var lastID: Int64 = 0
  private var versions: [String: Int] = [:]
  /// What the server said that was no answer to what was asked last.
  var heard: [OutgoingMessage] = []

  /// What the tool does for its server.
  static func services(_ files: any FileSystem) -> ServerServices {
    EditorServices.make(
      CommandContext(
        environment: [:],
        fileSystem: files,
        now: Timestamp(seconds: 1_750_000_000, nanos: 0)
      )
    )
  }

  /// A client whose server has been told of it.
  init(
    _ files: InMemoryFileSystem = InMemoryFileSystem(),
    capabilities: JSONValue = Client.modern,
    folder: String? = nil
  ) {
    server = ScriptedServer(Self.services(files), files)
    let folders: JSONValue =
      folder.map { [["uri": .string("file://\($0)"), "name": "a"]] } ?? .null
    _ = request(
      "initialize",
      ["processId": .null, "capabilities": capabilities, "workspaceFolders": folders]
    )
    notify("initialized", [:])
    heard = []
  }

  /// What a client of today can do.
  static let modern: JSONValue = [
    "general": ["positionEncodings": ["utf-8", "utf-16"]],
    "window": ["workDoneProgress": true],
    "workspace": [
      "configuration": false, "workspaceEdit": ["documentChanges": true],
      "codeLens": ["refreshSupport": true],
    ],
    "textDocument": [
      "publishDiagnostics": [
        "relatedInformation": true, "versionSupport": true, "codeDescriptionSupport": true,
        "tagSupport": ["valueSet": [1, 2]],
      ],
      "hover": ["contentFormat": ["markdown", "plaintext"]],
      "completion": [
        "completionItem": ["snippetSupport": true, "documentationFormat": ["markdown"]]
      ],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
      "documentLink": ["tooltipSupport": true],
      "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]]],
    ],
  ]

  /// Asks for something, and gives the answer.
  mutating func request(
    _ method: String,
    _ parameters: JSONValue
  ) -> Result<JSONValue, ResponseError>? {
    lastID += 1
    let id = RequestID.number(lastID)
    let message: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": parameters,
    ]
    let answers = server.feed([message])
    heard += answers.filter { if case .response(id, _) = $0 { false } else { true } }
    return answers.lazy.compactMap { answer in
      if case .response(id, let result) = answer { result } else { nil }
    }.first
  }

  /// The result of a request about a document.
  mutating func result(
    _ method: String,
    _ path: String,
    at position: (line: Int, character: Int)? = nil,
    _ more: JSONValue = [:]
  ) -> JSONValue? {
    var members: [(String, JSONValue)] = [("textDocument", ["uri": .string("file://\(path)")])]
    if let position {
      members.append(
        (
          "position",
          ["line": .integer(position.line), "character": .integer(position.character)]
        )
      )
    }
    members += more.object?.members.map { ($0.name, $0.value) } ?? []
    return try? request(method, .object(members))?.get()
  }

  /// Tells the server something.
  mutating func notify(_ method: String, _ parameters: JSONValue) {
    heard += server.feed([
      ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
    ])
  }

  /// Opens a document.
  mutating func open(_ path: String, _ text: String) {
    versions[path] = 1
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string("file://\(path)"), "languageId": "rules", "version": 1,
          "text": .string(text),
        ]
      ]
    )
  }

  /// Changes a document.
  mutating func change(_ path: String, _ changes: JSONValue...) {
    change(path, changes)
  }

  /// Changes a document.
  mutating func change(_ path: String, _ changes: [JSONValue]) {
    versions[path, default: 0] += 1
    notify("textDocument/didChange", Self.change(path, version: versions[path] ?? 0, changes))
  }

  /// The parameters of a change.
  static func change(_ path: String, version: Int, _ changes: [JSONValue]) -> JSONValue {
    [
      "textDocument": ["uri": .string("file://\(path)"), "version": .integer(version)],
      "contentChanges": .array(changes),
    ]
  }

  /// The diagnostics that were heard last of a document: its codes.
  func codes(of path: String) -> [String]? {
    lastDiagnostics(of: path)?["diagnostics"]?.array?.compactMap { $0["code"]?.text }
  }

  /// The diagnostics that were heard last of a document.
  func lastDiagnostics(of path: String) -> JSONValue? {
    heard.reversed().lazy.compactMap { message -> JSONValue? in
      guard case .notification("textDocument/publishDiagnostics", let parameters) = message,
        parameters["uri"]?.text == "file://\(path)"
      else { return nil }
      return parameters
    }.first
  }

  /// What the server has shown to the user or written to the log.
  var shown: [String] {
    heard.compactMap { message in
      guard case .notification(let method, let parameters) = message,
        method == "window/showMessage" || method == "window/logMessage"
      else { return nil }
      return parameters["message"]?.text
    }
  }
}

/// A replacement of a part of a text.
func edit(_ start: (Int, Int), _ end: (Int, Int), _ text: String) -> JSONValue {
  [
    "range": [
      "start": ["line": .integer(start.0), "character": .integer(start.1)],
      "end": ["line": .integer(end.0), "character": .integer(end.1)],
    ],
    "text": .string(text),
  ]
}
