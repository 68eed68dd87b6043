/// A half-open range of byte offsets into one source file.
public struct SourceRange: Sendable, Hashable {
  /// Offset of the first byte.
  public var lowerBound: UInt32

  /// Offset of the byte after the last one; never below `lowerBound`.
  public var upperBound: UInt32

  /// A range from one byte offset to another; an upper bound below the lower one gives an empty range.
  @inlinable
  public init(_ lowerBound: UInt32, _ upperBound: UInt32) {
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
  }

  /// An empty range at a byte offset.
  @inlinable
  public init(at offset: UInt32) {
    self.init(offset, offset)
  }

  /// Count of bytes.
  @inlinable
  public var count: Int { Int(upperBound - lowerBound) }

  /// Whether the range holds no byte.
  @inlinable
  public var isEmpty: Bool { lowerBound == upperBound }

  /// The smallest range that covers both.
  @inlinable
  public func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(lowerBound, other.lowerBound), max(upperBound, other.upperBound))
  }

  /// Whether a byte offset lies in the range.
  @inlinable
  public func contains(_ offset: UInt32) -> Bool {
    lowerBound <= offset && offset < upperBound
  }
}
