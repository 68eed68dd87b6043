package import RulesSource
import RulesSyntax

/// Something that may be written at a place.
package struct CompletionItem: Sendable, Hashable {
  /// What it is.
  package enum Kind: Sendable, Hashable {
    case keyword, snippet, variable, parameter, wildcard, function, method, member, claim, field
    case type, pathSegment, namespace, user, file, text
  }

  /// What is shown in the list.
  package var label: String
  /// What it is.
  package var kind: Kind
  /// Signature or type, beside the label.
  package var detail: String
  /// More about it, in Markdown; empty for nothing.
  package var documentation: String
  /// What choosing it does.
  package var edit: TextEdit
  /// Whether the text of the edit is a snippet: `$1`, `${2:name}` and `$0` are places, `\$`, `\}` and
  /// `\\` characters.
  package var isSnippet: Bool
  /// Orders the list: texts compared by bytes.
  package var sortText: String

  /// An item.
  package init(
    _ label: String,
    _ kind: Kind,
    detail: String = "",
    documentation: String = "",
    edit: TextEdit,
    isSnippet: Bool = false,
    sortText: String
  ) {
    self.label = label
    self.kind = kind
    self.detail = detail
    self.documentation = documentation
    self.edit = edit
    self.isSnippet = isSnippet
    self.sortText = sortText
  }
}

extension Analysis {
  /// The characters that open the list of completions when they are typed.
  package static let completionTriggers = [".", "/", "$", "'", "\"", "|"]

  /// What may be written at an offset, the likeliest first; the word around the offset is replaced.
  package func completions(at offset: UInt32, in project: ProjectIndex) -> [CompletionItem] {
    guard !tree.isInComment(offset), let place = CompletionPlace(self, at: offset) else {
      return []
    }
    var list = CompletionList(place: place, project: project)
    switch language {
    case .rules: list.addRulesItems()
    case .tests: list.addTestItems()
    }
    return list.sorted
  }
}

/// Where something is to be completed: the text is analysed once more with a word put in there, so that
/// half a statement is read as a whole one.
struct CompletionPlace {
  /// The word that is replaced; empty where none stands there.
  let word: SourceRange
  /// The document with another word in its place.
  let probe: Analysis
  /// That word.
  let probeWord: SourceRange
  /// The nodes around that word.
  let path: [NodeID]
  /// The token that it is, or is in.
  let token: TokenID
  /// Whether it is in a string.
  let isInString: Bool

  /// A name that no file has.
  private static let placeholder = "completionPlace"

  init?(_ analysis: Analysis, at offset: UInt32) {
    let bytes = analysis.source.bytes
    let cursor = min(Int(offset), bytes.count)
    var start = cursor
    while start > 0, bytes[start - 1].isOfWord { start -= 1 }
    var end = cursor
    while end < bytes.count, bytes[end].isOfWord { end += 1 }
    // Behind a digit a number is being written.
    if start < cursor, (0x30...0x39).contains(bytes[start]) { return nil }
    word = SourceRange(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: end))
    let text = analysis.source.applying([TextEdit(replacing: word, with: Self.placeholder)])
    probe = Analysis(SourceFile(name: analysis.source.name, bytes: text), analysis.language)
    let length = UInt32(truncatingIfNeeded: Self.placeholder.utf8.count)
    probeWord = SourceRange(word.lowerBound, word.lowerBound &+ length)
    path = probe.tree.path(to: probeWord)
    guard let token = probe.tree.token(at: probeWord.lowerBound, preferring: { _ in true }) else {
      return nil
    }
    self.token = token
    let range = probe.tree[token].range
    switch probe.tree[token].kind {
    case .stringLiteral, .unterminatedString:
      isInString = range.lowerBound < probeWord.lowerBound
    default: isInString = false
    }
  }

  /// The innermost node around the word.
  var node: NodeID { path.last ?? probe.tree.root }

  /// The innermost node around the word but one.
  var parent: NodeID? { path.dropLast().last }

  /// The token before the one that the word is in, or before a token of a path.
  func previous(_ distance: UInt32 = 1) -> TokenID? {
    token.index >= distance ? TokenID(index: token.index - distance) : nil
  }

  /// The kind of a token before the word; nil at the start of the file.
  func previousKind(_ distance: UInt32 = 1) -> TokenKind? {
    previous(distance).map { probe.tree[$0].kind }
  }

  /// The text of a token before the word; empty at the start of the file.
  func previousText(_ distance: UInt32 = 1) -> String {
    previous(distance).map { probe.source.text(of: probe.tree[$0].range) } ?? ""
  }

  /// What stands between the quotes around the word in the document itself; nil outside of strings.
  var stringContent: SourceRange? {
    guard isInString else { return nil }
    let range = probe.tree[token].range
    let added = probeWord.upperBound - probeWord.lowerBound
    let removed = word.upperBound - word.lowerBound
    let isClosed = probe.tree[token].kind == .stringLiteral
    let end = isClosed ? range.upperBound &- 1 &+ removed &- added : word.upperBound
    return SourceRange(range.lowerBound &+ 1, end)
  }

  /// Whether the word begins behind `$`, which names may hold, though only a path wants it.
  var isBehindDollar: Bool {
    let start = Int(word.lowerBound)
    return start > 0 && probe.source.bytes[start - 1] == UInt8(ascii: "$")
  }

  /// The kind of the token behind the word.
  var nextKind: TokenKind {
    let index = Int(token.index) + 1
    return index < probe.tree.tokens.count ? probe.tree.tokens[index].kind : .endOfFile
  }
}

/// What may be written at a place, as it is collected.
struct CompletionList {
  let place: CompletionPlace
  let project: ProjectIndex
  private var items: [CompletionItem] = []
  private var seen: Set<String> = []

  init(place: CompletionPlace, project: ProjectIndex) {
    self.place = place
    self.project = project
  }

  /// The most items of a list.
  private static let limit = 500

  /// The items, the likeliest first.
  var sorted: [CompletionItem] {
    Array(
      items.sorted { $0.sortText.utf8.lexicographicallyPrecedes($1.sortText.utf8) }
        .prefix(Self.limit)
    )
  }

  /// How likely an item is to be meant; likelier ones come first.
  enum Rank: Int {
    case likely, own, usual, library, word, unlikely
  }

  /// Adds an item unless there is one of its name.
  ///
  /// - Parameters:
  ///   - label: its name.
  ///   - kind: what it is.
  ///   - rank: how likely it is meant.
  ///   - detail: what stands beside it.
  ///   - documentation: more about it.
  ///   - text: what is put in; the name, by default.
  ///   - snippet: what is put in, where that has places to go to.
  ///   - range: what it takes the place of; the word, by default.
  mutating func add(
    _ label: String,
    _ kind: CompletionItem.Kind,
    _ rank: Rank,
    detail: String = "",
    documentation: String = "",
    text: String? = nil,
    snippet: String? = nil,
    replacing range: SourceRange? = nil
  ) {
    guard !label.isEmpty, seen.insert("\(kind) \(label)").inserted else { return }
    items.append(
      CompletionItem(
        label,
        kind,
        detail: detail,
        documentation: documentation,
        edit: TextEdit(replacing: range ?? place.word, with: snippet ?? text ?? label),
        isSnippet: snippet != nil,
        sortText: "\(rank.rawValue)\(label)"
      )
    )
  }

  /// Adds a function or method; its parentheses come with it, unless they stand there already.
  mutating func addCall(
    _ name: String,
    _ kind: CompletionItem.Kind,
    _ rank: Rank,
    parameters: [String],
    detail: String,
    documentation: String
  ) {
    guard place.nextKind != .leftParenthesis else {
      add(name, kind, rank, detail: detail, documentation: documentation)
      return
    }
    guard !parameters.isEmpty else {
      add(name, kind, rank, detail: detail, documentation: documentation, text: "\(name)()")
      return
    }
    let places = parameters.enumerated().map { "${\($0 + 1):\(Self.escaped($1))}" }
    let snippet = "\(name)(\(places.joined(separator: ", ")))$0"
    add(name, kind, rank, detail: detail, documentation: documentation, snippet: snippet)
  }

  /// Adds a built-in.
  mutating func addBuiltin(_ index: UInt16, _ kind: CompletionItem.Kind, _ rank: Rank) {
    guard let call = BuiltinPages.call(index) else { return }
    addCall(
      call.name,
      kind,
      rank,
      parameters: call.parameters,
      detail: call.signature,
      documentation: call.documentation
    )
  }

  /// Text as a snippet has it.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "$" || character == "}" || character == "\\" { result.append("\\") }
      result.append(character)
    }
  }
}
