/// A value by which others are told apart: by type and content, unlike `==` of rules, and in the order in which
/// elements stand.
struct ValueKey: Hashable, Sendable {
  private let value: Value
  private let hash: Int
  /// About as many bytes as the value takes.
  let size: Int

  /// A key; nil for a value that is too large, or of a rare kind.
  init?(_ value: Value) {
    var walk = Walk()
    guard walk.feed(value) else { return nil }
    self.value = value
    hash = walk.hasher.finalize()
    size = walk.size
  }

  /// Equal content has equal hashes.
  func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// Whether two values are the same in every part.
  static func == (left: ValueKey, right: ValueKey) -> Bool {
    left.hash == right.hash && isSame(left.value, right.value)
  }

  /// What is gathered on the way through a value.
  private struct Walk {
    var hasher = Hasher()
    var size = 0
    /// How many more values may be met.
    ///
    /// Larger ones are told apart by their texts, which have a limit of their own: a value that holds another
    /// twice, and so on, is endless to walk through.
    private var room = 4_096

    /// Feeds the type and the content of a value; false where there is no room, or the kind is a rare one.
    mutating func feed(_ value: borrowing Value) -> Bool {
      room -= 1
      size += MemoryLayout<Value>.stride
      guard room > 0 else { return false }
      // What is read of a flat value counts no references, and the value is kept by whoever has lent it.
      let flat = FlatValue(value)
      hasher.combine(flat.kind.rawValue)
      switch flat.kind {
      case .null: return true
      case .bool, .int, .float: hasher.combine(flat.int)
      case .text: feed(flat)
      case .timestamp, .duration:
        hasher.combine(flat.int)
        hasher.combine(flat.nanos)
      case .list: return feed(elementsOf: flat)
      case .map: return feed(valuesOf: flat)
      case .bytes, .set, .path: return feedRare(value)
      case .mapDiff, .latlng, .vector, .constraint, .unsettled, .failed, .keys, .literals,
        .document, .segments:
        return false
      }
      return true
    }

    private mutating func feed(elementsOf list: FlatValue) -> Bool {
      hasher.combine(list.count)
      for index in 0..<list.count {
        guard feed(list.place(ofElement: index).value) else { return false }
      }
      return true
    }

    private mutating func feed(valuesOf map: FlatValue) -> Bool {
      hasher.combine(map.hashOfKeys)
      for index in 0..<map.keyCount {
        size += map.key(index).count
        guard feed(map.place(ofValue: index).value) else { return false }
      }
      return true
    }

    private mutating func feedRare(_ value: borrowing Value) -> Bool {
      switch copy value {
      case .bytes(let octets):
        size += octets.bytes.count
        hasher.combine(octets)
        return true
      case .set(let set):
        hasher.combine(set.elements.count)
        return set.elements.allSatisfy { feed($0) }
      case .path(let path):
        room -= path.segments.count
        for segment in path.segments {
          guard case .simple(let text) = segment else { return false }
          feed(.text(text))
        }
        return true
      default: return false
      }
    }

    private mutating func feed(_ text: FlatValue) {
      size += text.count
      hasher.combine(text.count)
      // SAFETY: the bytes are those of a text that is kept for the whole of the call.
      unsafe hasher.combine(bytes: text.bytes)
    }
  }

  /// Whether two values are the same in every part, the left one being one of which a key can be made.
  static func isSame(_ left: borrowing Value, _ right: borrowing Value) -> Bool {
    let (flat, other) = (FlatValue(left), FlatValue(right))
    guard flat.kind == other.kind else { return false }
    switch flat.kind {
    case .null: return true
    case .bool, .int, .float: return flat.int == other.int
    case .text: return flat.hasSameText(as: other)
    case .timestamp, .duration: return flat.int == other.int && flat.nanos == other.nanos
    case .list:
      return flat.count == other.count
        && (0..<flat.count).allSatisfy {
          isSame(flat.place(ofElement: $0).value, other.place(ofElement: $0).value)
        }
    case .map:
      return flat.isSameMap(as: other)
        || flat.hasSameKeys(as: other)
          && (0..<flat.keyCount).allSatisfy {
            isSame(flat.place(ofValue: $0).value, other.place(ofValue: $0).value)
          }
    case .bytes, .set, .path: return isSameRare(left, right)
    // Of the other kinds no key is made.
    case .mapDiff, .latlng, .vector, .constraint, .unsettled, .failed, .keys, .literals, .document,
      .segments:
      return false
    }
  }

  private static func isSameRare(_ left: borrowing Value, _ right: borrowing Value) -> Bool {
    switch left {
    case .set(let left):
      guard case .set(let right) = copy right else { return false }
      return left.elements.elementsEqual(right.elements) { isSame($0, $1) }
    case .bytes(let left):
      guard case .bytes(let right) = copy right else { return false }
      return left == right
    case .path(let left):
      switch right {
      case .path(let right): return isSame(left, right)
      default: return false
      }
    default: return false
    }
  }

  /// Whether two paths have the same plain segments; the ends differ more often than what they begin with.
  private static func isSame(_ left: borrowing PathValue, _ right: borrowing PathValue) -> Bool {
    let count = left.segments.count
    guard count == right.segments.count else { return false }
    for index in stride(from: count - 1, through: 0, by: -1) {
      guard isSame(left.segments[index], right.segments[index]) else { return false }
    }
    return true
  }

  private static func isSame(
    _ left: borrowing PathValue.Segment,
    _ right: borrowing PathValue.Segment
  ) -> Bool {
    switch left {
    case .simple(let left):
      switch right {
      case .simple(let right): left == right
      default: false
      }
    default: false
    }
  }
}
