import RulesIDE
import RulesJSON
import RulesSource

/// Something that the server does for a client: how it is announced, and the requests that belong to it.
///
/// What is announced in `initialize` is made of this list, so nothing is announced that is not there.
struct Feature: Sendable {
  /// The name of the member of the capabilities that announces it.
  let capability: String
  /// The value of that member; nil where it is not announced to this client.
  let options: @Sendable (ClientCapabilities) -> JSONValue?
  /// What answers its requests.
  let handlers: [RequestHandler]

  /// A feature that is announced to every client.
  init(_ capability: String, _ options: JSONValue = true, _ handlers: RequestHandler...) {
    self.capability = capability
    self.options = { _ in options }
    self.handlers = handlers
  }

  /// A feature whose announcement depends on the client.
  init(
    _ capability: String,
    handlers: [RequestHandler],
    options: @escaping @Sendable (ClientCapabilities) -> JSONValue?
  ) {
    self.capability = capability
    self.options = options
    self.handlers = handlers
  }

  /// All features.
  static let all: [Feature] = [
    .hover, .completion, .signatureHelp, .definition, .references, .documentHighlight, .rename,
    .documentSymbols, .workspaceSymbols, .foldingRanges, .selectionRanges, .semanticTokens,
    .formatting, .rangeFormatting, .onTypeFormatting, .codeActions, .codeLenses, .inlayHints,
    .documentLinks, .pullDiagnostics, .commands,
  ]

  /// What answers each request.
  static let handlers: [String: RequestHandler] = Dictionary(
    all.flatMap(\.handlers).map { ($0.method, $0) }
  ) { first, _ in first }

  /// What the server can do for a client.
  static func announcement(to client: ClientCapabilities) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("positionEncoding", .string(client.encoding.rawValue)),
      ("textDocumentSync", ["openClose": true, "change": 2, "save": true]),
      ("workspace", ["workspaceFolders": ["supported": true, "changeNotifications": true]]),
    ]
    for feature in all {
      if let options = feature.options(client) { members.append((feature.capability, options)) }
    }
    return .object(members)
  }
}

/// What answers the requests of one method.
struct RequestHandler: Sendable {
  /// The method.
  let method: String
  /// Gives the result; nil where a job will.
  let answer: Answer

  /// What gives the result of a request.
  typealias Answer =
    @Sendable (Request, inout ServerSession) throws(ResponseError) -> JSONValue?

  /// What answers a method.
  init(_ method: String, answer: @escaping Answer) {
    self.method = method
    self.answer = answer
  }

  /// What answers a method about one open document.
  static func document(
    _ method: String,
    answer:
      @escaping @Sendable (Parameters, DocumentView, inout ServerSession) throws(ResponseError)
      -> JSONValue
  ) -> RequestHandler {
    RequestHandler(method) { request, session throws(ResponseError) in
      try answer(request.parameters, try session.view(request.parameters), &session)
    }
  }

  /// What answers a method about a place in an open document.
  static func place(
    _ method: String,
    answer:
      @escaping @Sendable (UInt32, DocumentView, inout ServerSession) throws(ResponseError)
      -> JSONValue
  ) -> RequestHandler {
    document(method) { parameters, view, session throws(ResponseError) in
      let offset = view.conversions.sourceOffset(of: try parameters["position"].position())
      return try answer(offset, view, &session)
    }
  }
}

/// A document at the version that a request is asked on.
struct DocumentView: Sendable {
  /// The address, as the client spells it.
  let uri: String
  /// What is known of the text.
  let analysis: Analysis
  /// What other files tell about it.
  let index: ProjectIndex
  /// Turns offsets into positions.
  let conversions: Conversions
}

extension ServerSession {
  /// The document that a request is about.
  mutating func view(_ parameters: Parameters) throws(ResponseError) -> DocumentView {
    let name = try parameters.document().name
    guard let document = documents[name] else {
      throw ResponseError(.invalidParams, "`\(name)` is not open")
    }
    guard !document.isOutOfStep, let analysis = documents.analysis(of: name),
      let conversions = conversions(of: name)
    else {
      throw ResponseError(.contentModified, "the text of `\(name)` is lost, open it again")
    }
    return DocumentView(
      uri: document.uri,
      analysis: analysis,
      index: index(of: analysis),
      conversions: conversions
    )
  }

  /// Places in documents as they are sent; those in files that can't be read are left out.
  mutating func json(_ locations: [Location]) -> JSONValue {
    var known = NamedValues<Conversions>()
    var places: [JSONValue] = []
    for location in locations {
      if known[location.document] == nil {
        known[location.document] = conversions(of: location.document)
      }
      guard let conversions = known[location.document] else { continue }
      places.append([
        "uri": .string(uri(of: location.document)), "range": conversions.json(location.range),
      ])
    }
    return .array(places)
  }

  /// Changes of documents as they are sent, with the versions that they are for.
  mutating func json(_ edits: [DocumentEdit]) -> JSONValue {
    var changes: [(String, JSONValue)] = []
    var versioned: [JSONValue] = []
    for edit in edits {
      guard let conversions = conversions(of: edit.document) else { continue }
      let uri = uri(of: edit.document)
      let version = documents[edit.document].map { JSONValue.integer($0.version) }
      let list = conversions.json(edit.edits)
      changes.append((uri, list))
      versioned.append([
        "textDocument": ["uri": .string(uri), "version": version ?? .null], "edits": list,
      ])
    }
    return client.hasVersionedEdits
      ? ["documentChanges": .array(versioned)] : ["changes": .object(changes)]
  }
}
