/// The language's equalities.
///
/// They differ in numbers, in what containers ask of their elements, and in values that are never
/// equal.
///
/// Source: observation: measured values, §1.2 (19 360 recorded comparisons).
enum Sameness: UInt8, Sendable {
  /// `==` on the operands themselves: numbers as doubles.
  case operand
  /// An element looked for in a list: an int is no float, otherwise as `operand`.
  case listElement
  /// Inside lists and maps compared with `==`: an int is no float, floats by their bits, NaN never.
  case nested
  /// Elements of sets, and values that `diff` compares: numbers by exact value, NaN equals itself.
  case setElement
}

extension Value {
  /// Whether `self == other` holds.
  ///
  /// - Throws: The fault of values that are too large to be compared.
  public func isEqual(to other: Value) throws(FaultReason) -> Bool {
    try Comparison.holds(self, other, .operand)
  }

  /// Whether `self in [other]` holds.
  ///
  /// - Throws: The fault of values that are too large to be compared.
  public func isSameListElement(as other: Value) throws(FaultReason) -> Bool {
    try Comparison.holds(self, other, .listElement)
  }

  /// Whether `self in [other].toSet()` holds.
  ///
  /// - Throws: The fault of values that are too large to be compared.
  public func isSameSetElement(as other: Value) throws(FaultReason) -> Bool {
    try Comparison.holds(self, other, .setElement)
  }
}

/// One comparison of two values; keeps what is still to be compared in a list, not on the stack.
struct Comparison {
  private var pending: ContiguousArray<(Value, Value, Sameness)> = []
  private var remaining = ValueLimit.comparisons

  /// Whether two values are the same.
  static func holds(
    _ left: Value,
    _ right: Value,
    _ sameness: Sameness
  ) throws(FaultReason) -> Bool {
    if let verdict = verdict(left, right, sameness) { return verdict }
    var comparison = Comparison()
    return try comparison.run(left, right, sameness)
  }

  private mutating func run(
    _ left: Value,
    _ right: Value,
    _ sameness: Sameness
  ) throws(FaultReason) -> Bool {
    pending.append((left, right, sameness))
    while let (left, right, sameness) = pending.popLast() {
      if let verdict = Self.verdict(left, right, sameness) {
        if !verdict { return false }
        continue
      }
      guard try expand(left, right, sameness) else { return false }
    }
    return true
  }

  /// The answer for values that hold no others; nil where their elements must be compared.
  private static func verdict(_ left: Value, _ right: Value, _ sameness: Sameness) -> Bool? {
    switch (left, right) {
    case (.string(let left), .string(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.float(let left), .float(let right)): floats(left, right, sameness)
    case (.int(let int), .float(let float)), (.float(let float), .int(let int)):
      numbers(int, float, sameness)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.timestamp(let left), .timestamp(let right)): left == right
    case (.duration(let left), .duration(let right)): left == right
    case (.latlng(let left), .latlng(let right)):
      left.latitude.bitPattern == right.latitude.bitPattern
        && left.longitude.bitPattern == right.longitude.bitPattern
    case (.path(let left), .path(let right)): left.isSame(as: right, sameness)
    case (.mapDiff(let left), .mapDiff(let right)):
      switch sameness {
      case .operand, .listElement: false
      case .nested, .setElement: left.hasSameStatuses(as: right)
      }
    case (.vector(let left), .vector(let right)): vectors(left, right, sameness)
    case (.list, .list), (.map, .map), (.set, .set): nil
    // On its own a constraint is compared by what it implies; within others by what it is made of.
    case (.constraint, .constraint): nil
    case (.list(let list), .vector(let vector)), (.vector(let vector), .list(let list)):
      sameness == .setElement && isSame(list, vector)
    default: false
    }
  }

  private static func floats(_ left: Double, _ right: Double, _ sameness: Sameness) -> Bool {
    switch sameness {
    case .operand, .listElement: left == right
    case .nested: left.bitPattern == right.bitPattern && !left.isNaN
    case .setElement: left == right || left.isNaN && right.isNaN
    }
  }

  private static func numbers(_ int: Int64, _ float: Double, _ sameness: Sameness) -> Bool {
    switch sameness {
    case .operand: Double(int) == float
    case .listElement, .nested: false
    case .setElement: Int64(exactly: float) == int
    }
  }

  private static func vectors(
    _ left: VectorValue,
    _ right: VectorValue,
    _ sameness: Sameness
  ) -> Bool {
    left.elements.elementsEqual(right.elements) { left, right in
      switch sameness {
      case .operand, .listElement: floats(left, right, .nested)
      case .nested: left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
      case .setElement: floats(left, right, .setElement)
      }
    }
  }

  private static func isSame(_ list: ListValue, _ vector: VectorValue) -> Bool {
    list.elements.elementsEqual(vector.elements) { element, float in
      switch element {
      case .int(let int): numbers(int, float, .setElement)
      case .float(let other): floats(other, float, .setElement)
      default: false
      }
    }
  }

  /// Compares the elements of two containers as far as they hold no others, and notes the rest.
  private mutating func expand(
    _ left: Value,
    _ right: Value,
    _ sameness: Sameness
  ) throws(FaultReason) -> Bool {
    let inner: Sameness = sameness == .setElement ? .setElement : .nested
    switch (left, right) {
    case (.list(let left), .list(let right)):
      guard left.elements.count == right.elements.count else { return false }
      for index in left.elements.indices {
        guard try compare(left.elements[index], right.elements[index], inner) else { return false }
      }
      return true
    case (.constraint(let left), .constraint(let right)):
      guard left.filters.count == right.filters.count else { return false }
      for (left, right) in zip(left.filters, right.filters) {
        guard left.comparison == right.comparison,
          try compare(left.operand, right.operand, inner)
        else { return false }
      }
      return true
    case (.map(let left), .map(let right)):
      return try expand(left, right, inner)
    case (.set(let left), .set(let right)):
      return try expand(left, right)
    default:
      return false
    }
  }

  private mutating func expand(
    _ left: MapValue,
    _ right: MapValue,
    _ inner: Sameness
  ) throws(FaultReason) -> Bool {
    guard left.count == right.count else { return false }
    for (place, key) in left.storage.shape.keys.enumerated() {
      // Maps that are compared mostly have one order.
      var other = place
      if right.storage.shape.keys[place] != key {
        guard let found = right.storage.shape.index(of: left.storage.shape.name(place)) else {
          return false
        }
        other = found
      }
      guard try compare(left.value(place).value, right.value(other).value, inner) else {
        return false
      }
    }
    return true
  }

  private mutating func expand(_ left: SetValue, _ right: SetValue) throws(FaultReason) -> Bool {
    guard left.elements.count == right.elements.count else { return false }
    let index = ElementIndex(.setElement, unique: right.elements)
    for element in left.elements {
      let candidates = index.candidates(for: element)
      // With one candidate the sets are the same only if it is; without recursion.
      if candidates.count == 1 {
        guard try compare(element, candidates[0], .setElement) else { return false }
        continue
      }
      var isFound = false
      for candidate in candidates where try Comparison.holds(element, candidate, .setElement) {
        isFound = true
        break
      }
      guard isFound else { return false }
    }
    return true
  }

  private mutating func compare(
    _ left: Value,
    _ right: Value,
    _ sameness: Sameness
  ) throws(FaultReason) -> Bool {
    remaining -= 1
    guard remaining >= 0 else { throw ValueLimit.comparisonFault }
    if let verdict = Self.verdict(left, right, sameness) { return verdict }
    pending.append((left, right, sameness))
    return true
  }
}
