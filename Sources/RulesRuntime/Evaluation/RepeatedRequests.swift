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

  /// Two places for each hash, the one of the later request first; empty before the first request.
  private var entries: ContiguousArray<Entry?> = []

  /// Count of hashes that are told apart, a power of two.
  private static let hashCount = 256
  /// The most bytes of what a request brings along, so that all of them together stay small.
  private static let byteLimit = 4096

  /// No requests.
  package init() {}

  /// Counts a request again that is the same as one before, but for its time.
  ///
  /// - Returns: whether it is such a one.
  package func count(_ request: Request, in observer: inout CoverageObserver) -> Bool {
    guard !entries.isEmpty else { return false }
    let first = Self.index(of: request)
    for index in first...(first + 1) {
      guard let entry = entries[index], entry.request.isSame(as: request) else { continue }
      observer.count(entry.trace, for: request)
      return true
    }
    return false
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
    if entries.isEmpty { entries = ContiguousArray(repeating: nil, count: 2 * Self.hashCount) }
    let index = Self.index(of: request)
    entries[index + 1] = entries[index]
    entries[index] = Entry(request, trace)
  }

  private static func index(of request: Request) -> Int {
    var hasher = Hasher()
    hasher.combine(request.method)
    if let id = request.path.segments.last { hasher.combine(id) }
    return 2 * (hasher.finalize() & (hashCount - 1))
  }
}

extension Request {
  /// Whether two requests are the same in every part but their times.
  fileprivate func isSame(as other: borrowing Request) -> Bool {
    method == other.method && path == other.path && unknowns == other.unknowns
      && isInTransaction == other.isInTransaction && ownDocuments == other.ownDocuments
      && given == nil && other.given == nil
      && ValueKey.isSame(auth, other.auth)
      && ValueKey.isSame(transforms, other.transforms)
      && ValueKey.isSame(writeFields, other.writeFields)
      && Self.isSame(resource, other.resource)
      && Self.isSame(requestResource, other.requestResource)
      && Self.isSame(query, other.query)
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
