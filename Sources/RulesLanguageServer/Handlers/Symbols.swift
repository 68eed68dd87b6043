import RulesIDE
import RulesJSON
import RulesSource

extension Feature {
  /// The outline of a document.
  static let documentSymbols = Feature(
    "documentSymbolProvider",
    ["label": "rulescheck"],
    .document("textDocument/documentSymbol") { _, view, session in
      let symbols = view.analysis.symbols()
      if session.client.hasSymbolLevels {
        return .array(symbols.map { json($0, view.conversions) })
      }
      var list: [JSONValue] = []
      for symbol in symbols { append(symbol, in: nil, view, to: &list) }
      return .array(list)
    }
  )

  /// Declarations of all files around the open documents, by parts of their names.
  static let workspaceSymbols = Feature(
    "workspaceSymbolProvider",
    ["workDoneProgress": true],
    RequestHandler("workspace/symbol") { request, session throws(ResponseError) in
      let query = try request.parameters["query"].text()
      let progress = Progress(
        "Looking for declarations",
        token: request.parameters["workDoneToken"].value,
        own: nil,
        session.send
      )
      var list: [JSONValue] = []
      defer { progress.end("\(list.count) found") }
      let names = session.allNames()
      for (index, name) in names.enumerated() {
        try request.cancellation.check()
        progress.tell(index, of: names.count)
        guard let analysis = session.analysis(of: name) else { continue }
        let found = analysis.symbols(matching: query)
        guard !found.isEmpty, let conversions = session.conversions(of: analysis.source.name) else {
          continue
        }
        let uri = JSONValue.string(session.uri(of: analysis.source.name))
        for symbol in found.prefix(symbolLimit - list.count) {
          list.append([
            "name": .string(symbol.name), "kind": .integer(symbol.kind.number),
            "containerName": .string(symbol.container),
            "location": ["uri": uri, "range": conversions.json(symbol.location.range)],
          ])
        }
      }
      return .array(list)
    }
  )

  /// The most declarations that are listed; nobody reads more.
  private static let symbolLimit = 2_000

  private static func json(_ symbol: DocumentSymbol, _ conversions: Conversions) -> JSONValue {
    var members: [(String, JSONValue)] = [("name", .string(symbol.shownName))]
    if !symbol.detail.isEmpty { members.append(("detail", .string(symbol.detail))) }
    members += [
      ("kind", .integer(symbol.kind.number)),
      ("range", conversions.json(symbol.range)),
      ("selectionRange", conversions.json(symbol.nameRange)),
    ]
    if !symbol.children.isEmpty {
      members.append(("children", .array(symbol.children.map { json($0, conversions) })))
    }
    return .object(members)
  }

  /// Appends a declaration and what is declared in it, for clients that show lists only.
  private static func append(
    _ symbol: DocumentSymbol,
    in container: String?,
    _ view: DocumentView,
    to list: inout [JSONValue]
  ) {
    var members: [(String, JSONValue)] = [
      ("name", .string(symbol.shownName)), ("kind", .integer(symbol.kind.number)),
      (
        "location",
        ["uri": .string(view.uri), "range": view.conversions.json(symbol.range)]
      ),
    ]
    if let container { members.append(("containerName", .string(container))) }
    list.append(.object(members))
    for child in symbol.children { append(child, in: symbol.shownName, view, to: &list) }
  }
}

extension DocumentSymbol {
  /// The name; clients refuse empty ones.
  fileprivate var shownName: String { name.isEmpty ? "…" : name }
}

extension DocumentSymbol.Kind {
  /// The number of the protocol for what comes nearest.
  fileprivate var number: Int {
    switch self {
    case .service: 2
    case .match: 3
    case .allow: 24
    case .function: 12
    case .parameter, .variable: 13
    case .user: 20
    case .data: 18
    case .document: 19
    case .group: 5
    case .test: 6
    case .table: 10
    }
  }
}
