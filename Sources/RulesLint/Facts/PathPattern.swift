package import RulesRuntime

/// The whole pattern of a match block, and how it relates to others.
package struct PathPattern: Sendable, Hashable {
  /// The segments, those of the blocks around it first.
  package let segments: ContiguousArray<PatternSegment>
  /// Count of leading segments that all rules of the service begin with.
  private let prefixCount: Int
  /// Where `{name=**}` stands.
  private let globIndex: Int?

  init(_ segments: ContiguousArray<PatternSegment>, _ service: Program.Service) {
    self.segments = segments
    globIndex = segments.firstIndex(where: \.isGlob)
    prefixCount = Self.prefixCount(segments, service)
  }

  /// The segments after `/databases/{database}/documents`, or after `/b/{bucket}/o`.
  package var ownSegments: ContiguousArray<PatternSegment>.SubSequence {
    segments.dropFirst(prefixCount)
  }

  /// As people write it, without what all rules of the service begin with: `/books/{book}`.
  package var text: String {
    ownSegments.isEmpty ? "/" : ownSegments.map { "/" + $0.text }.joined()
  }

  private static func prefixCount(
    _ segments: ContiguousArray<PatternSegment>,
    _ service: Program.Service
  ) -> Int {
    let words: (first: Text, last: Text)
    switch service {
    case .firestore: words = ("databases", "documents")
    case .storage: words = ("b", "o")
    case .other: return 0
    }
    guard segments.count >= 3, segments[0] == .literal(words.first), !segments[1].isGlob,
      segments[2] == .literal(words.last)
    else { return 0 }
    return 3
  }

  /// Whether it ends in, or holds, `{name=**}`.
  package var hasGlob: Bool { globIndex != nil }

  /// Whether some path matches both.
  package func overlaps(_ other: PathPattern) -> Bool {
    if globIndex == nil, other.globIndex == nil {
      guard segments.count == other.segments.count else { return false }
      return segments.indices.allSatisfy { segments[$0].meets(other.segments[$0]) }
    }
    let leftGlob = globIndex
    let rightGlob = other.globIndex
    if leftGlob == nil, other.segments.count > segments.count + 1 { return false }
    if rightGlob == nil, segments.count > other.segments.count + 1 { return false }
    if let leftGlob, rightGlob == nil, !fits(leftGlob, other.segments.count) { return false }
    if let rightGlob, leftGlob == nil, !other.fits(rightGlob, segments.count) { return false }
    let prefix = min(leftGlob ?? segments.count, rightGlob ?? other.segments.count)
    let suffix = min(
      leftGlob.map { segments.count - $0 - 1 } ?? segments.count,
      rightGlob.map { other.segments.count - $0 - 1 } ?? other.segments.count
    )
    let (end, otherEnd) = (segments.count - suffix, other.segments.count - suffix)
    return (0..<prefix).allSatisfy { segments[$0].meets(other.segments[$0]) }
      && (0..<suffix).allSatisfy { segments[end + $0].meets(other.segments[otherEnd + $0]) }
  }

  /// Whether a path of a count of segments is not too short.
  private func fits(_ glob: Int, _ count: Int) -> Bool {
    count >= segments.count - 1 + segments[glob].minimumCount
  }

  /// Whether each path that matches the other one matches this one, too.
  package func covers(_ other: PathPattern) -> Bool {
    guard let glob = globIndex else {
      return !other.hasGlob && segments.count == other.segments.count
        && zip(segments, other.segments).allSatisfy { $0.covers($1) }
    }
    let suffix = segments.count - glob - 1
    guard other.minimumLength >= glob + suffix + segments[glob].minimumCount else { return false }
    guard other.globIndex.map({ $0 >= glob && other.segments.count - $0 - 1 >= suffix }) ?? true
    else { return false }
    return zip(segments.prefix(glob), other.segments.prefix(glob)).allSatisfy { $0.covers($1) }
      && zip(segments.suffix(suffix), other.segments.suffix(suffix)).allSatisfy { $0.covers($1) }
  }

  private var minimumLength: Int { segments.reduce(0) { $0 + $1.minimumCount } }
}

extension PatternSegment {
  /// As it is written.
  package var text: String {
    switch self {
    case .literal(let text): text.description
    case .capture(let name): "{\(name.description)}"
    case .glob(let name, _): "{\(name.description)=**}"
    }
  }

  /// Whether it takes any number of segments.
  package var isGlob: Bool {
    switch self {
    case .glob: true
    case .literal, .capture: false
    }
  }

  /// How many segments it takes at least.
  var minimumCount: Int {
    switch self {
    case .literal, .capture: 1
    case .glob(_, let minimum): Int(minimum)
    }
  }

  func meets(_ other: PatternSegment) -> Bool {
    switch (self, other) {
    case (.literal(let left), .literal(let right)): left == right
    default: true
    }
  }

  func covers(_ other: PatternSegment) -> Bool {
    switch (self, other) {
    case (.literal(let left), .literal(let right)): left == right
    case (.literal, _): false
    default: true
    }
  }
}
