extension FlatValue {
  /// The field of a map; nil where it has none of this name, and for what is no map.
  @inline(__always)
  func field(_ name: FlatName) -> FlatValue? {
    guard kind == .map else { return nil }
    // SAFETY: the storage, the key and the value are kept for the whole of a decision.
    return unsafe map._withUnsafeGuaranteedRef { storage in
      storage.shape.index(of: name).map { FlatValue(storage.value($0).value) }
    }
  }

  /// Whether it is a map of the keys whose shape is at a place.
  @inline(__always)
  func hasShape(at place: UnsafeMutableRawPointer) -> Bool {
    guard kind == .map else { return false }
    // SAFETY: the storage is kept for the whole of a decision, and the place is compared only.
    return unsafe map._withUnsafeGuaranteedRef {
      unsafe Unmanaged.passUnretained($0.shape).toOpaque() == place
    }
  }

  /// Whether both are one map in memory.
  @inline(__always)
  func isSameMap(as other: FlatValue) -> Bool {
    // SAFETY: the places are compared only.
    unsafe map.toOpaque() == other.map.toOpaque()
  }

  /// Whether both maps have the same keys in the same order.
  @inline(__always)
  func hasSameKeys(as other: FlatValue) -> Bool {
    // SAFETY: both storages are kept for as long as the flat values are used.
    unsafe map._withUnsafeGuaranteedRef { left in
      unsafe other.map._withUnsafeGuaranteedRef { right in
        left.shape === right.shape || left.shape.keys == right.shape.keys
      }
    }
  }

  /// A hash of the keys of a map in their order.
  @inline(__always)
  var hashOfKeys: Int {
    // SAFETY: the storage is kept for as long as the flat value is used.
    unsafe map._withUnsafeGuaranteedRef { $0.shape.contentHash }
  }

  /// A value of a map, where it stands.
  @inline(__always)
  func place(ofValue index: Int) -> Borrowed<Value> {
    // SAFETY: the storage is kept for as long as the flat value is used.
    unsafe map._withUnsafeGuaranteedRef { $0.value(index) }
  }

  /// Count of keys of a map.
  @inline(__always)
  var keyCount: Int {
    // SAFETY: the storage is kept for the whole of a decision.
    unsafe map._withUnsafeGuaranteedRef { $0.shape.count }
  }

  /// A key of a map.
  @inline(__always)
  func key(_ index: Int) -> FlatValue {
    // SAFETY: the storage is kept for the whole of a decision.
    unsafe map._withUnsafeGuaranteedRef { .text($0.shape.name(index)) }
  }

  /// The name that a key of a map is.
  @inline(__always)
  func keyName(_ index: Int) -> FlatName {
    // SAFETY: the storage is kept for the whole of a decision.
    unsafe map._withUnsafeGuaranteedRef { $0.shape.name(index) }
  }

  /// A value of a map.
  @inline(__always)
  func value(_ index: Int) -> FlatValue {
    // SAFETY: the storage is kept for the whole of a decision.
    unsafe map._withUnsafeGuaranteedRef { FlatValue($0.value(index).value) }
  }
}
