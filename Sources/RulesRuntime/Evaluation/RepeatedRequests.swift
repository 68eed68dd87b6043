/// What was counted of requests lately, so that one that comes again is not evaluated again: clients read the same
/// documents all the time.
package struct RepeatedRequests: Sendable {
  /// A request, and what it made an observer count: an object, so that looking at it copies neither.
  private final class Entry: Sendable {
    let request: Request
    let trace: CoverageTrace

    init(_ request: Request, _ trace: CoverageTrace) {
      self.request = request
      self.trace = trace
    }
  }

  private var entries = RecentTable<Entry>()

  /// The most bytes of what a request brings along, so that all of them together stay small.
  private static let byteLimit = 4096

  /// No requests.
  package init() {}

  /// Counts a request again that is the same as one before, but for its time.
  ///
  /// - Returns: whether it is such a one.
  package func count(_ request: Request, in observer: inout CoverageObserver) -> Bool {
    let entry = entries.first(ofHash: Self.hash(of: request)) { $0.request.isSame(as: request) }
    guard let entry else { return false }
    observer.count(entry.trace, for: request)
    return true
  }

  /// Remembers what a request has made an observer count.
  package mutating func remember(_ trace: CoverageTrace, of request: Request) {
    let values = [request.auth, request.resource, request.requestResource, request.query]
    var size = 0
    for value in values {
      guard let value else { continue }
      // What no key is made of is never the same as anything.
      guard let key = ValueKey(value) else { return }
      size += key.size
    }
    guard size <= Self.byteLimit else { return }
    entries.insert(Entry(request, trace), hash: Self.hash(of: request))
  }

  private static func hash(of request: Request) -> Int {
    var hasher = Hasher()
    hasher.combine(request.method)
    if let id = request.path.segments.last { hasher.combine(id) }
    return hasher.finalize()
  }
}

extension Request {
  /// Whether two requests are the same in every part but their times.
  fileprivate func isSame(as other: borrowing Request) -> Bool {
    method == other.method && path == other.path && unknowns == other.unknowns
      && isInTransaction == other.isInTransaction
      && Self.isSame(ownDocuments, other.ownDocuments)
      && given == nil && other.given == nil
      && ValueKey.isSame(auth, other.auth)
      && ValueKey.isSame(transforms, other.transforms)
      && ValueKey.isSame(writeFields, other.writeFields)
      && Self.isSame(resource, other.resource)
      && Self.isSame(requestResource, other.requestResource)
      && Self.isSame(query, other.query)
  }

  /// Whether two sets of documents are the same; a read is about one, which needs no hash.
  private static func isSame(
    _ left: borrowing Set<ContiguousArray<Text>>,
    _ right: borrowing Set<ContiguousArray<Text>>
  ) -> Bool {
    if left.count == 1, right.count == 1 { return left.first == right.first }
    return left == right
  }

  private static func isSame(_ left: borrowing Value?, _ right: borrowing Value?) -> Bool {
    switch left {
    case .some(let left):
      switch right {
      case .some(let right): ValueKey.isSame(left, right)
      case .none: false
      }
    case .none: right == nil
    }
  }
}
