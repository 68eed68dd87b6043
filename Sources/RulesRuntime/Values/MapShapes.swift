/// Makes maps that share their shapes with those that were made before of the same keys in the same order.
///
/// Documents of one collection mostly have the same fields, so a reader of many keeps one of these. Keys that were met
/// before cost neither memory nor a hash.
public struct MapShapes: Sendable {
  /// A run of keys from the first one on.
  private struct Node: Sendable {
    /// The last of the keys.
    let key: Text
    /// The shape of all of them, once it was asked for; a run in which a key repeats has none.
    var shape: MapShape?
    var hasRepeats = false
    /// The runs with one key more, the one that was met last at the front.
    var followers: ContiguousArray<Int32> = []
  }

  private var nodes: ContiguousArray<Node> = [Node(key: Text(wtf8: []))]

  /// The most runs that are kept, and the most that follow one: hostile documents must not fill the memory, nor make
  /// the search for a run long.
  private static let nodeLimit = 4_096
  private static let followerLimit = 16

  /// No shape is known.
  public init() {}

  /// A map from keys and as many values; of a repeated key the first place and the last value are kept.
  ///
  /// - Parameters:
  ///   - keys: the bytes of each key, well-formed WTF-8.
  ///   - values: the value of each key.
  /// - Returns: the map, with a shape that others have too where the keys were met before.
  public mutating func map(
    _ keys: ContiguousArray<ContiguousArray<UInt8>>,
    _ values: ContiguousArray<Value>
  ) -> MapValue {
    if let shape = shape(keys) { return MapValue(shape, values) }
    return MapValue(keys: ContiguousArray(keys.map { Text(wtf8: $0) }), values: values)
  }

  private mutating func shape(_ keys: ContiguousArray<ContiguousArray<UInt8>>) -> MapShape? {
    var node = 0
    for key in keys {
      guard let next = follower(of: node, key) else { return nil }
      node = next
    }
    if let shape = nodes[node].shape { return shape }
    guard !nodes[node].hasRepeats else { return nil }
    let shape = MapShape(unique: ContiguousArray(keys.map { Text(wtf8: $0) }))
    nodes[node].shape = shape
    nodes[node].hasRepeats = shape == nil
    return shape
  }

  /// The run with one key more; nil where there are too many.
  private mutating func follower(of node: Int, _ key: ContiguousArray<UInt8>) -> Int? {
    for place in nodes[node].followers.indices {
      let follower = Int(nodes[node].followers[place])
      guard ByteWords.areEqual(nodes[follower].key.utf8, key) else { continue }
      if place > 0 { nodes[node].followers.swapAt(place, 0) }
      return follower
    }
    guard nodes.count < Self.nodeLimit, nodes[node].followers.count < Self.followerLimit else {
      return nil
    }
    nodes[node].followers.append(Int32(truncatingIfNeeded: nodes.count))
    nodes.append(Node(key: Text(wtf8: key)))
    return nodes.count - 1
  }
}
