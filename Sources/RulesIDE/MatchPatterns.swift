import RulesSource
import RulesSyntax

/// The whole pattern of a match.
struct MatchPattern {
  /// A segment of a pattern, or of the path of a request.
  enum Segment: Hashable {
    case literal(ContiguousArray<UInt8>)
    /// One segment of any text.
    case any
    /// Any number of segments.
    case glob
  }

  /// The declaration.
  let match: NodeID
  /// The segments, those of the matches around it first.
  let segments: [Segment]
  /// The paths of the matches, those around it first.
  let paths: [NodeID]
  /// How many segments `glob` takes at least: one in version 1.
  let globMinimum: Int

  /// Whether a path may be one that the pattern is for; `any` in the path is an unknown segment.
  func covers(_ path: [Segment]) -> Bool {
    guard let glob = segments.firstIndex(of: .glob) else {
      return segments.count == path.count && zip(segments, path).allSatisfy(Self.fits)
    }
    let head = segments[..<glob]
    let tail = segments[(glob + 1)...]
    guard path.count >= head.count + tail.count + globMinimum else { return false }
    return zip(head, path).allSatisfy(Self.fits)
      && zip(tail.reversed(), path.reversed()).allSatisfy(Self.fits)
  }

  /// A path with what stands before it by default: the database's documents, or the bucket's objects.
  static func whole(_ path: [Segment], isStorage: Bool) -> [Segment] {
    let root = isStorage ? storageRoot : firestoreRoot
    let isWhole =
      path.first == firestoreRoot.first || (isStorage && path.first == storageRoot.first)
    return isWhole ? path : root + path
  }

  private static let firestoreRoot: [Segment] = [
    .literal(ContiguousArray("databases".utf8)), .any, .literal(ContiguousArray("documents".utf8)),
  ]
  private static let storageRoot: [Segment] = [
    .literal(ContiguousArray("b".utf8)), .any, .literal(ContiguousArray("o".utf8)),
  ]

  private static func fits(_ pattern: Segment, _ segment: Segment) -> Bool {
    pattern == .any || segment == .any || pattern == segment
  }
}

extension Analysis {
  /// The most segments of a pattern that are looked at; patterns of more are refused.
  private static let segmentLimit = 100

  /// The patterns of a rules file's matches, in source order.
  func patterns() -> [MatchPattern] {
    let minimum = tree.isVersionOne ? 1 : 0
    var found: [MatchPattern] = []
    var pending: [(node: NodeID, segments: [MatchPattern.Segment], paths: [NodeID])] =
      tree.children(
        of: tree.root
      ).reversed().map { ($0, [], []) }
    while let (node, outer, outerPaths) = pending.popLast() {
      switch tree.kind(of: node) {
      case .serviceDeclaration:
        for child in tree.children(of: node).reversed() { pending.append((child, [], [])) }
      case .matchDeclaration:
        guard let path = tree.child(of: node, .path), outer.count < Self.segmentLimit else {
          continue
        }
        let segments = outer + tree.patternSegments(of: path)
        let paths = outerPaths + [path]
        found.append(
          MatchPattern(match: node, segments: segments, paths: paths, globMinimum: minimum)
        )
        for child in tree.children(of: node).reversed() { pending.append((child, segments, paths)) }
      default: continue
      }
    }
    return found
  }

  /// A pattern as it is written, in one piece.
  func text(of pattern: MatchPattern) -> String {
    pattern.paths.map { tree.text(of: $0) }.joined()
  }

  /// The whole path of the request or document around a place of a test file, as rules are matched with it.
  func requestedPath(
    along path: [NodeID],
    in project: ProjectIndex
  ) -> [MatchPattern.Segment]? {
    let owners: Set<SyntaxKind> = [.requestSyntax, .documentEntry, .tableDeclaration]
    guard let place = path.lastIndex(where: { tree.kind(of: $0) == .path }), place > 0,
      owners.contains(tree.kind(of: path[place - 1]))
    else { return nil }
    return wholePath(path[place], owner: path[place - 1], isStorage: project.isStorage)
  }

  /// A path of a test file with what stands before it by default, and an unknown document behind a
  /// collection that is listed.
  func wholePath(_ path: NodeID, owner: NodeID, isStorage: Bool) -> [MatchPattern.Segment] {
    let segments = MatchPattern.whole(tree.patternSegments(of: path), isStorage: isStorage)
    let isList =
      tree.kind(of: owner) == .requestSyntax && tree.mainBytes(of: owner).elementsEqual("list".utf8)
    return isList ? segments + [.any] : segments
  }
}

extension SyntaxTree {
  /// The segments of a path as a pattern has them.
  func patternSegments(of path: NodeID) -> [MatchPattern.Segment] {
    children(of: path).compactMap { segment in
      switch kind(of: segment) {
      case .literalSegment: .literal(segmentText(of: segment))
      case .captureSegment, .interpolatedSegment: .any
      case .globSegment: .glob
      default: nil
      }
    }
  }
}
