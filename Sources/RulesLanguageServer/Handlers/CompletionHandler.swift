import RulesIDE
import RulesJSON
import RulesSource

extension Feature {
  /// What may be written at a place.
  static let completion = Feature(
    "completionProvider",
    ["triggerCharacters": .array(Analysis.completionTriggers.map(JSONValue.string))],
    .place("textDocument/completion") { offset, view, session in
      let items = view.analysis.completions(at: offset, in: view.index)
      let writer = CompletionWriter(conversions: view.conversions, client: session.client)
      return ["isIncomplete": false, "items": .array(items.map(writer.json))]
    }
  )
}

/// Writes completions as the protocol has them.
private struct CompletionWriter {
  let conversions: Conversions
  let client: ClientCapabilities

  func json(_ item: CompletionItem) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("label", .string(item.label)),
      ("kind", .integer(item.kind.number)),
    ]
    if !item.detail.isEmpty { members.append(("detail", .string(item.detail))) }
    if !item.documentation.isEmpty {
      members.append(
        (
          "documentation",
          .text(item.documentation, client.completionFormat)
        )
      )
    }
    members.append(("sortText", .string(item.sortText)))
    let isSnippet = item.isSnippet && client.hasSnippets
    if isSnippet { members.append(("insertTextFormat", 2)) }
    let text = item.edit.replacement
    let edit = TextEdit(
      replacing: item.edit.range,
      with: item.isSnippet && !isSnippet ? plainText(ofSnippet: text) : text
    )
    members.append(
      ("textEdit", ["range": conversions.json(edit.range), "newText": .string(edit.replacement)])
    )
    // What is typed is compared with what it would replace, which may be more than the label.
    if let typed = typedText(item), !item.label.utf8.starts(with: typed.utf8) {
      members.append(("filterText", .string(typed + item.label)))
    }
    return .object(members)
  }

  /// What the item would replace, where that is no word.
  private func typedText(_ item: CompletionItem) -> String? {
    let range = item.edit.range
    let upper = min(Int(range.upperBound), conversions.bytes.count)
    let bytes = conversions.bytes[min(Int(range.lowerBound), upper)..<upper]
    guard let first = bytes.first, !(first | 0x20 >= 0x61 && first | 0x20 <= 0x7A) else {
      return nil
    }
    return String(decoding: bytes.prefix(1), as: UTF8.self)
  }
}

/// The text of a snippet without its places: `get(${1:path})$0` is `get(path)`.
func plainText(ofSnippet snippet: String) -> String {
  var result: [UInt8] = []
  var openCount = 0
  let bytes = Array(snippet.utf8)
  var index = 0
  while index < bytes.count {
    switch bytes[index] {
    case UInt8(ascii: "\\") where index + 1 < bytes.count:
      result.append(bytes[index + 1])
      index += 2
    case UInt8(ascii: "$"):
      index += 1
      let isOpen = index < bytes.count && bytes[index] == UInt8(ascii: "{")
      if isOpen { index += 1 }
      while index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] {
        index += 1
      }
      if isOpen {
        openCount += 1
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") { index += 1 }
      }
    case UInt8(ascii: "}") where openCount > 0:
      openCount -= 1
      index += 1
    case let byte:
      result.append(byte)
      index += 1
    }
  }
  return String(decoding: result, as: UTF8.self)
}

extension CompletionItem.Kind {
  /// The number of the protocol for what comes nearest.
  fileprivate var number: Int {
    switch self {
    case .text: 1
    case .method: 2
    case .function: 3
    case .field, .claim: 5
    case .variable, .wildcard, .parameter: 6
    case .namespace: 9
    case .member: 10
    case .user: 12
    case .keyword: 14
    case .snippet: 15
    case .file: 17
    case .pathSegment: 19
    case .type: 22
    }
  }
}
