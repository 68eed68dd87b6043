/// The path that a request is routed by. A query's ends in what is not known before it is run.
public struct RoutePath: Sendable, Hashable {
  /// The decoded segments that are known, from the root.
  public var segments: ContiguousArray<Text>
  /// What follows them.
  public var tail: Tail

  /// What follows the known segments.
  public enum Tail: Sendable, Hashable {
    /// Nothing: the path names one place.
    case none
    /// The id of any one document: a query of the collection that the segments name.
    case document
    /// Any run of segments, a collection's id, and the id of any one document: a query of a collection group.
    case group(Text)
  }

  /// A path from its parts.
  public init(_ segments: ContiguousArray<Text>, tail: Tail = .none) {
    self.segments = segments
    self.tail = tail
  }

  /// One place of the path.
  enum Place {
    case known(Text)
    /// The id of a document that is not known; only a wildcard takes it.
    case anyDocument
    /// A run of segments that is not known; only a recursive wildcard takes it.
    case anyRun
  }

  /// Count of places, an unknown run being one.
  var count: Int {
    switch tail {
    case .none: segments.count
    case .document: segments.count + 1
    case .group: segments.count + 3
    }
  }

  /// The place at an index.
  subscript(_ index: Int) -> Place {
    guard index >= segments.count else { return .known(segments[index]) }
    switch (tail, index - segments.count) {
    case (.group, 0): return .anyRun
    case (.group(let collection), 1): return .known(collection)
    default: return .anyDocument
    }
  }
}
