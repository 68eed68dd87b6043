/// The path that a request is routed by.
///
/// A query's ends in what is not known before it is run.
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
    /// Any run of segments: a query of every collection below, at any depth.
    case anything
    /// The ids of any one collection and any one document: a query of every collection of a document.
    case anyCollection
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

  /// Whether it is the path of a document, given by its segments below the database's documents.
  func names(document: ContiguousArray<Text>) -> Bool {
    tail == .none && segments.count == document.count + 3
      && segments.dropFirst(3).elementsEqual(document)
  }

  /// Count of places, an unknown run being one.
  var count: Int {
    switch tail {
    case .none: segments.count
    case .document: segments.count + 1
    case .group: segments.count + 3
    case .anything: segments.count + 1
    case .anyCollection: segments.count + 2
    }
  }

  /// The place at an index.
  subscript(_ index: Int) -> Place {
    guard index >= segments.count else { return .known(segments[index]) }
    switch (tail, index - segments.count) {
    case (.group, 0), (.anything, _): return .anyRun
    case (.group(let collection), 1): return .known(collection)
    default: return .anyDocument
    }
  }

  /// Whether the place at an index is a run that is not known.
  func isRun(at index: Int) -> Bool {
    guard index >= segments.count else { return false }
    if case .anyRun = self[index] { return true }
    return false
  }

  /// Whether the collection is known: then the known segments are `request.path`.
  var hasKnownCollection: Bool {
    switch tail {
    case .none, .document: true
    case .group, .anything, .anyCollection: false
    }
  }
}
