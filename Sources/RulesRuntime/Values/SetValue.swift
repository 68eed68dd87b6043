/// Unique values, in the order in which each was first added.
///
/// Uniqueness is by `isSameSetElement`.
public struct SetValue: Sendable {
  /// The elements.
  ///
  /// INVARIANT: no two are the same element.
  public let elements: ContiguousArray<Value>

  /// Wraps elements that are unique already.
  init(unique elements: ContiguousArray<Value>) {
    self.elements = elements
  }

  /// The set of the elements, each at the place of its first appearance.
  ///
  /// Complexity: O(count).
  public init(_ elements: some Sequence<Value>) throws(FaultReason) {
    var index = ElementIndex(.setElement)
    for element in elements { try index.insert(element) }
    self.init(unique: index.elements)
  }

  /// Whether an element is there.
  ///
  /// Complexity: O(count).
  public func contains(_ element: Value) throws(FaultReason) -> Bool {
    for other in elements where try element.isSameSetElement(as: other) { return true }
    return false
  }
}

/// What became of one key between two maps.
public enum KeyStatus: UInt8, Sendable, Hashable, CaseIterable {
  case added, removed, changed, unchanged
}

/// The difference of two maps, key by key: the result of `diff()`.
public struct MapDiffValue: Sendable, Hashable {
  /// A key and what became of it; the argument's keys first, then the receiver's added ones.
  public struct Entry: Sendable, Hashable {
    /// The key.
    public let key: Text
    /// What became of it.
    public let status: KeyStatus
  }

  /// The entries, each key once.
  public let entries: ContiguousArray<Entry>

  /// Wraps entries.
  public init(_ entries: ContiguousArray<Entry>) {
    self.entries = entries
  }

  /// Whether both say the same of the same keys, in whatever order.
  func hasSameStatuses(as other: MapDiffValue) -> Bool {
    guard entries.count == other.entries.count else { return false }
    if entries == other.entries { return true }
    // Keys are unique, so equal counts and every entry found make equal maps.
    let others = Set(other.entries)
    return entries.allSatisfy { others.contains($0) }
  }
}
