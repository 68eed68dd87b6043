import RulesRegex

extension FastEvaluator {
  /// A method that asks which elements of one list are in another.
  enum MembershipMethod {
    case hasAll, hasAny, hasOnly
  }

  /// The longest list that is searched one by one, as far as its elements are no keys.
  private static var scanLimit: Int { 16 }

  /// `list.hasAll(other)` and its kin; the other list may be one that would be joined of two.
  @inline(never)
  mutating func membership(
    _ receiver: UInt32,
    _ list: TableSlice,
    _ method: MembershipMethod
  ) -> Truth {
    cost &+= list.count == 1 ? 1 : 2
    let receiver = operand(receiver)
    let first = operand(unsafe code.pointee.operands[list.indices.lowerBound])
    let second =
      list.count == 1
      ? FlatValue.literals(TableSlice(start: 0, count: 0))
      : operand(unsafe code.pointee.operands[list.indices.lowerBound + 1])
    guard let receiverCount = count(of: receiver), let firstCount = count(of: first),
      let secondCount = count(of: second), firstCount &+ secondCount <= Self.scanLimit,
      receiverCount <= Self.scanLimit || receiver.kind == .keys
    else { return .unsettled }
    switch method {
    case .hasAll:
      let isFirst = each(of: first, isIn: (receiver, nil))
      return isFirst == .isTrue ? each(of: second, isIn: (receiver, nil)) : isFirst
    case .hasAny: return any(of: receiver, isIn: (first, second))
    case .hasOnly: return each(of: receiver, isIn: (first, second))
    }
  }

  /// Whether each element of a list is in one of two others.
  private mutating func each(of list: FlatValue, isIn others: (FlatValue, FlatValue?)) -> Truth {
    if list.kind == .literals, others.0.kind == .keys, others.1 == nil {
      return each(ofLiterals: list, isKeyOf: others.0)
    }
    if list.kind == .keys, others.0.kind == .literals, others.1?.kind ?? .literals == .literals {
      return each(keyOf: list, isIn: others.0, others.1)
    }
    for index in 0..<(count(of: list) ?? 0) {
      let isIn = contains(others, element(index, of: list))
      if isIn != .isTrue { return isIn }
    }
    return .isTrue
  }

  /// Whether each of some literals is a key of a map.
  private mutating func each(ofLiterals list: FlatValue, isKeyOf map: FlatValue) -> Truth {
    for index in 0..<list.count {
      let constant = unsafe Int(code.pointee.operands[list.start &+ index])
      let key = unsafe code.pointee.constants[constant]
      guard key.kind == .text else { return .unsettled }
      guard unsafe map.hasKey(code.pointee.constantNames[constant]) else { return .isFalse }
    }
    return .isTrue
  }

  /// Whether each key of a map is one of some literals.
  private mutating func each(
    keyOf map: FlatValue,
    isIn first: FlatValue,
    _ second: FlatValue?
  ) -> Truth {
    for index in 0..<map.keyCount {
      let name = map.keyName(index)
      if hasLiteral(first, name) { continue }
      guard let second, hasLiteral(second, name) else { return .isFalse }
    }
    return .isTrue
  }

  /// Whether one of some literals is a text.
  @inline(__always)
  private mutating func hasLiteral(_ literals: FlatValue, _ name: FlatName) -> Bool {
    // A literal that is no text has the name of the empty one, so those need a look at what they are.
    let isEmpty = name.count == 0
    for place in literals.start..<literals.start &+ literals.count {
      let constant = unsafe Int(code.pointee.operands[place])
      if unsafe code.pointee.constantNames[constant].isSame(as: name),
        unsafe !isEmpty || code.pointee.constants[constant].kind == .text
      {
        return true
      }
    }
    return false
  }

  /// Whether some element of a list is in one of two others.
  private mutating func any(of list: FlatValue, isIn others: (FlatValue, FlatValue?)) -> Truth {
    for index in 0..<(count(of: list) ?? 0) {
      let isIn = contains(others, element(index, of: list))
      if isIn != .isFalse { return isIn }
    }
    return .isFalse
  }

  @inline(__always)
  private mutating func contains(_ lists: (FlatValue, FlatValue?), _ element: FlatValue) -> Truth {
    let isInFirst = contains(lists.0, element)
    guard isInFirst == .isFalse, let second = lists.1 else { return isInFirst }
    return contains(second, element)
  }

  /// Count of elements of a list; nil for what is none.
  @inline(__always)
  mutating func count(of list: FlatValue) -> Int? {
    switch list.kind {
    case .list, .literals: list.count
    case .keys: list.keyCount
    default: nil
    }
  }

  @inline(__always)
  private mutating func element(_ index: Int, of list: FlatValue) -> FlatValue {
    switch list.kind {
    case .keys: list.key(index)
    case .literals: unsafe code.pointee.constants[Int(code.pointee.operands[list.start &+ index])]
    default: list.element(index)
    }
  }

  /// `element in collection`.
  @inline(never)
  mutating func contains(_ collection: FlatValue, _ element: FlatValue) -> Truth {
    switch (collection.kind, element.kind) {
    case (.map, .text), (.keys, .text): Truth(collection.hasKey(FlatName(element)))
    case (.literals, .text), (.list, .text): containsText(collection, element)
    case (.literals, .int), (.list, .int), (.literals, .bool), (.list, .bool), (.literals, .null),
      (.list, .null):
      containsPlain(collection, element)
    default: .unsettled
    }
  }

  /// Whether a list has a text; what is no text is not the same as one, unless a query leaves open what it is.
  private mutating func containsText(_ list: FlatValue, _ text: FlatValue) -> Truth {
    if list.kind == .literals { return Truth(hasLiteral(list, FlatName(text))) }
    for index in 0..<list.count {
      let other = element(index, of: list)
      if other.kind == .text, other.hasSameText(as: text) { return .isTrue }
      if other.kind == .constraint { return .unsettled }
    }
    return .isFalse
  }

  private mutating func containsPlain(_ list: FlatValue, _ value: FlatValue) -> Truth {
    for index in 0..<list.count {
      // An int is no float as an element, and a null is no constraint: whatever is not plain is left alone.
      guard let isSame = element(index, of: list).isEqual(to: value) else { return .unsettled }
      if isSame { return .isTrue }
    }
    return .isFalse
  }

  /// Whether a list literal is the same as a list; nil for long ones, and where elements need more than what is carried.
  mutating func isSameList(_ left: FlatValue, _ right: FlatValue) -> Bool? {
    guard
      left.kind == .literals && right.kind == .list
        || left.kind == .list && right.kind == .literals,
      left.count <= Self.scanLimit
    else { return nil }
    guard left.count == right.count else { return false }
    for index in 0..<left.count {
      let isSame = element(index, of: left).isSameElement(as: element(index, of: right))
      guard isSame == true else { return isSame }
    }
    return true
  }

  // MARK: Maps

  /// `map.get(key, otherwise)`.
  @inline(never)
  mutating func valueOfKey(_ start: UInt32) -> FlatValue {
    cost &+= 1
    let place = Int(start)
    let map = unsafe operand(code.pointee.operands[place])
    let key = unsafe operand(code.pointee.operands[place + 1])
    let otherwise = unsafe operand(code.pointee.operands[place + 2])
    guard map.kind == .map, key.kind == .text, otherwise.isSettled else { return .unsettled }
    return map.field(FlatName(key)) ?? otherwise
  }

  /// `value.size()`.
  @inline(never)
  mutating func size(_ receiver: UInt32) -> FlatValue {
    cost &+= 1
    let receiver = operand(receiver)
    switch receiver.kind {
    case .failed: return .failed
    case .text: return unsafe .int(Int64(Text.unitCount(of: receiver.bytes)))
    case .map: return .int(Int64(receiver.keyCount))
    default: return count(of: receiver).map { .int(Int64($0)) } ?? .unsettled
    }
  }

  /// `new.diff(old).affectedKeys().hasOnly(list)`.
  @inline(never)
  mutating func affectsOnly(_ start: UInt32) -> Truth {
    cost &+= 3
    let place = Int(start)
    let new = unsafe operand(code.pointee.operands[place])
    let old = unsafe operand(code.pointee.operands[place + 1])
    let allowed = unsafe operand(code.pointee.operands[place + 2])
    guard new.kind == .map, old.kind == .map, let count = count(of: allowed),
      count <= Self.scanLimit
    else { return .unsettled }
    // All values are looked at, as any may be too large to be compared.
    var result = Truth.isTrue
    var common = 0
    for index in 0..<old.keyCount {
      if let value = new.field(at: index, like: old) {
        common &+= 1
        guard let isSame = value.isSameInDifference(as: old.value(index)) else {
          return .unsettled
        }
        if isSame { continue }
      }
      if result == .isTrue { result = contains(allowed, old.key(index)) }
    }
    guard result == .isTrue, common < new.keyCount else { return result }
    for index in 0..<new.keyCount where old.field(at: index, like: new) == nil {
      let isAllowed = contains(allowed, new.key(index))
      if isAllowed != .isTrue { return isAllowed }
    }
    return .isTrue
  }

  /// `text.matches('pattern')`.
  @inline(never)
  mutating func matches(_ subject: UInt32, _ pattern: UInt32) -> Truth {
    cost &+= 2
    let subject = operand(subject)
    guard subject.kind == .text else { return subject.kind == .failed ? .failed : .unsettled }
    return Truth(unsafe code.pointee.patterns[Int(pattern)].matches(subject.bytes))
  }
}

extension FlatValue {
  /// Whether the map has a key, or is the keys of one that has it.
  @inline(__always)
  fileprivate func hasKey(_ name: FlatName) -> Bool {
    // SAFETY: the storage is kept for the whole of a decision.
    unsafe map._withUnsafeGuaranteedRef { storage in
      storage.shape.index(of: name) != nil
    }
  }

  /// The value of the key that another map has at an index; most often it stands at the same one.
  @inline(__always)
  fileprivate func field(at index: Int, like other: FlatValue) -> FlatValue? {
    let name = other.keyName(index)
    if index < keyCount, keyName(index).isSame(as: name) { return value(index) }
    return field(name)
  }

  /// Whether a difference takes both for one value; nil where that needs more than what is carried.
  @inline(__always)
  fileprivate func isSameInDifference(as other: FlatValue) -> Bool? {
    // Floats that are no numbers are the same here.
    kind == .float ? nil : isEqual(to: other)
  }
}
