/// A path: its segments, some of which may be captures that are bound or wait to be.
public struct PathValue: Sendable {
  /// One segment.
  public enum Segment: Sendable {
    /// Plain text; may be empty or hold a slash.
    case simple(Text)
    /// `{name}`, and the text it is bound to.
    case capture(name: Text, bound: Text?)
    /// `{name=**}`, and the path it is bound to.
    case glob(name: Text, bound: PathValue?)
  }

  /// The segments.
  public let segments: ContiguousArray<Segment>

  /// Count of segments, each bound glob counted as the segments of its path; saturates.
  let plainCount: Int32

  /// Wraps segments.
  public init(_ segments: ContiguousArray<Segment>) {
    self.segments = segments
    var count: Int32 = 0
    for segment in segments {
      // A glob's path knows its own count, so paths that share parts are not walked through.
      let added: Int32 =
        if case .glob(_, let bound?) = segment { bound.plainCount } else { 1 }
      let (sum, overflow) = count.addingReportingOverflow(added)
      count = overflow ? .max : sum
    }
    plainCount = count
  }

  /// A path of plain segments.
  public init(plain texts: some Collection<Text>) {
    self.init(plain: ContiguousArray(texts))
  }

  /// A path of plain segments.
  public init(plain texts: ContiguousArray<Text>) {
    var segments = ContiguousArray<Segment>()
    segments.reserveCapacity(texts.count)
    for text in texts { segments.append(.simple(text)) }
    self.init(segments)
  }
}
