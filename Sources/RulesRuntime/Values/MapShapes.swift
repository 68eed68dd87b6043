/// Makes maps that share their shapes with those that were made before of the same keys in the same order.
///
/// Documents of one collection mostly have the same fields, so a reader of many keeps one of these. Keys that were met
/// before cost neither memory nor a hash.
public struct MapShapes: Sendable {
  /// A run of keys from the first one on.
  private struct Node: Sendable {
    /// The last of the keys.
    let key: Text
    /// The run without it.
    let parent: Int
    /// The shape of all of them, once it was asked for; a run in which a key repeats has none.
    var shape: MapShape?
    var hasRepeats = false
    /// The runs with one key more, the one that was met last at the front.
    var followers: ContiguousArray<Int32> = []
  }

  private var nodes: ContiguousArray<Node> = [Node(key: Text(wtf8: []), parent: 0)]

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
      guard let next = follower(of: node, key.span) else { return nil }
      node = next
    }
    return shape(of: node)
  }

  /// The shape of a run; nil where a key of it repeats.
  private mutating func shape(of node: Int) -> MapShape? {
    if let shape = nodes[node].shape { return shape }
    guard !nodes[node].hasRepeats else { return nil }
    let shape = MapShape(unique: keys(of: node))
    nodes[node].shape = shape
    nodes[node].hasRepeats = shape == nil
    return shape
  }

  /// The keys of a run, in order.
  private func keys(of node: Int) -> ContiguousArray<Text> {
    var keys: ContiguousArray<Text> = []
    var node = node
    while node != 0 {
      keys.append(nodes[node].key)
      node = nodes[node].parent
    }
    keys.reverse()
    return keys
  }

  // MARK: Maps that are read key by key

  /// A map whose keys and values come one after the other.
  public struct Growing {
    fileprivate var node = 0
    /// All keys, once they are more than are kept.
    fileprivate var keys: ContiguousArray<Text>?
    /// A value for each key.
    public var values: ContiguousArray<Value> = []

    /// No keys.
    public init() {}
  }

  /// Adds a key, of which the bytes are well-formed WTF-8; its value is to be added to `values`.
  public mutating func add(_ key: Span<UInt8>, to map: inout Growing) {
    if map.keys == nil {
      if let next = follower(of: map.node, key) {
        map.node = next
        return
      }
      map.keys = keys(of: map.node)
    }
    map.keys?.append(Text(copying: key))
  }

  /// The map.
  public mutating func map(_ map: consuming Growing) -> MapValue {
    if let keys = map.keys { return MapValue(keys: keys, values: map.values) }
    let node = map.node
    if let shape = shape(of: node) { return MapValue(shape, map.values) }
    return MapValue(keys: keys(of: node), values: map.values)
  }

  /// The run with one key more; nil where there are too many.
  private mutating func follower(of node: Int, _ key: Span<UInt8>) -> Int? {
    for place in nodes[node].followers.indices {
      let follower = Int(nodes[node].followers[place])
      guard nodes[follower].key.hasBytes(key) else { continue }
      if place > 0 { nodes[node].followers.swapAt(place, 0) }
      return follower
    }
    guard nodes.count < Self.nodeLimit, nodes[node].followers.count < Self.followerLimit else {
      return nil
    }
    nodes[node].followers.append(Int32(truncatingIfNeeded: nodes.count))
    nodes.append(Node(key: Text(copying: key), parent: node))
    return nodes.count - 1
  }
}
