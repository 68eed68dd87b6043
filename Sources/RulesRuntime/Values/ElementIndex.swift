/// Values by their hash: what makes the methods of lists and sets linear, on hostile elements too.
struct ElementIndex {
  /// The elements in the order in which each was first added.
  private(set) var elements: ContiguousArray<Value> = []
  private let sameness: Sameness
  /// The last element of each hash, and of each element the one before it with the same hash.
  private var lastOfHash: [Int: Int32] = [:]
  private var previous: ContiguousArray<Int32> = []

  /// Up to this many elements are searched one by one.
  private static let scanLimit = 8

  /// An index without elements.
  init(_ sameness: Sameness) {
    self.sameness = sameness
  }

  /// An index of elements that are unique already.
  init(_ sameness: Sameness, unique elements: ContiguousArray<Value>) {
    self.sameness = sameness
    self.elements = elements
    if elements.count > Self.scanLimit { link() }
  }

  /// An index of elements that may repeat.
  init(_ sameness: Sameness, _ elements: ContiguousArray<Value>) throws(FaultReason) {
    self.init(sameness)
    // A short list is searched as it is.
    if elements.count <= Self.scanLimit {
      self.elements = elements
      return
    }
    for element in elements { try insert(element) }
  }

  /// Adds an element unless it is there.
  mutating func insert(_ element: Value) throws(FaultReason) {
    if elements.count < Self.scanLimit {
      if try !contains(element) { elements.append(element) }
      return
    }
    if previous.isEmpty { link() }
    var hash = ElementHash(sameness)
    hash.combine(element)
    guard hash.isFindable, try !isFound(element, hash.value) else { return }
    add(hash.value)
    elements.append(element)
  }

  /// Whether an element is there.
  func contains(_ element: Value) throws(FaultReason) -> Bool {
    if previous.isEmpty {
      for other in elements where try Comparison.holds(element, other, sameness) { return true }
      return false
    }
    var hash = ElementHash(sameness)
    hash.combine(element)
    guard hash.isFindable else { return false }
    return try isFound(element, hash.value)
  }

  /// The elements that may be the same as a value, most often one or none.
  func candidates(for element: Value) -> ContiguousArray<Value> {
    var wanted = ElementHash(sameness)
    wanted.combine(element)
    if previous.isEmpty {
      return elements.filter { other in
        var hash = ElementHash(sameness)
        hash.combine(other)
        return hash.value == wanted.value
      }
    }
    var result: ContiguousArray<Value> = []
    var index = lastOfHash[wanted.value] ?? -1
    while index >= 0 {
      result.append(elements[Int(index)])
      index = previous[Int(index)]
    }
    return result
  }

  private func isFound(_ element: Value, _ hash: Int) throws(FaultReason) -> Bool {
    var index = lastOfHash[hash] ?? -1
    while index >= 0 {
      if try Comparison.holds(element, elements[Int(index)], sameness) { return true }
      index = previous[Int(index)]
    }
    return false
  }

  private mutating func link() {
    for element in elements {
      var hash = ElementHash(sameness)
      hash.combine(element)
      add(hash.value)
    }
  }

  private mutating func add(_ hash: Int) {
    let index = Int32(truncatingIfNeeded: previous.count)
    previous.append(lastOfHash.updateValue(index, forKey: hash) ?? -1)
  }
}

/// A hash that values which are the same share.
///
/// Seeded anew in each process.
struct ElementHash {
  private let sameness: Sameness
  private var hasher = Hasher()
  /// False for a value that is not even the same as itself.
  private(set) var isFindable = true

  /// Nodes of one element that are looked at; what differs later costs comparisons.
  private static let nodes = 65_536

  /// Starts a hash.
  init(_ sameness: Sameness) {
    self.sameness = sameness
  }

  /// The hash.
  var value: Int { hasher.finalize() }

  /// Adds a value.
  mutating func combine(_ value: Value) {
    combine(value, nodes: Self.nodes, depth: ValueLimit.depth)
  }

  private mutating func combine(_ value: Value, nodes: Int, depth: Int) {
    switch value {
    case .null: hasher.combine(0 as UInt8)
    case .bool(let bool): hasher.combine(bool)
    case .int(let int): combine(int)
    case .float(let float): combine(float)
    case .string(let text): hasher.combine(text)
    case .bytes(let octets): hasher.combine(octets)
    case .timestamp(let timestamp): hasher.combine(timestamp)
    case .duration(let duration): hasher.combine(duration)
    case .latlng(let point):
      hasher.combine(point.latitude.bitPattern)
      hasher.combine(point.longitude.bitPattern)
    case .path(let path): combine(path)
    case .constraint: isFindable = false
    case .vector(let vector): combine(vector, nodes: nodes, depth: depth)
    case .mapDiff(let difference):
      if sameness == .listElement || sameness == .operand { isFindable = false }
      // Sums do not depend on the order.
      hasher.combine(difference.entries.reduce(0) { $0 &+ $1.hashValue })
    case .list(let list):
      combine(count: list.elements.count)
      let share = (nodes - 1) / max(1, min(list.elements.count, nodes))
      guard share > 0, depth > 0 else { return }
      for element in list.elements.prefix(nodes) {
        combineNested(element, nodes: share, depth: depth - 1)
      }
    case .set(let set):
      hasher.combine(2 as UInt8)
      combineUnordered(set.elements.count, nodes: nodes, depth: depth, .setElement) {
        set.elements[$0]
      } key: { _ in
        0
      }
    case .map(let map):
      hasher.combine(3 as UInt8)
      combineUnordered(map.count, nodes: nodes, depth: depth, inner) {
        map.value($0).value
      } key: {
        Name.hash(map.key($0).value.utf8)
      }
    }
  }

  /// How the elements of a list or map inside are compared.
  private var inner: Sameness { sameness == .setElement ? .setElement : .nested }

  private mutating func combineNested(_ element: Value, nodes: Int, depth: Int) {
    if sameness == inner {
      combine(element, nodes: nodes, depth: depth)
      return
    }
    var hash = ElementHash(inner)
    hash.combine(element, nodes: nodes, depth: depth)
    isFindable = isFindable && hash.isFindable
    hasher.combine(hash.value)
  }

  private mutating func combineUnordered(
    _ count: Int,
    nodes: Int,
    depth: Int,
    _ inner: Sameness,
    element: (Int) -> Value,
    key: (Int) -> UInt32
  ) {
    hasher.combine(count)
    // All elements or none: which are first depends on the order.
    guard count > 0, count < nodes, depth > 0 else { return }
    var sum = 0
    for index in 0..<count {
      var hash = ElementHash(inner)
      hash.hasher.combine(key(index))
      hash.combine(element(index), nodes: (nodes - 1) / count, depth: depth - 1)
      isFindable = isFindable && hash.isFindable
      sum &+= hash.value
    }
    hasher.combine(sum)
  }

  private mutating func combine(count: Int) {
    hasher.combine(1 as UInt8)
    hasher.combine(count)
  }

  private mutating func combine(_ int: Int64) {
    hasher.combine(4 as UInt8)
    hasher.combine(int)
  }

  private mutating func combine(_ float: Double) {
    switch sameness {
    case .setElement:
      if let int = Int64(exactly: float) {
        combine(int)
      } else {
        hasher.combine(float.isNaN ? Double.nan.bitPattern : float.bitPattern)
      }
    case .nested:
      if float.isNaN { isFindable = false }
      hasher.combine(5 as UInt8)
      hasher.combine(float.bitPattern)
    case .operand, .listElement:
      if float.isNaN { isFindable = false }
      hasher.combine(5 as UInt8)
      hasher.combine(float == 0 ? 0 : float.bitPattern)
    }
  }

  private mutating func combine(_ vector: VectorValue, nodes: Int, depth: Int) {
    combine(count: vector.elements.count)
    if sameness == .setElement {
      let share = (nodes - 1) / max(1, min(vector.elements.count, nodes))
      guard share > 0, depth > 0 else { return }
      for float in vector.elements.prefix(nodes) { combine(float) }
      return
    }
    for float in vector.elements {
      if float.isNaN, sameness != .nested { isFindable = false }
      hasher.combine(float.isNaN ? Double.nan.bitPattern : float.bitPattern)
    }
  }

  private mutating func combine(_ path: PathValue) {
    if sameness == .listElement || sameness == .operand, path.firstUnbound != nil {
      isFindable = false
    }
    // Bound captures count as their text: equal in every relation means equal so.
    for text in path.texts { hasher.combine(text) }
  }
}
