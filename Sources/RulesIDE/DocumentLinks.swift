package import RulesSource
import RulesSyntax

/// A text that leads to a file.
package struct DocumentLink: Sendable, Hashable {
  /// The text.
  package let range: SourceRange
  /// The file, relative to the document.
  package let path: String
  /// What is there.
  package let tooltip: String
}

extension Analysis {
  /// The file names of the document, in source order.
  package func documentLinks() -> [DocumentLink] {
    guard language == .tests else { return [] }
    var found: [DocumentLink] = []
    for index in tree.nodes.indices {
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      let kind = tree.kind(of: node)
      guard kind == .rulesDirective || kind == .dataFile,
        tree[tree[node].mainToken].kind == .stringLiteral
      else { continue }
      let range = tree.mainRange(of: node)
      guard range.count > 2 else { continue }
      found.append(
        DocumentLink(
          range: SourceRange(range.lowerBound + 1, range.upperBound - 1),
          path: String(decoding: tree.stringValue(of: node), as: UTF8.self),
          tooltip: kind == .rulesDirective ? "Open the rules" : "Open the documents"
        )
      )
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
