import RulesJSON
import RulesRuntime

/// The documents that were read last as the REST interface has them, so that one that is read again and again is
/// written once.
struct DocumentTexts: Sendable {
  private struct Entry: Sendable {
    let name: ResourceName
    let document: StoredDocument
    let text: ContiguousArray<UInt8>
  }

  private var entries = RecentTable<Entry>()

  /// The most bytes of a text that is kept, so that all of them together stay small.
  private static let byteLimit = 8 << 10

  /// No documents.
  init() {}

  /// A document as JSON, with the line break that ends a reply.
  ///
  /// - Parameters:
  ///   - document: what is stored.
  ///   - name: where it stands.
  /// - Returns: what `RESTWriter` writes of it.
  mutating func text(of document: StoredDocument, _ name: ResourceName) -> ContiguousArray<UInt8> {
    let hash = Self.hash(of: name)
    let entry = entries.first(ofHash: hash) {
      $0.document.isIdentical(to: document) && $0.name == name
    }
    if let entry { return entry.text }
    var text = RESTWriter(project: name.database.project).json(document, name).bytes()
    text.append(UInt8(ascii: "\n"))
    if text.count <= Self.byteLimit {
      entries.insert(Entry(name: name, document: document, text: text), hash: hash)
    }
    return text
  }

  private static func hash(of name: ResourceName) -> Int {
    var hasher = Hasher()
    if let id = name.path.last { hasher.combine(id) }
    return hasher.finalize()
  }
}
