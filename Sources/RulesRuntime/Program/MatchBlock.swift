/// A segment of a match pattern.
public enum PatternSegment: Sendable, Hashable {
  /// Exactly this text.
  case literal(Text)
  /// One segment.
  case capture(Text)
  /// Any run of segments, at least `minimum`: zero in version 2, one in version 1.
  case glob(Text, minimum: UInt8)
}

/// A match block with its whole pattern: those of the blocks around it, then its own.
public struct MatchBlock: Sendable {
  /// The whole pattern.
  ///
  /// INVARIANT: holds at most one glob.
  public var pattern: ContiguousArray<PatternSegment>
  /// Where in a path the value of each wildcard stands, the outermost wildcard first.
  public var captures: ContiguousArray<Capture>
  /// The block around it.
  public var parent: BlockID?
  /// Its allow statements, which follow one another.
  public var statements: Range<UInt32>
  /// The byte offset of its `match`.
  public var offset: UInt32

  /// Where the value of a wildcard stands in the segments of a path.
  public enum Capture: Sendable, Hashable {
    /// The segment at this index.
    case fromStart(UInt32)
    /// The segment at this distance from the end, 1 being the last.
    case fromEnd(UInt32)
    /// The run from this index up to this distance from the end.
    case run(UInt32, fromEnd: UInt32)
  }

  /// A block from its parts; the captures follow from the pattern.
  public init(
    pattern: ContiguousArray<PatternSegment>,
    parent: BlockID?,
    statements: Range<UInt32>,
    offset: UInt32
  ) {
    self.pattern = pattern
    self.parent = parent
    self.statements = statements
    self.offset = offset
    self.captures = Self.captures(of: pattern)
  }

  private static func captures(of pattern: ContiguousArray<PatternSegment>) -> ContiguousArray<
    Capture
  > {
    var captures: ContiguousArray<Capture> = []
    var isAfterGlob = false
    for (place, segment) in pattern.enumerated() {
      let index = UInt32(truncatingIfNeeded: place)
      let distance = UInt32(truncatingIfNeeded: pattern.count - place)
      switch segment {
      case .literal: continue
      case .capture: captures.append(isAfterGlob ? .fromEnd(distance) : .fromStart(index))
      case .glob:
        captures.append(.run(index, fromEnd: distance - 1))
        isAfterGlob = true
      }
    }
    return captures
  }

  /// The value of a wildcard for a path that the pattern covers; nil where it is not known.
  ///
  /// - Parameters:
  ///   - index: its place among the captures.
  ///   - path: the path.
  ///   - version: that of the rules, 1 or 2.
  /// - Returns: a text, or a path for one that takes any run of segments.
  func value(ofCapture index: Int, in path: RoutePath, version: Int) -> Value? {
    switch captures[index] {
    case .fromStart(let place):
      return single(path[Int(place)])
    case .fromEnd(let distance):
      return single(path[path.count - Int(distance)])
    case .run(let place, let distance):
      return run(Int(place)..<path.count - Int(distance), in: path, version)
    }
  }

  private func single(_ place: RoutePath.Place) -> Value? {
    switch place {
    case .known(let text): .string(text)
    case .anyDocument, .anyRun: nil
    }
  }

  /// A run that reaches what is not known ends in a segment that waits to be bound.
  ///
  /// It compares, and is never equal; in rules of version 1 it is not known. Source: recorded from the official
  /// emulator.
  private func run(_ places: Range<Int>, in path: RoutePath, _ version: Int) -> Value? {
    var segments: ContiguousArray<PathValue.Segment> = []
    for place in places {
      switch path[place] {
      case .known(let text): segments.append(.simple(text))
      case .anyDocument, .anyRun:
        guard version > 1 else { return nil }
        segments.append(.capture(name: "", bound: nil))
      }
    }
    return .path(PathValue(segments))
  }
}
