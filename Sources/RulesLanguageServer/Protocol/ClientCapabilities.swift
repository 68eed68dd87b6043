import RulesJSON

/// What the client can do, as far as something depends on it.
struct ClientCapabilities: Sendable {
  /// What characters are counted in.
  let encoding: PositionEncoding
  /// Whether it tells of changed files when it is asked to.
  let watchesFiles: Bool
  /// Whether it tells of changed settings only when it is asked to.
  let registersForConfiguration: Bool
  /// Whether it can be asked for settings.
  let hasConfiguration: Bool
  /// Whether it can be asked to show how far work has come.
  let showsProgress: Bool
  /// Whether edits may name the version that they are for.
  let hasVersionedEdits: Bool
  /// Whether diagnostics are asked for.
  let pullsDiagnostics: Bool
  /// Whether the client asks again for diagnostics when it is told to.
  let refreshesDiagnostics: Bool
  /// Whether the client asks again for lenses when it is told to.
  let refreshesLenses: Bool
  /// Whether it asks again for hints when it is told to.
  let refreshesHints: Bool
  /// Which parts of diagnostics it shows.
  let diagnostics: Diagnostics
  /// Whether it fills in the places of snippets.
  let hasSnippets: Bool
  /// Whether outlines may have levels.
  let hasSymbolLevels: Bool
  /// Whether changes may be offered as such and not only as commands.
  let hasCodeActions: Bool
  /// Whether texts beside completions may be Markdown.
  let hasMarkdownCompletions: Bool
  /// Whether texts beside signatures may be Markdown.
  let hasMarkdownSignatures: Bool
  /// Whether texts of hovers may be Markdown.
  let hasMarkdownHovers: Bool
  /// Whether ranges that are folded count whole lines only.
  let foldsLinesOnly: Bool

  /// Which parts of diagnostics a client shows.
  struct Diagnostics: Sendable {
    /// Other places, as such.
    let hasRelatedInformation: Bool
    /// Marks such as "unnecessary".
    let hasTags: Bool
    /// The version that they are for.
    let hasVersions: Bool
    /// An address beside the code.
    let hasLinks: Bool
  }

  /// Reads what the client says in `initialize`.
  init(_ value: JSONValue) {
    let workspace = value["workspace"]
    let document = value["textDocument"]
    let offered = value["general"]?["positionEncodings"]?.array ?? []
    encoding = PositionEncoding(offered: offered.compactMap(\.text))
    watchesFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
    registersForConfiguration =
      workspace?["didChangeConfiguration"]?["dynamicRegistration"]?.bool ?? false
    hasConfiguration = workspace?["configuration"]?.bool ?? false
    showsProgress = value["window"]?["workDoneProgress"]?.bool ?? false
    hasVersionedEdits = workspace?["workspaceEdit"]?["documentChanges"]?.bool ?? false
    pullsDiagnostics = document?["diagnostic"]?.object != nil
    refreshesDiagnostics = workspace?["diagnostics"]?["refreshSupport"]?.bool ?? false
    refreshesLenses = workspace?["codeLens"]?["refreshSupport"]?.bool ?? false
    refreshesHints = workspace?["inlayHint"]?["refreshSupport"]?.bool ?? false
    let published = document?["publishDiagnostics"]
    diagnostics = Diagnostics(
      hasRelatedInformation: published?["relatedInformation"]?.bool ?? false,
      hasTags: published?["tagSupport"]?.object != nil,
      hasVersions: published?["versionSupport"]?.bool ?? false,
      hasLinks: published?["codeDescriptionSupport"]?.bool ?? false
    )
    let completion = document?["completion"]?["completionItem"]
    hasSnippets = completion?["snippetSupport"]?.bool ?? false
    hasMarkdownCompletions = Self.isMarkdown(completion?["documentationFormat"])
    let signature = document?["signatureHelp"]?["signatureInformation"]
    hasMarkdownSignatures = Self.isMarkdown(signature?["documentationFormat"])
    hasMarkdownHovers = Self.isMarkdown(document?["hover"]?["contentFormat"])
    hasSymbolLevels =
      document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    hasCodeActions = document?["codeAction"]?["codeActionLiteralSupport"]?.object != nil
    foldsLinesOnly = document?["foldingRange"]?["lineFoldingOnly"]?.bool ?? false
  }

  /// Whether Markdown is among the formats; the first one is the one that the client likes best.
  private static func isMarkdown(_ formats: JSONValue?) -> Bool {
    formats?.array?.contains { $0.text == "markdown" } ?? false
  }
}
