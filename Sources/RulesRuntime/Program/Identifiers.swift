/// The index of an expression of one program.
public struct ExpressionID: Sendable, Hashable, Comparable {
  /// Index into `Program.expressions`.
  public let index: UInt32

  /// The expression at an index.
  @inlinable
  public init(index: UInt32) {
    self.index = index
  }

  /// Orders by index; operands come before what they are operands of.
  @inlinable
  public static func < (left: ExpressionID, right: ExpressionID) -> Bool {
    left.index < right.index
  }
}

/// The index of a user's function of one program.
public struct FunctionID: Sendable, Hashable {
  /// Index into `Program.functions`.
  public let index: UInt32

  /// The function at an index.
  @inlinable
  public init(index: UInt32) {
    self.index = index
  }
}

/// The index of an allow statement of one program; statements are numbered in the order in which they are tried.
public struct StatementID: Sendable, Hashable, Comparable {
  /// Index into `Program.statements`.
  public let index: UInt32

  /// The statement at an index.
  @inlinable
  public init(index: UInt32) {
    self.index = index
  }

  /// Orders by turn.
  @inlinable
  public static func < (left: StatementID, right: StatementID) -> Bool {
    left.index < right.index
  }
}

/// The index of a match block of one program.
public struct BlockID: Sendable, Hashable, Comparable {
  /// Index into `Program.blocks`.
  public let index: UInt32

  /// The block at an index.
  @inlinable
  public init(index: UInt32) {
    self.index = index
  }

  /// Orders by place in the source.
  @inlinable
  public static func < (left: BlockID, right: BlockID) -> Bool {
    left.index < right.index
  }
}

/// A run of neighbouring entries in one of a program's side tables.
public struct TableSlice: Sendable, Hashable {
  /// Index of the first entry.
  public let start: UInt32
  /// Count of entries.
  public let count: UInt32

  /// A run from its start and length.
  @inlinable
  public init(start: Int, count: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.count = UInt32(truncatingIfNeeded: count)
  }

  /// The indices of the entries.
  @inlinable
  public var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
