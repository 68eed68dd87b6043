/// The path of a document whose segments somebody else keeps: looking one up makes no texts.
///
/// INVARIANT: whoever made it keeps the segments for as long as it is used.
@safe
public struct BorrowedPath: @unchecked Sendable {  // The segments are only read.
  private let segments: UnsafeBufferPointer<FlatValue>

  /// A path of texts.
  @inline(__always)
  init(_ segments: UnsafeBufferPointer<FlatValue>) {
    unsafe self.segments = unsafe segments
  }

  /// Count of segments.
  public var count: Int { unsafe segments.count }

  /// The segments.
  public var texts: ContiguousArray<Text> {
    var texts = ContiguousArray<Text>()
    unsafe texts.reserveCapacity(segments.count)
    for index in unsafe segments.indices {
      texts.append(unsafe Text(copying: segments[index].bytes))
    }
    return texts
  }

  /// Whether it has the segments of another path.
  public func isSame(as path: ContiguousArray<Text>) -> Bool {
    guard unsafe segments.count == path.count else { return false }
    // The ends differ more often than what they begin with.
    for index in path.indices.reversed() {
      guard unsafe segments[index].hasSameText(as: .text(path[index])) else { return false }
    }
    return true
  }

  /// Whether it is what a request's path has below the documents of the database, as `RoutePath.names(document:)`
  /// says.
  func isRest(of path: UnsafeBufferPointer<Text>) -> Bool {
    guard unsafe path.count == segments.count &+ 3 else { return false }
    for index in unsafe segments.indices.reversed() {
      guard unsafe segments[index].hasSameText(as: .text(path[index &+ 3])) else { return false }
    }
    return true
  }

  /// Whether it has the segments of another path.
  @inline(__always)
  func isSame(as other: BorrowedPath) -> Bool {
    guard unsafe segments.count == other.segments.count else { return false }
    for index in unsafe segments.indices.reversed() {
      guard unsafe segments[index].hasSameText(as: other.segments[index]) else { return false }
    }
    return true
  }
}
