/// A value as the fast path carries it: in registers, and without a reference that would have to be counted.
///
/// INVARIANT: what it points to is kept for the whole of a decision by the request, by the program, or among the
/// documents that were found.
@safe
struct FlatValue {
  /// What a value is, as far as the fast path needs to know.
  enum Kind: UInt8 {
    /// None: the fast path can't tell what it is.
    case unsettled
    /// None: there is a fault, which is noted.
    case failed
    case null, bool, int, float, text, timestamp, duration, list, map
    /// The keys of a map, which nobody has seen as a list yet.
    case keys
    /// A list literal of literals, which nobody has seen as a list yet.
    case literals
    /// A document that was looked up: of the map that `get` gives nothing but its fields is at hand.
    case document
    /// A path of texts that the evaluation has put together.
    case segments
    /// A value of which nothing but the type is carried.
    case bytes, set, mapDiff, latlng, path, vector, constraint

    /// The bit of the kind in a set of kinds.
    var bit: UInt32 { 1 << UInt32(rawValue) }
  }

  /// What it is.
  let kind: Kind
  /// Its bits, its seconds, or the address of its first byte, its first element or its storage.
  private let first: UInt
  /// Its count of bytes or elements, or its nanoseconds.
  private let second: Int

  @inline(__always)
  private init(kind: Kind, _ first: UInt = 0, _ second: Int = 0) {
    self.kind = kind
    self.first = first
    self.second = second
  }

  static let unsettled = FlatValue(kind: .unsettled)
  static let failed = FlatValue(kind: .failed)

  /// What a fault that waits stands as among values.
  static func failed(_ fault: FastFault) -> FlatValue {
    let (first, second) = fault.words
    return FlatValue(kind: .failed, first, second)
  }

  /// The fault that waits; nil where none does.
  var fault: FastFault? { kind == .failed ? FastFault(words: first, second) : nil }
  static let null = FlatValue(kind: .null)

  @inline(__always)
  static func bool(_ isTrue: Bool) -> FlatValue { FlatValue(kind: .bool, isTrue ? 1 : 0) }

  @inline(__always)
  static func int(_ int: Int64) -> FlatValue {
    FlatValue(kind: .int, UInt(truncatingIfNeeded: int))
  }

  @inline(__always)
  static func timestamp(_ timestamp: Timestamp) -> FlatValue {
    FlatValue(kind: .timestamp, UInt(truncatingIfNeeded: timestamp.seconds), Int(timestamp.nanos))
  }

  @inline(__always)
  static func duration(_ duration: Duration) -> FlatValue {
    FlatValue(kind: .duration, UInt(truncatingIfNeeded: duration.seconds), Int(duration.nanos))
  }

  /// The text of which the bytes lie in a buffer that somebody keeps.
  @inline(__always)
  static func text(_ text: borrowing Text) -> FlatValue {
    // SAFETY: a text's bytes stay where they are for as long as somebody keeps it.
    unsafe text.utf8.withUnsafeBufferPointer { bytes in
      FlatValue(kind: .text, UInt(bitPattern: bytes.baseAddress), bytes.count)
    }
  }

  /// The text that a name is.
  @inline(__always)
  static func text(_ name: FlatName) -> FlatValue {
    unsafe FlatValue(kind: .text, UInt(bitPattern: name.bytes.baseAddress), name.bytes.count)
  }

  @inline(__always)
  static func map(_ map: borrowing MapValue) -> FlatValue {
    // SAFETY: the storage is not used beyond the life of what keeps it.
    FlatValue(kind: .map, unsafe UInt(bitPattern: Unmanaged.passUnretained(map.storage).toOpaque()))
  }

  /// The keys of a value that is a map.
  @inline(__always)
  static func keys(of map: FlatValue) -> FlatValue { FlatValue(kind: .keys, map.first) }

  /// A document of which these are the fields.
  @inline(__always)
  static func document(fields map: borrowing MapValue) -> FlatValue {
    FlatValue(kind: .document, FlatValue.map(map).first)
  }

  /// The fields of a document.
  @inline(__always)
  var fields: FlatValue { FlatValue(kind: .map, first) }

  /// A path: a run of the segments that an evaluation has made.
  @inline(__always)
  static func segments(_ places: Range<Int>) -> FlatValue {
    FlatValue(kind: .segments, UInt(places.lowerBound), places.count)
  }

  /// Literals: a run of indices of constants.
  @inline(__always)
  static func literals(_ literals: TableSlice) -> FlatValue {
    FlatValue(kind: .literals, UInt(literals.start), Int(literals.count))
  }

  /// The value that stands at a place which somebody keeps.
  @inline(__always)
  init(_ value: borrowing Value) {
    switch value {
    case .null: self.init(kind: .null)
    case .bool(let isTrue): self = .bool(isTrue)
    case .int(let int): self = .int(int)
    case .float(let float): self.init(kind: .float, UInt(truncatingIfNeeded: float.bitPattern))
    case .string(let text): self = .text(text)
    case .timestamp(let timestamp): self = .timestamp(timestamp)
    case .map(let map): self = .map(map)
    case .list(let list):
      // SAFETY: the elements stay where they are for as long as somebody keeps the list.
      self = unsafe list.elements.withUnsafeBufferPointer { elements in
        FlatValue(kind: .list, UInt(bitPattern: elements.baseAddress), elements.count)
      }
    case .bytes: self.init(kind: .bytes)
    case .set: self.init(kind: .set)
    case .mapDiff: self.init(kind: .mapDiff)
    case .duration(let duration): self = .duration(duration)
    case .latlng: self.init(kind: .latlng)
    case .path: self.init(kind: .path)
    case .vector: self.init(kind: .vector)
    case .constraint: self.init(kind: .constraint)
    }
  }

  /// The value that an optional holds; another one where it holds none.
  @inline(__always)
  init(_ value: borrowing Value?, otherwise: FlatValue = .unsettled) {
    switch value {
    case .some(let value): self.init(value)
    case .none: self = otherwise
    }
  }

  // MARK: Parts

  /// Whether there is a value.
  @inline(__always)
  var isSettled: Bool { kind.rawValue > Kind.failed.rawValue }

  /// The truth of a bool.
  @inline(__always)
  var isTrue: Bool { first != 0 }

  /// An int.
  @inline(__always)
  var int: Int64 { Int64(truncatingIfNeeded: Int(bitPattern: first)) }

  /// A float.
  @inline(__always)
  var float: Double { Double(bitPattern: UInt64(first)) }

  /// The instant of a timestamp; its seconds are `int`.
  @inline(__always)
  var timestamp: Timestamp { Timestamp(seconds: int, nanos: nanos) }

  /// The nanoseconds of a timestamp or a duration.
  @inline(__always)
  var nanos: Int32 { Int32(truncatingIfNeeded: second) }

  /// The length of a duration.
  @inline(__always)
  var duration: Duration { Duration(seconds: int, nanos: nanos) }

  /// The bytes of a text.
  @inline(__always)
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: first), count: second)
  }

  /// The storage of a map, or of the map whose keys these are.
  @inline(__always)
  var map: Unmanaged<MapValue.Storage> {
    // SAFETY: it was made from a storage that is kept.
    unsafe Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: first).unsafelyUnwrapped)
  }

  /// Count of elements of a list, of literals, or of segments.
  @inline(__always)
  var count: Int { second }

  /// The place of the first of some literals or segments.
  @inline(__always)
  var start: Int { Int(bitPattern: first) }

  /// An element of a list.
  @inline(__always)
  func element(_ index: Int) -> FlatValue { FlatValue(place(ofElement: index).value) }

  /// An element of a list, where it stands.
  @inline(__always)
  func place(ofElement index: Int) -> Borrowed<Value> {
    precondition(index >= 0 && index < second)
    // SAFETY: the index was checked.
    return unsafe Borrowed(UnsafePointer<Value>(bitPattern: first).unsafelyUnwrapped + index)
  }
}
