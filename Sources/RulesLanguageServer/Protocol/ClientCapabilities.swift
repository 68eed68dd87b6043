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
  /// The form of texts beside completions.
  let completionFormat: TextFormat
  /// The form of texts beside signatures.
  let signatureFormat: TextFormat
  /// The form of texts of hovers.
  let hoverFormat: TextFormat
  /// Whether it says what is behind a link.
  let hasLinkTooltips: Bool
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
    completionFormat = TextFormat(offered: completion?["documentationFormat"])
    let signature = document?["signatureHelp"]?["signatureInformation"]
    signatureFormat = TextFormat(offered: signature?["documentationFormat"])
    hoverFormat = TextFormat(offered: document?["hover"]?["contentFormat"])
    hasSymbolLevels =
      document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    hasCodeActions = document?["codeAction"]?["codeActionLiteralSupport"]?.object != nil
    hasLinkTooltips = document?["documentLink"]?["tooltipSupport"]?.bool ?? false
    foldsLinesOnly = document?["foldingRange"]?["lineFoldingOnly"]?.bool ?? false
  }
}

/// A form in which a client takes texts for people.
enum TextFormat: Sendable, Hashable {
  /// A string, which clients take that speak of no forms.
  case string
  /// Text that is shown as it is.
  case plain
  /// Text with marks.
  case markdown

  /// The best of the forms that a client offers.
  init(offered formats: JSONValue?) {
    let names = formats?.array?.compactMap(\.text) ?? []
    self = names.contains("markdown") ? .markdown : names.isEmpty ? .string : .plain
  }
}

extension JSONValue {
  /// A text for people, which is written in Markdown.
  static func text(_ markdown: String, _ format: TextFormat) -> JSONValue {
    switch format {
    case .string: .string(markdown)
    case .plain: ["kind": "plaintext", "value": .string(markdown)]
    case .markdown: ["kind": "markdown", "value": .string(markdown)]
    }
  }
}
