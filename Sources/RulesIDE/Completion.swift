package import RulesSource

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
  package static let completionTriggers = [".", "/", "{", "$", "(", "'", "\"", " ", "|"]

  /// What may be written at an offset, the likeliest first; the word around the offset is replaced.
  package func completions(at offset: UInt32, in project: ProjectIndex) -> [CompletionItem] {
    []
  }
}
