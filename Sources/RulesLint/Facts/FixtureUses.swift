import RulesRuntime
import RulesSource
import RulesSyntax

/// Which documents the requests of a test file ask for, and which the rules may look up.
struct FixtureUses {
  /// A segment of a path; nil stands for any.
  private typealias Segments = [ContiguousArray<UInt8>?]

  private let tree: SyntaxTree
  private let service: Program.Service
  /// Where requests are for a path, or for documents in it, by the path.
  private var requests: [[ContiguousArray<UInt8>]: [UInt32]] = [:]
  /// Where requests are for collections of a name, by the name.
  private var groups: [ContiguousArray<UInt8>: [UInt32]] = [:]
  /// Paths that hold something which is computed: those of requests, and those of lookups.
  private var patterns: Set<Segments> = []

  /// Of more patterns than these nobody compares each with each document.
  private static let patternLimit = 100

  /// What a file uses; nil where nobody can tell.
  init?(_ tree: SyntaxTree, _ program: Program) {
    self.tree = tree
    service = program.service
    let lookups = program.lookedUpPaths()
    guard lookups.isComplete else { return nil }
    for path in lookups.paths {
      guard case .path(let slice) = program.expressions[Int(path.index)] else { continue }
      let parts = slice.indices.map { place -> ContiguousArray<UInt8>? in
        if case .literal(let text) = program.pathParts[place] {
          ContiguousArray(text.utf8)
        } else {
          nil
        }
      }
      patterns.insert(own(parts))
    }
    for node in tree.nodes(.requestSyntax) + tree.nodes(.tableDeclaration) { add(node) }
    guard patterns.count <= Self.patternLimit else { return nil }
    for key in requests.keys { requests[key]?.sort() }
    for key in groups.keys { groups[key]?.sort() }
  }

  private mutating func add(_ request: NodeID) {
    guard let path = tree.children(of: request).first(where: { tree.kind(of: $0) == .path }) else {
      return
    }
    let offset = tree.range(of: request).lowerBound
    let segments = own(self.segments(of: path))
    let isGroup = tree.children(of: request).contains { tree.kind(of: $0) == .collectionGroup }
    if isGroup, let name = segments.last.flatMap(\.self) {
      groups[name, default: []].append(offset)
    } else if segments.contains(where: { $0 == nil }) || isGroup {
      patterns.insert(segments)
    } else {
      requests[segments.compactMap(\.self), default: []].append(offset)
    }
  }

  /// Whether a document is asked for or looked up.
  ///
  /// - Parameters:
  ///   - entry: the document.
  ///   - scope: the range of the requests that find it.
  /// - Returns: whether it is used.
  func isUsed(_ entry: NodeID, within scope: SourceRange) -> Bool {
    guard let path = tree.children(of: entry).first(where: { tree.kind(of: $0) == .path }) else {
      return true
    }
    let segments = own(self.segments(of: path))
    let known = segments.compactMap(\.self)
    // What is computed may be any document.
    guard known.count == segments.count, !known.isEmpty else { return true }
    if holdsOne(requests[known], scope) { return true }
    if holdsOne(requests[Array(known.dropLast())], scope) { return true }
    if known.count >= 2, holdsOne(groups[known[known.count - 2]], scope) { return true }
    return patterns.contains { pattern in
      (pattern.count == segments.count || pattern.count == segments.count - 1)
        && zip(pattern, segments).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  private func holdsOne(_ offsets: [UInt32]?, _ scope: SourceRange) -> Bool {
    offsets.map { scope.holdsOne(of: $0) } ?? false
  }

  private func segments(of path: NodeID) -> Segments {
    tree.children(of: path).map { segment in
      tree.kind(of: segment) == .literalSegment ? tree.segmentText(of: segment) : nil
    }
  }

  /// The segments after `/databases/x/documents` or `/b/x/o`; the documents of Storage rules stay apart from files.
  private func own(_ segments: Segments) -> Segments {
    guard segments.count > 3, let first = segments[0] else { return segments }
    switch service {
    case .storage: return first.elementsEqual("b".utf8) ? Array(segments.dropFirst(3)) : segments
    case .firestore, .other:
      return first.elementsEqual("databases".utf8) ? Array(segments.dropFirst(3)) : segments
    }
  }
}
