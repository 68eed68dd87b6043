/// A map from strings to values.
///
/// Keeps the order in which keys were first added. The keys are a shape, which maps that are made alike share; the
/// values stand in one piece of memory with the reference to it, so that reading a field takes few steps.
public struct MapValue: @unchecked Sendable {  // The storage never changes once it is made.
  let storage: Storage

  /// The memory of a map.
  @safe
  final class Storage: ManagedBuffer<Storage.Header, Value> {
    /// What stands before the values.
    struct Header {
      /// The keys, as many as there are values.
      let shape: MapShape
    }

    /// Memory with values, as many as the shape has keys.
    static func make(_ shape: MapShape, _ values: some Collection<Value>) -> Storage {
      precondition(values.count == shape.count)
      let buffer = create(minimumCapacity: values.count) { _ in Header(shape: shape) }
      // SAFETY: there is room for the values, and `create` makes an object of the class that it is called on.
      unsafe buffer.withUnsafeMutablePointerToElements { place in
        for (index, value) in values.enumerated() {
          unsafe (place + index).initialize(to: value)
        }
      }
      return unsafe unsafeDowncast(buffer, to: Storage.self)
    }

    deinit {
      // SAFETY: as many values were made.
      unsafe withUnsafeMutablePointers { header, values in
        _ = unsafe values.deinitialize(count: header.pointee.shape.count)
      }
    }

    /// The keys.
    @inline(__always)
    var shape: MapShape {
      // SAFETY: the header is read within the closure only; by way of `header` each read would be watched.
      unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee.shape }
    }

    /// The value at an index, where it stands.
    @inline(__always)
    func value(_ index: Int) -> Borrowed<Value> {
      // SAFETY: the index is checked, and the values stay where they are for as long as somebody keeps the map.
      unsafe withUnsafeMutablePointers { header, values in
        precondition(unsafe index >= 0 && index < header.pointee.shape.count)
        return unsafe Borrowed(values + index)
      }
    }
  }

  /// The map without keys.
  public static let empty = MapValue([])

  /// A map from entries; of a repeated key the first place and the last value are kept.
  public init(_ entries: ContiguousArray<(key: Text, value: Value)>) {
    self.init(
      keys: ContiguousArray(entries.map(\.key)),
      values: ContiguousArray(entries.map(\.value))
    )
  }

  /// A map from keys and as many values; of a repeated key the first place and the last value are kept.
  public init(keys: ContiguousArray<Text>, values: ContiguousArray<Value>) {
    if let shape = MapShape(unique: keys) {
      self.init(shape, values)
    } else {
      let unique = Self.merged(keys, values)
      self.init(keys: unique.keys, values: unique.values)
    }
  }

  /// A map with the keys of a shape, and as many values.
  public init(_ shape: MapShape, _ values: ContiguousArray<Value>) {
    storage = Storage.make(shape, values)
  }

  private static func merged(
    _ keys: ContiguousArray<Text>,
    _ values: ContiguousArray<Value>
  ) -> (keys: ContiguousArray<Text>, values: ContiguousArray<Value>) {
    var places: [Text: Int] = [:]
    var uniqueKeys: ContiguousArray<Text> = []
    var uniqueValues: ContiguousArray<Value> = []
    for (key, value) in zip(keys, values) {
      if let index = places[key] {
        uniqueValues[index] = value
      } else {
        places[key] = uniqueKeys.count
        uniqueKeys.append(key)
        uniqueValues.append(value)
      }
    }
    return (uniqueKeys, uniqueValues)
  }

  /// Whether both are one map in memory, not merely equal.
  public func isIdentical(to other: MapValue) -> Bool {
    storage === other.storage
  }

  /// Whether both have the same keys in the same order.
  func hasSameKeys(as other: MapValue) -> Bool {
    storage.shape === other.storage.shape || keys == other.keys
  }

  /// Count of keys.
  public var count: Int { storage.shape.count }

  /// The keys in order of first addition.
  public var keys: ContiguousArray<Text> { storage.shape.keys }

  /// The values in the order of their keys.
  public var values: Values { Values(storage: storage) }

  /// The value of a key.
  ///
  /// Complexity: O(log count).
  public subscript(_ key: Text) -> Value? {
    guard let index = index(of: key) else { return nil }
    return storage.value(index).value
  }

  /// The value of a key.
  public subscript(_ name: Name) -> Value? {
    guard let index = index(of: name) else { return nil }
    return storage.value(index).value
  }

  /// Whether the key is there.
  public func contains(_ key: Text) -> Bool {
    index(of: key) != nil
  }

  /// The value of a key, where it stands.
  @inline(__always)
  func borrowed(_ name: Name) -> Borrowed<Value>? {
    guard let index = index(of: name.text) else { return nil }
    return storage.value(index)
  }

  /// The value of a key, where it stands.
  func borrowed(_ key: Text) -> Borrowed<Value>? {
    guard let index = index(of: key) else { return nil }
    return storage.value(index)
  }

  /// The value of the key that another map has at an index; most often it stands at the same one.
  @inline(__always)
  func borrowed(sameKey index: Int, of other: MapValue) -> Borrowed<Value>? {
    let (shape, otherShape) = (storage.shape, other.storage.shape)
    if shape === otherShape { return storage.value(index) }
    let name = otherShape.name(index)
    if index < shape.count, shape.name(index).isSame(as: name) { return storage.value(index) }
    guard let found = shape.index(of: name) else { return nil }
    return storage.value(found)
  }

  /// The key at an index, where it stands.
  @inline(__always)
  func key(_ index: Int) -> Borrowed<Text> { storage.shape.keys.borrowed(index) }

  /// The value at an index, where it stands.
  @inline(__always)
  func value(_ index: Int) -> Borrowed<Value> { storage.value(index) }

  /// The place of a key in `keys`.
  func index(of name: Name) -> Int? {
    index(of: name.text)
  }

  /// The place of a key in `keys`.
  func index(of text: Text) -> Int? { storage.shape.index(of: text) }

  /// The values of a map, in the order of its keys.
  public struct Values: RandomAccessCollection, @unchecked Sendable {  // It is only read.
    fileprivate let storage: Storage

    /// Always 0.
    public var startIndex: Int { 0 }
    /// Count of keys.
    public var endIndex: Int { storage.shape.count }
    /// The value of the key at an index.
    public subscript(_ index: Int) -> Value { storage.value(index).value }
  }
}
