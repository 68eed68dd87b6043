extension FlatValue {
  /// Whether both texts have the same bytes.
  @inline(__always)
  func hasSameText(as other: FlatValue) -> Bool {
    unsafe ByteWords.areEqual(bytes, other.bytes)
  }

  /// Whether `self == other`; nil where that needs more than what is carried.
  @inline(__always)
  func isEqual(to other: FlatValue) -> Bool? {
    if kind == other.kind {
      switch kind {
      case .text: return hasSameText(as: other)
      case .int, .bool: return int == other.int
      case .null: return true
      case .timestamp, .duration: return isSameTime(as: other)
      case .float: return float == other.float
      case .list: return hasSameElements(as: other)
      default: return nil
      }
    }
    return differsInType(from: other) ? false : nil
  }

  @inline(__always)
  private func isSameTime(as other: FlatValue) -> Bool {
    int == other.int && nanos == other.nanos
  }

  /// Whether two lists are the same; nil for long ones, and where elements need more than what is carried.
  ///
  /// What is left of elements here is the same whatever the lists are compared for.
  private func hasSameElements(as other: FlatValue) -> Bool? {
    guard count == other.count else { return false }
    guard count <= 64 else { return nil }
    for index in 0..<count {
      let isSame = element(index).isSameElement(as: other.element(index))
      guard isSame == true else { return isSame }
    }
    return true
  }

  /// Whether two elements of lists are the same; nil for those of which that depends on what is asked.
  @inline(__always)
  func isSameElement(as other: FlatValue) -> Bool? {
    switch kind {
    case .null, .bool, .int, .text, .timestamp: isEqual(to: other)
    default: nil
    }
  }

  /// Whether values of both types are never equal: numbers of two kinds may be, and so may what is hardly carried.
  @inline(__always)
  private func differsInType(from other: FlatValue) -> Bool {
    let plain =
      Kind.null.bit | Kind.bool.bit | Kind.text.bit | Kind.timestamp.bit | Kind.duration.bit
      | Kind.map.bit
    let number = Kind.int.bit | Kind.float.bit
    let kinds = kind.bit | other.kind.bit
    return kinds & ~(plain | number) == 0 && kinds & plain != 0
  }

  /// Whether two numbers or timestamps are in an order; nil for what has another one.
  @inline(__always)
  func isOrdered(_ operation: BinaryOperator, _ other: FlatValue) -> Bool? {
    switch (kind, other.kind) {
    case (.int, .int): operation.holds(int, other.int)
    case (.float, .float): operation.holds(float, other.float)
    case (.int, .float): operation.holds(Double(int), other.float)
    case (.float, .int): operation.holds(float, Double(other.int))
    case (.timestamp, .timestamp), (.duration, .duration):
      int == other.int
        ? operation.holds(nanos, other.nanos) : operation.holds(int, other.int)
    default: nil
    }
  }
}
