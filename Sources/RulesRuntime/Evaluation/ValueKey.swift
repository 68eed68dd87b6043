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
    mutating func feed(_ value: Value) -> Bool {
      room -= 1
      size += MemoryLayout<Value>.stride
      guard room > 0 else { return false }
      hasher.combine(value.type)
      switch value {
      case .null: return true
      case .bool(let isTrue): hasher.combine(isTrue)
      case .int(let integer): hasher.combine(integer)
      case .float(let float): hasher.combine(float.bitPattern)
      case .string(let text): feed(text)
      case .bytes(let octets):
        size += octets.bytes.count
        hasher.combine(octets)
      case .timestamp(let time): hasher.combine(time)
      case .duration(let duration): hasher.combine(duration)
      case .list(let list): return feed(list.elements)
      case .set(let set): return feed(set.elements)
      case .map(let map):
        let shape = map.storage.shape
        hasher.combine(shape.contentHash)
        for index in shape.keys.indices {
          size += shape.keys.borrowed(index).value.utf8.count
          guard feed(map.value(index).value) else { return false }
        }
      case .path(let path):
        room -= path.segments.count
        for segment in path.segments {
          guard case .simple(let text) = segment else { return false }
          feed(text)
        }
      case .mapDiff, .latlng, .vector, .constraint: return false
      }
      return true
    }

    private mutating func feed(_ elements: ContiguousArray<Value>) -> Bool {
      hasher.combine(elements.count)
      for index in elements.indices {
        guard feed(elements.borrowed(index).value) else { return false }
      }
      return true
    }

    private mutating func feed(_ text: Text) {
      size += text.utf8.count
      hasher.combine(text)
    }
  }

  /// Whether two values are the same in every part, the left one being one of which a key can be made.
  static func isSame(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left == right
    case (.bytes(let left), .bytes(let right)): left == right
    case (.timestamp(let left), .timestamp(let right)): left == right
    case (.duration(let left), .duration(let right)): left == right
    case (.list(let left), .list(let right)): isSame(left.elements, right.elements)
    case (.set(let left), .set(let right)): isSame(left.elements, right.elements)
    case (.map(let left), .map(let right)):
      left.isIdentical(to: right)
        || left.hasSameKeys(as: right)
          && (0..<left.count).allSatisfy { isSame(left.value($0).value, right.value($0).value) }
    case (.path(let left), .path(let right)):
      left.segments.elementsEqual(right.segments) { left, right in
        guard case .simple(let left) = left, case .simple(let right) = right else { return false }
        return left == right
      }
    // Of the other kinds no key is made.
    default: false
    }
  }

  private static func isSame(
    _ left: ContiguousArray<Value>,
    _ right: ContiguousArray<Value>
  ) -> Bool {
    left.count == right.count
      && left.indices.allSatisfy { isSame(left.borrowed($0).value, right.borrowed($0).value) }
  }
}
